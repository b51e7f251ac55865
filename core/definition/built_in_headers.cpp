// Looks headers up in the embedded kernels.
#include "core/definition/built_in_headers.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "core/base/text.h"
#include "core/framework/embedded_kernels.h"

namespace lightbench {

namespace {
/// Without folder and suffix: nearly all of a path is the same in many headers.
std::string bareName(std::string_view header) { return std::filesystem::path(header).stem().string(); }
} // namespace

bool isBuiltInHeader(const std::string& name) {
    return name.ends_with(".clh") && std::ranges::any_of(embeddedSources(), [&](const EmbeddedSource& kernel) {
               return kernel.file == name || kernel.file.ends_with("/" + name);
           });
}

std::string headerSuggestion(const std::string& name) {
    std::set<std::string> bareNames;
    for (const EmbeddedSource& kernel : embeddedSources())
        if (kernel.file.ends_with(".clh")) bareNames.insert(bareName(kernel.file));
    std::vector<std::string> headers;
    for (const std::string& near : nearestNames(bareName(name), {bareNames.begin(), bareNames.end()}))
        for (const EmbeddedSource& kernel : embeddedSources())
            if (kernel.file.ends_with(".clh") && bareName(kernel.file) == near) headers.emplace_back(kernel.file);
    if (headers.size() > 3) headers.resize(3);
    return headers.empty() ? std::string() : "; did you mean " + joinWords(headers, "or") + "?";
}

} // namespace lightbench
