// Declares what a filter is: parameters, CPU reference, GPU variants and measured choices, as one value. Catalogs,
// menu, forms, help, tests and benchmarks iterate over these values and know no filter by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/framework/choices.h"
#include "core/framework/host_operations.h"
#include "core/framework/locality.h"
#include "core/framework/parameter.h"
#include "core/framework/tolerance.h"
#include "core/framework/workgroup.h"
#include "core/image/image.h"

namespace lightbench {

// Include core/framework/plan.h only to make or run plans; most code reads only the declarations.
struct DeviceInfo;
struct Plan;
struct PlanRequest;

/// A variant's own rule: an empty string if it can run with this size, otherwise the reason.
using WorkgroupProblem = std::function<std::string(Workgroup workgroup, const PlanRequest& request)>;
using MakePlan = std::function<Plan(const PlanRequest& request)>;
using ChooseWorkgroup = std::function<Workgroup(const PlanRequest& request)>;

/// The workgroup sizes that a variant supports. Device limits are checked in addition.
struct WorkgroupRule {
    enum Shape {
        Line, ///< N x 1 work-items: "64"
        Area  ///< X x Y work-items: "16x16"
    } shape = Area;
    /// Sizes that the chooser and `all` offer, in this order. Illegal ones are shown with the reason.
    std::vector<Workgroup> offered;
    WorkgroupProblem problem; ///< null: any size
};

/// A rule that offers the usual sizes of a shape: 1 to 1024 work-items in powers of two.
WorkgroupRule lineWorkgroups(const WorkgroupProblem& problem = nullptr);
WorkgroupRule areaWorkgroups(const WorkgroupProblem& problem = nullptr);

/// Area sizes, and the driver's own choice.
WorkgroupRule areaOrDriverChosenWorkgroups();

/// For a variant, called `id`, whose workgroups are one work-item.
WorkgroupRule singleItemWorkgroups(const std::string& id);

/// How the work-items of one launch pass data to each other. Those that do may be wrong on one device and right on
/// another, so `lightbench-conformance --stress` repeats their variants. A test compares what variants declare with the
/// text of their kernels.
enum class Communication {
    Barriers,        ///< in local memory at barriers, or not at all
    InPlace,         ///< a launch also loads from a global buffer that it stores to
    InWorkgroup,     ///< by atomics, fences or volatile accesses in local memory
    AcrossWorkgroups ///< by atomics, fences or volatile accesses in global memory
};

/// For which format, size, parameters and device a variant exists. Elsewhere it would have to run the kernels of
/// another variant, and a variant's name says what ran.
struct AppliesRule {
    /// What it takes and why, such as "it takes 8-bit samples only, because its matrix products are of bytes".
    std::string rule{};
    /// A pure function, which ignores the workgroup. Null: it applies to every request.
    std::function<bool(const PlanRequest& request)> holds{};
};

/// A build of a variant that does only part of its work. Measuring the builds one after the other shows what each part
/// costs (ablation).
struct AblationStep {
    std::string name;     ///< what it adds to the one before it, such as "plus scatter"
    std::string options;  ///< additional compiler options, such as "-D ABLATION_STEP=1"
    bool isWhole = false; ///< it does all the work, so its result can be checked
    bool operator==(const AblationStep&) const = default;
};

/// One GPU implementation of a filter. Declare it with designated initializers and leave out the defaults.
struct Variant {
    std::string id;      ///< kebab-case, such as "two-pass"
    std::string label{}; ///< such as "Two passes"; if it is empty, a catalog makes it of the id
    std::string idea;    ///< one line: the idea and its source
    /// Exact by default.
    Tolerance tolerance;
    WorkgroupRule workgroups = areaOrDriverChosenWorkgroups();
    /// Device requirements: an empty string if it runs there, otherwise what is missing. Null: none.
    std::function<std::string(const DeviceInfo& device)> missing{};
    /// Where `auto`, forms and races offer it. Its plan is made only where this rule holds.
    AppliesRule applies{};
    /// Makes the plan: a pure function that fills scratch and passes (makePlan fills the rest). Called only with a
    /// legal workgroup.
    MakePlan plan{};
    /// The names of the tuning parameters that its plan gets from Filter::choices: tuningNames<T>()
    /// (core/framework/tuning_parameters.h).
    std::vector<std::string> tuning{};
    /// The workgroup for `auto`, if a rule gives it and Filter::choices do not. The caller clamps it to the device.
    /// Null: usualWorkgroup.
    ChooseWorkgroup automatic{};
    /// True if work-items wait for others in ways for which OpenCL does not guarantee progress. Never the default.
    bool needsProgress = false;
    /// The strongest of all its kernels, for any format, parameters and device.
    Communication communication = Communication::Barriers;
    /// The fallback variant (possibly this one) that runs while a program for changed parameter values is still
    /// compiling. Its plan for PlanRequest::general takes these values as arguments. Empty: programs do not depend on
    /// values that a user varies continuously.
    std::string fallbackVariant{};
    /// Ablation steps, from the least work to all of it; empty: the kernels can only be built whole.
    std::vector<AblationStep> ablation{};
    /// For a variant of the user: the built-in variant whose plan and measured choices it uses. `auto` never chooses
    /// such a variant. Empty: it is built in.
    std::string baseVariant{};
};

struct Filter;

/// A reference that is no function of this program. It is neither timed nor a variant: only results are compared.
struct OtherReference {
    std::string name; ///< in texts, such as "kernel plain" or "sobel.py"
    /// Makes it on the host. Throws Error if it cannot. Null: `kernel` makes it.
    std::function<Image(const Image& input, const ParameterValues& parameters)> image{};
    /// A filter of the same id and parameters. Its only variant runs on the device whose results are compared.
    std::shared_ptr<const Filter> kernel{};
};

struct Filter {
    std::string id;                    ///< kebab-case, such as "floyd-steinberg"
    std::string label{};               ///< such as "Floyd-Steinberg"; if it is empty, a catalog makes it of the id
    std::string group;                 ///< its group in the menu, such as "Edges"
    std::string summary;               ///< what it is for, in one plain sentence
    std::vector<std::string> synonyms; ///< other search words, in lower case, such as "blur"
    std::string doc;                   ///< formula, units, source of the algorithm
    std::vector<Parameter> parameters;
    std::vector<SampleType> accepts{SampleType::U8, SampleType::U16, SampleType::F32}; ///< sample types of its input
    bool clampsFloats = false; ///< float samples are first clamped to 0..1
    /// Which input samples an output sample depends on; analyses of the whole image are Whole.
    std::function<Locality(const ParameterValues& parameters)> locality = [](const ParameterValues&) {
        return Locality{};
    };
    /// The shape of the output. Null: the input's. Called only for accepted inputs.
    std::function<ImageShape(const ImageShape& input, const ParameterValues& parameters)> outputShape;
    /// Checks values together and against the input; throws Error(Usage) if they do not fit. Its message is a sentence,
    /// or a predicate of the filter (failPredicate), such as "takes gray images". May be null.
    std::function<void(const ImageShape& input, const ParameterValues& parameters)> check;
    /// The CPU reference: simple and deterministic. Null: results are not checked and there is no variant `cpu`.
    std::function<Image(const Image& input, const ParameterValues& parameters)> reference;
    /// For analysis filters (the image passes through): the reference of the analysis, 32-bit words. Otherwise null.
    std::function<std::vector<std::uint32_t>(const Image& input, const ParameterValues& parameters)> analyse;
    /// The number of words that `analyse` returns for an input of that shape. Set whenever `analyse` is.
    std::function<std::size_t(const ImageShape& input, const ParameterValues& parameters)> analysisLength;
    /// The work of a TrainDetector in its plans; null for filters that train nothing.
    std::function<void(const TrainDetector& training, HostReads reads, HostWrites writes)> train{};
    /// For a filter with neither `reference` nor `analyse`; else null.
    std::shared_ptr<const OtherReference> otherReference{};
    std::vector<Variant> variants; ///< without `cpu`, which every filter with a CPU reference has
    /// The measured choices for `variant=auto`, `workgroup=auto` and tuning parameters. If they name no variant, the
    /// first is used.
    ChoiceTable choices;
};

/// The output shape for an accepted and checked input. Throws Error(Usage) if it exceeds the limits of an image.
ImageShape outputShapeOf(const Filter& filter, const ImageShape& input, const ParameterValues& parameters);

/// For Filter::outputShape: gray of the input's type.
ImageShape oneChannelShape(const ImageShape& input, const ParameterValues& parameters = {});
/// RGBA of the input's type. A gray input has no alpha of its own.
ImageShape colourShape(const ImageShape& input, const ParameterValues& parameters = {});
/// One float for each pixel.
ImageShape floatMapShape(const ImageShape& input, const ParameterValues& parameters = {});

const Parameter* findParameter(const Filter& filter, std::string_view name);
/// The names of the parameters that are second images, in order.
std::vector<std::string> imageParameterNames(const Filter& filter);
/// The GPU variant that has this id; null if there is none.
const Variant* findVariant(const Filter& filter, std::string_view id);
/// Throws Error(Usage, field "variant") that lists the nearest names. The id `cpu` gives the host variant.
const Variant& variantById(const Filter& filter, std::string_view id);
/// What the device lacks for the variant; empty if it lacks nothing.
std::string missingOn(const DeviceInfo& device, const Variant& variant);
/// For Variant::missing of a variant that fills the vectors of a CPU by a large program. llvmpipe (Mesa 25.0) had not
/// built one after 200 s. Empty on other devices.
std::string missingForLargePrograms(const DeviceInfo& device);
/// Why the variant does not exist for this request: what the device lacks, or the variant's rule. Empty if it exists.
std::string whyNotApplicable(const Variant& variant, const PlanRequest& request);
/// True for the plain variant: the algorithm as a textbook writes it, to read first and to race against. A filter with
/// several variants has one, and core/framework/plain_variant.h makes it.
inline bool isPlain(const Variant& variant) { return variant.id == "plain"; }
/// True for variants that `auto` may choose: they need no progress of other work-items, are built in and not plain.
inline bool mayBeAutomatic(const Variant& variant) {
    return !variant.needsProgress && variant.baseVariant.empty() && !isPlain(variant);
}
/// True if the variant offers the driver's own choice of workgroup.
bool driverMayChoose(const Variant& variant);
/// True if it has a CPU reference, which is also the variant `cpu`.
inline bool hasCpuReference(const Filter& filter) { return filter.reference || filter.analyse; }
/// True if a stage of this filter can be checked against a reference.
inline bool hasReference(const Filter& filter) { return hasCpuReference(filter) || filter.otherReference; }
/// The variants to list for a filter: its own, then `cpu` if it has a CPU reference.
std::vector<const Variant*> allVariants(const Filter& filter);

} // namespace lightbench
