// Reads the words of each argument's declaration, and the text between a kernel's braces.
#include "core/definition/kernel_interface.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <regex>
#include <set>
#include <utility>

#include "core/framework/kernel_comments.h"
#include "core/framework/kernel_signature.h"

namespace lightbench {

namespace {
/// The words of a declaration, without the underscores of __global and without stars.
std::vector<std::string> wordsIn(const std::string& declaration) {
    static const std::regex word("[A-Za-z_][A-Za-z0-9_]*");
    std::vector<std::string> words;
    for (std::sregex_iterator at(declaration.begin(), declaration.end(), word), end; at != end; ++at)
        words.push_back(at->str().starts_with("__") ? at->str().substr(2) : at->str());
    return words;
}

/// Two words for one type become OpenCL's short name: "unsigned char" is uchar.
std::string shortType(const std::string& type) {
    static const std::map<std::string, std::string> names{{"unsigned", "uint"},
                                                          {"unsigned int", "uint"},
                                                          {"unsigned char", "uchar"},
                                                          {"unsigned short", "ushort"},
                                                          {"unsigned long", "ulong"},
                                                          {"signed char", "char"},
                                                          {"signed int", "int"},
                                                          {"signed", "int"},
                                                          {"short int", "short"},
                                                          {"long int", "long"},
                                                          {"unsigned short int", "ushort"}};
    const auto found = names.find(type);
    return found == names.end() ? type : found->second;
}

KernelArgument argumentOf(const KernelParameter& parameter) {
    static const std::set<std::string> qualifiers{"global",   "constant", "local",     "private",    "const",
                                                  "restrict", "volatile", "read_only", "write_only", "read_write"};
    KernelArgument argument{.space = KernelArgument::Value, .name = parameter.name, .type = {}};
    std::vector<std::string> words = wordsIn(parameter.declaration);
    if (!words.empty()) words.pop_back(); // the name
    const auto has = [&](const char* word) { return std::ranges::find(words, word) != words.end(); };
    argument.isReadOnly = has("const") || has("constant") || has("read_only");
    if (parameter.declaration.find('*') != std::string::npos)
        argument.space = has("local")      ? KernelArgument::Local
                         : has("constant") ? KernelArgument::Constant
                                           : KernelArgument::Global;
    for (const std::string& word : words)
        if (!qualifiers.contains(word)) argument.type += (argument.type.empty() ? "" : " ") + word;
    argument.type = shortType(argument.type);
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

std::optional<Workgroup> requiredIn(const std::string& attributes) {
    static const std::regex size("reqd_work_group_size(?:__)?\\s*\\(\\s*([0-9]{1,4})\\s*,\\s*([0-9]{1,4})\\s*,");
    std::smatch found;
    if (!std::regex_search(attributes, found, size)) return std::nullopt;
    return Workgroup{std::stoi(found[1]), std::stoi(found[2])};
}
} // namespace

std::vector<KernelInterface> kernelInterfaces(const std::string& text) {
    std::vector<KernelInterface> all;
    for (const std::string& name : kernelNames(text)) {
        KernelInterface kernel{name, {}};
        for (const KernelParameter& parameter : kernelParameters(text, name).value_or(std::vector<KernelParameter>{}))
            kernel.arguments.push_back(argumentOf(parameter));
        all.push_back(std::move(kernel));
    }
    return all;
}

KernelBody kernelBody(const std::string& text, const std::string& kernel) {
    const std::string code = withoutComments(text);
    for (std::size_t at = code.find(kernel); at != std::string::npos; at = code.find(kernel, at + 1)) {
        if (at > 0 && (std::isalnum(static_cast<unsigned char>(code[at - 1])) || code[at - 1] == '_')) continue;
        const std::size_t open = code.find_first_not_of(" \t\r\n", at + kernel.size());
        if (open == std::string::npos || code[open] != '(') continue;
        const std::size_t begin = code.rfind("kernel", at), brace = code.find_first_of("{;", open);
        if (begin == std::string::npos || brace == std::string::npos || code[brace] != '{') continue;
        const std::string before = code.substr(begin, at - begin);
        if (before.find_first_of("{};") != std::string::npos) continue; // a call within another kernel
        return {1 + int(std::count(code.begin(), code.begin() + std::ptrdiff_t(at), '\n')), betweenBraces(code, brace),
                requiredIn(before)};
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

} // namespace lightbench
