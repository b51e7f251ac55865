// Writes results to files: picture, report, trace, plots, rows and recordings. Panels and commands call it. It can run
// the stack first, and writes on a background thread through FileTasks.
#pragma once

#include <QObject>

#include <functional>
#include <optional>

#include "core/plot/plot.h"
#include "ui/state/session/lab_context.h"
#include "ui/state/session/results.h"

class QWidget;

namespace lightbench {

struct PlotDrawing;
struct RooflineSheet;

class Exports : public QObject {
    Q_OBJECT

public:
    Exports(const LabContext& lab, QWidget* window);

    /// Which result to write: that of the current stack, which runs first if needed, or the shown one, even if it is
    /// outdated.
    enum class Wanted { Current, Shown };
    void writeImage(const QString& path, Wanted wanted = Wanted::Current);
    void writeReport(const QString& path, Wanted wanted = Wanted::Current);
    /// Writes the timeline in the format of Perfetto.
    void writeTrace(const QString& path, Wanted wanted = Wanted::Current);
    void exportImage();
    void exportReport();
    void exportTrace();
    /// Writes the rows of an experiment unchanged.
    void exportRows(const QByteArray& csv);
    void exportRoofline(const RooflineSheet& sheet);
    /// Writes a recorded pixel order: numbers to .npy, colours to any other format.
    void exportOrder(const RecordingPtr& recording);
    /// Writes the plot of an experiment in paper colours.
    void exportPlot(const Plot& plot);
    /// The name's suffix decides the format.
    void writeDrawing(const PlotDrawing& drawing, const QString& path);

private:
    struct ExportRequest {
        ImagePtr image; ///< the image whose result is requested
        QString path;
        std::function<void(const ReportPtr&)> write;
    };
    using Write = void (Exports::*)(const QString& path, Wanted wanted);
    /// Asks where to save; `ending`: of the proposed name, with its suffix.
    QString ask(const QString& title, const QString& ending, const QString& filter);
    std::optional<Wanted> askWhichResult();
    void exportResult(const QString& title, const QString& ending, const QString& filter, const Write& write);
    void exportDrawing(const QString& title, const QString& ending, const PlotDrawing& drawing);
    void writeWhenReady(const QString& path, Wanted wanted, std::function<void(const ReportPtr&)> write);
    void writePending();

    LabContext lab_;
    QWidget* window_;
    QList<ExportRequest> pending_; ///< exports that wait for a run
};

} // namespace lightbench
