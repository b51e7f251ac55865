// Two points whose catalogs have another definition of the same filter.
#include "ui/state/experiment/version_race.h"

#include "core/base/error.h"
#include "core/base/quantity.h"
#include "core/run/stack_text.h"
#include "ui/state/session/session.h"

namespace lightbench {

namespace {

constexpr double secondsOfEach = 5; ///< a slow kernel needs them for the rounds that decide

QString durationOf(const PointRow& row) {
    return row.hasTime() ? QString::fromStdString(durationText(row.spanUs.median / 1000))
                         : QString::fromStdString(explanationText(row));
}

} // namespace

void VersionRace::start(const Session& session, int row, const FilterDefinition& earlier, const QString& name) {
    problem_.clear();
    name_ = name;
    try {
        const Stack& stack = session.stack();
        const Stage& stage = stack[std::size_t(row)];
        const std::optional<ImageShape> input = session.inputOf(row);
        if (!input || !session.device()) throw Error(ErrorKind::Usage, "open an image first");
        const FilterCatalog before = session.filterStore().withTexts(definitionIdOf(stage), earlier);
        ExperimentRequest request;
        request.image = session.image();
        request.imageName = session.imageName();
        request.before = Stack(stack.begin(), stack.begin() + row);
        request.stage = stage;
        request.filters = session.filters();
        request.device = session.device()->index;
        request.seconds = secondsOfEach;
        const ExperimentPoint base = sweepOf(request, *input).base;
        request.points = {base, base};
        request.points.back().filters = before;
        request.points.back().stack = {stageIn(before, stage)};
        request.points.front().copy = "1"; // else points of equal settings would be one candidate
        request.points.back().copy = "2";
        ExperimentRunner::start(request);
    } catch (const Error& error) {
        problem_ = QString::fromUtf8(error.what());
        emit stateChanged();
    }
}

QString VersionRace::text() const {
    using enum State;
    if (!problem_.isEmpty()) return tr("no race: %1").arg(problem_);
    switch (state()) {
    case Running: return tr("racing against %1: %2").arg(name_, progress().activity);
    case Failed: return tr("no race: %1").arg(error());
    case Done: return outcome();
    default: return {};
    }
}

QString VersionRace::outcome() const {
    const PointRow &now = progress().rows.front(), &before = progress().rows.back();
    const QString times = tr("%1 now, %2 before (%3)").arg(durationOf(now), durationOf(before), name_);
    if (!now.hasTime() || !before.hasTime()) return times;
    const bool isRaced = now.status != PointStatus::NotRaced && before.status != PointStatus::NotRaced;
    if (!isRaced) return tr("%1; not raced, because the versions have other parameters").arg(times);
    const PointRow& slower = now.status == PointStatus::Slower ? now : before;
    if (isUndecided(now) || isUndecided(before)) return tr("%1: too few rounds to tell which is faster").arg(times);
    if (slower.status != PointStatus::Slower) return tr("%1: no difference beyond the noise").arg(times);
    const QString ratio = QString::number(slower.ratio, 'f', 2);
    return &slower == &now ? tr("%1: %2 times slower").arg(times, ratio) : tr("%1: %2 times faster").arg(times, ratio);
}

} // namespace lightbench
