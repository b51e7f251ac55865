// Reads the words of each argument's declaration, and the text between a kernel's braces.
#include "core/definition/kernels_in_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/annotations.h"
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

/// The text from an opening brace to its partner, without both; `at` is the opening one.
std::string betweenBraces(const std::string& code, std::size_t at) {
    int depth = 0;
    for (std::size_t i = at; i < code.size(); ++i) {
        depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
        if (depth == 0) return code.substr(at + 1, i - at - 1);
    }
    return code.substr(std::min(at + 1, code.size()));
}

/// Where the attributes begin that stand before the keyword at `begin`.
std::size_t attributesBefore(const std::string& code, std::size_t begin) {
    const std::size_t end = code.find_last_of("{};#", begin), from = end == std::string::npos ? 0 : end + 1;
    const std::size_t found = code.find("__attribute__", from);
    return found < begin ? found : begin;
}
} // namespace

std::vector<KernelSignature> parseSignatures(const std::string& text) {
    std::vector<KernelSignature> all;
    for (const std::string& name : kernelNames(text)) {
        KernelSignature kernel{name, {}};
        for (const KernelParameter& parameter : kernelParameters(text, name).value_or(std::vector<KernelParameter>{}))
            kernel.arguments.push_back(argumentOf(parameter));
        all.push_back(std::move(kernel));
    }
    return all;
}

std::vector<KernelSignature> signaturesOf(const FilterDefinition& definition) {
    if (!definition.reportedKernels.empty()) return definition.reportedKernels;
    try {
        return parseSignatures(definition.text);
    } catch (const Error& error) { // it names the kernel
        failInFile(definition.fileName(), 0, error.what());
    }
}

KernelBody kernelBody(const std::string& text, const std::string& kernel) {
    const std::string code = withoutComments(text);
    for (std::size_t at = code.find(kernel); at != std::string::npos; at = code.find(kernel, at + 1)) {
        if (at > 0 && isOfWord(code[at - 1])) continue;
        const std::size_t open = skipBlanks(code, at + kernel.size());
        if (open >= code.size() || code[open] != '(') continue;
        const std::size_t begin = code.rfind("kernel", at), brace = code.find_first_of("{;", open);
        if (begin == std::string::npos || brace == std::string::npos || code[brace] != '{') continue;
        const std::string before = code.substr(begin, at - begin);
        if (before.find_first_of("{};") != std::string::npos) continue; // a call within another kernel
        return {1 + int(std::count(code.begin(), code.begin() + std::ptrdiff_t(at), '\n')), betweenBraces(code, brace),
                code.substr(attributesBefore(code, begin), brace - attributesBefore(code, begin))};
    }
    return {};
}

std::pair<std::string, int> elementOf(std::string_view type) {
    const std::size_t end = type.find_last_not_of("0123456789");
    int lanes = 1;
    if (end != std::string_view::npos && end + 1 < type.size())
        std::from_chars(type.data() + end + 1, type.data() + type.size(), lanes);
    return {std::string(type.substr(0, end + 1)), lanes};
}

int bytesOfType(std::string_view type) {
    static const std::map<std::string, int, std::less<>> bytes{{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2},
                                                               {"half", 2}, {"int", 4},   {"uint", 4},  {"float", 4},
                                                               {"long", 8}, {"ulong", 8}, {"double", 8}};
    const auto [element, lanes] = elementOf(type);
    const auto found = bytes.find(element);
    const bool isVector = lanes == 1 || lanes == 2 || lanes == 3 || lanes == 4 || lanes == 8 || lanes == 16;
    return found == bytes.end() || !isVector ? 0 : found->second * (lanes == 3 ? 4 : lanes);
}

std::string rangeProblem(std::string_view type, double number) {
    const bool isUnsigned = type.starts_with('u');
    const std::string_view word = type.substr(isUnsigned ? 1 : 0);
    if (word != "char" && word != "short" && word != "int") return {};
    const double values = std::exp2(8.0 * bytesOfType(type));
    const double least = isUnsigned ? 0 : -values / 2, most = least + values - 1;
    if (number >= least && number <= most) return {};
    return "is " + numberText(number) + " here, but " + std::string(type) + " holds " + numberText(least) + " to " +
           numberText(most);
}

} // namespace lightbench
