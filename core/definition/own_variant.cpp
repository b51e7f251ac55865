// The user's variants of built-in filters: `//@ variant of: gaussian fused`. They take the plan of that variant, and
// run their own kernels where it runs a program that they replace.
#include "core/definition/own_variant.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/definition/annotations.h"
#include "core/definition/defined_filters.h"
#include "core/definition/kernel_file.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/plan.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {
template <class AnyPlan, class Use> void forEachKernel(AnyPlan& plan, const Use& use) {
    for (auto& pass : plan.passes)
        if (auto* kernel = std::get_if<KernelPass>(&pass)) use(*kernel);
}

/// What replaces the programs of a plan.
struct Replacement {
    std::string filter, copied; ///< the built-in variant
    std::string file, program;
    std::vector<std::string> kernels; ///< that the file defines

    bool defines(const std::string& kernel) const { return std::ranges::find(kernels, kernel) != kernels.end(); }
    std::string programOf(const KernelPass& pass) const { return pass.program.empty() ? filter : pass.program; }

    /// The programs of the plan with a kernel that the file defines.
    std::set<std::string> replacedIn(const Plan& plan) const {
        std::set<std::string> programs;
        forEachKernel(plan, [&](const KernelPass& pass) {
            if (defines(pass.kernel)) programs.insert(programOf(pass));
        });
        return programs;
    }

    /// Why the file cannot take the place of the plan's programs; empty if it can.
    std::string problemWith(const Plan& plan) const {
        const std::set<std::string> replaced = replacedIn(plan);
        std::vector<std::string> launched, defined, missing;
        forEachKernel(plan, [&](const KernelPass& pass) {
            if (std::ranges::find(launched, pass.kernel) != launched.end()) return;
            launched.push_back(pass.kernel);
            if (defines(pass.kernel))
                defined.push_back(pass.kernel);
            else if (replaced.contains(programOf(pass)))
                missing.push_back(pass.kernel);
        });
        const std::string runs = filter + " variant=" + copied + " runs ";
        if (replaced.empty())
            return shownPath(file) + " has none of the kernels that " + runs + "here: " + joinWords(launched, "and");
        if (missing.empty()) return {};
        return shownPath(file) + " lacks the kernel " + joinWords(missing, "and") + "; " + runs +
               "it from the same program as " + joinWords(defined, "and");
    }

    void replaceIn(Plan& plan) const {
        const std::set<std::string> replaced = replacedIn(plan);
        forEachKernel(plan, [&](KernelPass& pass) {
            if (replaced.contains(programOf(pass))) pass.program = program;
        });
    }
};

std::string nameOf(const FilterDefinition& definition) {
    return definition.id.substr(baseFilterId(definition).size() + 1);
}

const Variant& copiedVariant(const Filter& filter, const BaseVariantLine& base) {
    if (const Variant* found = findVariant(filter, base.variant); found && found->baseVariant.empty()) return *found;
    std::vector<std::string> names;
    for (const Variant& variant : filter.variants)
        if (variant.baseVariant.empty()) names.push_back(variant.id);
    base.line.fail(filter.id + " has no variant called " + shownText(base.variant) + " that could be copied; " +
                   suggestion(base.variant, names, "variants"));
}

std::vector<std::string> kernelsIn(const FilterDefinition& definition) {
    const KernelLibrary library = KernelLibrary().with({kernelFilesOf({definition})});
    std::vector<std::string> names =
        kernelNames(library.source(userProgram(definition.id, definition.fileName())).text);
    if (names.empty()) failInFile(definition.fileName(), 0, "it has no kernel; write one as kernel void NAME(...)");
    return names;
}

/// Only `id` may stand beside `variant of`, because the copied variant's plan says the rest.
void checkLines(const std::vector<Annotation>& lines) {
    for (const Annotation& line : lines)
        if (line.key != "variant of" && line.key != "id")
            line.fail("//@ " + line.key + " does not fit //@ variant of, which has everything from the copied variant");
}

