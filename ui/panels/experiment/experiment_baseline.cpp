// Compares in the same way as the command line's --against.
#include "ui/panels/experiment/experiment_baseline.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "core/experiment/journal.h"
#include "core/race/race.h"
#include "ui/files/file_name.h"

namespace lightbench {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("ExperimentBaseline", text); }
} // namespace

void ExperimentBaseline::open(const QString& path) {
    journal_ = Journal{QFileInfo(path).fileName(), readJournal(nameBytes(path))};
}

void ExperimentBaseline::close() { *this = {}; }

void ExperimentBaseline::compare(const std::vector<PointRow>& rows) {
    if (!journal_) return;
    const RaceSettings race;
    changes_ = changesSince(journal_->rows, rows, {.margin = race.margin, .error = race.error});
    otherRows_ = QString::fromStdString(otherRowsText(journal_->rows, rows));
}

QString ExperimentBaseline::words() const {
    if (!journal_) return {};
    if (!otherRows_.isEmpty()) return tr(" · %1 has none of these points: it is of %2").arg(journal_->name, otherRows_);
    const QString different = QString::fromStdString(differencesText(changes_));
    return tr(" · since %1: %2").arg(journal_->name, QString::fromStdString(changesSummary(changes_))) +
           (different.isEmpty() ? QString() : tr("; different since: %1").arg(different));
}

} // namespace lightbench
