#include "ui/state/experiment/winner_confirmation.h"

#include <cmath>

#include "core/base/quantity.h"
#include "core/race/race_settings.h"

namespace lightbench {

namespace {
/// Two races may differ by causes that no test within one race can measure. Beyond the precision of a race they
/// disagree, whatever the spread of their times.
QString comparedText(const PointRow& promised, const PointRow& taken) {
    const double share = taken.spanUs.median / promised.spanUs.median - 1;
    if (std::abs(share) <= RaceSettings().precision) return QObject::tr("confirmed: %1 now, %2 in the race");
    const QString difference = share > 0 ? QObject::tr("%1 % more") : QObject::tr("%1 % less");
    return QObject::tr(
               "not confirmed: %1 now, %2 in the race (%3). The load, the clocks or what the caches hold differ: "
               "race again on an idle machine")
        .arg(QStringLiteral("%1"), QStringLiteral("%2"), difference.arg(100 * std::abs(share), 0, 'f', 1));
}

QString timeText(const PointRow& row) { return QString::fromStdString(durationText(row.spanUs.median / 1000)); }
} // namespace

void WinnerConfirmation::start(ExperimentRequest request, const ExperimentPoint& taken, const Stage& before,
                               const PointRow& promised) {
    request.axes.clear();
    request.points = {taken, taken};
    request.points.back().stack = {before};
    for (ExperimentPoint& point : request.points)
        point.axes.clear(), point.values.clear();
    request.journal.clear(); // the experiment's own rows stay unchanged
    promised_ = promised;
    ExperimentRunner::start(request);
}

void WinnerConfirmation::forget() {
    if (isRunning()) stop();
    promised_.reset();
    emit stateChanged();
}

bool WinnerConfirmation::isStill(const ImagePtr& image, const Stage& stage) const {
    if (!request() || request()->image != image) return false;
    const Stage& applied = request()->points.front().stack.front();
    return stage.filter == applied.filter && stage.parameters == applied.parameters &&
           stage.variant == applied.variant && stage.workgroup == applied.workgroup;
}

QString WinnerConfirmation::text() const {
    using enum State;
    if (!promised_) return {};
    switch (state()) {
    case Running: return tr("applied; measuring it again…");
    case Failed: return tr("applied, but it could not be measured again: %1").arg(error());
    case Done: return foundText();
    default: return {};
    }
}

std::optional<double> WinnerConfirmation::confirmedMs() const {
    if (!promised_ || state() != State::Done) return std::nullopt;
    const PointRow& taken = progress().rows.front();
    return taken.hasTime() ? std::optional(taken.spanUs.median / 1000) : std::nullopt;
}

QString WinnerConfirmation::foundText() const {
    const PointRow &taken = progress().rows.front(), &before = progress().rows.back();
    if (!taken.hasTime())
        return tr("applied, but it could not be measured again: %1")
            .arg(QString::fromStdString(explanationText(taken)));
    const bool isSame = taken.variant == before.variant && taken.workgroup == before.workgroup;
    return comparedText(*promised_, taken).arg(timeText(taken), timeText(*promised_)) +
           (isSame || !before.hasTime() ? QString() : tr("; %1 with the previous setting").arg(timeText(before)));
}

} // namespace lightbench
