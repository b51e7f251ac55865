// The histogram of a difference: how many values lie how far from their reference, one curve per channel. The Truth
// panel shows it and reads single bins from it.
#pragma once

#include <QWidget>

#include "core/compare/mismatch_list.h"
#include "core/image/image.h"

class QLabel;

namespace lightbench {

class HistogramPlot;

/// A difference with its sign: "+5", "−0.25", "0".
QString signedSample(double value, const Format& format);

class DifferencePlot : public QWidget {
    Q_OBJECT

public:
    explicit DifferencePlot(QWidget* parent = nullptr);
    /// Shows the differences of a result in `format`. `what` is the axis label, which names the two images.
    void show(const DifferenceHistogram& histogram, const Format& format, const QString& what);
    void clear();
    using QWidget::show;
    /// The text below the plot for one bin, -half..half.
    QString readout(int bin) const;
    HistogramPlot* plot() const { return plot_; }

private:
    void refresh();
    void addCurve(std::size_t channel);
    void fitAxes();
    void showReadout(int bin);
    void leave();

    HistogramPlot* plot_;
    QLabel* readout_;
    DifferenceHistogram histogram_;
    Format format_;
    QString what_;
    int bin_ = 0; ///< the last bin that was read
};

} // namespace lightbench
