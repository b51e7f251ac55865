// The second race, of two.
#include "ui/state/taken_check.h"

#include <cmath>
#include <utility>

#include "core/base/quantity.h"
#include "core/experiment/against.h"

namespace lightbench {

namespace {
/// Within the race's own spread it is what was promised. Beyond that one race differs from another by what samples from
/// inside cannot tell: the margin for that noise is the one of comparisons with a journal.
QString comparedText(const PointRow& promised, const PointRow& taken) {
    if (isWithinSpread(taken.spanUs, promised.spanUs)) return QObject::tr("as promised");
    const double share = taken.spanUs.median / promised.spanUs.median - 1;
    const QString difference = QObject::tr("%1 % %2 than promised")
                                   .arg(100 * std::abs(share), 0, 'f', 1)
                                   .arg(share > 0 ? QObject::tr("more") : QObject::tr("less"));
    const PointChange change = changeBetween(promised, taken, {});
    if (change.kind != PointChange::Same) return difference;
    return QObject::tr("%1, the same within %2 %").arg(difference).arg(100 * change.margin);
}

QString timeText(const PointRow& row) { return QString::fromStdString(durationText(row.spanUs.median / 1000)); }
} // namespace

TakenCheck::TakenCheck(EngineThread& thread, QObject* parent) : QObject(parent), runner_(thread) {
    connect(&runner_, &ExperimentRunner::stateChanged, this, &TakenCheck::changed);
}

void TakenCheck::start(ExperimentOrder order, const ExperimentPoint& taken, const Stage& before,
                       const PointRow& promised) {
    order.axes.clear();
    order.points = {taken, taken};
    order.points.back().stack = {before};
    for (ExperimentPoint& point : order.points)
        point.axes.clear(), point.values.clear();
    order.journal.clear(); // the experiment's own rows stay what they are
    promised_ = promised;
    runner_.start(order);
}

void TakenCheck::forget() {
    if (runner_.isRunning()) runner_.stop();
    promised_.reset();
    emit changed();
}

QString TakenCheck::text() const {
    using enum ExperimentRunner::State;
    if (!promised_) return {};
    switch (runner_.state()) {
    case Running: return tr("taken: measuring it again…");
    case Failed: return tr("taken: it could not be measured again: %1").arg(runner_.error());
    case Done: return foundText();
    default: return {};
    }
}

QString TakenCheck::foundText() const {
    const PointRow &taken = runner_.progress().rows.front(), &before = runner_.progress().rows.back();
    if (!taken.hasTime())
        return tr("taken: it could not be measured again: %1").arg(QString::fromStdString(reasonOf(taken)));
    const bool isSame = taken.variant == before.variant && taken.workgroup == before.workgroup;
    return tr("taken: %1 measured again, %2 (%3)")
               .arg(timeText(taken), comparedText(*promised_, taken), timeText(*promised_)) +
           (isSame || !before.hasTime() ? QString() : tr("; before %1").arg(timeText(before)));
}

} // namespace lightbench
