// The conformance walk.
#include "tests/conformance/conformance_walk.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/worker/worker_engine.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/host_variant.h"
#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/conformance/crash_note.h"

namespace lightbench {

namespace {
using Choice = std::optional<Workgroup>;
constexpr std::size_t minPairs = 6, minHastyPairs = 3; // of parameters and workgroup size in a format
constexpr std::size_t maxSizesOfFormat = 6; // workgroup sizes that a format meets where there are few formats
// With more operations than this on the second largest image, a kernel takes longer to run than to be optimized.
constexpr std::uint64_t heavyOperations = 40'000'000;
constexpr std::size_t heavyPixels = 4096; // that such kernels meet with other parameters than the defaults
// In the place of the largest image where kernels are slow; as well aligned, and of several workgroups.
constexpr Size hastyLarge{384, 160};

/// One filter, variant and format.
class FormatWalk {
public:
    FormatWalk(WalkEngines& engines, const Filter& filter, const Variant& variant, Format format,
               const WalkOptions& options)
        : engines_(engines), expected_(engines.expected()),
          device_(engines.here().devices().devices.at(std::size_t(options.device))), filter_(filter), variant_(variant),
          format_(format), options_(options) {
        result_.format = format.name();
    }
    WalkResult run();

private:
    void runPairs(const std::vector<ParameterSet>& sets, const std::vector<Choice>& workgroups);
    std::vector<std::size_t> turns(const std::vector<ParameterSet>& sets, std::size_t pairs, std::size_t sizes) const;
    std::vector<std::size_t> sharedTurns(std::size_t pairs, std::size_t sizes) const;
    std::size_t formatIndex() const;
    std::size_t shareOf(std::size_t all) const;
    std::optional<Plan> planOf(const Stage& stage, Size size) const;
    std::string definesOf(const Stage& stage) const;
    Stage stageOf(const ParameterSet& set) const;
    void runSizes(const ParameterSet& set, const std::vector<Choice>& workgroups, std::size_t first, bool withLarge);
    std::vector<Size> sizesOf(const ParameterSet& set, bool withLarge) const;
    void runOne(Stage stage, Size size, Picture picture, const std::vector<Choice>& workgroups, std::size_t first);
    Choice legalWorkgroup(const Stage& stage, const ImageShape& shape, const std::vector<Choice>& workgroups,
                          std::size_t first) const;
    bool firstIsOptimized() const;
    bool isHeavy(const ParameterSet& set) const;
    bool isTaken(const Stage& stage, const ImageShape& shape) const;
    bool fits(const Stage& stage, const ImageShape& shape) const;
    Engine& engine() const;
    ReportPtr runAllowed(RunRequest& request);
    std::string nameOfCase(Stage stage, const ImageShape& shape) const;
    void compare(const Stage& stage, const Image& input, const Report& report);
    void compareOutput(const std::string& what, const Image& input, const Image& actual, const Image& expected);
    void judgeShare();
    void fail(const std::string& text) {
        if (result_.failures.size() < 10) result_.failures.push_back(text);
    }

