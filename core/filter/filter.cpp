// Looking filters, variants and kernel sources up by name.
#include "core/filter/filter.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/filter/embedded_kernels.h"
#include "core/filter/host_variant.h"

namespace lightbench {

WorkgroupRule lineWorkgroups(WorkgroupProblem problem) {
    WorkgroupRule rule{.shape = WorkgroupRule::Line, .problem = problem};
    for (int n = 1; n <= 1024; n *= 2)
        rule.offered.push_back({n, 1});
    return rule;
}

WorkgroupRule areaWorkgroups(WorkgroupProblem problem) {
    WorkgroupRule rule{.shape = WorkgroupRule::Area, .problem = problem};
    for (int items = 1; items <= 1024; items *= 2)
        for (int y = 1; y <= items && y <= 32; y *= 2)
            rule.offered.push_back({items / y, y});
    return rule;
}

const Filter* findFilter(std::string_view id) {
    const auto found = std::ranges::find(allFilters(), id, &Filter::id);
    return found == allFilters().end() ? nullptr : &*found;
}

const Filter& filterById(std::string_view id) {
    if (const Filter* filter = findFilter(id)) return *filter;
    std::vector<std::string> names;
    for (const Filter& filter : allFilters())
        names.push_back(filter.id);
    throw Error(ErrorKind::Usage,
                "there is no filter called \"" + shownText(id) + "\"; " + suggestion(id, names, "filters"));
}

const Parameter* findParameter(const Filter& filter, std::string_view name) {
    const auto found = std::ranges::find(filter.parameters, name, &Parameter::name);
    return found == filter.parameters.end() ? nullptr : &*found;
}

std::vector<const Variant*> allVariants(const Filter& filter) {
    std::vector<const Variant*> all;
    for (const Variant& variant : filter.variants)
        all.push_back(&variant);
    all.push_back(&hostVariant());
    return all;
}

const Variant& variantById(const Filter& filter, std::string_view id) {
    std::vector<std::string> names{"auto"};
    for (const Variant* variant : allVariants(filter)) {
        if (variant->id == id) return *variant;
        names.push_back(variant->id);
    }
    Error error(ErrorKind::Usage,
                filter.id + " has no variant called \"" + shownText(id) + "\"; " + suggestion(id, names, "variants"));
    error.field = "variant";
    throw error;
}

namespace {
struct KernelFile {
    std::string path; ///< in kernels/ or in the folder that stands in its place
    std::string text;
};

bool hasName(std::string_view path, std::string_view name) {
    return path.ends_with(name) && (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
}

/// The file of that name in a folder, however deep.
KernelFile readKernelFile(const std::string& folder, const std::string& name) {
    std::error_code failed;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, failed)) {
        const std::string path = std::filesystem::relative(entry.path(), folder).string();
        if (!hasName(path, name)) continue;
        std::ifstream stream(entry.path(), std::ios::binary);
        std::ostringstream text;
        if (stream && text << stream.rdbuf()) return {path, text.str()};
    }
    throw Error(ErrorKind::Input, "cannot read the kernel file " + name + " in " + folder +
                                      "; LIGHTBENCH_KERNELS must name a folder with all kernels");
}

KernelFile kernelFile(const std::string& name) {
    if (const char* folder = std::getenv("LIGHTBENCH_KERNELS"); folder && *folder) return readKernelFile(folder, name);
    const auto found = std::ranges::find_if(embeddedKernels(),
                                            [&](const EmbeddedKernel& kernel) { return hasName(kernel.file, name); });
    if (found == embeddedKernels().end()) throw std::logic_error("no kernel file is called " + name);
    return {std::string(found->file), std::string(found->source)};
}

/// The file that a line of #include "NAME" names; empty for any other line.
std::string includedBy(const std::string& line) {
    const std::string start = "#include \"";
    if (!line.starts_with(start)) return {};
    return line.substr(start.size(), line.find('"', start.size()) - start.size());
}

/// The text of a kernel file under a #line directive, what it includes in its place: drivers get one text and no
/// folder.
std::string expandedFile(const std::string& name, int depth = 0) {
    if (depth > 8) throw Error(ErrorKind::Input, "kernels/" + name + " includes itself");
    const KernelFile file = kernelFile(name);
    std::string text = "#line 1 \"kernels/" + file.path + "\"\n";
    std::istringstream lines(file.text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        const std::string header = includedBy(line);
        if (header.empty())
            text += line + "\n";
        else
            text += expandedFile(header, depth + 1) + "#line " + std::to_string(number + 1) + " \"kernels/" +
                    file.path + "\"\n";
    }
    return text;
}
} // namespace

std::string kernelSource(std::string_view filterId) {
    std::string name(filterId);
    std::ranges::replace(name, '-', '_');
    return expandedFile("common.clh") + expandedFile(name + ".cl");
}

} // namespace lightbench
