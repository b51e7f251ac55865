// Choosing from PoCL's (in truth clang's) opencl-c.h the lines that declare what programs name once preprocessed.
#include "tests/conformance/declared_builtins.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/device/compiler_macros.h"
#include "core/device/device_traits.h"
#include "core/source/preprocessor.h"
#include "core/source/reached_functions.h"

namespace lightbench {

namespace {
using Names = std::set<std::string, std::less<>>;

std::string fileText(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
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
    const ProgramTokens before = tokensOf(line.substr(0, open));
    return before.empty() ? std::string_view() : before.back().text;
}

Declarations declarationsOf(const std::string& header) {
    Declarations all;
    std::istringstream lines(header);
    for (std::string line; std::getline(lines, line);) {
        const std::string_view name = declaredBy(line);
        if (name.empty()) continue;
        Declaration one{line};
        for (const ProgramToken& token : tokensOf(line))
            one.vectors |= elementOf(token.text);
        all[std::string(name)].push_back(std::move(one));
    }
    return all;
}

/// Those that a preprocessed program may call. One that names no element of a type has no vector of it, and vectors are
/// never converted unasked: it can call no function that takes one.
std::string declared(const Declarations& all, const ProgramTokens& program) {
    Names names;
    for (const ProgramToken& token : program)
        if (isName(token.text)) names.emplace(token.text);
    const Elements named = elementsIn(names), unnamed = withAndWithoutSign(named);
    std::string text;
    for (const std::string& name : names)
        if (const auto found = all.find(name); found != all.end())
            for (const Declaration& one : found->second)
                if ((one.vectors & ~(takesUnnamed(name) ? unnamed : named)) == 0) text += one.line + "\n";
    return text;
}

constexpr const char* attributes = "#include </usr/share/pocl/include/opencl-c-base.h>\n"
                                   "#define __ovld __attribute__((overloadable))\n"
                                   "#define __conv __attribute__((convergent))\n"
                                   "#define __purefn __attribute__((pure))\n"
                                   "#define __cnfn __attribute__((const))\n";

const Declarations& allDeclarations() {
    static const Declarations all = declarationsOf(fileText("/usr/share/pocl/include/opencl-c.h"));
    return all;
}

/// Defines what `options` define, and gives the others.
std::string defineFrom(const std::string& options, Preprocessor& preprocessor) {
    std::istringstream words(options);
    std::string others;
    for (std::string word; words >> word;) {
        if (!word.starts_with("-D")) {
            others += (others.empty() ? "" : " ") + word;
            continue;
        }
        std::string define = word.substr(2);
        if (define.empty()) words >> define;
        const std::size_t equals = define.find('=');
        preprocessor.define(define.substr(0, equals), equals == std::string::npos ? "1" : define.substr(equals + 1));
    }
    return others;
}

/// Of chains of kernels of which few look at the format: those are the same for many formats if each is a program of
/// its own. Elsewhere more programs would take longer.
bool isBuiltAlone(std::string_view kernel) {
    constexpr std::array<std::string_view, 6> chains{"anisotropic_diffusion_", "bilateral_", "connected_components_",
                                                     "distance_transform_",    "histogram_", "template_matching_"};
    return std::ranges::any_of(chains, [&](std::string_view chain) { return kernel.starts_with(chain); });
}
} // namespace

ProgramText withDeclaredBuiltins(const std::string& kernel, const ProgramText& program, const std::string& before) {
    // Programs of OpenCL C 3.0 are few, and their atomics have types that allDeclarations() leaves out.
    const bool isLater = program.options.find("-cl-std=CL3") != std::string::npos;
    if (allDeclarations().empty() || isLater) return {before + program.text, program.options};
    const CompilerMacros pocl = hostCompilerMacros(); // guards() make sure of them
    Preprocessor preprocessor(pocl.defines, pocl.builtins);
    const std::string options = defineFrom(program.options, preprocessor);
    const ProgramTokens needed =
        withoutUnreached(preprocessor.run(before + program.text), isBuiltAlone(kernel) ? kernel : "");
    return {preprocessor.guards() + attributes + declared(allDeclarations(), needed) + textOf(needed),
            options + " -D_OPENCL_H_"};
}

ProgramText quicklyBuilt(const DeviceInfo& device, const std::string& kernel, const ProgramText& program,
                         const std::string& before) {
    const std::optional<int> pocl = poclVersion(device);
    if (!pocl) return {before + program.text, program.options};
    ProgramText shorter = withDeclaredBuiltins(kernel, program, before);
    constexpr std::string_view unoptimized = "-cl-opt-disable";
    const std::size_t at = shorter.options.find(unoptimized);
    if (at != std::string::npos && *pocl >= 4) shorter.options.erase(at, unoptimized.size());
    return shorter;
}

std::unique_ptr<Engine> makeDeclaredEngine(EngineSettings settings) {
    settings.rewriteProgram = [](const DeviceInfo& device, const std::string& kernel, const ProgramText& program) {
        return quicklyBuilt(device, kernel, program);
    };
    return makeOpenClEngine(settings);
}

} // namespace lightbench