    WalkEngines& engines_;
    ExpectedResults& expected_;
    const DeviceInfo& device_;
    const Filter& filter_;
    const Variant& variant_;
    Format format_;
    WalkOptions options_;
    WalkResult result_;
    std::uint64_t samples_ = 0, mismatched_ = 0;
    std::uint32_t image_ = 0;
    Picture picture_ = Picture::Noise; ///< what the image of that number shows
    bool isFirst_ = true;              ///< the pair that runs is the format's first
    bool isOptimized_ = true;          ///< what runs is
};

WalkResult FormatWalk::run() {
    result_.leftOut = missingOn(device_, variant_);
    if (!result_.leftOut.empty()) return result_;
    std::mt19937 random(options_.seed);
    std::vector<ParameterSet> sets = parameterSets(filter_, random);
    if (options_.hasty) sets = shareOfVariant(filter_, variant_, sets);
    const std::vector<Format> walked = walkedFormats(filter_, variant_, options_.brief);
    runPairs(options_.hasty ? sharedSets(sets, walked, format_, options_.brief ? 1 : 2) : sets,
             workgroupCandidates(variant_));
    judgeShare();
    return result_;
}

void FormatWalk::runPairs(const std::vector<ParameterSet>& sets, const std::vector<Choice>& workgroups) {
    if (options_.defaultsOnly) return runSizes(sets.front(), {std::nullopt}, 0, true);
    if (options_.full) {
        for (const ParameterSet& set : sets)
            for (const Choice& workgroup : workgroups)
                runSizes(set, {workgroup}, 0, true);
        return;
    }
    // A driver compiles anew for each define and workgroup size, which takes longer than all runs: a format meets some
    // workgroup sizes, the next format those that follow, so that of six formats two meet each; hasty, one. The
    // reference on the host has only one and cannot differ much.
    const std::size_t sizes = std::min(maxSizesOfFormat, shareOf((options_.hasty ? 1 : 2) * workgroups.size()));
    const std::size_t pairs =
        &variant_ == &hostVariant() ? 2 : std::max({sets.size(), sizes, options_.hasty ? minHastyPairs : minPairs});
    auto turn = driverMayChoose(variant_) ? sharedTurns(pairs, workgroups.size()) : turns(sets, pairs, sizes);
    if (options_.hasty) turn.front() = 0; // what users run: the automatic size
    for (std::size_t i = 0; i < pairs; ++i)
        runSizes(sets[i % sets.size()], workgroups, turn[i], i % 3 == 0);
}

std::size_t FormatWalk::formatIndex() const {
    const std::vector<Format> formats = acceptedFormats(filter_);
    return std::size_t(std::ranges::find(formats, format_) - formats.begin());
}

/// How many of `all` a format takes so that the formats together take them all; two at least.
std::size_t FormatWalk::shareOf(std::size_t all) const {
    const std::size_t formats = acceptedFormats(filter_).size();
    return std::max<std::size_t>(2, (all + formats - 1) / formats);
}

/// Kernels that look at global ids alone cannot tell one workgroup size from another, and what a driver makes of them
/// depends little on the format: the formats share the sizes out, so that together they meet all of them.
std::vector<std::size_t> FormatWalk::sharedTurns(std::size_t pairs, std::size_t sizes) const {
    const std::size_t share = shareOf(sizes);
    const std::size_t first = share * formatIndex();
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < pairs; ++i)
        all.push_back(first + i * share / pairs);
    return all;
}

/// Each set's place in the round of the workgroup sizes. Once the format's sizes had their turn, a set whose programs
/// were built for one before it takes that one's place: what is compiled already need not be compiled for yet another
/// size.
std::vector<std::size_t> FormatWalk::turns(const std::vector<ParameterSet>& sets, std::size_t pairs,
                                           std::size_t sizes) const {
    std::map<std::string, std::size_t> first;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < pairs; ++i) {
        const auto built = first.try_emplace(definesOf(stageOf(sets[i % sets.size()])), i % sizes).first;
        all.push_back(sizes * formatIndex() + (i < sizes ? i : built->second));
    }
    return all;
}

/// Nothing where the stage, the variant or the device does not take that.
std::optional<Plan> FormatWalk::planOf(const Stage& stage, Size size) const {
    const ImageShape shape{size, format_};
    if (!isTaken(stage, shape) || !fits(stage, shape)) return std::nullopt;
    PlanRequest request{shape, stage.parameters, device_, {}};
    if (!whyNotApplicable(variant_, request).empty()) return std::nullopt;
    request.workgroup = automaticWorkgroup(filter_, variant_, request);
    return makePlan(filter_, variant_, request);
}

/// What a stage's programs are built with for a usual image; the stage itself where it does not take that.
std::string FormatWalk::definesOf(const Stage& stage) const {
    const std::optional<Plan> plan = planOf(stage, conformanceSizes().back());
    if (!plan) return stageText(stage);
    std::string text;
    for (const Pass& pass : plan->passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass))
            for (const auto& [name, value] : kernel->defines)
                text += kernel->kernel + " " + name + "=" + value + "\n";
    return text;
}

Stage FormatWalk::stageOf(const ParameterSet& set) const {
    Stage stage;
    stage.filter = filter_.id;
    stage.variant = variant_.id;
    stage.parameters = set.values;
    return stage;
}

void FormatWalk::runSizes(const ParameterSet& set, const std::vector<Choice>& workgroups, std::size_t first,
                          bool withLarge) {
    const Stage stage = stageOf(set);
    const bool heavy = options_.hasty && isHeavy(set);
    isOptimized_ = !options_.hasty || heavy || (isFirst_ && firstIsOptimized());
    const std::size_t mostPixels = heavy && !isFirst_ ? heavyPixels : set.maxPixels;
    isFirst_ = false;
    const bool isSmaller = heavy || !isOptimized_ || (options_.hasty && &variant_ == &hostVariant());
    for (Size size : sizesOf(set, withLarge)) {
        if (size.area() > mostPixels)
            ++image_; // all variants meet the same images, so that each result is expected once
        else
            runOne(stage, isSmaller && size == conformanceSizes().back() ? hastyLarge : size,
                   image_ % 2 ? Picture::Structured : Picture::Noise, workgroups, first);
    }
    if (format_.type != SampleType::F32) return;
    for (const Picture picture : {Picture::NotFinite, Picture::Enormous})
        runOne(stage, specialSize, picture, workgroups, first);
}

