// Runs the cases of the stress test, and prints what was wrong and how to repeat it.
#include "tests/conformance/stress.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <string_view>

#include "app/terminal/environment_kernels.h"
#include "app/worker/worker_engine.h"
#include "app/worker/worker_loop.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/sample_images/bench_image.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/conformance/declared_builtins.h"
#include "tests/conformance/stress_cases.h"

namespace lightbench {

namespace {
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// The kernels of these filters pass most from one work-item to the next.
constexpr std::array<std::string_view, 7> firstFilters{"connected-components", "canny",           "integral",
                                                       "prefix-sum",           "floyd-steinberg", "error-diffusion",
                                                       "distance-transform"};

/// How many samples or words are wrong, and the first of them.
std::string mismatchText(const StageReport& stage, const Report& report, const StageReference& reference) {
    const Difference& difference = stage.difference;
    std::string text = std::to_string(difference.allMismatched()) + " of " + std::to_string(difference.allSamples()) +
                       " differ, by " + numberText(difference.largest()) + " at most";
    if (!difference.firstMismatch) return text;
    const Point at = *difference.firstMismatch;
    text += "; the first at (" + std::to_string(at.x) + ", " + std::to_string(at.y) + ") is ";
    if (!reference.image)
        return text + std::to_string(stage.analysis.at(std::size_t(at.x))) + ", should be " +
               std::to_string(reference.words.at(std::size_t(at.x)));
    return text + pixelSamples(*report.output, at) + ", should be " + pixelSamples(*reference.image, at);
}

/// What every variant of a run shares.
struct StressRun {
    const StressOptions& options;
    Engine& engine;
    const DeviceInfo& device;
    Clock::time_point begin = Clock::now();
    /// Of one filter at a time: its pictures and references by case.
    std::string filter{};
    std::map<std::string, std::pair<ImagePtr, StageReference>> expected{};

    bool isOver() const { return options.limitS && secondsSince(begin) > *options.limitS; }
};

/// One case that went wrong.
struct WrongCase {
    std::string text, format, name;
    int failures = 0;
};

/// One variant with all of its cases.
class VariantStress {
public:
    VariantStress(StressRun& run, const Filter& filter, const Variant& variant)
        : run_(run), filter_(filter), variant_(variant) {}

    void runCases(const std::vector<StressCase>& cases);
    void print(double seconds) const;
    std::size_t failures() const { return failures_; }
    /// Of the cases given, so many were not begun.
    std::size_t left() const { return left_; }

private:
    void runCase(const StressCase& one);
    const std::pair<ImagePtr, StageReference>& expectedOf(const StressCase& one);
    std::vector<std::optional<Workgroup>> workgroupsFor(const StressCase& one) const;
    void judge(const Report& report, const StressCase& one, const std::pair<ImagePtr, StageReference>& expected);
    void fail(const StressCase& one, const std::string& text);

