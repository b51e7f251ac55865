// Scans the source text for a kernel's parameter list, without a preprocessor, and compares it with a pass's arguments.
#include "core/framework/kernel_signature.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/code_words.h"

namespace lightbench {

namespace {
constexpr auto npos = std::string_view::npos;
constexpr const char* recordingName = "recording";

/// The text without the blanks at its end, and without an __attribute__((...)) there.
std::string_view withoutAttribute(std::string_view text) {
    const auto trim = [&text] {
        while (!text.empty() && isBlank(text.back()))
            text.remove_suffix(1);
    };
    trim();
    if (!text.ends_with(')')) return text;
    int depth = 0;
    do {
        depth += text.back() == ')' ? 1 : text.back() == '(' ? -1 : 0;
        text.remove_suffix(1);
    } while (depth > 0 && !text.empty());
    trim();
    if (text.ends_with("__attribute__")) text.remove_suffix(std::string_view("__attribute__").size());
    trim();
    return text;
}

/// True if `void` stands before the position, with blanks or an attribute between them.
bool followsVoid(std::string_view text, std::size_t at) {
    const std::string_view before = withoutAttribute(text.substr(0, at));
    const std::size_t begin = before.size() - std::min<std::size_t>(before.size(), 4);
    return before.size() < at && before.ends_with("void") && (begin == 0 || !isOfWord(before[begin - 1]));
}

/// The parameter list of the next void function of this name; moves `from` past it.
std::optional<std::string_view> nextList(std::string_view text, std::string_view name, std::size_t& from) {
    for (std::size_t at = text.find(name, from); at != npos; at = text.find(name, at + 1)) {
        const std::size_t open = skipBlanks(text, at + name.size());
        if (open >= text.size() || text[open] != '(' || !followsVoid(text, at)) continue;
        const std::size_t close = text.find(')', open);
        from = close == npos ? text.size() : close;
        return text.substr(open + 1, from - open - 1);
    }
    return std::nullopt;
}

/// Moves `at` behind any __attribute__((...)).
void skipAttributes(std::string_view code, std::size_t& at) {
    for (std::size_t after = at; nextWord(code, after) == "__attribute__"; at = after) {
        after = std::min(code.find('(', after), code.size());
        int depth = 0;
        for (; after < code.size(); ++after) {
            depth += code[after] == '(' ? 1 : code[after] == ')' ? -1 : 0;
            if (depth == 0) break;
        }
    }
}

using Words = std::vector<std::string_view>;

KernelParameter::Kind scalarKind(Words type) {
    std::erase(type, "const");
    if (type == Words{"int"}) return KernelParameter::Int;
    if (type == Words{"uint"} || type == Words{"unsigned"} || type == Words{"unsigned", "int"})
        return KernelParameter::UInt;
    if (type == Words{"float"}) return KernelParameter::Float;
    if (type == Words{"sampler_t"}) return KernelParameter::Sampler;
    if (std::ranges::find(type, "image2d_t") != type.end()) return KernelParameter::Image;
    return type.empty() || type.back().starts_with("image") ? KernelParameter::Other : KernelParameter::Bytes;
}

KernelParameter::Kind pointerKind(const Words& type) {
    const auto has = [&](const std::string& word) {
        return std::ranges::find(type, word) != type.end() || std::ranges::find(type, "__" + word) != type.end();
    };
    if (has("global") || has("constant")) return KernelParameter::Buffer;
    return has("local") ? KernelParameter::Local : KernelParameter::Other;
}

/// Trimmed, with each sequence of spaces replaced by one.
std::string tidy(std::string_view declaration) {
    std::string text;
    for (char c : declaration)
        if (!isBlank(c))
            text += c;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

KernelParameter parameterOf(std::string_view declaration) {
    Words words = wordsOf(declaration);
    if (words.empty()) return {};
    KernelParameter parameter;
    parameter.name = words.back();
    parameter.declaration = tidy(declaration);
    words.pop_back();
    parameter.kind = declaration.find('*') == npos ? scalarKind(words) : pointerKind(words);
    return parameter;
}

bool areAlike(const std::vector<KernelParameter>& some, const std::vector<KernelParameter>& others) {
    return std::ranges::equal(some, others, [](const KernelParameter& one, const KernelParameter& other) {
        return one.name == other.name && one.kind == other.kind;
    });
}

/// Removes the macro RECORD_PARAMETER, which adds a parameter at the end of the list.
bool takeRecording(std::string_view& list) {
    constexpr std::string_view macro = "RECORD_PARAMETER";
    while (!list.empty() && isBlank(list.back()))
        list.remove_suffix(1);
    if (!list.ends_with(macro)) return false;
    list.remove_suffix(macro.size());
    return true;
}

std::vector<KernelParameter> parametersOf(std::string_view list, std::string_view kernel) {
    if (list.find('#') != npos)
        throw Error(ErrorKind::Build, "kernel " + std::string(kernel) + " has #-lines among its parameters, which " +
                                          "plans must know without the preprocessor");
    std::vector<KernelParameter> parameters;
    const bool records = takeRecording(list);
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        parameters.push_back(parameterOf(list.substr(start, end - start)));
        start = end + 1;
    }
    if (parameters.size() == 1 && (parameters[0].name.empty() || parameters[0].declaration == "void")) return {};
    if (records)
        parameters.push_back({KernelParameter::Buffer, recordingName, "volatile global uint* recording", true});
    return parameters;
}

constexpr std::array<const char*, 8> givenNames{"a buffer", "local memory", "an int",          "a uint",
                                                "a float",  "bytes",        "an image object", "a sampler"};

std::string kindName(const KernelParameter& parameter) {
    if (parameter.kind == KernelParameter::Other) return "\"" + parameter.declaration + "\", which no plan can give";
    if (std::size_t(parameter.kind) >= KernelParameter::Bytes) return "\"" + parameter.declaration + "\"";
    constexpr std::array<const char*, 5> names{"a pointer to global memory", "a pointer to local memory", "an int",
                                               "a uint", "a float"};
    return names[std::size_t(parameter.kind)];
}

std::string namesOf(const std::vector<KernelParameter>& parameters) {
    std::vector<std::string> names;
    for (const KernelParameter& parameter : parameters)
        names.push_back(parameter.name);
    return names.empty() ? "has none" : "has " + joinWords(names, "and");
}

/// Records the argument's position in the list, or a problem.
void place(ArgumentMatch& match, const KernelPass& pass, std::size_t index,
           const std::vector<KernelParameter>& parameters) {
    const auto& [name, value] = pass.arguments[index];
    const auto found = std::ranges::find(parameters, name, &KernelParameter::name);
    if (found == parameters.end())
        match.problem = "the plan gives kernel " + pass.kernel + " \"" + name + "\"; the kernel " + namesOf(parameters);
    else if (value.index() != std::size_t(found->kind))
        match.problem = "the plan gives kernel " + pass.kernel + " " + givenNames[value.index()] + " for \"" + name +
                        "\", where the kernel has " + kindName(*found);
    match.parameterIndices.push_back(std::size_t(found - parameters.begin()));
}

std::string missingProblem(const KernelPass& pass, const std::vector<KernelParameter>& parameters) {
    for (const KernelParameter& parameter : parameters) {
        const auto count = std::ranges::count(pass.arguments, parameter.name, &NamedArgument::name);
        if (count != 1 && !(count == 0 && parameter.onlyWhenRecording))
            return "the plan gives kernel " + pass.kernel + (count ? " twice" : " nothing for") + " its parameter \"" +
                   parameter.declaration + "\"";
    }
    return {};
}
} // namespace

std::optional<std::vector<KernelParameter>> kernelParameters(std::string_view source, std::string_view kernel) {
    const std::string text = withoutComments(source);
    std::optional<std::vector<KernelParameter>> parameters;
    std::size_t from = 0;
    while (const auto list = nextList(text, kernel, from)) {
        std::vector<KernelParameter> here = parametersOf(*list, kernel);
        if (parameters && !areAlike(*parameters, here))
            throw Error(ErrorKind::Build,
                        "kernel " + std::string(kernel) + " is there twice with different parameters");
        parameters = std::move(here);
    }
    return parameters;
}

std::vector<std::string> kernelNames(std::string_view source) {
    const std::string code = withoutComments(source);
    std::vector<std::string> names;
    for (std::size_t at = 0; at < code.size();) {
        const std::string_view word = nextWord(code, at);
        if (word != "kernel" && word != "__kernel" && word != "KERNEL") continue;
        std::size_t after = at;
        skipAttributes(code, after);
        if (nextWord(code, after) != "void") continue;
        skipAttributes(code, after);
        const std::string name(nextWord(code, after));
        if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names;
}

ArgumentMatch matchArguments(const KernelPass& pass, const std::optional<std::vector<KernelParameter>>& parameters) {
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
