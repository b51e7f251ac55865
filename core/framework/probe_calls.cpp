// Scans code without comments, word by word. Functions for the values of all types store a report.
#include "core/framework/probe_calls.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/code_words.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {
constexpr auto nowhere = std::string_view::npos;

/// Where a call stands in the text.
struct PlacedCall : ProbeCall {
    std::size_t begin = 0, end = 0;
    std::vector<std::string_view> arguments;
};

struct PlacedKernel {
    std::string name;
    std::size_t parameters = 0; ///< behind the opening parenthesis
    std::size_t begin = 0, end = 0;
};

/// The place of the bracket that closes the one at `open`; the end of the text if none does.
std::size_t closing(std::string_view code, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < code.size(); ++at) {
        const char c = code[at];
        depth += c == '(' || c == '{' || c == '[' ? 1 : c == ')' || c == '}' || c == ']' ? -1 : 0;
        if (depth == 0) return at;
    }
    return code.size();
}

/// Every definition of a kernel: branches of an #if may have one each.
std::vector<PlacedKernel> placedKernels(std::string_view code) {
    std::vector<PlacedKernel> bodies;
    for (const std::string& name : kernelNames(code))
        for (std::size_t at = code.find(name); at != nowhere; at = code.find(name, at + 1)) {
            const std::size_t after = at + name.size(), open = skipBlanks(code, after);
            if ((at > 0 && isOfWord(code[at - 1])) || open >= code.size() || code[open] != '(') continue;
            const std::size_t close = closing(code, open), brace = skipBlanks(code, std::min(close + 1, code.size()));
            if (brace < code.size() && code[brace] == '{')
                bodies.push_back({name, open + 1, brace, closing(code, brace)});
        }
    return bodies;
}

/// The lines of directives say where the next line is from.
class LinePlace {
public:
    /// Takes the text up to here.
    void moveTo(std::string_view code, std::size_t at) {
        if (seen_ == 0) take(code);
        for (; seen_ < at; ++seen_)
            if (code[seen_] == '\n') ++line, take(code.substr(seen_ + 1));
    }
    std::string file;
    int line = 1;

private:
    /// A line that may be a directive.
    void take(std::string_view rest) {
        const std::string_view text = rest.substr(0, rest.find('\n'));
        if (!text.starts_with("#line ")) return;
        line = int(parsedNumber(std::string(split(text, " ")[1])).value_or(1)) - 1;
        const std::size_t open = text.find('"'), close = text.rfind('"');
        if (open != nowhere && close > open) file = withoutUserFolder(text.substr(open + 1, close - open - 1));
    }

    std::size_t seen_ = 0;
};

bool isInDirective(std::string_view code, std::size_t at) {
    const std::size_t begin = at == 0 ? 0 : code.rfind('\n', at - 1) + 1;
    const std::size_t first = skipBlanks(code, begin);
    return first < code.size() && code[first] == '#';
}

std::vector<std::string_view> argumentsIn(std::string_view list) {
    std::vector<std::string_view> arguments;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < list.size(); ++at) {
        if (list[at] == '(' || list[at] == '[' || list[at] == '{') at = closing(list, at);
        if (at < list.size() && list[at] == ',') {
            arguments.push_back(list.substr(begin, at - begin));
            begin = at + 1;
        }
    }
    arguments.push_back(list.substr(begin));
    return arguments;
}

std::vector<PlacedCall> callsIn(std::string_view code) {
    const std::vector<PlacedKernel> bodies = placedKernels(code);
    std::vector<PlacedCall> calls;
    LinePlace place;
    for (std::size_t at = 0;;) {
        const std::string_view word = nextWord(code, at);
        if (word.empty()) return calls;
        const std::size_t begin = at - word.size(), open = skipBlanks(code, at);
        const bool isPlaced = word == "lb_probe_at";
        if ((word != "lb_probe" && !isPlaced) || open >= code.size() || code[open] != '(' || isInDirective(code, begin))
            continue;
        PlacedCall call;
        call.begin = begin;
        call.isPlaced = isPlaced;
        const std::size_t close = closing(code, open);
        call.end = std::min(close + 1, code.size());
        call.arguments = argumentsIn(code.substr(open + 1, close - open - 1));
        place.moveTo(code, begin);
        call.file = place.file;
        call.line = place.line;
        const std::size_t wanted = isPlaced ? 3 : 1;
        if (call.arguments.size() != wanted)
            throw Error(ErrorKind::Build, shownPath(call.file) + ":" + std::to_string(call.line) + ": write " +
                                              (isPlaced ? "lb_probe_at(x, y, value)" : "lb_probe(value)"));
        call.value = trimmed(call.arguments.back());
        const auto body =
            std::ranges::find_if(bodies, [&](const PlacedKernel& one) { return begin > one.begin && begin < one.end; });
        if (body != bodies.end()) call.kernel = body->name;
        calls.push_back(std::move(call));
    }
}

