#include "core/framework/filter_definition.h"

#include "core/framework/user_path.h"

namespace lightbench {

std::string definitionIdOf(std::string_view filter, std::string_view variant) {
    std::string id(filter);
    if (variant.starts_with(ownVariantPrefix)) id.append(".").append(variant.substr(ownVariantPrefix.size()));
    return id;
}

std::string baseFilterId(const FilterDefinition& definition) {
    const std::size_t dot = definition.id.find('.');
    return dot == std::string::npos ? std::string() : definition.id.substr(0, dot);
}

KernelLayer kernelFilesOf(const std::vector<FilterDefinition>& definitions) {
    KernelLayer layer;
    for (const FilterDefinition& definition : definitions) {
        const std::string path = userProgram(definition.id, definition.fileName());
        layer.files[path] = definition.text;
        for (const auto& [name, text] : definition.headers)
            layer.files[path.substr(0, path.rfind('/') + 1) + name] = text;
    }
    return layer;
}

} // namespace lightbench
