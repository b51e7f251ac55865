// Choosing from PoCL's (in truth clang's) opencl-c.h the lines that declare what kernels name.
#include "tests/conformance/declared_builtins.h"

#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

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

void addWords(Names& names, std::string_view text) {
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
        for (end = begin; end < text.size() && isWordPart(text[end]);)
            ++end;
        if (end > begin) names.emplace(text.substr(begin, end - begin));
    }
}

/// Conversions have names that kernels put together from their types.
void addConversions(Names& names) {
    for (const char* type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float"})
        for (const char* lanes : {"", "2", "3", "4", "8", "16"})
            names.insert(std::string("convert_") + type + lanes);
    for (const char* type : {"uchar", "ushort"})
        for (const char* rest : {"_sat_rte", "3_sat"})
            names.insert(std::string("convert_") + type + rest);
}

Names namesOfKernels() {
    Names names;
    for (const EmbeddedKernel& kernel : embeddedKernels())
        addWords(names, kernel.source);
    addConversions(names);
    return names;
}

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

std::string declarations(const std::string& header) {
    const Names names = namesOfKernels();
    std::istringstream lines(header);
    std::string line, text;
    while (std::getline(lines, line))
        if (names.contains(declaredBy(line))) text += line + "\n";
    return text;
}

constexpr const char* attributes = "#define __ovld __attribute__((overloadable))\n"
                                   "#define __conv __attribute__((convergent))\n"
                                   "#define __purefn __attribute__((pure))\n"
                                   "#define __cnfn __attribute__((const))\n";
} // namespace

DeclaredBuiltins withDeclaredBuiltins(const KernelLibrary& kernels, const std::string& before) {
    const std::string folder = "/usr/share/pocl/include/";
    const std::string types = fileText(folder + "opencl-c-base.h"), all = fileText(folder + "opencl-c.h");
    if (!kernels.layers().empty() || types.empty() || all.empty()) return {kernels, {}};
    std::string common = "#ifdef POCL_DEVICE_ADDRESS_BITS\n" + types + attributes + declarations(all) + "#endif\n";
    common += before;
    for (const EmbeddedKernel& kernel : embeddedKernels())
        if (kernel.file == "common.clh") common += "#line 1 \"kernels/common.clh\"\n" + std::string(kernel.source);
    return {kernels.with("common.clh", std::move(common)), "-D_OPENCL_H_"};
}

} // namespace lightbench
