// What a filter is: one value that declares its parameters, its CPU reference and its GPU variants. The registry, the
// menu, the form, the help, the tests and the benchmarks all walk these values and know no filter by name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/filter/choices.h"
#include "core/filter/locality.h"
#include "core/filter/parameter.h"
#include "core/filter/tolerance.h"
#include "core/filter/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

// Whoever makes or runs plans includes core/filter/plan.h; the many that only read declarations do not.
struct DeviceInfo;
struct Plan;
struct PlanRequest;

/// A variant's own rule: an empty string if it can run with this size, else why not.
using WorkgroupProblem = std::function<std::string(Workgroup workgroup, const PlanRequest& request)>;
using MakePlan = std::function<Plan(const PlanRequest& request)>;
using ChooseWorkgroup = std::function<Workgroup(const PlanRequest& request)>;

/// Which workgroup sizes a variant takes. Device limits come on top of it.
struct WorkgroupRule {
    enum Shape {
        Line, ///< N x 1 work-items: "64"
        Area  ///< X x Y work-items: "16x16"
    } shape = Area;
    /// Sizes that the chooser and `all` offer, in this order; the illegal ones among them are shown with their reason.
    std::vector<Workgroup> offered;
    WorkgroupProblem problem; ///< null: any size
};

/// A rule that offers the usual sizes of a shape: 1 to 1024 work-items in powers of two.
WorkgroupRule lineWorkgroups(const WorkgroupProblem& problem = nullptr);
WorkgroupRule areaWorkgroups(const WorkgroupProblem& problem = nullptr);

/// Those of an area, and the driver's own choice.
WorkgroupRule freeWorkgroups();

/// A variant's programs built to do a part of its work: what each part costs can be measured, one after the other.
struct PartialBuild {
    std::string name;     ///< what it does beyond the one before it, such as "plus scatter"
    std::string options;  ///< more options for the compiler, such as "-D LADDER=1"
    bool isWhole = false; ///< it leaves nothing out, so that its result can be checked
    bool operator==(const PartialBuild&) const = default;
};

/// One GPU implementation of a filter, declared as one designated initializer that leaves out what is as usual.
struct Variant {
    std::string id;    ///< kebab-case, such as "two-pass"
    std::string label; ///< such as "Two passes"
    std::string idea;  ///< one line: the idea, and where it comes from
    /// Exact unless given.
    Tolerance tolerance;
    WorkgroupRule workgroups;
    /// What it needs of a device: an empty string if it runs there, else what is missing. Null: needs nothing special.
    std::function<std::string(const DeviceInfo& device)> missing{};
    /// Pure; fills scratch and passes (makePlan fills the rest). Called only with a legal workgroup.
    MakePlan plan{};
    /// What `workgroup=auto` takes where that follows from the request by a rule and Filter::choices do not say it;
    /// clamped to the device by the caller. Null: usualWorkgroup.
    ChooseWorkgroup automatic{};
    /// Waits on other work-items in ways that OpenCL does not promise to make progress: never the default.
    bool needsProgress = false;
    /// For variants whose programs are built for values that a hand changes: the variant (it may be this one) that runs
    /// in its place while such a build is being made. Its plan for PlanRequest::general takes those values as
    /// arguments. Empty: its programs serve all values, or so few that each is built once.
    std::string standIn{};
    /// From the least of its work to all of it; empty: its kernels can only be built whole.
    std::vector<PartialBuild> steps{};
};

struct Filter {
    std::string id;                    ///< kebab-case, such as "floyd-steinberg"
    std::string label;                 ///< such as "Floyd-Steinberg"
    std::string group;                 ///< heading in the menu, such as "Blur"
    std::vector<std::string> synonyms; ///< other words that people look for it by, lower case, such as "blur"
    std::string doc;                   ///< formula, units, source of the algorithm
    std::vector<Parameter> parameters;
    std::vector<SampleType> accepts; ///< sample types of its input
    bool cutsFloats = false;         ///< float samples below 0 and above 1 are cut off before anything else
    /// What a sample of its output depends on; an analysis of the whole image is Whole.
    std::function<Locality(const ParameterValues& parameters)> locality = [](const ParameterValues&) {
        return Locality{};
    };
    /// Shape of the output. Null: that of the input. Called only for accepted inputs.
    std::function<ImageShape(const ImageShape& input, const ParameterValues& parameters)> outputShape;
    /// Beyond single ranges: throws Error(Usage) if these values do not go together or with this input. May be null.
    std::function<void(const ImageShape& input, const ParameterValues& parameters)> check;
    /// The CPU reference: plain, deterministic. Null: what the filter does is not checked, and it has no variant `cpu`.
    std::function<Image(const Image& input, const ParameterValues& parameters)> reference;
    /// Analysis filters (the image passes through): the reference of the analysis, 32-bit words. Null for others.
    std::function<std::vector<std::uint32_t>(const Image& input, const ParameterValues& parameters)> analyse;
    /// How many words `analyse` gives for an input of that shape. Given wherever `analyse` is.
    std::function<std::size_t(const ImageShape& input, const ParameterValues& parameters)> analysisLength;
    std::vector<Variant> variants; ///< without `cpu`, which every filter gets from makePlan
    /// What `variant=auto` and `workgroup=auto` take, and how plans cut the work up. Where they name no variant: the
    /// first.
    ChoiceTable choices;
};

/// The shape of what a filter makes of an input that it accepts and has checked. Throws Error(Usage) if that is more
/// than an image can hold.
ImageShape shapeAfter(const Filter& filter, const ImageShape& input, const ParameterValues& parameters);

const Parameter* findParameter(const Filter& filter, std::string_view name);
/// The parameters that are second images, in order: a filter takes one image more for each.
std::vector<std::string> imageNames(const Filter& filter);
/// Throws Error(Usage, field "variant") that lists the nearest names. The id `cpu` gives the host variant.
const Variant& variantById(const Filter& filter, std::string_view id);
/// Whether it offers the driver's own choice of workgroup.
bool driverMayChoose(const Variant& variant);
/// Whether there is something to check a stage of it against.
inline bool hasReference(const Filter& filter) { return filter.reference || filter.analyse; }
/// The variants of a filter, with `cpu` at the end if it has a reference: what choosers list.
std::vector<const Variant*> allVariants(const Filter& filter);

} // namespace lightbench
