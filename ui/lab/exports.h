// Writing results: the picture and the report of the stack as it stands, or, where the user says so, those shown.
#pragma once

#include <QObject>

#include <functional>
#include <optional>

#include "core/plot/plot.h"
#include "ui/state/lab_context.h"
#include "ui/state/results.h"

class QWidget;

namespace lightbench {

struct PlotDrawing;
struct RooflineSheet;

class Exports : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of its dialogs.
    Exports(const LabContext& lab, QWidget* window);

    /// Which result is to be written: that of the stack as it stands, which is run first if need be, or the one that is
    /// shown, whatever it is of.
    enum class Wanted { Current, Shown };
    void writeImage(const QString& path, Wanted wanted = Wanted::Current);
    void writeReport(const QString& path, Wanted wanted = Wanted::Current);
    /// The timeline, for Perfetto.
    void writeTrace(const QString& path, Wanted wanted = Wanted::Current);
    /// Ask where to.
    void chooseImage();
    void chooseReport();
    void chooseTrace();
    /// Rows of an experiment, as they are.
    void chooseRows(const QByteArray& csv);
    void chooseRoofline(const RooflineSheet& sheet);
    void writeRoofline(const RooflineSheet& sheet, const QString& path);
    /// The order of pixels that was recorded: numbers in .npy, colours in any other format.
    void chooseOrder(const RecordingPtr& recording);
    /// A plot of an experiment, for paper.
    void choosePlot(const Plot& plot);
    void writePlot(const Plot& plot, const QString& path);

private:
    struct Wish {
        ImagePtr image; ///< whose result is asked for
        QString path;
        std::function<void(const ReportPtr&)> write;
    };
    void writePaper(const PlotDrawing& paper, const QString& path);
    QString proposedName(const QString& ending) const;
    std::optional<Wanted> askWhichResult();
    void writeWhenReady(const Wish& wish, Wanted wanted);
    bool isReady(const Wish& wish) const;
    void writePending();

    LabContext lab_;
    QWidget* window_;
    QList<Wish> pending_; ///< that wait for a run
};

} // namespace lightbench