std::vector<Size> FormatWalk::sizesOf(const ParameterSet& set, bool withLarge) const {
    std::vector<Size> sizes = conformanceSizes();
    if (!withLarge) sizes.pop_back();
    std::erase_if(sizes, [&](Size size) { return size.area() > set.maxPixels; });
    return sizes;
}

/// Floats always, which the test scaled_floats runs, too: they are compiled once for both. Of the formats of whole
/// numbers one with one channel and one with four, each of another type; for the next variant the others.
bool FormatWalk::firstIsOptimized() const {
    const auto place = std::ranges::find(filter_.variants, variant_.id, &Variant::id) - filter_.variants.begin();
    const bool isTurn = (formatIndex() + formatIndex() / 2 + std::size_t(place)) % 2 == 0;
    return !options_.defaultsOnly && (format_.type == SampleType::F32 || isTurn);
}

bool FormatWalk::isHeavy(const ParameterSet& set) const {
    std::uint64_t operations = 0;
    if (const std::optional<Plan> plan = planOf(stageOf(set), conformanceSizes().end()[-2]))
        for (const Pass& pass : plan->passes)
            if (const auto* kernel = std::get_if<KernelPass>(&pass)) operations += kernel->operations;
    return operations > heavyOperations;
}

bool FormatWalk::isTaken(const Stage& stage, const ImageShape& shape) const {
    try {
        outputShape(stage, shape);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// False where the device has no legal workgroup for these parameters, such as tables beyond its local memory.
bool FormatWalk::fits(const Stage& stage, const ImageShape& shape) const {
    PlanRequest request{shape, stage.parameters, device_, {}};
    request.workgroup = stage.workgroup ? *stage.workgroup : automaticWorkgroup(filter_, variant_, request);
    return judgeWorkgroup(filter_, variant_, request).legal;
}

/// The first candidate from `first` on that is legal here; auto where none is.
Choice FormatWalk::legalWorkgroup(const Stage& stage, const ImageShape& shape, const std::vector<Choice>& workgroups,
                                  std::size_t first) const {
    for (std::size_t i = 0; i < workgroups.size(); ++i) {
        const Choice& choice = workgroups[(first + i) % workgroups.size()];
        if (!choice) return choice;
        const PlanRequest request{shape, stage.parameters, device_, *choice};
        if (judgeWorkgroup(filter_, variant_, request).legal) return choice;
    }
    return std::nullopt;
}

Engine& FormatWalk::engine() const {
    return options_.hasty ? engines_.hastyOf(variant_, isOptimized_) : engines_.of(variant_);
}

/// A kernel as built may take smaller workgroups than the device: then auto runs. Null where that has none either.
ReportPtr FormatWalk::runAllowed(RunRequest& request) {
    Stage& stage = request.stack[0];
    for (;; stage.workgroup.reset())
        try {
            return engine().run(request);
        } catch (const Error& error) {
            if (error.field != "workgroup") throw;
            if (stage.workgroup) continue;
            if (result_.ran == 0) result_.leftOut = error.what();
            ++result_.rejected;
            return nullptr;
        }
}

void FormatWalk::runOne(Stage stage, Size size, Picture picture, const std::vector<Choice>& workgroups,
                        std::size_t first) {
    const ImageShape shape{size, format_};
    ++image_;
    picture_ = picture;
    stage.parameters = withPictures(filter_, stage.parameters, shape, options_.seed + 1000 * image_, image_ % 3 > 0);
    if (!isTaken(stage, shape)) {
        ++result_.rejected;
        return;
    }
    if (result_.ended) return;
    if (options_.isOver && options_.isOver()) {
        result_.isCutShort = true;
        return;
    }
    if (!whyNotApplicable(variant_, {shape, stage.parameters, device_, {}}).empty()) {
        ++result_.notApplying;
        return;
    }
    stage.workgroup = legalWorkgroup(stage, shape, workgroups, first);
    if (!fits(stage, shape)) {
        ++result_.rejected;
        return;
    }
    RunRequest request;
    request.image = std::make_shared<const Image>(testImage(shape, picture, options_.seed + image_));
    request.stack = {stage};
    request.filters = builtInFilters();
    request.device = options_.device;
    request.options.stageImages = request.options.histograms = false;
    noteCase(stageText(stage) + " on " + shape.name());
    try {
        const ReportPtr report = runAllowed(request);
        if (!report) return;
        compare(request.stack[0], *request.image, *report);
        if (++result_.ran == 1) result_.leftOut.clear();
    } catch (const WorkerEnded& error) {
        result_.ended = true;
        fail(stageText(stage) + " on " + shape.name() + ": " + error.what());
    } catch (const Error& error) {
        fail(stageText(stage) + " on " + shape.name() + " threw: " + error.what() + "\n" + error.details());
    }
}

/// Of the image and the parameters, whatever the variant. The images of a format are numbered, and differ with it.
std::string FormatWalk::nameOfCase(Stage stage, const ImageShape& shape) const {
    stage.variant.clear();
    stage.workgroup.reset();
    return stageText(stage) + " on " + shape.name() + " " + std::to_string(4 * image_ + unsigned(picture_));
}

void FormatWalk::compare(const Stage& stage, const Image& input, const Report& report) {
    const StageReport& ran = report.stages.at(0);
    const std::string what = stageText(stage) + " (ran " + ran.variant + ", workgroup " + workgroupText(ran.workgroup) +
                             ") on " + input.shape().name();
    if (ran.kernels.empty()) fail(what + ": nothing ran");
    const std::string name = nameOfCase(stage, input.shape());
    if (!filter_.analyse)
        return compareOutput(what, input, *report.output, expected_.image(name, filter_, input, stage.parameters));
    const std::vector<std::uint32_t>& expected = expected_.analysis(name, filter_, input, stage.parameters);
    compareOutput(what, input, *report.output, input);
    const Difference difference = compareWords(ran.analysis, expected);
    if (difference.mismatched == 0) return;
    const std::size_t first = std::size_t(difference.firstMismatch->x);
    fail(what + ": word " + std::to_string(first) + " of the analysis is " + std::to_string(ran.analysis[first]) +
         ", should be " + std::to_string(expected[first]));
}

void FormatWalk::compareOutput(const std::string& what, const Image& input, const Image& actual,
                               const Image& expected) {
    const Tolerance tolerance = toleranceFor(variant_.tolerance, input);
    const Difference difference = compareImages(actual, expected, tolerance);
    samples_ += difference.samples;
    // Samples of float have no share: each is held to the distance below, however many differ.
    if (expected.format().isInteger()) mismatched_ += difference.allMismatched();
    const AllowedDistance allowed = allowedDistance(expected, tolerance);
    const bool isWithin =
        difference.maxAbs <= allowed.colours && (!difference.alpha() || difference.alpha()->maxAbs <= allowed.alpha);
    if (isWithin && difference.allNans() + difference.allInfinities() == 0) return;
    const Point at = *difference.firstMismatch;
    fail(what + ": " + std::to_string(difference.allMismatched()) + " of " + std::to_string(difference.allSamples()) +
         " samples differ, by " + numberText(difference.largest()) + " at most; the first at (" + std::to_string(at.x) +
         ", " + std::to_string(at.y) + ") is " + pixelSamples(actual, at) + ", should be " +
         pixelSamples(expected, at));
}

/// The share of samples that may differ is judged over all images together: one sample of a tiny image is a large
/// share.
void FormatWalk::judgeShare() {
    const double share = format_.type == SampleType::U16 ? variant_.tolerance.maxShare16 : variant_.tolerance.maxShare;
    if (format_.type == SampleType::F32 || variant_.tolerance.isExact()) return;
    if (double(mismatched_) > share * double(samples_))
        fail(filter_.id + " variant=" + variant_.id + ", " + format_.name() + ": " + std::to_string(mismatched_) +
             " of " + std::to_string(samples_) + " samples differ, which is more than the tolerance's share");
}
} // namespace

std::vector<WalkResult> walkVariant(WalkEngines& engines, const Filter& filter, const Variant& variant,
                                    const WalkOptions& options) {
    std::vector<WalkResult> results;
    if (filter.accepts.empty()) {
        results.emplace_back();
        results.back().failures.push_back(filter.id + " accepts no format, so that nothing was compared");
        results.back().ended = true;
    }
    for (Format format : walkedFormats(filter, variant, options.brief))
        if (format == options.format.value_or(format) && (results.empty() || !results.back().ended))
            results.push_back(FormatWalk(engines, filter, variant, format, options).run());
    return results;
}

int minRuns(const Variant& variant, const WalkOptions& options) {
    if (options.defaultsOnly) return 3; // some filters take no image of one row or one pixel
    if (&variant == &hostVariant()) return 5;
    // A brief walk's two formats share half of the sets; up to eight formats of another hasty one share them twice.
    return options.hasty ? options.brief ? 8 : 4 : 24;
}

} // namespace lightbench
