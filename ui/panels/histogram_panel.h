// The histogram panel: what the stack did to the distribution of the samples. Before is an outline, after is filled.
#pragma once

#include <QWidget>

#include <array>
#include <memory>

#include "core/image/histogram.h"
#include "core/image/image.h"
#include "ui/display/latest_task.h"

class QCPItemStraightLine;
class QCustomPlot;
class QLabel;
class QToolButton;

namespace lightbench {

class Results;
using HistogramPtr = std::shared_ptr<const Histogram>;

class HistogramPanel : public QWidget {
    Q_OBJECT

public:
    explicit HistogramPanel(QWidget* parent = nullptr);
    /// Follows the picture that is shown of a report: that of the chosen stage or of the whole.
    explicit HistogramPanel(const Results& results, QWidget* parent = nullptr);
    ~HistogramPanel() override;

    /// Either may be null. `format` is that of the result (it names the value axis: 0..255, 0..65535, 0..1).
    void setHistograms(HistogramPtr before, HistogramPtr after, Format format);

    /// The same for the picture that is shown as the result. `known`: its histogram; null: counted in the background,
    /// and shown as soon as it is there.
    void showResult(const HistogramPtr& before, const ImagePtr& after, const HistogramPtr& known);

    bool isLogarithmic() const;
    void setLogarithmic(bool logarithmic);
    void setShown(bool before, bool after);
    /// "luma", "red", "green", "blue" or "all"; ignored where the histograms have only gray.
    void setChannel(const QString& channel);
    QString channel() const;
    /// The line below the plot for one bin, as hovering shows it.
    QString readout(int bin) const;
    QCustomPlot* plot() const { return plot_; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A picture and its histogram, null where that is not known.
    struct Pictured {
        ImagePtr image;
        HistogramPtr known;
    };
    void showResultOf(const Results& results);
    void showPair(const Pictured& before, const Pictured& after);
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
    void hover(const QPoint& position);
    void showBin(int bin);
    bool moveBin(int key, bool far);
    void leavePlot();
    QStringList shownChannels(const Histogram& histogram) const;
    const Bins* binsOf(const HistogramPtr& histogram, const QString& channel) const;

    LatestTask counting_;
    std::array<ImagePtr, 2> counted_; ///< the pictures that are being counted, or were counted last
    HistogramPtr before_, after_;
    Format format_;
    QString channel_ = QStringLiteral("luma");
    int bin_ = 128;    ///< the bin read last
    double most_ = 1;  ///< the largest count shown
    bool cut_ = false; ///< some bins are higher than the axis
    QCustomPlot* plot_;
    QCPItemStraightLine* marker_ = nullptr;
    QString beforeName_, afterName_; ///< as the readout has them
    QLabel* heading_ = nullptr;
    QWidget* toggles_ = nullptr;
    QLabel* empty_;
    QLabel* readout_;
    QToolButton* beforeButton_;
    QToolButton* afterButton_;
    QToolButton* logButton_;
    QWidget* channelRow_ = nullptr;
    QList<QToolButton*> channelButtons_;
};

} // namespace lightbench
