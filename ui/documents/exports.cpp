#include "ui/documents/exports.h"

#include <QFileInfo>
#include <QMessageBox>

#include <algorithm>
#include <utility>

#include "core/codecs/codecs.h"
#include "core/plot/plot_layout.h"
#include "core/plot/roofline_drawing.h"
#include "core/run/recording.h"
#include "core/run/report_json.h"
#include "core/run/trace.h"
#include "ui/documents/save_dialog.h"
#include "ui/files/file_name.h"
#include "ui/files/plot_file.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/files/file_tasks.h"
#include "ui/state/session/messages.h"

namespace lightbench {

namespace {
QString imageFilter() { return Exports::tr("Images (%1)").arg(filePatterns(writableSuffixes())); }
} // namespace

Exports::Exports(const LabContext& lab, QWidget* window) : QObject(window), lab_(lab), window_(window) {
    connect(&lab.results, &Results::changed, this, &Exports::writePending);
}

/// Proposes the name of the opened image with another ending, in its folder.
QString Exports::ask(const QString& title, const QString& ending, const QString& filter) {
    const QString& image = lab_.session.imageName();
    const QString path = startFolder(image) + QChar('/') + QFileInfo(image).completeBaseName() + ending;
    return askWhereToSave(window_, lab_.session, {title, path, filter, ending.mid(ending.lastIndexOf('.'))});
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

void Exports::exportResult(const QString& title, const QString& ending, const QString& filter, const Write& write) {
    const auto wanted = askWhichResult();
    if (!wanted) return;
    if (const QString path = ask(title, ending, filter); !path.isEmpty()) (this->*write)(path, *wanted);
}

void Exports::exportImage() {
    exportResult(tr("Export the result"), tr("-result.png"), imageFilter(), &Exports::writeImage);
}

void Exports::exportReport() {
    exportResult(tr("Export the report"), tr("-report.json"), tr("JSON (*.json)"), &Exports::writeReport);
}

void Exports::exportTrace() {
    exportResult(tr("Export the trace"), tr("-trace.json"), tr("JSON (*.json)"), &Exports::writeTrace);
}

void Exports::exportRows(const QByteArray& csv) {
    const QString path = ask(tr("Export the experiment"), tr("-experiment.csv"), tr("CSV (*.csv)"));
    if (!path.isEmpty()) lab_.files.writeText(path, [csv] { return csv.toStdString(); });
}

void Exports::exportPlot(const Plot& plot) {
    exportDrawing(tr("Export the plot"), tr("-experiment.svg"), exportLayout(plot));
}

void Exports::exportRoofline(const RooflineSheet& sheet) {
    exportDrawing(tr("Export the roofline"), tr("-roofline.svg"), rooflineDrawing(sheet));
}

void Exports::exportDrawing(const QString& title, const QString& ending, const PlotDrawing& drawing) {
    const QString path = ask(title, ending, tr("Plots (%1)").arg(filePatterns(plotSuffixes())));
    if (!path.isEmpty()) writeDrawing(drawing, path);
}

void Exports::writeDrawing(const PlotDrawing& drawing, const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (!std::ranges::count(plotSuffixes(), suffix.toStdString()))
        return lab_.messages.reportError(
            tr("%1 was not written: a plot's name ends in .svg, .pdf or .png.").arg(QFileInfo(path).fileName()));
    lab_.files.writeText(path, [content = plotFile(drawing, suffix)] { return content.toStdString(); });
}

void Exports::exportOrder(const RecordingPtr& recording) {
    const QString path = ask(tr("Export the order of pixels"), tr("-order.png"), imageFilter());
    if (!path.isEmpty()) lab_.files.write(path, [recording, path] { saveRecording(*recording, nameBytes(path)); });
}

void Exports::writeImage(const QString& path, Wanted wanted) {
    writeWhenReady(path, wanted, [this, path](const ReportPtr& report) {
        lab_.files.exportImage(report->output, report->input, path);
    });
}

void Exports::writeReport(const QString& path, Wanted wanted) {
    writeWhenReady(path, wanted, [this, path](const ReportPtr& report) {
        lab_.files.writeText(path, [report, image = nameBytes(lab_.session.imageName())] {
            return reportJson(*report, image, {}).text();
        });
    });
}

void Exports::writeTrace(const QString& path, Wanted wanted) {
    writeWhenReady(path, wanted, [this, path](const ReportPtr& report) {
        lab_.files.writeText(path, [report] {
            Trace trace;
            trace.add(*report, {});
            return trace.json().text();
        });
    });
}

void Exports::writeWhenReady(const QString& path, Wanted wanted, std::function<void(const ReportPtr&)> write) {
    if (!lab_.results.report() || !lab_.results.report()->output)
        return lab_.messages.reportError(tr("There is no result yet: open an image and run the stack."));
    if (wanted == Wanted::Shown) return write(lab_.results.report());
    pending_.append({lab_.session.image(), path, std::move(write)});
    if (!lab_.results.isCurrent() || !lab_.runs.isIdle())
        lab_.messages.note(tr("%1 is written when the run is done").arg(QFileInfo(path).fileName()));
    writePending();
}

/// Writes waiting exports once nothing runs and nothing is checked any more.
void Exports::writePending() {
    if (pending_.isEmpty() || !lab_.runs.isIdle()) return;
    const bool ended = lab_.results.outcome() == Outcome::Failed || lab_.results.outcome() == Outcome::Cancelled;
    if (!lab_.results.isCurrent() && !ended && lab_.session.device()) return lab_.runs.runNow();
    const QList<ExportRequest> requests = std::exchange(pending_, {});
    for (const ExportRequest& request : requests) {
        if (lab_.results.isCurrent() && lab_.session.image() == request.image)
            request.write(lab_.results.report());
        else
            lab_.messages.reportError(
                tr("%1 was not written: its run failed or was cancelled, or another image was opened. Run again, then "
                   "export.")
                    .arg(QFileInfo(request.path).fileName()));
    }
}

} // namespace lightbench
