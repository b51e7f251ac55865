#include "ui/truth/truth.h"

#include <utility>

#include "core/run/stage_explanation.h"
#include "ui/state/session/results.h"

namespace lightbench {

namespace {

/// A chain has the tolerance of its last stage that makes an image.
Tolerance toleranceOf(const Report& report) {
    Tolerance tolerance;
    for (const StageReport& stage : report.stages)
        if (stage.analysis.empty()) tolerance = stage.tolerance;
    return tolerance;
}

} // namespace

std::shared_ptr<const TruthResult> Truth::Question::found() const {
    auto found = std::make_shared<TruthResult>();
    found->explanation = explainMismatches(*actual, *expected, tolerance, tilings);
    found->tilings = tilings;
    found->format = actual->format();
    found->comparesSettings = comparesSettings;
    if (grownIn) found->grown = grownDifference(*grownIn);
    if (actual->shape() != expected->shape()) return found;
    const Explanation& explanation = found->explanation;
    found->metrics = metricsOf(*actual, *expected, explanation.difference);
    found->histogram = differenceHistogram(*actual, *expected, explanation.difference.largestFinite());
    found->mismatches = firstMismatches(*actual, *expected, explanation.counted, maxListed);
    return found;
}

Truth::Truth(const Results& results, QObject* parent) : QObject(parent), results_(results) {
    connect(&results, &Results::reportChanged, this, &Truth::follow);
    connect(&results, &Results::sourceChanged, this, &Truth::follow);
    connect(&results, &Results::changed, this, &Truth::follow); // the reason for a missing verdict may have changed
    connect(&results, &Results::pinnedChanged, this, &Truth::follow);
    connect(&task_, &LatestTask::failed, this, [this](const QString& problem) {
        problem_ = problem;
        emit changed();
    });
    follow();
}

Truth::Question Truth::asked(QString& problem) const {
    const ReportPtr& report = results_.report();
    const StageReport* stage = results_.shownStage();
    if (results_.isComparing())
        return {results_.shownPicture(), results_.pinnedPicture(), exactly(),
                stage ? tilingsOf(*stage) : std::vector<Tiling>(), true};
    if (!report)
        problem = tr(
            "After a run, this shows where the result differs from its reference, by how much, and in which pattern.");
    else if (const QString unchecked = results_.uncheckedText(); !unchecked.isEmpty())
        problem = unchecked;
    else if (stage && !stage->analysis.empty())
        problem = tr("This stage counts and makes no picture: the panel Difference compares its counts.");
    if (!problem.isEmpty()) return {};
    if (stage) return {stage->outputImage, stage->referenceImage, stage->tolerance, tilingsOf(*stage)};
    return {report->output, report->endToEndReference,           toleranceOf(*report), {},
            false,          hasGrown(*report) ? report : nullptr};
}

void Truth::follow() {
    QString problem;
    Question now = asked(problem);
    if (now.isSame(question_) && problem == problem_) return;
    const bool isOther = !now.isSame(question_);
    question_ = std::move(now);
    problem_ = problem;
    if (isOther) take(nullptr);
    if (isOther && isWatched_) look();
    emit changed();
}

void Truth::setWatched(bool watched) {
    if (std::exchange(isWatched_, watched) == watched) return;
    if (watched && !found_) look();
}

void Truth::look() {
    task_.cancel();
    if (!isComparable()) return;
    task_.compute([question = question_] { return question.found(); },
                  [this, question = question_](const std::shared_ptr<const TruthResult>& found) {
                      if (question.isSame(question_)) take(found);
                  });
    emit changed();
}

void Truth::take(std::shared_ptr<const TruthResult> found) {
    found_ = std::move(found);
    position_ = -1;
    emit changed();
    emit positionChanged();
    if (found_ && stepWhenFound_ != 0) step(std::exchange(stepWhenFound_, 0));
}

void Truth::step(int by) {
    if (!found_) {
        stepWhenFound_ = by;
        if (!isBusy()) look();
        return;
    }
    const int count = int(found_->mismatches.size());
    if (count == 0) return;
    const int from = position_ < 0 ? (by > 0 ? -1 : 0) : position_;
    choose(((from + by) % count + count) % count);
}

void Truth::choose(int row) {
    if (!found_ || row < 0 || row >= int(found_->mismatches.size())) return;
    position_ = row;
    emit positionChanged();
    const Point pixel = found_->mismatches[std::size_t(row)].pixel;
    emit walkedTo({pixel.x, pixel.y});
}

void Truth::chooseLargest() {
    if (!found_ || !found_->explanation.largestAt) return;
    const Point pixel = *found_->explanation.largestAt;
    const auto& list = found_->mismatches;
    const auto row = std::ranges::find(list, pixel, &Mismatch::pixel);
    position_ = row == list.end() ? -1 : int(row - list.begin());
    emit positionChanged();
    emit walkedTo({pixel.x, pixel.y});
}

void Truth::showCause() {
    if (!found_ || !found_->grown || !found_->grown->cause) return;
    const Point pixel = *found_->grown->cause;
    emit causeWanted(found_->grown->stage, {pixel.x, pixel.y});
}

} // namespace lightbench
