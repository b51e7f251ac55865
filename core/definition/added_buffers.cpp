// Looks at each place where a kernel's text names the buffer.
#include "core/definition/added_buffers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "core/framework/code_words.h"

namespace lightbench {

namespace {
/// What a kernel does to a buffer at one place.
enum class Use { Adds, Reads, Other };

bool endsAt(std::string_view code, std::size_t end, std::string_view with) {
    return code.substr(0, end).ends_with(with);
}

/// The end of what stands before `at`, without blanks.
std::size_t blanksBefore(std::string_view code, std::size_t at) {
    while (at > 0 && isBlank(code[at - 1]))
        --at;
    return at;
}

std::string_view wordBefore(std::string_view code, std::size_t at) {
    const std::size_t end = blanksBefore(code, at);
    std::size_t begin = end;
    while (begin > 0 && isOfWord(code[begin - 1]))
        --begin;
    return code.substr(begin, end - begin);
}

/// True for atomic_inc and its like, and for functions of users that are called so, such as atomicAddFloat.
bool isAtomicAddition(std::string_view function) {
    std::string name;
    for (const char c : function)
        name += char(std::tolower(static_cast<unsigned char>(c)));
    constexpr std::array additions{"add", "sub", "inc", "dec", "max", "_or", "_xor"};
    return name.find("atom") != std::string::npos &&
           std::ranges::any_of(additions, [&](const char* one) { return name.find(one) != std::string::npos; });
}

/// The function in whose argument `at` stands, and whether that is its first one. Empty outside of calls.
struct Call {
    std::string_view function;
    bool isFirst = true;
};
Call callAround(std::string_view code, std::size_t at) {
    int depth = 0;
    Call call;
    while (at > 0) {
        const char c = code[--at];
        if (c == ';' || c == '{' || c == '}') break;
        if (c == ')' || c == ']') ++depth;
        if (c == ',' && depth == 0) call.isFirst = false;
        if (c != '(' && c != '[') continue;
        if (depth-- > 0) continue;
        depth = 0;
        call.function = c == '(' ? wordBefore(code, at) : std::string_view();
        if (!call.function.empty()) return call;
        if (c == '[') call.isFirst = false; // an index, such as that of another buffer
    }
    return {};
}

/// The place behind the brackets that open at `open`.
std::size_t behindBrackets(std::string_view code, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        depth += code[i] == '[' ? 1 : code[i] == ']' ? -1 : 0;
        if (depth == 0) return i + 1;
    }
    return code.size();
}

/// What is done to an element, by the signs before and behind it.
Use useOfElement(std::string_view code, std::size_t begin, std::size_t end) {
    const std::size_t before = blanksBefore(code, begin), at = skipBlanks(code, end);
    const std::string_view behind = code.substr(std::min(at, code.size()), 2);
    if (endsAt(code, before, "++") || endsAt(code, before, "--")) return Use::Adds;
    for (const char* sign : {"++", "--", "+=", "-=", "|=", "^="})
        if (behind == sign) return Use::Adds;
    if (behind == "<<" || behind == ">>") return code.substr(at + 2, 1) == "=" ? Use::Other : Use::Reads;
    if (behind == "==" || behind == "<=" || behind == ">=" || behind == "!=") return Use::Reads;
    if (behind.starts_with('.')) return Use::Other; // a part of a vector or a struct
    if (behind.starts_with('=')) return Use::Other;
    for (const char* sign : {"*=", "/=", "%=", "&="})
        if (behind == sign) return Use::Other;
    const bool takesAddress = endsAt(code, before, "&") && !endsAt(code, before, "&&");
    const std::size_t operand = takesAddress ? blanksBefore(code, before - 1) : 0;
    const bool isBinary =
        operand > 0 && (isOfWord(code[operand - 1]) || endsAt(code, operand, ")") || endsAt(code, operand, "]"));
    return takesAddress && !isBinary ? Use::Other : Use::Reads;
}

Use useAt(std::string_view code, std::size_t begin, std::size_t end) {
    const Call call = callAround(code, begin);
    if (call.isFirst && isAtomicAddition(call.function)) return Use::Adds;
    const std::size_t open = skipBlanks(code, end);
    if (open < code.size() && code[open] == '[') return useOfElement(code, begin, behindBrackets(code, open));
    return Use::Other; // the pointer itself
}

/// Whose line is to say it, or the guess that already has one for the buffer.
void addGuess(KernelFile& file, const DeclaredScratch& buffer, const std::string& kernel) {
    const std::string why = "because kernel " + kernel + " only adds to it.";
    const std::string line = "//@ scratch: " + buffer.name + " = " + buffer.count;
    const auto guess = std::ranges::find(file.guesses, line, &KernelGuess::line);
    if (guess != file.guesses.end()) {
        guess->text += " It begins with zeros, " + why;
        guess->line += "; fill 0";
        return;
    }
    file.addGuess("Buffer " + buffer.name + " begins with zeros, " + why +
                      (buffer.line > 0 ? " Put ; fill 0 behind line " + std::to_string(buffer.line) + " to say so."
                                       : std::string()),
                  "");
}
} // namespace

bool onlyAddsTo(const std::string& body, const std::string& buffer) {
    bool adds = false;
    for (std::size_t at = body.find(buffer); at != std::string::npos; at = body.find(buffer, at + 1)) {
        const std::size_t end = at + buffer.size(), before = blanksBefore(body, at);
        if ((at > 0 && isOfWord(body[at - 1])) || (end < body.size() && isOfWord(body[end]))) continue;
        if (endsAt(body, before, ".") || endsAt(body, before, "->")) continue; // a member of that name
        const Use use = useAt(body, at, end);
        if (use == Use::Other) return false;
        adds = adds || use == Use::Adds;
    }
    return adds;
}

void zeroAddedBuffers(Declarations& declared, KernelFile& file, const std::string& text) {
    std::vector<DeclaredVariant> variants = file.variants;
    if (!file.referencePasses.empty()) variants.push_back(file.referenceVariant());
    const auto takes = [](const DeclaredPass& pass, const DeclaredScratch& buffer) {
        return std::ranges::any_of(pass.arguments, [&](const ArgumentMeaning& one) {
            return one.kind == ArgumentMeaning::Scratch && one.scratch == buffer.name;
        });
    };
    for (DeclaredScratch& buffer : declared.scratch) {
        if (buffer.fill || !buffer.table.empty() || buffer.type == imageObjectType) continue;
        for (const DeclaredVariant& variant : variants) {
            const std::vector<const DeclaredPass*> passes = file.passesOf(variant);
            const auto first = std::ranges::find_if(passes, [&](const auto* pass) { return takes(*pass, buffer); });
            if (first == passes.end() || !onlyAddsTo(kernelBody(text, (*first)->kernel).text, buffer.name)) continue;
            buffer.fill = 0;
            addGuess(file, buffer, (*first)->kernel);
            break;
        }
    }
}

} // namespace lightbench
