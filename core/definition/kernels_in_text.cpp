#include "core/definition/kernels_in_text.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/annotations.h"
#include "core/definition/argument_names.h"
#include "core/definition/pixel_kind.h"
#include "core/framework/code_words.h"
#include "core/framework/kernel_signature.h"

namespace lightbench {

namespace {
/// Empty outside of the tokens, so that no place needs a check of its own.
std::string_view tokenAt(TokenSpan tokens, std::size_t i) { return i < tokens.size() ? tokens[i] : std::string_view(); }
std::string_view tokenBefore(TokenSpan tokens, std::size_t i) { return i > 0 ? tokenAt(tokens, i - 1) : ""; }

bool isWord(std::string_view token) { return !token.empty() && isWordCharacter(token.front()); }

/// The index of the next call of the function for this dimension, from `from` on, such as get_global_id(0); the number
/// of tokens if there is none.
std::size_t nextCall(TokenSpan tokens, std::string_view function, const char* dimension, std::size_t from = 0) {
    for (; from < tokens.size(); ++from)
        if (tokens[from] == function && tokenAt(tokens, from + 1) == "(" && tokenAt(tokens, from + 2) == dimension &&
            tokenAt(tokens, from + 3) == ")")
            break;
    return from;
}

/// The variable that a dimension's global id is stored in, as in `int x = (int)get_global_id(0)`; empty if there is
/// none.
std::string variableOf(TokenSpan tokens, const char* dimension) {
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

bool usesDimension(TokenSpan tokens, const char* dimension) {
    return std::ranges::any_of(std::array{"get_global_id", "get_local_id", "get_group_id"}, [&](const char* function) {
        return nextCall(tokens, function, dimension) < tokens.size();
    });
}

/// What a kernel does to a buffer at one place.
enum class Use { Adds, Reads, Other };

/// True for atomic_inc and its like, and for functions of users that are called so, such as atomicAddFloat.
bool isAtomicAddition(std::string_view function) {
    const std::string name = lowerCase(function);
    constexpr std::array additions{"add", "sub", "inc", "dec", "max", "_or", "_xor"};
    return name.find("atom") != std::string::npos &&
           std::ranges::any_of(additions, [&](const char* one) { return name.find(one) != std::string::npos; });
}

/// The function in whose first argument `place` stands. Empty outside of calls, and in other arguments.
std::string_view callAround(TokenSpan tokens, std::size_t place) {
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
Use useOfElement(TokenSpan tokens, std::size_t begin, std::size_t end) {
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

Use useAt(TokenSpan tokens, std::size_t place) {
    if (isAtomicAddition(callAround(tokens, place))) return Use::Adds;
    if (tokenAt(tokens, place + 1) != "[") return Use::Other; // the pointer itself
    return useOfElement(tokens, place, behindBracket(tokens, place + 1));
}
} // namespace

std::vector<std::reference_wrapper<const KernelArgument>> argumentsOf(const std::vector<KernelSignature>& kernels) {
    std::vector<std::reference_wrapper<const KernelArgument>> all;
    for (const KernelSignature& kernel : kernels)
        all.insert(all.end(), kernel.arguments.begin(), kernel.arguments.end());
    return all;
}

std::vector<KernelSignature> signaturesOf(const FilterDefinition& definition) {
    if (!definition.reportedKernels.empty()) return definition.reportedKernels;
    try {
        std::vector<KernelSignature> all;
        for (const std::string& name : kernelNames(definition.text)) {
            KernelSignature& kernel = all.emplace_back(KernelSignature{name, {}});
            if (const auto parameters = kernelParameters(definition.text, name))
                kernel.arguments.assign(parameters->begin(), parameters->end());
        }
        return all;
    } catch (const Error& error) { // it names the kernel
        failInFile(definition.fileName(), 0, error.what());
    }
}

RangeGuess rangeIn(TokenSpan body, const PixelKind& pixels, bool hasSides, bool hasChannels) {
    const std::string first = variableOf(body, "0"), second = variableOf(body, "1");
    if (usesDimension(body, "1") || !usesDimension(body, "0")) {
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

bool onlyAddsTo(TokenSpan body, const std::string& buffer) {
    bool adds = false;
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (body[i] != buffer) continue;
        if (tokenBefore(body, i) == "." || tokenBefore(body, i) == "->") continue; // a member of that name
        const Use use = useAt(body, i);
        if (use == Use::Other) return false;
        adds = adds || use == Use::Adds;
    }
    return adds;
}

} // namespace lightbench
