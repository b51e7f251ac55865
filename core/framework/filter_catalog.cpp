// Adds the parameters `region` and `mix` to every filter, says who decodes camera RAW, and finds filters by id.
#include "core/framework/filter_catalog.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

FilterCatalog::FilterCatalog() {
    static const auto none = std::make_shared<const Content>();
    content_ = none;
}

/// Adds missing stage parameters. Analyses get none, because they make no image that could be mixed.
static void addStageParameters(Filter& filter) {
    if (filter.analyse) return;
    for (const Parameter& parameter : stageParameters())
        if (!findParameter(filter, parameter.name)) filter.parameters.push_back(parameter);
}

static void setRawDecoding(Filter& filter, DecodingProcess process) {
    for (Parameter& parameter : filter.parameters)
        if (parameter.kind == ParameterKind::Image) parameter.rawDecoding = process;
}

FilterCatalog::FilterCatalog(std::vector<Filter> filters) {
    std::ranges::for_each(filters, addStageParameters);
    content_ = std::make_shared<const Content>(Content{.filters = std::move(filters)});
}

FilterCatalog FilterCatalog::with(std::vector<Filter> over) const {
    Content all = *content_; // the definitions still have the kernel files
    all.base = nullptr;
    for (Filter& filter : over) {
        addStageParameters(filter);
        setRawDecoding(filter, rawDecoding());
        const auto same = std::ranges::find(all.filters, filter.id, &Filter::id);
        if (same == all.filters.end())
            all.filters.push_back(std::move(filter));
        else
            *same = std::move(filter);
    }
    return FilterCatalog(std::make_shared<const Content>(std::move(all)));
}

/// Adds the user's variant behind those that its filter has.
static void addVariant(std::vector<Filter>& filters, const std::string& id, const FilterDefinition& definition,
                       const FilterCatalog& catalog) {
    if (catalog.definition(id))
        throw Error(ErrorKind::Usage, definition.fileName() + ": " + id + " is a filter of yours; write its variants " +
                                          "into its own file, as //@ variant: NAME; passes KERNEL");
    const auto named = [&] { // names the file in the error of a filter that does not exist
        try {
            catalog.byId(id);
        } catch (const Error& error) {
            throw Error(error.kind(), definition.fileName() + ": " + error.what());
        }
        return std::ranges::find(filters, id, &Filter::id);
    };
    Filter& filter = *named();
    Variant variant = variantOf(definition, filter);
    if (std::ranges::find(filter.variants, variant.id, &Variant::id) != filter.variants.end())
        throw Error(ErrorKind::Usage, definition.fileName() + ": " + id + " has a variant called " + variant.id +
                                          " already; give yours another name, such as //@ id: " +
                                          definition.id.substr(id.size() + 1) + "-2");
    filter.variants.push_back(std::move(variant));
}

FilterCatalog FilterCatalog::withDefinitions(const std::vector<FilterDefinition>& definitions) const {
    if (definitions.empty()) return *this;
    Content all = *content_;
    if (!all.base) all.base = content_;
    for (const FilterDefinition& definition : definitions) {
        all.definitions.push_back(definition);
        if (const std::string copied = baseFilterId(definition); !copied.empty()) {
            addVariant(all.filters, copied, definition, *this);
            continue;
        }
        if (std::ranges::find(all.filters, definition.id, &Filter::id) != all.filters.end())
            throw Error(ErrorKind::Usage, definition.fileName() + ": there is a filter called " + definition.id +
                                              " already; give your kernel another name, such as //@ id: my-" +
                                              definition.id);
        Filter& filter = all.filters.emplace_back(filterOf(definition, *this));
        addStageParameters(filter);
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
    std::vector<std::string> names, meant;
    for (const Filter& filter : filters()) {
        names.push_back(filter.id);
        if (std::ranges::find(filter.synonyms, word) != filter.synonyms.end()) meant.push_back(filter.id);
    }
    const std::string hint =
        meant.empty() ? suggestion(id, names, "filters") : "did you mean " + joinWords(meant, "or") + "?";
    throw Error(ErrorKind::Usage, "there is no filter called \"" + shownText(id) + "\"; " + hint);
}

} // namespace lightbench
