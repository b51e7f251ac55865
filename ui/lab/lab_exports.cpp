// Writing results: the picture and the report of the stack as it stands, or, where the user says so, those shown.
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "ui/bars/status_line.h"
#include "ui/files/image_file.h"
#include "ui/lab/lab_window.h"
#include "ui/lab/save_dialog.h"

namespace lightbench {

namespace {
QString patterns(const QStringList& suffixes) {
    QStringList list;
    for (const QString& suffix : suffixes)
        list << QStringLiteral("*.") + suffix;
    return list.join(QChar(' '));
}
} // namespace

/// A name beside the image that was opened.
QString LabWindow::proposedName(const QString& ending) const {
    const QString name = QFileInfo(session_.imageName()).completeBaseName();
    return startFolder(session_.imageName()) + QChar('/') + name + ending;
}

/// Asks only where nothing that runs is about to settle it. Nothing: the user wants neither.
std::optional<LabWindow::Wanted> LabWindow::askWhichResult() {
    if (!results_.isStale() || !isIdle()) return Wanted::Current;
    QMessageBox question(QMessageBox::Question, tr("Which result?"),
                         tr("The result shown is of the last run. The settings have changed since."),
                         QMessageBox::Cancel, this);
    const QAbstractButton* run = question.addButton(tr("Run, then export"), QMessageBox::AcceptRole);
    const QAbstractButton* last = question.addButton(tr("Export the last result"), QMessageBox::ActionRole);
    question.exec();
    if (question.clickedButton() == run) return Wanted::Current;
    return question.clickedButton() == last ? std::optional(Wanted::Shown) : std::nullopt;
}

void LabWindow::chooseExport() {
    const auto wanted = askWhichResult();
    if (!wanted) return;
    const QString path = askWhereToSave(this, {tr("Export the result"), proposedName(tr("-result.png")),
                                               tr("Images (%1)").arg(patterns(writableSuffixes())), ".png"});
    if (!path.isEmpty()) exportImageFile(path, *wanted);
}

void LabWindow::chooseReport() {
    const auto wanted = askWhichResult();
    if (!wanted) return;
    const QString path =
        askWhereToSave(this, {tr("Export the report"), proposedName(tr("-report.json")), tr("JSON (*.json)"), ".json"});
    if (!path.isEmpty()) exportReportFile(path, *wanted);
}

void LabWindow::exportImageFile(const QString& path, Wanted wanted) {
    exportWhenReady(
        {session_.image(), path, [this, path](const ReportPtr& report) { files_.exportImage(report->output, path); }},
        wanted);
}

void LabWindow::exportReportFile(const QString& path, Wanted wanted) {
    exportWhenReady(
        {session_.image(), path,
         [this, path](const ReportPtr& report) { files_.exportReport(report, session_.imageName(), path); }},
        wanted);
}

void LabWindow::exportWhenReady(const PendingExport& wish, Wanted wanted) {
    if (!report() || !report()->output) return fail(tr("There is no result yet: open an image and run the stack."));
    if (wanted == Wanted::Shown) return wish.write(report());
    pendingExports_.append(wish);
    if (!results_.isCurrent() || !isIdle())
        status_->showMessage(tr("%1 is written when the run is done").arg(QFileInfo(wish.path).fileName()), 5000);
    writePending();
}

bool LabWindow::isReady(const PendingExport& wish) const {
    return results_.isCurrent() && session_.image() == wish.image;
}

/// Exports wait for the run that makes them true; a report also for its check.
void LabWindow::writePending() {
    if (pendingExports_.isEmpty() || !isIdle()) return;
    const bool ended = results_.outcome() == Outcome::Failed || results_.outcome() == Outcome::Cancelled;
    if (!results_.isCurrent() && !ended && session_.device()) return runLive();
    const QList<PendingExport> wishes = std::exchange(pendingExports_, {});
    for (const PendingExport& wish : wishes) {
        if (isReady(wish))
            wish.write(report());
        else
            fail(tr("%1 was not written: the run that was to make it did not end. Run again, then export.")
                     .arg(QFileInfo(wish.path).fileName()));
    }
}

} // namespace lightbench
