// Choosing from PoCL's (in truth clang's) opencl-c.h the lines that declare what kernels name.
#include "tests/conformance/declared_builtins.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/filter/embedded_kernels.h"

namespace lightbench {

namespace {
using Names = std::set<std::string, std::less<>>;

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string fileText(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

Names wordsOf(std::string_view text) {
    Names words;
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
        for (end = begin; end < text.size() && isWordPart(text[end]);)
            ++end;
        if (end > begin) words.emplace(text.substr(begin, end - begin));
    }
    return words;
}

constexpr std::array elements{"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float"};

/// "uint" for "uint4"; nothing for what is no vector.
std::string_view elementOf(std::string_view type) {
    const std::string_view element = type.substr(0, type.find_last_not_of("0123456789") + 1);
    const bool isVector = element != type && std::ranges::find(elements, element) != elements.end();
    return isVector ? element : std::string_view();
}

/// Of the types that a program names, in whatever width, in as_TYPE and convert_TYPE too. Comparing vectors gives
/// signed ones and abs() unsigned ones, which it need not name.
Names elementsOf(const Names& words) {
    Names named;
    for (const std::string& word : words) {
        const std::string type = word.substr(word.rfind('_') + 1); // the whole word where there is none
        const std::string element = type.substr(0, type.find_last_not_of("0123456789") + 1);
        named.insert({element, "u" + element, element.substr(element.starts_with('u') ? 1 : 0)});
    }
    return named;
}

/// What kernels put together from a name and a type or a width.
Names pastedNames() {
    Names names;
    for (const char* type : elements)
        for (const char* lanes : {"", "2", "3", "4", "8", "16"})
            names.insert(std::string("convert_") + type + lanes);
    for (const char* access : {"vload", "vstore"})
        for (const char* lanes : {"2", "3", "4", "8", "16"})
            names.insert(std::string(access) + lanes);
    for (const char* type : {"uchar", "ushort"})
        for (const char* rest : {"_sat_rte", "3_sat"})
            names.insert(std::string("convert_") + type + rest);
    return names;
}

/// One function of PoCL's header.
struct Declaration {
    std::string line, name;
    Names elements; ///< of the vectors that it takes and gives
};

/// What a line declares; empty for lines that are no whole declaration, and for types that no kernel has.
std::string_view declaredBy(std::string_view line) {
    const std::size_t open = line.find('(');
    if (!line.ends_with(");") || line.find("__ovld") >= open) return {};
    for (const char* foreign : {"double", "half", "image", "memory_order", "pipe", "queue_t"})
        if (line.find(foreign) != std::string_view::npos) return {};
    std::size_t begin = open;
    while (begin > 0 && isWordPart(line[begin - 1]))
        --begin;
    return line.substr(begin, open - begin);
}

std::vector<Declaration> declarationsOf(const std::string& header) {
    std::vector<Declaration> all;
    std::istringstream lines(header);
    for (std::string line; std::getline(lines, line);) {
        const std::string_view name = declaredBy(line);
        if (name.empty()) continue;
        Declaration one{line, std::string(name), {}};
        for (const std::string& word : wordsOf(line))
            if (const std::string_view element = elementOf(word); !element.empty()) one.elements.emplace(element);
        all.push_back(std::move(one));
    }
    return all;
}

/// Takes the declarations that such a text may need. One that names no element of a type has no vector of it, and
/// vectors are never converted unasked: it can call no function that takes one.
std::string take(std::vector<Declaration>& all, const Names& words) {
    const Names named = elementsOf(words);
    Names names = pastedNames();
    names.insert(words.begin(), words.end());
    const auto rest = std::stable_partition(all.begin(), all.end(), [&](const Declaration& one) {
        return !names.contains(one.name) || !std::ranges::includes(named, one.elements);
    });
    std::string text = "#ifdef POCL_DEVICE_ADDRESS_BITS\n";
    for (auto one = rest; one != all.end(); ++one)
        text += one->line + "\n";
    all.erase(rest, all.end());
    return text + "#endif\n";
}

constexpr const char* attributes = "#ifdef POCL_DEVICE_ADDRESS_BITS\n"
                                   "#include </usr/share/pocl/include/opencl-c-base.h>\n"
                                   "#define __ovld __attribute__((overloadable))\n"
                                   "#define __conv __attribute__((convergent))\n"
                                   "#define __purefn __attribute__((pure))\n"
                                   "#define __cnfn __attribute__((const))\n"
                                   "#endif\n";

const EmbeddedKernel& commonKernels() {
    return *std::ranges::find(embeddedKernels(), std::string_view("common.clh"), &EmbeddedKernel::file);
}

/// A kernel file with declarations before it.
std::string laidBefore(const std::string& declarations, const EmbeddedKernel& kernel) {
    return declarations + "#line 1 \"kernels/" + std::string(kernel.file) + "\"\n" + std::string(kernel.source);
}

/// A program's own file; macros of common.clh may name there whatever they are given.
std::string programOf(const EmbeddedKernel& kernel, std::vector<Declaration> all) {
    const std::string_view file = kernel.file.substr(kernel.file.rfind('/') + 1);
    const Names words = wordsOf(KernelLibrary().source(file.substr(0, file.rfind('.'))).text);
    return laidBefore(take(all, words), kernel);
}
} // namespace

DeclaredBuiltins withDeclaredBuiltins(const KernelLibrary& kernels, const std::string& before) {
    const std::string header = fileText("/usr/share/pocl/include/opencl-c.h");
    if (!kernels.layers().empty() || header.empty()) return {kernels, {}};
    std::vector<Declaration> all = declarationsOf(header);
    const EmbeddedKernel& common = commonKernels();
    KernelLayer layer;
    layer.files["common.clh"] = laidBefore(attributes + take(all, wordsOf(common.source)) + before, common);
    for (const EmbeddedKernel& kernel : embeddedKernels())
        if (kernel.file.ends_with(".cl")) layer.files[std::string(kernel.file)] = programOf(kernel, all);
    return {kernels.with({std::move(layer)}), "-D_OPENCL_H_"};
}

} // namespace lightbench
