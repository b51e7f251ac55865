// The available filters as a value: the built-in ones, optionally with others added or replaced, as tests do. Stacks,
// help and the worker look filters up here.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/framework/filter.h"

namespace lightbench {

/// A filter never changes or moves while a catalog that contains it lives. Cheap to copy.
class FilterCatalog {
public:
    /// The built-in filters, sorted by file name (core/framework/filter_registry.h).
    FilterCatalog();
    /// Contains only these filters.
    explicit FilterCatalog(std::vector<Filter> filters);
    /// A copy with other filters added: one with an existing id replaces the old one, the rest are appended.
    FilterCatalog with(std::vector<Filter> over) const;

    const std::vector<Filter>& filters() const { return *filters_; }
    /// False if filters were added or replaced.
    bool isBuiltIn() const;
    /// Null if no filter has that id.
    const Filter* find(std::string_view id) const;
    /// Throws Error(Usage) that lists the nearest names.
    const Filter& byId(std::string_view id) const;
    /// Identity, not equality: functions cannot be compared.
    bool operator==(const FilterCatalog&) const = default;

private:
    std::shared_ptr<const std::vector<Filter>> filters_;
};

/// The built-in catalog, for help, menus and texts. Code that runs a request uses the catalog of that request.
const FilterCatalog& builtInFilters();

inline const std::vector<Filter>& allFilters() { return builtInFilters().filters(); }
inline const Filter* findFilter(std::string_view id) { return builtInFilters().find(id); }
inline const Filter& filterById(std::string_view id) { return builtInFilters().byId(id); }

} // namespace lightbench
