// The histogram of a difference: how many samples are how far from their reference, a curve a channel.
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
    /// Of a result in that format; `what` is subtracted from what, as the axis says it.
    void show(const DifferenceHistogram& histogram, const Format& format, const QString& what);
    void clear();
    using QWidget::show;
    /// What is written below the plot for one bin, -half..half.
    QString readout(int bin) const;
    QCustomPlot* plot() const { return plot_; }

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyColours();
    void refresh();
    void addCurve(std::size_t channel);
    void fitAxes(double most, int farthest);
    void say(int bin);
    void leave();

    QCustomPlot* plot_;
    QLabel* readout_;
    DifferenceHistogram histogram_;
    Format format_;
    QString what_;
    int bin_ = 0; ///< read last
};

} // namespace lightbench
