// Choosing from PoCL's (in truth clang's) opencl-c.h the lines that declare what kernels name.
#include "tests/conformance/declared_builtins.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
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

constexpr std::array<std::string_view, 9> elements{"char", "uchar", "short", "ushort", "int",
                                                   "uint", "long",  "ulong", "float"};
/// Of types: a bit for each of them.
using Elements = std::uint32_t;

Elements elementNamed(std::string_view type) {
    const auto found = std::ranges::find(elements, type);
    return found == elements.end() ? 0 : 1u << (found - elements.begin());
}

std::string_view withoutWidth(std::string_view type) { return type.substr(0, type.find_last_not_of("0123456789") + 1); }

/// That of "uint4"; none for what is no vector.
Elements elementOf(std::string_view type) { return withoutWidth(type) == type ? 0 : elementNamed(withoutWidth(type)); }

/// Those that a program names, in whatever width, in as_TYPE and convert_TYPE too.
Elements elementsIn(const Names& words) {
    Elements named = 0;
    for (const std::string& word : words)
        named |= elementNamed(withoutWidth(word.substr(word.rfind('_') + 1))); // the whole word where there is none
    return named;
}

/// The same with and without a sign: comparing vectors gives signed ones and abs() unsigned ones, which a program need
/// not name.
Elements withAndWithoutSign(Elements named) {
    Elements both = named;
    for (std::string_view element : elements)
        if (elementNamed("u" + std::string(element)) & named || elementNamed(element.substr(1)) & named)
            both |= elementNamed(element);
    return both;
}

/// What is done with such vectors, whose type nobody names.
bool takesUnnamed(std::string_view function) {
    constexpr std::array<std::string_view, 4> others{"any", "all", "select", "abs"};
    return function.starts_with("convert_") || std::ranges::find(others, function) != others.end();
}

/// What kernels put together from a name and a type or a width.
Names pastedNames() {
    Names names;
    for (std::string_view type : elements)
        for (const char* lanes : {"", "2", "3", "4", "8", "16"})
            names.insert("convert_" + std::string(type) + lanes);
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
    std::string line;
    Elements vectors = 0; ///< of those that it takes and gives
};

/// By their names.
using Declarations = std::map<std::string, std::vector<Declaration>, std::less<>>;

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

Declarations declarationsOf(const std::string& header) {
    Declarations all;
    std::istringstream lines(header);
    for (std::string line; std::getline(lines, line);) {
        const std::string_view name = declaredBy(line);
        if (name.empty()) continue;
        Declaration one{line};
        for (const std::string& word : wordsOf(line))
            one.vectors |= elementOf(word);
        all[std::string(name)].push_back(std::move(one));
    }
    return all;
}

/// What a text may call. One that names no element of a type has no vector of it, and vectors are never converted
/// unasked: it can call no function that takes one.
class Wanted {
public:
    explicit Wanted(std::string_view text)
        : names_(wordsOf(text)), elements_(elementsIn(names_)), unnamed_(withAndWithoutSign(elements_)) {
        static const Names pasted = pastedNames();
        names_.insert(pasted.begin(), pasted.end());
    }
    const Names& names() const { return names_; }
    bool wants(const std::string& name, const Declaration& one) const {
        const Elements wanted = takesUnnamed(name) ? unnamed_ : elements_;
        return names_.contains(name) && (one.vectors & ~wanted) == 0;
    }

private:
    Names names_;
    Elements elements_, unnamed_;
};

/// What is wanted and was not before.
std::string declared(const Declarations& all, const Wanted& wanted, const Wanted* before = nullptr) {
    std::string text = "#ifdef POCL_DEVICE_ADDRESS_BITS\n";
    for (const std::string& name : wanted.names())
        if (const auto found = all.find(name); found != all.end())
            for (const Declaration& one : found->second)
                if (wanted.wants(name, one) && !(before && before->wants(name, one))) text += one.line + "\n";
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

/// A program's text as a compiler gets it; macros of common.clh may name there whatever they are given.
std::string wholeText(const EmbeddedKernel& kernel) {
    const std::string_view file = kernel.file.substr(kernel.file.rfind('/') + 1);
    return KernelLibrary().source(file.substr(0, file.rfind('.'))).text;
}

/// The kernels' files that declarations begin.
std::map<std::string, std::string> declaredFiles(const std::string& header) {
    const Declarations all = declarationsOf(header);
    const EmbeddedKernel& common = commonKernels();
    const Wanted first(common.source);
    std::map<std::string, std::string> files{{"common.clh", laidBefore(attributes + declared(all, first), common)}};
    for (const EmbeddedKernel& kernel : embeddedKernels())
        if (kernel.file.ends_with(".cl"))
            files[std::string(kernel.file)] = laidBefore(declared(all, Wanted(wholeText(kernel)), &first), kernel);
    return files;
}
} // namespace

DeclaredBuiltins withDeclaredBuiltins(const KernelLibrary& kernels, const std::string& before) {
    static const std::string header = fileText("/usr/share/pocl/include/opencl-c.h");
    if (!kernels.layers().empty() || header.empty()) return {kernels, {}};
    static const auto files = declaredFiles(header);
    KernelLayer layer;
    layer.files = files;
    std::string& common = layer.files["common.clh"];
    common.insert(common.find("#line"), before);
    return {kernels.with({std::move(layer)}), "-D_OPENCL_H_"};
}

std::unique_ptr<Engine> makeDeclaredEngine(EngineSettings settings) {
    const DeclaredBuiltins declared = withDeclaredBuiltins(settings.kernels);
    settings.kernels = declared.kernels;
    settings.buildOptions += " " + declared.buildOptions;
    return makeOpenClEngine(settings);
}

} // namespace lightbench
