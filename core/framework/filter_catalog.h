// The filters that are available, as a value. Whoever reads a stack, runs it or shows its filters is given one. The
// programs begin with those of core/filters/built_in_filters.h.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/framework/filter.h"
#include "core/framework/filter_definition.h"

namespace lightbench {

/// A filter never changes or moves while a catalog that contains it lives. Cheap to copy.
class FilterCatalog {
public:
    /// Empty.
    FilterCatalog();
    /// Contains only these filters.
    explicit FilterCatalog(std::vector<Filter> filters);
    /// A copy with other filters added: one with an existing id replaces the old one, the rest are appended. Such a
    /// catalog cannot be sent to another process.
    FilterCatalog with(std::vector<Filter> over) const;
    /// A copy with these filters in place of its own, and these definitions behind its own: its filters with what the
    /// definitions describe. Call withDefinitions (core/definition/defined_filters.h), which makes these filters.
    FilterCatalog withDefined(std::vector<Filter> filters, const std::vector<FilterDefinition>& definitions) const;

    /// A copy whose image parameters let that process decode camera RAW files. Filters that are added to the copy do so
    /// too.
    FilterCatalog withRawDecoding(DecodingProcess process) const;

    const std::vector<Filter>& filters() const { return content_->filters; }
    /// What was given to withDefined, in order.
    const std::vector<FilterDefinition>& definitions() const { return content_->definitions; }
    /// What was given to withRawDecoding; null: this process decodes camera RAW files.
    DecodingProcess rawDecoding() const { return content_->rawDecoding; }
    /// Null for filters that are functions of this program.
    const FilterDefinition* definition(std::string_view id) const;
    /// True if the other catalog and the definitions give an equal one.
    bool isDefinedOver(const FilterCatalog& other) const;
    /// The library with the kernel files of the definitions on top.
    KernelLibrary withKernelFiles(const KernelLibrary& library) const;
    /// Null if no filter has that id.
    const Filter* find(std::string_view id) const;
    /// Throws Error(Usage) that lists the nearest names.
    const Filter& byId(std::string_view id) const;
    /// Copies are equal, and so are catalogs that the same definitions were added to. Functions cannot be compared, and
    /// it does not matter who decodes camera RAW files.
    bool operator==(const FilterCatalog& other) const;

private:
    struct Content {
        std::vector<Filter> filters{};
        std::vector<FilterDefinition> definitions{};
        std::shared_ptr<const Content> base{}; ///< before definitions and rawDecoding were added; null if it is this
        DecodingProcess rawDecoding = nullptr;
    };
    explicit FilterCatalog(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
    const Content* base() const { return content_->base ? content_->base.get() : content_.get(); }
    std::shared_ptr<const Content> content_;
};

/// True if both catalogs have the same definitions of the filter and of the user's variants of it, or neither has any.
bool isDefinedAlike(std::string_view id, const FilterCatalog& a, const FilterCatalog& b);

} // namespace lightbench
