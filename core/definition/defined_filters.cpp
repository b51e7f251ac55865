#include "core/definition/defined_filters.h"

#include <algorithm>
#include <memory>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/definition_plan.h"
#include "core/definition/fixed_workgroup.h"
#include "core/definition/kernel_file.h"
#include "core/definition/own_variant.h"
#include "core/definition/reference.h"
#include "core/framework/plan.h"

namespace lightbench {

namespace {
/// Throws Error(Usage) for images that the kernels do not take. An analysis makes no image that could be limited to a
/// region or mixed.
void checkInput(const KernelFile& file, const ImageShape& input, const ParameterValues& parameters) {
    const PixelKind& pixels = file.pixels;
    const bool takesAny = pixels.channels == 0 || (pixels.channels == 1 && pixels.byChannel);
    if (!takesAny && input.format.channels != pixels.channels)
        failPredicate(ErrorKind::Usage, pixels.channels == 1 ? "takes gray images; put grayscale before it"
                                        : pixels.isVector
                                            ? "takes RGBA images: the pointers of its kernel are vectors of four"
                                            : "takes RGBA images, as its file says");
    const auto isChanged = [&](const char* name, const ParameterValue& usual) {
        const auto given = parameters.all().find(name);
        return given != parameters.all().end() && given->second != usual;
    };
    if (!file.analysis.empty() && (isChanged("region", Rectangle{}) || isChanged("mix", 1.0)))
        failPredicate(ErrorKind::Usage, "makes no image, so it takes no region and no mix");
}

Variant variantOf(const KernelFilePtr& file, const DeclaredVariant& declared) {
    Variant variant{.id = declared.id, .label = declared.label, .idea = declared.idea};
    const std::vector<const DeclaredPass*> passes = file->passesOf(declared);
    const auto fixed = fixedWorkgroup(passes);
    const std::vector<Workgroup> only = fixed ? std::vector{*fixed} : declared.workgroups;
    // The driver's choice stands for 1 x 1 in a plan, which such a kernel really needs.
    const bool isOneItem = std::ranges::any_of(passes, [](const DeclaredPass* pass) {
        return pass->workgroup == Workgroup{1, 1};
    });
    const bool isExact = !isOneItem && std::ranges::any_of(passes, [](const DeclaredPass* pass) {
        return pass->isExact && !pass->workgroup;
    });
    variant.workgroups = isExact ? areaOrDriverChosenWorkgroups() : areaWorkgroups();
    if (!only.empty()) variant.workgroups.offered = only;
    variant.workgroups.problem = [file, declared](Workgroup workgroup, const PlanRequest& request) {
        try {
            return definitionWorkgroupProblem(*file, declared, workgroup, request);
        } catch (const Error& error) { // an expression without a value here
            return std::string(error.what());
        }
    };
    if (!only.empty())
        variant.automatic = [first = only.front()](const PlanRequest&) { return first; };
    else if (isExact)
        variant.automatic = [](const PlanRequest&) { return driverChosenWorkgroup; };
    variant.tolerance = file->tolerance;
    variant.needsProgress = declared.needsProgress;
    variant.plan = [file, declared](const PlanRequest& request) { return definitionPlan(*file, declared, request); };
    return variant;
}
} // namespace

void checkDefinitionName(const std::string& name) {
    const bool isKebab = std::ranges::all_of(
        name, [](unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
    if (name.empty() || !isKebab || name.front() == '-' || name.back() == '-')
        throw Error(ErrorKind::Usage, "\"" + shownText(name) +
                                          "\" cannot be the name of a filter or a variant; use small letters, digits "
                                          "and dashes, such as my-sobel");
}

Filter filterOf(const FilterDefinition& definition, const FilterCatalog& others) {
    checkDefinitionName(definition.id);
    const auto file = std::make_shared<const KernelFile>(kernelFileOf(definition));
    Filter filter;
    filter.id = definition.id;
    filter.label = file->label;
    filter.group = file->group;
    filter.summary = file->summary;
    filter.doc = file->doc;
    filter.parameters = file->parameters;
    filter.accepts = acceptedTypes(file->pixels);
    filter.locality = [file](const ParameterValues& values) {
        return localityOf(file->reads, values, file->parameters);
    };
    filter.check = [file](const ImageShape& input, const ParameterValues& parameters) {
        checkInput(*file, input, parameters);
    };
    addReference(filter, file, others, [&](const DeclaredVariant& declared) { return variantOf(file, declared); });
    for (const DeclaredVariant& variant : file->variants)
        filter.variants.push_back(variantOf(file, variant));
    return filter;
}

/// Adds the user's variant behind those that its filter has.
static void addOwnVariant(std::vector<Filter>& filters, const std::string& id, const FilterDefinition& definition,
                          const FilterCatalog& catalog) {
    const std::string file = definition.fileName();
    if (catalog.definition(id))
        failInFile(
            file, 0,
            id + " is a filter of yours; write its variants into its own file, as //@ variant: NAME; passes KERNEL");
    try {
        catalog.byId(id);
    } catch (const Error& error) { // there is no such filter
        throw withPrefix(error, file + ": ");
    }
    Filter& filter = *std::ranges::find(filters, id, &Filter::id);
    Variant variant = variantOf(definition, filter);
    if (std::ranges::find(filter.variants, variant.id, &Variant::id) != filter.variants.end())
        failInFile(file, 0,
                   id + " has a variant called " + variant.id + " already; give yours another name, such as //@ id: " +
                       definition.id.substr(id.size() + 1) + "-2");
    filter.variants.push_back(std::move(variant));
}

FilterCatalog withDefinitions(const FilterCatalog& catalog, const std::vector<FilterDefinition>& definitions) {
    if (definitions.empty()) return catalog;
    std::vector<Filter> filters = catalog.filters();
    for (const FilterDefinition& definition : definitions) {
        if (const std::string copied = baseFilterId(definition); !copied.empty()) {
            addOwnVariant(filters, copied, definition, catalog);
            continue;
        }
        if (std::ranges::find(filters, definition.id, &Filter::id) != filters.end())
            failInFile(definition.fileName(), 0,
                       "there is a filter called " + definition.id +
                           " already; give your kernel another name, such as //@ id: my-" + definition.id);
        filters.push_back(filterOf(definition, catalog));
    }
    return catalog.withDefined(std::move(filters), definitions);
}

} // namespace lightbench
