#include "core/framework/probe_calls.h"

#include <algorithm>
#include <array>
#include <functional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/code_tokens.h"
#include "core/framework/code_words.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {
constexpr auto nowhere = std::string_view::npos;

/// Where a call stands in the text.
struct PlacedCall : ProbeCall {
    std::size_t begin = 0, end = 0;
    std::vector<std::string_view> arguments;
};

/// A text without comments, its tokens and its kernels.
struct Code {
    explicit Code(std::string_view source) : text(withoutComments(source)) {
        for (const VoidFunction& function : voidFunctions(tokens))
            if (function.isKernel && function.isDefined) kernels.push_back(function);
    }
    /// The place of a token in the text.
    std::size_t placeOf(std::string_view token) const { return std::size_t(token.data() - text.data()); }
    /// What stands between the tokens before and behind these, with its blanks and line ends.
    std::string_view around(TokenSpan some) const {
        const std::string_view *before = some.data() - 1, *behind = some.data() + some.size();
        const std::size_t begin = placeOf(*before) + before->size();
        const std::size_t end = behind == tokens.data() + tokens.size() ? text.size() : placeOf(*behind);
        return std::string_view(text).substr(begin, end - begin);
    }

    const std::string text;
    const CodeTokens tokens = codeTokens(text);
    std::vector<VoidFunction> kernels; ///< every definition: branches of an #if may have one each
};

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

std::vector<PlacedCall> callsIn(const Code& code) {
    const TokenSpan tokens = code.tokens;
    std::vector<PlacedCall> calls;
    LinePlace place;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const bool isPlaced = tokens[i] == "lb_probe_at";
        const std::size_t begin = code.placeOf(tokens[i]);
        if ((tokens[i] != "lb_probe" && !isPlaced) || tokens[i + 1] != "(" || isInDirective(code.text, begin)) continue;
        PlacedCall call;
        call.begin = begin;
        call.isPlaced = isPlaced;
        const std::size_t behind = behindBracket(tokens, i + 1);
        call.end = code.placeOf(tokens[behind - 1]) + tokens[behind - 1].size();
        for (const TokenSpan argument : splitTokens(inBrackets(tokens, i + 1), ","))
            call.arguments.push_back(code.around(argument));
        place.moveTo(code.text, begin);
        call.file = place.file;
        call.line = place.line;
        const std::size_t wanted = isPlaced ? 3 : 1;
        if (call.arguments.size() != wanted)
            throw Error(ErrorKind::Build, shownPath(call.file) + ":" + std::to_string(call.line) + ": write " +
                                              (isPlaced ? "lb_probe_at(x, y, value)" : "lb_probe(value)"));
        call.value = trimmed(call.arguments.back());
        const auto kernel = std::ranges::find_if(code.kernels, [&](const VoidFunction& one) {
            return &tokens[i] >= one.body.data() && &tokens[i] < one.body.data() + one.body.size();
        });
        if (kernel != code.kernels.end()) call.kernel = kernel->name;
        calls.push_back(std::move(call));
    }
    return calls;
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
    const std::vector<PlacedCall> calls = callsIn(Code(text));
    return {calls.begin(), calls.end()};
}

std::string withReportingProbes(std::string_view text) {
    const Code code(text);
    const std::vector<PlacedCall> calls = callsIn(code);
    struct Change {
        std::size_t begin, end;
        std::string text;
    };
    std::vector<Change> changes;
    for (const VoidFunction& kernel : code.kernels)
        if (std::ranges::find(calls, kernel.name, &PlacedCall::kernel) != calls.end()) {
            const std::size_t place = code.placeOf(*kernel.parameters.data());
            changes.push_back({place, place,
                               "volatile global uint* lb_probes, int lb_probe_x, int lb_probe_y, "
                               "int lb_probe_item_x, int lb_probe_item_y, "});
        }
    for (std::size_t i = 0; i < calls.size(); ++i)
        changes.push_back({calls[i].begin, calls[i].end, reportText(calls[i], i)});
    std::ranges::sort(changes, std::greater(), &Change::begin);
    std::string result = code.text;
    for (const Change& change : changes) // from the end, so that places stay
        result.replace(change.begin, change.end - change.begin, change.text);
    return reportFunctions() + result;
}

} // namespace lightbench
