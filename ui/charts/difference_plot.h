// The histogram of a difference: how many values lie how far from their reference, one curve per channel. The Truth
// panel shows it and reads single bins from it.
#pragma once

#include <QWidget>

#include "core/compare/mismatch_list.h"
#include "core/image/image.h"

class QCustomPlot;
class QLabel;

namespace lightbench {

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
    QCustomPlot* plot() const { return plot_; }

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyColours();
    void refresh();
    void addCurve(std::size_t channel);
    void fitAxes(double maximum, int farthest);
    void showReadout(int bin);
    void leave();

    QCustomPlot* plot_;
    QLabel* readout_;
    DifferenceHistogram histogram_;
    Format format_;
    QString what_;
    int bin_ = 0; ///< the last bin that was read
};

} // namespace lightbench
