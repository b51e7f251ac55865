#include "core/framework/filter_catalog.h"

#include <algorithm>
#include <cctype>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

FilterCatalog::FilterCatalog() {
    static const auto none = std::make_shared<const Content>();
    content_ = none;
}

/// The id as a label: "Direct local" for "direct-local".
static std::string labelOf(std::string id) {
    std::ranges::replace(id, '-', ' ');
    if (!id.empty()) id.front() = char(std::toupper(id.front()));
    return id;
}

/// Adds missing labels and stage parameters. Analyses get no parameters, because they make no image that could be
/// mixed.
static void complete(Filter& filter) {
    if (filter.label.empty()) filter.label = labelOf(filter.id);
    for (Variant& variant : filter.variants)
        if (variant.label.empty()) variant.label = labelOf(variant.id);
    if (filter.analyse) return;
    for (const Parameter& parameter : stageParameters())
        if (!findParameter(filter, parameter.name)) filter.parameters.push_back(parameter);
}

static void setRawDecoding(Filter& filter, DecodingProcess process) {
    for (Parameter& parameter : filter.parameters)
        if (parameter.kind == ParameterKind::Image) parameter.rawDecoding = process;
}

FilterCatalog::FilterCatalog(std::vector<Filter> filters) {
    std::ranges::for_each(filters, complete);
    content_ = std::make_shared<const Content>(Content{.filters = std::move(filters)});
}

FilterCatalog FilterCatalog::with(std::vector<Filter> over) const {
    Content all = *content_; // the definitions still have the kernel files
    all.base = nullptr;
    for (Filter& filter : over) {
        complete(filter);
        setRawDecoding(filter, rawDecoding());
        const auto same = std::ranges::find(all.filters, filter.id, &Filter::id);
        if (same == all.filters.end())
            all.filters.push_back(std::move(filter));
        else
            *same = std::move(filter);
    }
    return FilterCatalog(std::make_shared<const Content>(std::move(all)));
}

FilterCatalog FilterCatalog::withDefined(std::vector<Filter> filters,
                                         const std::vector<FilterDefinition>& definitions) const {
    Content all = *content_;
    if (!all.base) all.base = content_;
    all.definitions.insert(all.definitions.end(), definitions.begin(), definitions.end());
    all.filters = std::move(filters);
    for (Filter& filter : all.filters) {
        complete(filter);
        setRawDecoding(filter, rawDecoding());
    }
    return FilterCatalog(std::make_shared<const Content>(std::move(all)));
}

FilterCatalog FilterCatalog::withRawDecoding(DecodingProcess process) const {
    Content all = *content_;
    if (!all.base) all.base = content_;
    all.rawDecoding = process;
    for (Filter& filter : all.filters)
        setRawDecoding(filter, process);
    return FilterCatalog(std::make_shared<const Content>(std::move(all)));
}

bool FilterCatalog::isDefinedOver(const FilterCatalog& other) const {
    return base() == other.base() && other.definitions().empty();
}

const FilterDefinition* FilterCatalog::definition(std::string_view id) const {
    const auto found = std::ranges::find(definitions(), id, &FilterDefinition::id);
    return found == definitions().end() ? nullptr : &*found;
}

bool isDefinedAlike(std::string_view id, const FilterCatalog& a, const FilterCatalog& b) {
    const auto ofFilter = [id](const FilterCatalog& catalog) {
        std::vector<const FilterDefinition*> all;
        for (const FilterDefinition& one : catalog.definitions())
            if (one.id == id || baseFilterId(one) == id) all.push_back(&one);
        return all;
    };
    return std::ranges::equal(ofFilter(a), ofFilter(b),
                              [](const auto* one, const auto* other) { return *one == *other; });
}

KernelLibrary FilterCatalog::withKernelFiles(const KernelLibrary& library) const {
    return definitions().empty() ? library : library.with({kernelFilesOf(definitions())});
}

bool FilterCatalog::operator==(const FilterCatalog& other) const {
    return content_ == other.content_ || (base() == other.base() && definitions() == other.definitions());
}

const Filter* FilterCatalog::find(std::string_view id) const {
    const auto found = std::ranges::find(filters(), id, &Filter::id);
    return found == filters().end() ? nullptr : &*found;
}

const Filter& FilterCatalog::byId(std::string_view id) const {
    if (const Filter* filter = find(id)) return *filter;
    std::string word(id);
    std::ranges::replace(word, '-', ' ');
    std::vector<std::string> meant;
    for (const Filter& filter : filters())
        if (std::ranges::find(filter.synonyms, word) != filter.synonyms.end()) meant.push_back(filter.id);
    const std::string hint = meant.empty() ? suggestion(id, textsOf(filters(), &Filter::id), "filters")
                                           : "did you mean " + joinWords(meant, "or") + "?";
    throw Error(ErrorKind::Usage, "there is no filter called \"" + shownText(id) + "\"; " + hint);
}

} // namespace lightbench
