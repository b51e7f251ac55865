// An export waits for the run that makes its result current, and reports if there is none.
#include "ui/documents/exports.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

#include "core/base/whole_file.h"
#include "core/plot/plot_layout.h"
#include "core/plot/roofline_drawing.h"
#include "core/run/recording.h"
#include "core/run/trace.h"
#include "ui/documents/read_files.h"
#include "ui/files/file_name.h"
#include "ui/files/image_file.h"
#include "ui/files/plot_file.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/files/file_tasks.h"
#include "ui/state/session/messages.h"

namespace lightbench {

Exports::Exports(const LabContext& lab, QWidget* window) : QObject(window), lab_(lab), window_(window) {
    connect(&lab.results, &Results::changed, this, &Exports::writePending);
}

/// A name in the folder of the opened image.
QString Exports::proposedName(const QString& ending) const {
    const QString name = QFileInfo(lab_.session.imageName()).completeBaseName();
    return startFolder(lab_.session.imageName()) + QChar('/') + name + ending;
}

QString Exports::ask(SaveProposal proposal) {
    proposal.readFrom = [this](const QString& path) { return readFrom(lab_.session, path); };
    return askWhereToSave(window_, proposal);
}

/// Asks only if the result is stale and nothing runs. Returns nothing if the user cancels.
std::optional<Exports::Wanted> Exports::askWhichResult() {
    if (!lab_.results.isStale() || !lab_.runs.isIdle()) return Wanted::Current;
    QMessageBox question(QMessageBox::Question, tr("Which result?"),
                         tr("The result shown is of the last run. The settings have changed since."),
                         QMessageBox::Cancel, window_);
    const QAbstractButton* run = question.addButton(tr("Run, then export"), QMessageBox::AcceptRole);
    const QAbstractButton* last = question.addButton(tr("Export the last result"), QMessageBox::ActionRole);
    question.exec();
    if (question.clickedButton() == run) return Wanted::Current;
    return question.clickedButton() == last ? std::optional(Wanted::Shown) : std::nullopt;
}

void Exports::exportImage() {
    const auto wanted = askWhichResult();
    if (!wanted) return;
    const QString path = ask({tr("Export the result"), proposedName(tr("-result.png")),
                              tr("Images (%1)").arg(filePatterns(writtenSuffixes())), ".png"});
    if (!path.isEmpty()) writeImage(path, *wanted);
}

void Exports::exportReport() {
    const auto wanted = askWhichResult();
    if (!wanted) return;
    const QString path = ask({tr("Export the report"), proposedName(tr("-report.json")), tr("JSON (*.json)"), ".json"});
    if (!path.isEmpty()) writeReport(path, *wanted);
}

void Exports::exportTrace() {
    const auto wanted = askWhichResult();
    if (!wanted) return;
    const QString path = ask({tr("Export the trace"), proposedName(tr("-trace.json")), tr("JSON (*.json)"), ".json"});
    if (!path.isEmpty()) writeTrace(path, *wanted);
}

void Exports::exportRows(const QByteArray& csv) {
    const QString path =
        ask({tr("Export the experiment"), proposedName(tr("-experiment.csv")), tr("CSV (*.csv)"), ".csv"});
    if (!path.isEmpty()) lab_.files.write(path, [csv, path] { writeWhole(nameBytes(path), csv.toStdString()); });
}

void Exports::exportPlot(const Plot& plot) {
    const QString path = ask({tr("Export the plot"), proposedName(tr("-experiment.svg")),
                              tr("Plots (%1)").arg(filePatterns(plotSuffixes())), ".svg"});
    if (!path.isEmpty()) writePlot(plot, path);
}

void Exports::exportRoofline(const RooflineSheet& sheet) {
    const QString path = ask({tr("Export the roofline"), proposedName(tr("-roofline.svg")),
                              tr("Plots (%1)").arg(filePatterns(plotSuffixes())), ".svg"});
    if (!path.isEmpty()) writeRoofline(sheet, path);
}

void Exports::writeRoofline(const RooflineSheet& sheet, const QString& path) {
    writePaper(rooflineDrawing(sheet), path);
}

void Exports::writePlot(const Plot& plot, const QString& path) { writePaper(exportLayout(plot), path); }

void Exports::writePaper(const PlotDrawing& paper, const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (!plotSuffixes().contains(suffix))
        return lab_.messages.fail(
            tr("%1 was not written: a plot's name ends in .svg, .pdf or .png.").arg(QFileInfo(path).fileName()));
    const QByteArray content = plotFile(paper, suffix);
    lab_.files.write(path, [content, path] { writeWhole(nameBytes(path), content.toStdString()); });
}

void Exports::exportOrder(const RecordingPtr& recording) {
    const QString path = ask({tr("Export the order of pixels"), proposedName(tr("-order.png")),
                              tr("Images (%1)").arg(filePatterns(writtenSuffixes())), ".png"});
    if (!path.isEmpty()) lab_.files.write(path, [recording, path] { saveRecording(*recording, nameBytes(path)); });
}

void Exports::writeImage(const QString& path, Wanted wanted) {
    writeWhenReady(
        {lab_.session.image(), path,
         [this, path](const ReportPtr& report) { lab_.files.exportImage(report->output, report->input, path); }},
        wanted);
}

void Exports::writeReport(const QString& path, Wanted wanted) {
    writeWhenReady(
        {lab_.session.image(), path,
         [this, path](const ReportPtr& report) { lab_.files.exportReport(report, lab_.session.imageName(), path); }},
        wanted);
}

void Exports::writeTrace(const QString& path, Wanted wanted) {
    const auto write = [this, path](const ReportPtr& report) {
        lab_.files.write(path, [report, path] {
            Trace trace;
            trace.add(*report, {});
            writeWhole(nameBytes(path), trace.json().text());
        });
    };
    writeWhenReady({lab_.session.image(), path, write}, wanted);
}

void Exports::writeWhenReady(const ExportRequest& request, Wanted wanted) {
    if (!lab_.results.report() || !lab_.results.report()->output)
        return lab_.messages.fail(tr("There is no result yet: open an image and run the stack."));
    if (wanted == Wanted::Shown) return request.write(lab_.results.report());
    pending_.append(request);
    if (!lab_.results.isCurrent() || !lab_.runs.isIdle())
        lab_.messages.note(tr("%1 is written when the run is done").arg(QFileInfo(request.path).fileName()));
    writePending();
}

bool Exports::isReady(const ExportRequest& request) const {
    return lab_.results.isCurrent() && lab_.session.image() == request.image;
}

/// Writes waiting exports once nothing runs and nothing is checked any more.
void Exports::writePending() {
    if (pending_.isEmpty() || !lab_.runs.isIdle()) return;
    const bool ended = lab_.results.outcome() == Outcome::Failed || lab_.results.outcome() == Outcome::Cancelled;
    if (!lab_.results.isCurrent() && !ended && lab_.session.device()) return lab_.runs.runNow();
    const QList<ExportRequest> requests = std::exchange(pending_, {});
    for (const ExportRequest& request : requests) {
        if (isReady(request))
            request.write(lab_.results.report());
        else
            lab_.messages.fail(
                tr("%1 was not written: its run failed or was cancelled, or another image was opened. Run again, then "
                   "export.")
                    .arg(QFileInfo(request.path).fileName()));
    }
}

} // namespace lightbench
