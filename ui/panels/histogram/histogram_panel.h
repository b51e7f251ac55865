// The panel "Histogram": how pixel values are distributed before the stack (outline) and after it (filled area).
// addPanels (ui/lab/panels.h) creates it. It follows Results, and counts missing histograms on a background thread.
#pragma once

#include <QWidget>

#include <array>
#include <memory>

#include "core/image/histogram.h"
#include "core/image/image.h"
#include "ui/display/latest_task.h"

class QCPItemStraightLine;
class QLabel;
class QToolButton;

namespace lightbench {

class HistogramPlot;
class Results;
using HistogramPtr = std::shared_ptr<const Histogram>;

class HistogramPanel : public QWidget {
    Q_OBJECT

public:
    explicit HistogramPanel(QWidget* parent = nullptr);
    /// Follows the picture shown by `results`: that of the chosen stage, or of the whole stack.
    explicit HistogramPanel(const Results& results, QWidget* parent = nullptr);

    /// Sets the histograms; either may be null. `format` is the result's format and sets the value axis: 0..255,
    /// 0..65535, 0..1.
    void setHistograms(HistogramPtr before, HistogramPtr after, Format format);

    /// A picture and its histogram, which is null if it is not known.
    struct Pictured {
        ImagePtr image;
        HistogramPtr known;
    };
    /// Shows the histograms of two pictures. Unknown ones are counted in the background and shown when they are ready.
    void showPair(const Pictured& before, const Pictured& after);

    bool isLogarithmic() const;
    /// "luma", "red", "green", "blue" or "all"; ignored if the histograms have only gray.
    void setChannel(const QString& channel);
    QString channel() const;
    /// The text below the plot for one bin, as shown while hovering.
    QString readout(int bin) const;
    HistogramPlot* plot() const { return plot_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showResultOf(const Results& results);
    void nameSides(bool isComparing);
    void buildToggles();
    void buildChannels();
    void buildPlot();
    void applyColours();
    void refresh();
    void addCurve(const Histogram& histogram, const QString& channel, bool after);
    void refreshAxes();
    void fitAxes();
    void markCutBins(double top);
    QString countsText(const Histogram& histogram, int bin) const;
    QString outsideText() const;
    void showBin(int bin);
    void leavePlot();
    QStringList shownChannels(const Histogram& histogram) const;

    LatestTask counting_;
    std::array<ImagePtr, 2> counted_; ///< the pictures counted now or last
    HistogramPtr before_, after_;
    Format format_;
    QString channel_ = QStringLiteral("luma");
    int bin_ = 128;      ///< the bin read last
    double maximum_ = 1; ///< the largest count shown
    bool cut_ = false;   ///< some bins are higher than the axis
    HistogramPlot* plot_;
    QCPItemStraightLine* marker_;
    QString beforeName_, afterName_; ///< their names in the readout
    QLabel* heading_;
    QWidget* toggles_;
    QLabel* empty_;
    QLabel* readout_;
    QToolButton* beforeButton_;
    QToolButton* afterButton_;
    QToolButton* logButton_;
    QWidget* channelRow_;
    QList<QToolButton*> channelButtons_;
};

} // namespace lightbench
