// Moves between the pinned report and the session.
#include "ui/state/comparison.h"

#include <QCoreApplication>

#include "ui/state/results.h"

namespace lightbench {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("Comparison", text); }
} // namespace

bool canPin(const Results& results) { return results.isCurrent() && results.report()->output; }

void swapSettings(Session& session, Results& results) {
    const ReportPtr a = results.pinned();
    if (!a || !canPin(results)) return;
    results.pin();
    session.replace(a->stack, tr("Swap A and B"));
    results.setReport(a); // what a run would find again
}

void copyPinnedSetting(Session& session, const Results& results) {
    if (results.pinned()) session.replace(results.pinned()->stack, tr("Copy A to B"));
}

} // namespace lightbench
