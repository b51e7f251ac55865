#include "gpu/execution/self_check.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "core/base/parallel.h"
#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/compare/difference.h"
#include "core/experiment/point_images.h"
#include "gpu/execution/isolated_stage.h"
#include "gpu/execution/plan_runner.h"
#include "gpu/execution/session.h"

namespace lightbench {

namespace {
/// What memory may hold before a run, besides poisonWord: 0, 1, small and large numbers, all ones, and NaN. Each is a
/// number of its kind as bytes, as whole numbers and as floats, where such a word can be both.
constexpr std::uint32_t fillings[] = {0, 1, 0x03030303, 0x7E7E7E7E, 0xFFFFFFFF, 0x7FC07FC0};
constexpr std::size_t maxWorkgroups = 4; ///< the stage's own size is one of them
constexpr int moreRepeats = 4;           ///< of runs whose results differ
constexpr int oddSide = 251;             ///< pixels

std::string counted(std::size_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

/// The stage as it was asked for, with its second images, as one variant and workgroup.
Stage stageAs(const PreparedStage& prepared, const ParameterValues& bound, const std::string& variant,
              const std::optional<Workgroup>& workgroup) {
    Stage stage = prepared.requested;
    stage.parameters = bound;
    stage.variant = variant;
    stage.workgroup = workgroup;
    return stage;
}

class SelfCheck {
public:
    SelfCheck(StageReport& report, DeviceSession& session, const PreparedStage& stage, const ParameterValues& bound,
              ImagePtr input, ImagePtr output)
        : report_(report), session_(session), stage_(stage), bound_(bound), input_(std::move(input)),
          output_(std::move(output)), end_(std::chrono::steady_clock::now() + std::chrono::seconds(2)) {}

    void run() {
        try {
            if (repeats() && otherWorkgroups() && otherVariants()) report_.finding = sameText();
        } catch (const OutOfBoundsWrite& error) {
            report_.difference.verdict = Verdict::Mismatch;
            report_.comparedWith = "itself";
            report_.finding = "a kernel " + error.finding();
        }
    }

private:
    Stage stageWith(const std::string& variant, const std::optional<Workgroup>& workgroup) const {
        return stageAs(stage_, bound_, variant, workgroup);
    }
    const std::string& variant() const { return stage_.resolved.variant->id; }
    Workgroup workgroup() const { return stage_.resolved.workgroup; }
    bool isLate() const { return std::chrono::steady_clock::now() > end_; }

    /// The result that was checked, from memory that held something else, twice; then with contents of all kinds.
    bool repeats() {
        IsolatedStage same(session_, stage_.snapshot, stageWith(variant(), workgroup()), input_);
        const IsolatedResult first = same.run(poisonWord), ofRun{output_, report_.analysis};
        const auto isRepeated = [&](const IsolatedResult& one, std::uint32_t poison) {
            return isSame(one, same.run(poison), "a second run", "differs between two runs", "a race?");
        };
        // A race may show only now and then: more repeats tell it from memory that matters.
        const auto staysTheSame = [&](const IsolatedResult& one, std::uint32_t poison) {
            for (int i = 0; i < moreRepeats; ++i)
                if (!isRepeated(one, poison)) return false;
            return true;
        };
        if (!isRepeated(first, poisonWord)) return false;
        runs_ = 3; // with that of the report
        for (const std::uint32_t filling : fillings) {
            if (contents_ > 2 && isLate()) break; // 0 and 1 are tried, however slow the stage is
            const IsolatedResult other = same.run(filling);
            if (differ(first, other) && !(staysTheSame(other, filling) && staysTheSame(first, poisonWord)))
                return false;
            if (!isSameWithMemory(first, other)) return false;
            ++contents_, ++runs_;
        }
        if (differ(ofRun, first) && !staysTheSame(first, poisonWord)) return false;
        return isSameWithMemory(ofRun, first);
    }

    bool isSameWithMemory(const IsolatedResult& one, const IsolatedResult& other) {
        return isSame(one, other, "a run with other memory",
                      "depends on what the output or a scratch buffer held before", "is every sample written?");
    }

    bool otherWorkgroups() {
        const PlanRequest request{stage_.input, bound_, session_.info, workgroup()};
        std::vector<WorkgroupChoice> choices =
            workgroupChoices(*stage_.resolved.filter, *stage_.resolved.variant, request);
        std::erase_if(choices, [&](const WorkgroupChoice& one) { return !one.legal || one.workgroup == workgroup(); });
        // One other size and one other variant are tried even where the time is over.
        const auto isOver = [&] { return workgroups_ >= maxWorkgroups || (workgroups_ > 1 && isLate()); };
        for (std::size_t i = 0; i < choices.size() && !isOver(); ++i) {
            // From sizes all over the list.
            const std::size_t step = std::max<std::size_t>(1, choices.size() / (maxWorkgroups - 1));
            if (i % step != step / 2) continue;
            const Workgroup other = choices[i].workgroup;
            const std::string name = workgroupText(other);
            if (!isSameWith(stageWith(variant(), other), "workgroup " + name,
                            "differs between workgroups " + workgroupText(workgroup()) + " and " + name,
                            "a data race or a wrong border?"))
                return false;
            ++workgroups_;
        }
        return true;
    }

    bool otherVariants() {
        for (const Variant& other : stage_.resolved.filter->variants) {
            if (other.id == variant() || other.needsProgress || (variants_ > 1 && isLate())) continue;
            if (!isSameWith(stageWith(other.id, std::nullopt), "variant " + other.id,
                            "differs between the variants " + variant() + " and " + other.id, "which one is right?"))
                return false;
            ++variants_;
        }
        return true;
    }

    /// What cannot run here is no difference.
    bool isSameWith(const Stage& stage, const std::string& name, const std::string& problem, const std::string& why) {
        std::optional<IsolatedStage> other;
        try {
            other.emplace(session_, stage_.snapshot, stage, input_);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled) throw;
            return true;
        }
        return isSame({output_, report_.analysis}, other->run(poisonWord), name, problem, why);
    }

    bool isImage() const { return report_.analysis.empty(); }
    Difference difference(const IsolatedResult& one, const IsolatedResult& other) const {
        return isImage() ? compareImages(*one.image, *other.image, report_.tolerance)
                         : compareWords(one.words, other.words);
    }
    bool differ(const IsolatedResult& one, const IsolatedResult& other) const {
        return difference(one, other).verdict == Verdict::Mismatch;
    }

    bool isSame(const IsolatedResult& one, const IsolatedResult& other, const std::string& name,
                const std::string& problem, const std::string& why) {
        checkCancelled();
        const Difference found = difference(one, other);
        if (found.verdict != Verdict::Mismatch) return true;
        report_.difference = found;
        report_.comparedWith = name;
        if (isImage()) report_.referenceImage = other.image;
        report_.finding = "the result " + problem + " at " + groupedText(found.allMismatched()) +
                          (found.allMismatched() == 1 ? " sample: " : " samples: ") + why;
        return false;
    }

    std::string sameText() const {
        std::vector<std::string> ways;
        if (workgroups_ > 1) ways.push_back(counted(workgroups_, "workgroup size"));
        if (variants_ > 1) ways.push_back(counted(variants_, "variant"));
        ways.insert(ways.end(), {counted(runs_, "run"), counted(contents_, "filling") + " of its memory"});
        const char* where =
            stage_.resolved.plan.imageObjects.empty() ? "" : " buffers; image objects cannot be watched";
        return "the same with " + joinWords(ways, "and") + "; nothing written outside" + where;
    }

    StageReport& report_;
    DeviceSession& session_;
    const PreparedStage& stage_;
    const ParameterValues& bound_;
    const ImagePtr input_, output_;
    const std::chrono::steady_clock::time_point end_;
    std::size_t workgroups_ = 1, variants_ = 1, runs_ = 1;
    std::size_t contents_ = 1; ///< fillings of memory; poisonWord is the first
};

/// The larger of both in each way.
Tolerance withRounding(Tolerance tolerance) {
    tolerance.maxSteps = std::max(tolerance.maxSteps, 1.0);
    tolerance.maxShare = tolerance.maxShare16 = 1;
    tolerance.resultFactor = std::max(tolerance.resultFactor, 1e-5);
    return tolerance;
}
} // namespace

bool isSameElsewhere(StageReport& report, DeviceSession& other, const RunSnapshot& snapshot, const Stage& stage,
                     const ImagePtr& input) {
    const IsolatedResult result = IsolatedStage(other, snapshot, stage, input).run(poisonWord);
    const Difference difference =
        report.analysis.empty() ? compareImages(*report.outputImage, *result.image, withRounding(report.tolerance))
                                : compareWords(report.analysis, result.words);
    if (difference.verdict != Verdict::Mismatch) return true;
    report.difference = difference;
    report.comparedWith = other.info.name;
    report.referenceImage = result.image;
    report.finding = "the result differs from that on " + other.info.name + " at " +
                     groupedText(difference.allMismatched()) + " samples: which one is right?";
    return false;
}

void checkOddSize(StageReport& report, DeviceSession& session, const PreparedStage& stage, const ParameterValues& bound,
                  const ImagePtr& input, const FilterCatalog& filters) {
    const Size size = oddPart(input->shape().size, oddSide);
    const ImagePtr part = fitted(input, size);
    const Stage whole = stageAs(stage, bound, stage.resolved.variant->id, stage.resolved.workgroup);
    const Stage small = fitted(Stack{whole}, filters, input->shape(), part->shape()).front();
    try {
        IsolatedStage(session, stage.snapshot, small, part).run(poisonWord);
    } catch (const OutOfBoundsWrite& error) {
        if (report.difference.verdict == Verdict::NoReference) report.comparedWith = "itself";
        report.difference.verdict = Verdict::Mismatch;
        report.finding = "on " + std::to_string(size.width) + " x " + std::to_string(size.height) +
                         " pixels a kernel " + error.finding() + ": does it look where the image ends?";
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Usage) throw;
    }
}

void checkIsolated(StageReport& report, DeviceSession& session, const PreparedStage& stage,
                   const ParameterValues& bound, const ImagePtr& input, const ImagePtr& output) {
    SelfCheck(report, session, stage, bound, input, output).run();
}

} // namespace lightbench
