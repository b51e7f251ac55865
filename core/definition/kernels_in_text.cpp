// Reads the words of each argument's declaration, and the tokens around calls of get_global_id and names of buffers.
#include "core/definition/kernels_in_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/definition/annotations.h"
#include "core/definition/argument_names.h"
#include "core/definition/pixel_kind.h"
#include "core/framework/code_words.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/type_names.h"

namespace lightbench {

namespace {
KernelArgument argumentOf(const KernelParameter& parameter) {
    static const std::set<std::string_view> qualifiers{"global",   "constant", "local",     "private",    "const",
                                                       "restrict", "volatile", "read_only", "write_only", "read_write"};
    KernelArgument argument{.space = KernelArgument::Value, .name = parameter.name, .type = {}};
    std::vector<std::string_view> words = wordsOf(parameter.declaration);
    if (!words.empty()) words.pop_back(); // the name
    for (std::string_view& word : words)
        if (word.starts_with("__")) word.remove_prefix(2);
    const auto has = [&](const char* word) { return std::ranges::find(words, word) != words.end(); };
    argument.isReadOnly = has("const") || has("constant") || has("read_only");
    if (parameter.declaration.find('*') != std::string::npos)
        argument.space = has("local")      ? KernelArgument::Local
                         : has("constant") ? KernelArgument::Constant
                                           : KernelArgument::Global;
    for (const std::string_view word : words)
        if (!qualifiers.contains(word)) argument.type.append(argument.type.empty() ? "" : " ").append(word);
    argument.type = shortTypeName(argument.type);
    if (argument.type.starts_with("image")) {
        argument.space = KernelArgument::Image;
        argument.isReadOnly = !has("write_only") && !has("read_write"); // read_only is the default
    }
    if (argument.type == "sampler_t") argument.space = KernelArgument::Sampler;
    return argument;
}

/// Empty outside of the tokens, so that no place needs a check of its own.
std::string_view tokenAt(const CodeTokens& tokens, std::size_t i) {
    return i < tokens.size() ? tokens[i] : std::string_view();
}
std::string_view tokenBefore(const CodeTokens& tokens, std::size_t i) { return i > 0 ? tokenAt(tokens, i - 1) : ""; }

bool isWord(std::string_view token) { return !token.empty() && isOfWord(token.front()); }

/// The index of the keyword of the kernel whose name stands at `name`; `name` if it is called there and not declared.
std::size_t keywordBefore(const CodeTokens& tokens, std::size_t name) {
    for (std::size_t i = name; i-- > 0 && tokens[i] != "{" && tokens[i] != "}" && tokens[i] != ";";)
        if (tokens[i].find("kernel") != std::string_view::npos) return i;
    return name;
}

/// Where the attributes begin that stand before the keyword.
std::size_t attributesBefore(const CodeTokens& tokens, std::size_t keyword) {
    constexpr std::array<std::string_view, 4> ends{"{", "}", ";", "#"};
    std::size_t begin = keyword;
    for (std::size_t i = keyword; i-- > 0 && std::ranges::find(ends, tokens[i]) == ends.end();)
        if (tokens[i] == "__attribute__") begin = i;
    return begin;
}

/// The index of the next call of the function for this dimension, from `from` on, such as get_global_id(0); the number
/// of tokens if there is none.
std::size_t nextCall(const CodeTokens& tokens, std::string_view function, const char* dimension, std::size_t from = 0) {
    for (; from < tokens.size(); ++from)
        if (tokens[from] == function && tokenAt(tokens, from + 1) == "(" && tokenAt(tokens, from + 2) == dimension &&
            tokenAt(tokens, from + 3) == ")")
            break;
    return from;
}

/// The variable that a dimension's global id is stored in, as in `int x = (int)get_global_id(0)`; empty if there is
/// none.
std::string variableOf(const CodeTokens& tokens, const char* dimension) {
    constexpr const char* function = "get_global_id";
    for (std::size_t call = nextCall(tokens, function, dimension); call < tokens.size();
         call = nextCall(tokens, function, dimension, call + 1)) {
        std::size_t begin = call;
        if (tokenBefore(tokens, begin) == ")") // a cast
            while (begin > 0 && tokens[begin] != "(")
                --begin;
        if (tokenBefore(tokens, begin) == "=" && isWord(tokenBefore(tokens, begin - 1)))
            return plainName(tokenBefore(tokens, begin - 1));
    }
    return {};
}

bool usesDimension(const CodeTokens& tokens, const char* dimension) {
    return std::ranges::any_of(std::array{"get_global_id", "get_local_id", "get_group_id"}, [&](const char* function) {
        return nextCall(tokens, function, dimension) < tokens.size();
    });
}

/// What a kernel does to a buffer at one place.
enum class Use { Adds, Reads, Other };

/// True for atomic_inc and its like, and for functions of users that are called so, such as atomicAddFloat.
bool isAtomicAddition(std::string_view function) {
    std::string name(function);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    constexpr std::array additions{"add", "sub", "inc", "dec", "max", "_or", "_xor"};
    return name.find("atom") != std::string::npos &&
           std::ranges::any_of(additions, [&](const char* one) { return name.find(one) != std::string::npos; });
}

/// The function in whose first argument `place` stands. Empty outside of calls, and in other arguments.
std::string_view callAround(const CodeTokens& tokens, std::size_t place) {
    int depth = 0;
    bool isFirst = true;
    for (std::size_t i = place; i-- > 0;) {
        const std::string_view token = tokens[i];
        if (token == ";" || token == "{" || token == "}") break;
        if (token == "," && depth == 0) isFirst = false;
        depth -= bracketChange(token);
        if (depth >= 0) continue;
        depth = 0;
        if (token == "(" && isWord(tokenBefore(tokens, i)))
            return isFirst ? tokenBefore(tokens, i) : std::string_view();
        if (token == "[") isFirst = false; // an index, such as that of another buffer
    }
    return {};
}

/// What is done to an element, by the signs before and behind it.
Use useOfElement(const CodeTokens& tokens, std::size_t begin, std::size_t end) {
    static const std::map<std::string_view, Use> uses{
        {"++", Use::Adds},   {"--", Use::Adds},  {"+=", Use::Adds},
        {"-=", Use::Adds},   {"|=", Use::Adds},  {"^=", Use::Adds},
        {"<<", Use::Reads},  {">>", Use::Reads}, {"==", Use::Reads},
        {"!=", Use::Reads},  {"<=", Use::Reads}, {">=", Use::Reads},
        {"=", Use::Other},   {"*=", Use::Other}, {"/=", Use::Other},
        {"%=", Use::Other},  {"&=", Use::Other}, {"<<=", Use::Other},
        {">>=", Use::Other}, {".", Use::Other}}; // a part of a vector or a struct
    const std::string_view sign = tokenBefore(tokens, begin);
    if (sign == "++" || sign == "--") return Use::Adds;
    if (const auto use = uses.find(tokenAt(tokens, end)); use != uses.end()) return use->second;
    const std::string_view operand = begin > 0 ? tokenBefore(tokens, begin - 1) : "";
    const bool isBinary = isWord(operand) || operand == ")" || operand == "]";
    return sign == "&" && !isBinary ? Use::Other : Use::Reads;
}

Use useAt(const CodeTokens& tokens, std::size_t place) {
    if (isAtomicAddition(callAround(tokens, place))) return Use::Adds;
    if (tokenAt(tokens, place + 1) != "[") return Use::Other; // the pointer itself
    return useOfElement(tokens, place, behindBracket(tokens, place + 1));
}
} // namespace

std::vector<KernelSignature> signaturesOf(const FilterDefinition& definition) {
    if (!definition.reportedKernels.empty()) return definition.reportedKernels;
    try {
        std::vector<KernelSignature> all;
        for (const std::string& name : kernelNames(definition.text)) {
            KernelSignature& kernel = all.emplace_back(KernelSignature{name, {}});
            if (const auto parameters = kernelParameters(definition.text, name))
                std::ranges::transform(*parameters, std::back_inserter(kernel.arguments), argumentOf);
        }
        return all;
    } catch (const Error& error) { // it names the kernel
        failInFile(definition.fileName(), 0, error.what());
    }
}

KernelBody kernelBody(const std::string& text, const std::string& kernel) {
    KernelBody body{.code = std::make_shared<const std::string>(withoutComments(text))};
    const CodeTokens tokens = codeTokens(*body.code);
    const auto part = [&](std::size_t begin, std::size_t end) {
        return CodeTokens(tokens.begin() + std::ptrdiff_t(begin), tokens.begin() + std::ptrdiff_t(end));
    };
    for (std::size_t name = 0; name < tokens.size(); ++name) {
        if (tokens[name] != kernel || tokenAt(tokens, name + 1) != "(") continue;
        const std::size_t keyword = keywordBefore(tokens, name);
        std::size_t brace = name;
        while (brace < tokens.size() && tokens[brace] != "{" && tokens[brace] != ";")
            ++brace;
        if (keyword == name || tokenAt(tokens, brace) != "{") continue;
        body.line = 1 + int(std::count(body.code->data(), tokens[name].data(), '\n'));
        const TokenSpan inside = inBrackets(tokens, brace);
        body.tokens.assign(inside.begin(), inside.end());
        body.attributes = part(attributesBefore(tokens, keyword), brace);
        break;
    }
    return body;
}

RangeGuess rangeIn(const KernelBody& body, const PixelKind& pixels, bool hasSides, bool hasChannels) {
    const std::string first = variableOf(body.tokens, "0"), second = variableOf(body.tokens, "1");
    if (usesDimension(body.tokens, "1") || !usesDimension(body.tokens, "0")) {
        if (isNamed(first, NameMeaning::Row) && isNamed(second, NameMeaning::Column))
            return {"height", "width", "its first work-item index is called " + first};
        return {"width", "height", ""};
    }
    if (hasSides && isNamed(first, NameMeaning::Row)) return {"height", "1", "it has one index, called " + first};
    if (hasSides && isNamed(first, NameMeaning::Column) && first != "idx")
        return {"width", "1", "it has one index, called " + first};
    const bool isPixel = pixels.isVector || pixels.isPlanar || hasChannels;
    return {isPixel ? "width * height" : "width * height * channels", "1", "it has one index"};
}

bool onlyAddsTo(const KernelBody& body, const std::string& buffer) {
    bool adds = false;
    for (std::size_t i = 0; i < body.tokens.size(); ++i) {
        if (body.tokens[i] != buffer) continue;
        if (tokenBefore(body.tokens, i) == "." || tokenBefore(body.tokens, i) == "->")
            continue; // a member of that name
        const Use use = useAt(body.tokens, i);
        if (use == Use::Other) return false;
        adds = adds || use == Use::Adds;
    }
    return adds;
}

} // namespace lightbench