/// The rule of the copied variant, but missing kernels are reported before a forbidden size. If the size is forbidden,
/// an allowed one is planned to find out which kernels the plan needs.
WorkgroupProblem workgroupProblem(const Variant& copied, const std::shared_ptr<const Replacement>& replacement) {
    return [rule = copied.workgroups, plan = copied.plan, replacement](Workgroup workgroup, PlanRequest request) {
        const auto forbidden = [&](Workgroup size) {
            return rule.problem ? rule.problem(size, request) : std::string();
        };
        const std::string problem = forbidden(workgroup);
        request.workgroup = workgroup;
        if (!problem.empty()) {
            const auto isAllowed = [&](Workgroup size) {
                return size != driverChosenWorkgroup && forbidden(size).empty();
            };
            const auto allowed = std::ranges::find_if(rule.offered, isAllowed);
            if (allowed == rule.offered.end()) return problem;
            request.workgroup = *allowed;
        }
        const std::string missing = replacement->problemWith(plan(request));
        return missing.empty() ? problem : missing;
    };
}
} // namespace

std::optional<BaseVariantLine> copiedVariantIn(const std::vector<Annotation>& lines) {
    const auto line = std::ranges::find(lines, "variant of", &Annotation::key);
    if (line == lines.end()) return std::nullopt;
    std::istringstream words(line->head);
    BaseVariantLine copied{.line = *line};
    std::string rest;
    if (!(words >> copied.filter >> copied.variant) || words >> rest)
        line->fail("write //@ variant of: FILTER VARIANT, such as //@ variant of: gaussian fused");
    return copied;
}

Variant variantOf(const FilterDefinition& definition, const Filter& filter) {
    const std::string name = nameOf(definition), file = definition.fileName();
    checkDefinitionName(name);
    const std::vector<Annotation> lines = annotationsOf(definition.text, file);
    const auto base = copiedVariantIn(lines);
    if (!base || base->filter != filter.id)
        failInFile(file, 0, "it has no line //@ variant of: " + filter.id + " VARIANT");
    checkLines(lines);
    const Variant& copied = copiedVariant(filter, *base);
    const auto replacement = std::make_shared<const Replacement>(
        Replacement{filter.id, copied.id, file, userProgram(definition.id, file), kernelsIn(definition)});
    Variant result = copied;
    result.id = ownVariantOf(definition);
    result.label = result.id;
    result.idea = "Your kernels, with the plan of " + copied.id + ". auto never chooses it.";
    base->line.take("label", result.label);
    base->line.take("idea", result.idea);
    result.baseVariant = copied.id;
    // Until a program is built, the picture would be that of other kernels.
    result.fallbackVariant = copied.fallbackVariant == copied.id ? result.id : std::string();
    result.workgroups.problem = workgroupProblem(copied, replacement);
    result.plan = [plan = copied.plan, replacement](const PlanRequest& request) {
        Plan own = plan(request);
        replacement->replaceIn(own);
        return own;
    };
    return result;
}

std::string ownVariantOf(const FilterDefinition& definition) {
    return std::string(ownVariantPrefix) + nameOf(definition);
}

std::string definitionName(const FilterDefinition& definition) {
    const std::string filter = baseFilterId(definition);
    return filter.empty() ? definition.id : filter + " variant=" + ownVariantOf(definition);
}

std::string ownVariantText(const FilterDefinition& definition, const FilterCatalog& filters) {
    const std::string filter = baseFilterId(definition);
    const Variant& variant = variantById(filters.byId(filter), ownVariantOf(definition));
    return definitionName(definition) + "\n  has the plan, the reference and the tolerance of " + filter +
           " variant=" + variant.baseVariant +
           "\n  replaces the programs with its kernels: " + joined(kernelsIn(definition), ", ") + "\n";
}

} // namespace lightbench
