#include "core/framework/resource.h"

#include "core/base/small_file.h"
#include "core/framework/filter_catalog.h"

namespace lightbench {

bool ResourceFile::operator==(const ResourceFile& other) const {
    if (source != other.source || kind != other.kind || bool(resource) != bool(other.resource)) return false;
    return resource == other.resource || *resource == *other.resource;
}

ResourceFile parseResourceFile(const ResourceKind& kind, std::string_view path, const std::string& folder) {
    if (path.empty() || path == "none") return {};
    const std::string source = absolutePath(path, folder);
    return {source, kind.name, kind.parse(readSmallFile(source, kind.maxBytes, "a " + kind.name), source)};
}

ResourceKindPtr findResourceKind(std::string_view name, const FilterCatalog& filters) {
    for (const Filter& filter : filters.filters())
        for (const Parameter& parameter : filter.parameters)
            if (parameter.resource && parameter.resource->name == name) return parameter.resource;
    return nullptr;
}

} // namespace lightbench