/// lb_report_probe for values of every type that kernels have.
std::string reportFunctions() {
    struct Type {
        const char* name;
        ProbeKind kind;
        const char* word; ///< the bits of VALUE, as a ulong
    };
    constexpr std::array<Type, 10> types{{{"char", ProbeKind::Signed, "(ulong)(long)VALUE"},
                                          {"short", ProbeKind::Signed, "(ulong)(long)VALUE"},
                                          {"int", ProbeKind::Signed, "(ulong)(long)VALUE"},
                                          {"long", ProbeKind::Signed, "(ulong)VALUE"},
                                          {"uchar", ProbeKind::Unsigned, "(ulong)VALUE"},
                                          {"ushort", ProbeKind::Unsigned, "(ulong)VALUE"},
                                          {"uint", ProbeKind::Unsigned, "(ulong)VALUE"},
                                          {"ulong", ProbeKind::Unsigned, "VALUE"},
                                          {"float", ProbeKind::Float, "(ulong)as_uint(VALUE)"},
                                          {"double", ProbeKind::Double, "as_ulong(VALUE)"}}};
    std::string text = "#define LB_REPORT static inline void __attribute__((overloadable, always_inline))\n";
    for (const Type& type : types) {
        if (type.kind == ProbeKind::Double) text += "#ifdef cl_khr_fp64\n";
        for (int lanes = 1; lanes <= 4; ++lanes) {
            text += "LB_REPORT lb_report_probe(volatile global uint* to, uint call, bool here, " +
                    std::string(type.name) + (lanes > 1 ? std::to_string(lanes) : "") +
                    " value) { if (!here) return; const uint n = atomic_inc(to); if (n >= " +
                    std::to_string(maxProbeReports) + "u) return; to += 1 + n * " + std::to_string(probeReportWords) +
                    "u; to[0] = call; to[1] = " + std::to_string(lanes + 256 * int(type.kind)) + "u; ulong w;";
            for (int lane = 0; lane < lanes; ++lane) {
                std::string word = type.word;
                word.replace(word.find("VALUE"), 5, lanes > 1 ? "value.s" + std::to_string(lane) : "value");
                text += " w = " + word + "; to[" + std::to_string(2 + 2 * lane) + "] = (uint)w; to[" +
                        std::to_string(3 + 2 * lane) + "] = (uint)(w >> 32);";
            }
            text += " }\n";
        }
        if (type.kind == ProbeKind::Double) text += "#endif\n";
    }
    return text;
}

std::string reportText(const PlacedCall& call, std::size_t number) {
    const std::string pixel =
        call.isPlaced ? "(int)(" + std::string(call.arguments[0]) + ") == lb_probe_x && (int)(" +
                            std::string(call.arguments[1]) + ") == lb_probe_y"
                      : "(int)get_global_id(0) == lb_probe_item_x && (int)get_global_id(1) == lb_probe_item_y";
    return "lb_report_probe(lb_probes, " + std::to_string(number) + "u, " + pixel + ", (" +
           std::string(call.arguments.back()) + "))";
}
} // namespace

bool mayHaveProbes(std::string_view text) { return text.find("lb_probe") != nowhere; }

std::string_view emptyProbes() {
    return "#define lb_probe(value) ((void)(value))\n"
           "#define lb_probe_at(x, y, value) ((void)(x), (void)(y), (void)(value))\n";
}

std::vector<ProbeCall> probeCalls(std::string_view text) {
    const std::string code = withoutComments(text);
    std::vector<ProbeCall> calls;
    for (const PlacedCall& call : callsIn(code))
        calls.push_back(call);
    return calls;
}

std::string withReportingProbes(std::string_view text) {
    const std::string code = withoutComments(text);
    const std::vector<PlacedCall> calls = callsIn(code);
    std::vector<std::pair<std::size_t, std::string>> insertions; // of parameters
    for (const PlacedKernel& body : placedKernels(code))
        if (std::ranges::find(calls, body.name, &PlacedCall::kernel) != calls.end())
            insertions.emplace_back(body.parameters, "volatile global uint* lb_probes, int lb_probe_x, int lb_probe_y, "
                                                     "int lb_probe_item_x, int lb_probe_item_y, ");
    std::ranges::sort(insertions);
    std::string result = reportFunctions();
    std::size_t at = 0, next = 0;
    const auto copyTo = [&](std::size_t end) {
        for (; next < insertions.size() && insertions[next].first <= end; ++next) {
            result += code.substr(at, insertions[next].first - at) + insertions[next].second;
            at = insertions[next].first;
        }
        result += code.substr(at, end - at);
        at = end;
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        copyTo(calls[i].begin);
        result += reportText(calls[i], i);
        at = calls[i].end;
    }
    copyTo(code.size());
    return result;
}

} // namespace lightbench