    StressRun& run_;
    const Filter& filter_;
    const Variant& variant_;
    std::size_t runs_ = 0, failures_ = 0, left_ = 0;
    std::vector<WrongCase> wrong_;
    std::string leftOut_;
    bool hasEnded_ = false;
    /// Of the current case: the last result that was right.
    ImagePtr right_;
    std::vector<std::uint32_t> rightWords_;
};

void VariantStress::runCases(const std::vector<StressCase>& cases) {
    leftOut_ = variant_.missing ? variant_.missing(run_.device) : std::string();
    if (!leftOut_.empty()) return;
    if (run_.filter != filter_.id) run_.expected.clear();
    run_.filter = filter_.id;
    for (const StressCase& one : cases)
        if (hasEnded_ || run_.isOver())
            ++left_;
        else
            runCase(one);
}

const std::pair<ImagePtr, StageReference>& VariantStress::expectedOf(const StressCase& one) {
    const std::string name = one.name() + " " + formatText(one.shape.format);
    const auto known = run_.expected.find(name);
    if (known != run_.expected.end()) return known->second;
    auto image = std::make_shared<const Image>(stressImage(one.picture, one.shape));
    StageReference reference = referenceOf(filter_, *image, withPictures(filter_, one.parameters, one.shape, 1, false));
    return run_.expected.emplace(name, std::pair{std::move(image), std::move(reference)}).first->second;
}

/// Auto, and the smallest, a middle and the largest that are legal. In small runs the middle one alone: on PoCL each
/// size is compiled, which takes longer than all runs, and the conformance walk has auto.
std::vector<std::optional<Workgroup>> VariantStress::workgroupsFor(const StressCase& one) const {
    std::vector<Workgroup> legal;
    for (const std::optional<Workgroup>& candidate : workgroupCandidates(variant_))
        if (candidate && judgeWorkgroup(filter_, variant_, {one.shape, one.parameters, run_.device, *candidate}).legal)
            legal.push_back(*candidate);
    if (legal.empty()) return {std::nullopt};
    std::ranges::stable_sort(legal, {}, &Workgroup::items);
    const Workgroup middle = legal[legal.size() / 2];
    if (run_.options.isSmall) return {middle};
    std::vector<std::optional<Workgroup>> chosen{std::nullopt, middle};
    for (const Workgroup workgroup : {legal.front(), legal.back()})
        if (std::ranges::find(chosen, workgroup) == chosen.end()) chosen.emplace_back(workgroup);
    return chosen;
}

void VariantStress::runCase(const StressCase& one) {
    if (!whyNotApplicable(variant_, {one.shape, one.parameters, run_.device, {}}).empty()) return;
    const std::pair<ImagePtr, StageReference>& expected = expectedOf(one);
    RunRequest request;
    request.image = expected.first;
    Stage stage = makeStage(filter_.id);
    stage.variant = variant_.id;
    stage.parameters = withPictures(filter_, one.parameters, one.shape, 1, false);
    request.filters = builtInFilters();
    request.device = run_.options.device;
    request.options.stageImages = request.options.histograms = false;
    std::vector<std::optional<Workgroup>> workgroups = workgroupsFor(one);
    right_ = nullptr;
    for (int i = 0; i < run_.options.runs && !workgroups.empty() && !run_.isOver(); ++i) {
        const auto at = workgroups.begin() + i % std::ptrdiff_t(workgroups.size());
        stage.workgroup = *at;
        request.stack = {stage};
        try {
            const ReportPtr report = run_.engine.run(request);
            ++runs_;
            judge(*report, one, expected);
        } catch (const WorkerEnded& error) {
            hasEnded_ = true;
            return fail(one, error.what());
        } catch (const Error& error) {
            // A kernel as built may take smaller workgroups than the device: then auto runs.
            const bool isRefused = error.field == "workgroup" && stage.workgroup;
            if (!isRefused) fail(one, error.what());
            workgroups.erase(at);
            if (isRefused && workgroups.empty()) workgroups.emplace_back();
        }
    }
}

void VariantStress::judge(const Report& report, const StressCase& one,
                          const std::pair<ImagePtr, StageReference>& expected) {
    StageReport stage = report.stages.at(0);
    if (right_ && *right_ == *report.output && rightWords_ == stage.analysis) return;
    compareWith(stage, filter_, expected.second, *expected.first, *report.output);
    const bool isKept = !filter_.analyse || *report.output == *expected.first;
    const Verdict verdict = stage.difference.verdict;
    if (isKept && (verdict == Verdict::Match || verdict == Verdict::WithinTolerance)) {
        right_ = report.output;
        rightWords_ = stage.analysis;
        return;
    }
    std::string text = "workgroup " + workgroupText(stage.workgroup) + ": ";
    if (isKept)
        text += mismatchText(stage, report, expected.second);
    else
        text += "the image that should pass through changed";
    fail(one, text);
}

void VariantStress::fail(const StressCase& one, const std::string& text) {
    ++failures_;
    const std::string format = formatText(one.shape.format), name = one.name();
    if (wrong_.empty() || wrong_.back().name != name || wrong_.back().format != format)
        wrong_.push_back({text, format, name, 0});
    ++wrong_.back().failures;
}

void VariantStress::print(double seconds) const {
    if (!leftOut_.empty()) {
        std::printf("left out: %s\n", leftOut_.c_str());
        return;
    }
    std::printf("%6zu runs, %zu failures, %.1f s%s\n", runs_, failures_, seconds,
                hasEnded_   ? ", ENDED"
                : left_ > 0 ? ", not all cases in the time"
                            : "");
    if (wrong_.empty()) return;
    const WrongCase& worst = *std::ranges::max_element(wrong_, {}, &WrongCase::failures);
    std::printf("  FAILED in %zu of its cases; worst: %s (%s), %d of %d runs; first %s\n", wrong_.size(),
                worst.name.c_str(), worst.format.c_str(), worst.failures, run_.options.runs, worst.text.c_str());
    std::printf("  repeat: lightbench-conformance --stress%s%s --device %d --filter %s --variant %s --format %s "
                "--runs %d --case \"%s\"\n",
                run_.options.isSmall ? " --small" : "", run_.options.asGpus ? " --as-gpu" : "", run_.options.device,
                filter_.id.c_str(), variant_.id.c_str(), worst.format.c_str(), run_.options.runs, worst.name.c_str());
}

/// The cases that the options select. Throws Error(Usage) for a case that the filter does not have.
std::vector<StressCase> casesFor(const StressOptions& options, const Filter& filter) {
    std::vector<StressCase> cases = stressCases(filter, options.format, options.isSmall);
    if (!options.onlyCase.empty())
        std::erase_if(cases, [&](const StressCase& one) { return one.name() != options.onlyCase; });
    return cases;
}

std::vector<std::pair<const Filter*, const Variant*>> selected(const StressOptions& options) {
    std::vector<std::pair<const Filter*, const Variant*>> all = stressedVariants();
    std::erase_if(all, [&](const auto& one) {
        return (!options.filter.empty() && one.first->id != options.filter) ||
               (!options.variant.empty() && one.second->id != options.variant) || casesFor(options, *one.first).empty();
    });
    if (!all.empty()) return all;
    if (!options.onlyCase.empty())
        throw Error(ErrorKind::Usage, "there is no case \"" + options.onlyCase +
                                          "\"; a case is a picture and a size, such as \"columns 1024x1024\", and the "
                                          "pictures are " +
                                          joinWords(stressPictures(), "and"));
    throw Error(ErrorKind::Usage, "nothing to repeat: no work-items of " + options.filter +
                                      (options.variant.empty() ? "" : " variant=" + options.variant) + " communicate" +
                                      (options.format ? " in this format" : "") +
                                      "; leave out --stress to compare it once");
}

std::unique_ptr<Engine> stressEngine(const StressOptions& options) {
    WorkerSettings settings;
    settings.program = "/proc/self/exe";
    settings.arguments = {"--stress"};
    if (options.asGpus) settings.arguments.emplace_back("--as-gpu");
    settings.kernels = kernelsFromEnvironment();
    settings.timeOutSeconds = 300; // some drivers compile for minutes
    return makeWorkerEngine(settings);
}
} // namespace

std::vector<std::pair<const Filter*, const Variant*>> stressedVariants() {
    std::vector<std::pair<const Filter*, const Variant*>> all;
    for (const Filter& filter : allFilters())
        for (const Variant& variant : filter.variants)
            if (variant.communication != Communication::Barriers) all.emplace_back(&filter, &variant);
    std::ranges::stable_sort(all, {}, [](const auto& one) {
        const auto isFirst = std::ranges::find(firstFilters, one.first->id) - firstFilters.begin();
        return std::pair{isFirst, -int(one.second->communication)};
    });
    return all;
}

std::size_t runStress(const StressOptions& options) {
    const std::unique_ptr<Engine> engine = stressEngine(options);
    const DeviceList& devices = engine->devices();
    for (const std::string& warning : devices.warnings)
        std::fprintf(stderr, "warning: %s\n", warning.c_str());
    if (std::size_t(options.device) >= devices.devices.size())
        throw Error(ErrorKind::Device, "there is no device " + std::to_string(options.device) + " of " +
                                           std::to_string(devices.devices.size()));
    StressRun run{options, *engine, devices.devices[std::size_t(options.device)]};
    std::printf("on %s, %d run%s of each case\n", run.device.name.c_str(), options.runs, options.runs == 1 ? "" : "s");
    std::size_t failures = 0;
    std::vector<std::string> left;
    for (const auto& [filter, variant] : selected(options)) {
        const std::string name = filter->id + " " + variant->id;
        std::printf("%-40s ", name.c_str());
        std::fflush(stdout); // before a run that may not end
        const Clock::time_point begin = Clock::now();
        const std::vector<StressCase> cases = casesFor(options, *filter);
        VariantStress stress(run, *filter, *variant);
        stress.runCases(cases);
        stress.print(secondsSince(begin));
        std::fflush(stdout);
        failures += stress.failures();
        if (stress.left() > 0)
            left.push_back(name + " (" + std::to_string(stress.left()) + " of " + std::to_string(cases.size()) +
                           " cases)");
    }
    std::printf("%zu failures, %.0f s\n", failures, secondsSince(run.begin));
    if (!left.empty()) std::printf("not run: %s\n", joinWords(left, "and").c_str());
    return failures;
}

void serveIfStressWorker(int count, char** words) {
    const int socket = workerSocket(count, words);
    const auto has = [&](std::string_view word) { return std::find(words, words + count, word) != words + count; };
    if (socket < 0 || !has("--stress")) return;
    const bool asGpus = has("--as-gpu");
    serveWorker(socket, [asGpus] { return makeDeclaredEngine({.poison = true, .asGpus = asGpus}); });
}

} // namespace lightbench
