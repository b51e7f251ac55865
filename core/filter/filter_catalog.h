// The filters that there are, as a value: those that were built in, and others laid over them.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/filter/filter.h"

namespace lightbench {

/// Filters never change and never move while a catalog that has them lives. Cheap to copy.
class FilterCatalog {
public:
    /// The built-in filters, in the order of LIGHTBENCH_FILTERS.
    FilterCatalog();
    /// Only these.
    explicit FilterCatalog(std::vector<Filter> filters);
    /// This one with others laid over it: one of an id that is there takes its place, the rest come after.
    FilterCatalog with(std::vector<Filter> over) const;

    const std::vector<Filter>& filters() const { return *filters_; }
    /// False if anything was laid over the built-in filters.
    bool isBuiltIn() const;
    /// Null if there is none of that id.
    const Filter* find(std::string_view id) const;
    /// Throws Error(Usage) that lists the nearest names.
    const Filter& byId(std::string_view id) const;
    /// The same catalog, not only an equal one: functions cannot be compared.
    bool operator==(const FilterCatalog&) const = default;

private:
    std::shared_ptr<const std::vector<Filter>> filters_;
};

/// The built-in catalog, for help, menus and texts, which know no other. What runs a request asks the request's.
const FilterCatalog& builtInFilters();

inline const std::vector<Filter>& allFilters() { return builtInFilters().filters(); }
inline const Filter* findFilter(std::string_view id) { return builtInFilters().find(id); }
inline const Filter& filterById(std::string_view id) { return builtInFilters().byId(id); }

} // namespace lightbench
