#include "core/framework/kernel_signature.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/code_tokens.h"
#include "core/framework/code_words.h"
#include "core/framework/type_names.h"

namespace lightbench {

namespace {
using Parameters = std::vector<KernelParameter>;
constexpr const char* recordingName = "recording";

constexpr std::array<const char*, 8> givenNames{"a buffer", "local memory", "an int",          "a uint",
                                                "a float",  "bytes",        "an image object", "a sampler"};
constexpr std::size_t byteKind = 5, imageKind = 6, samplerKind = 7, noKind = givenNames.size();

/// The index of what a plan gives for a parameter, in givenNames and in Argument.
std::size_t kindOf(const KernelArgument& argument) {
    switch (argument.space) {
    case KernelArgument::Global:
    case KernelArgument::Constant: return 0;
    case KernelArgument::Local: return 1;
    case KernelArgument::Image: return argument.type == imageObjectType ? imageKind : noKind;
    case KernelArgument::Sampler: return samplerKind;
    case KernelArgument::Value: break;
    }
    if (argument.type.empty()) return noKind;
    constexpr std::array<std::string_view, 3> types{"int", "uint", "float"};
    const auto type = std::ranges::find(types, argument.type);
    return type == types.end() ? byteKind : 2 + std::size_t(type - types.begin());
}

KernelArgument argumentOf(TokenSpan declaration) {
    std::vector<std::string_view> words;
    bool isPointer = false;
    for (std::size_t i = behindAttributes(declaration, 0); i < declaration.size();
         i = behindAttributes(declaration, i + 1)) {
        isPointer = isPointer || declaration[i] == "*";
        if (isName(declaration[i])) words.push_back(declaration[i]);
    }
    KernelArgument argument{.space = KernelArgument::Value, .name = {}, .type = {}};
    if (words.empty()) return argument;
    argument.name = words.back();
    words.pop_back();
    const auto has = [&](const std::string& word) {
        return std::ranges::any_of(words, [&](std::string_view one) { return one == word || one == "__" + word; });
    };
    argument.type = plainType(words);
    argument.isReadOnly = has("const") || has("constant") || has("read_only");
    if (isPointer)
        argument.space = has("local")      ? KernelArgument::Local
                         : has("constant") ? KernelArgument::Constant
                                           : KernelArgument::Global;
    if (argument.type.starts_with("image")) {
        argument.space = KernelArgument::Image;
        argument.isReadOnly = !has("write_only") && !has("read_write"); // read_only is the default
    }
    if (argument.type == "sampler_t") argument.space = KernelArgument::Sampler;
    return argument;
}

bool areAlike(const Parameters& some, const Parameters& others) {
    return std::ranges::equal(some, others, [](const KernelParameter& one, const KernelParameter& other) {
        return one.name == other.name && kindOf(one) == kindOf(other);
    });
}

Parameters parametersOf(const VoidFunction& function) {
    TokenSpan list = function.parameters;
    if (std::ranges::find(list, "#") != list.end())
        throw Error(ErrorKind::Build, "kernel " + std::string(function.name) +
                                          " has #-lines among its parameters, which plans must know without the "
                                          "preprocessor");
    const bool records = !list.empty() && list.back() == "RECORD_PARAMETER"; // a macro that adds a parameter
    if (records) list = list.first(list.size() - 1);
    Parameters parameters;
    if (!list.empty() && !(list.size() == 1 && list[0] == "void"))
        for (const TokenSpan declaration : splitTokens(list, ","))
            parameters.push_back({argumentOf(declaration)});
    if (records)
        parameters.push_back(
            {{.space = KernelArgument::Global, .name = recordingName, .type = "uint", .isReadOnly = false}, true});
    return parameters;
}

/// Its type and name. A parameter that is a macro has no type that the text tells.
std::string declarationOf(const KernelParameter& parameter) {
    const std::string type = declaredType(parameter);
    return "\"" + type + (type.empty() ? "" : " ") + parameter.name + "\"";
}

std::string kindName(const KernelParameter& parameter) {
    const std::size_t kind = kindOf(parameter);
    const std::string declaration = declarationOf(parameter);
    if (kind == noKind) return declaration + ", which no plan can give";
    constexpr std::array<const char*, byteKind> names{"a pointer to global memory", "a pointer to local memory",
                                                      "an int", "a uint", "a float"};
    return kind < names.size() ? names[kind] : declaration;
}

std::string namesOf(const Parameters& parameters) {
    return parameters.empty() ? "has none" : "has " + joinWords(textsOf(parameters, &KernelParameter::name), "and");
}

/// Records the argument's position in the list, or a problem.
void place(ArgumentMatch& match, const KernelPass& pass, std::size_t index, const Parameters& parameters) {
    const auto& [name, value] = pass.arguments[index];
    const auto found = std::ranges::find(parameters, name, &KernelParameter::name);
    if (found == parameters.end())
        match.problem = "the plan gives kernel " + pass.kernel + " \"" + name + "\"; the kernel " + namesOf(parameters);
    else if (value.index() != kindOf(*found))
        match.problem = "the plan gives kernel " + pass.kernel + " " + givenNames[value.index()] + " for \"" + name +
                        "\", where the kernel has " + kindName(*found);
    match.parameterIndices.push_back(std::size_t(found - parameters.begin()));
}

std::string missingProblem(const KernelPass& pass, const Parameters& parameters) {
    for (const KernelParameter& parameter : parameters) {
        const auto count = std::ranges::count(pass.arguments, parameter.name, &NamedArgument::name);
        if (count != 1 && !(count == 0 && parameter.onlyWhenRecording))
            return "the plan gives kernel " + pass.kernel + (count ? " twice" : " nothing for") + " its parameter " +
                   declarationOf(parameter);
    }
    return {};
}
} // namespace

std::string declaredType(const KernelArgument& argument) {
    const std::string type =
        (argument.isReadOnly && argument.space == KernelArgument::Global ? "const " : "") + argument.type;
    switch (argument.space) {
    case KernelArgument::Global: return "global " + type + "*";
    case KernelArgument::Constant: return "constant " + type + "*";
    case KernelArgument::Local: return "local " + type + "*";
    case KernelArgument::Image: return (argument.isReadOnly ? "read_only " : "write_only ") + type;
    case KernelArgument::Sampler:
    case KernelArgument::Value: break;
    }
    return type;
}

std::optional<Parameters> kernelParameters(std::string_view source, std::string_view kernel) {
    const std::string code = withoutComments(source);
    const CodeTokens tokens = codeTokens(code);
    std::optional<Parameters> parameters;
    for (const VoidFunction& function : voidFunctions(tokens)) {
        if (function.name != kernel) continue;
        Parameters here = parametersOf(function);
        if (parameters && !areAlike(*parameters, here))
            throw Error(ErrorKind::Build,
                        "kernel " + std::string(kernel) + " is there twice with different parameters");
        parameters = std::move(here);
    }
    return parameters;
}

std::vector<std::string> kernelNames(std::string_view source) {
    const std::string code = withoutComments(source);
    const CodeTokens tokens = codeTokens(code);
    std::vector<std::string> names;
    for (const VoidFunction& function : voidFunctions(tokens))
        if (function.isKernel && std::ranges::find(names, function.name) == names.end())
            names.emplace_back(function.name);
    return names;
}

ArgumentMatch matchArguments(const KernelPass& pass, const std::optional<Parameters>& parameters) {
    ArgumentMatch match;
    if (!parameters) {
        match.problem =
            "there is no kernel called " + pass.kernel + ", which the plan launches; both must use one name";
        return match;
    }
    for (std::size_t i = 0; i < pass.arguments.size() && match.problem.empty(); ++i)
        place(match, pass, i, *parameters);
    if (match.problem.empty()) match.problem = missingProblem(pass, *parameters);
    return match;
}

} // namespace lightbench
