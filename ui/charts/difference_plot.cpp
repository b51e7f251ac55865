// Draws curves over a logarithmic axis of counts, so that the few differing samples are visible beside the many equal
// ones.
#include "ui/charts/difference_plot.h"

#include <QLabel>

#include <algorithm>
#include <cmath>

#include "ui/charts/histogram_plot.h"
#include "ui/controls/layouts.h"
#include "ui/theme/theme.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {

constexpr int half = DifferenceCounts::half;

/// The farthest bin from 0 that has a count.
int farthestBin(const DifferenceHistogram& histogram) {
    int farthest = 0;
    for (const DifferenceCounts& counts : histogram.channels)
        for (int i = 0; i < 2 * half + 1; ++i)
            if (counts.bins[std::size_t(i)] > 0) farthest = std::max(farthest, std::abs(i - half));
    return farthest;
}

std::uint64_t maxCountIn(const DifferenceHistogram& histogram) {
    std::uint64_t maximum = 1;
    for (const DifferenceCounts& counts : histogram.channels)
        maximum = std::max(maximum, *std::ranges::max_element(counts.bins));
    return maximum;
}

/// Ticks; whole steps for integers.
QSharedPointer<QCPAxisTicker> stepTicker(const Format& format) {
    if (!format.isInteger()) return QSharedPointer<QCPAxisTicker>::create();
    auto whole = QSharedPointer<QCPAxisTickerFixed>::create();
    whole->setTickStep(1);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    return whole;
}

} // namespace

QString signedSample(double value, const Format& format) {
    if (value == 0) return QStringLiteral("0");
    if (!std::isfinite(value)) return sampleText(value, format);
    return (value > 0 ? QStringLiteral("+") : QStringLiteral("−")) + sampleText(std::abs(value), format);
}

DifferencePlot::DifferencePlot(QWidget* parent)
    : QWidget(parent), plot_(new HistogramPlot(tr("Histogram of the difference"), 60)), readout_(new QLabel) {
    setAccessibleName(tr("Histogram of the difference"));
    auto* column = layOut<QVBoxLayout>(this, 4);
    column->addWidget(plot_, 1);
    column->addWidget(readout_);
    readout_->setProperty("role", "dim");
    readout_->setFont(interfaceFont(0.9));
    plot_->setToolTip(tr("How many samples differ by how much; the arrow keys go from bin to bin"));
    plot_->yAxis->setScaleType(QCPAxis::stLogarithmic);
    plot_->axisRect()->setMinimumMargins({4, 8, 12, 4});
    connect(plot_, &HistogramPlot::pointed, this, [this](QPoint position) {
        showReadout(int(std::lround(plot_->xAxis->pixelToCoord(position.x()) / histogram_.binWidth)));
    });
    connect(plot_, &HistogramPlot::stepped, this, [this](int steps) {
        if (steps != 0) showReadout(bin_ + steps);
    });
    connect(plot_, &HistogramPlot::left, this, &DifferencePlot::leave);
    connect(plot_, &HistogramPlot::resized, this, &DifferencePlot::fitAxes);
    connect(plot_, &HistogramPlot::coloursChanged, this, &DifferencePlot::refresh);
}

void DifferencePlot::show(const DifferenceHistogram& histogram, const Format& format, const QString& what) {
    what_ = what;
    histogram_ = histogram;
    // Alpha is shown only if it differs, since most images have constant alpha.
    if (histogram_.channels.size() == 4 && farthestBin({1, {histogram_.channels[3]}}) == 0)
        histogram_.channels.pop_back();
    format_ = format;
    refresh();
}

void DifferencePlot::clear() {
    histogram_ = {};
    refresh();
}

void DifferencePlot::refresh() {
    plot_->clearGraphs();
    for (std::size_t c = 0; c < histogram_.channels.size(); ++c)
        addCurve(c);
    fitAxes();
    leave();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

/// Outlines, so that no channel hides another.
void DifferencePlot::addCurve(std::size_t channel) {
    QVector<double> x, y;
    const auto& bins = histogram_.channels[channel].bins;
    for (int i = 0; i < 2 * half + 1; ++i) {
        x << (i - half) * histogram_.binWidth;
        y << std::max(double(bins[std::size_t(i)]), minCount / 10);
    }
    const std::size_t channels = histogram_.channels.size();
    const QString name = words(channelName(channel, channels));
    const QColor colour = channelColour(name, channels == 1 ? theme().accent : theme().textDim);
    QColor area = colour;
    area.setAlpha(50);
    plot_->addCurve(x, y, QPen(colour, 1), area);
}

void DifferencePlot::fitAxes() {
    constexpr int minForNames = 110; // below, there is no room for what the axes are called
    const auto maximum = double(maxCountIn(histogram_));
    const double reach = (std::max(1, farthestBin(histogram_)) + 0.6) * histogram_.binWidth;
    plot_->xAxis->setRange(-reach, reach);
    plot_->yAxis->setRange(minCount, maximum * 2);
    plot_->xAxis->setTicker(stepTicker(format_));
    const bool room = plot_->height() >= minForNames;
    const QString named = format_.isInteger() ? tr("%1 (steps)").arg(what_) : what_;
    plot_->xAxis->setLabel(room ? named : QString());
    plot_->yAxis->setLabel(room ? tr("samples") : QString());
    plot_->yAxis->setTicker(countTicker(true, maximum, std::max(2, (plot_->height() - 40) / 20)));
}

QString DifferencePlot::readout(int bin) const {
    const double from = bin * histogram_.binWidth;
    QString text = tr("d %1:").arg(signedSample(from, format_));
    if (histogram_.binWidth != 1 || !format_.isInteger())
        text = bin == 0 ? tr("d 0:") : tr("d about %1:").arg(signedSample(from, format_));
    const std::size_t channels = histogram_.channels.size();
    for (std::size_t c = 0; c < channels; ++c)
        text += QStringLiteral(" %1%2").arg(channels == 1 ? QString() : words(channelName(c, channels)) + QChar(' '),
                                            countText(histogram_.channels[c].bins[std::size_t(bin + half)]));
    return text + tr(" samples");
}

void DifferencePlot::showReadout(int bin) {
    bin_ = std::clamp(bin, -half, half);
    readout_->setText(histogram_.channels.empty() ? QString() : readout(bin_));
}

void DifferencePlot::leave() {
    std::uint64_t lost = 0;
    for (const DifferenceCounts& counts : histogram_.channels)
        lost += counts.notFinite;
    readout_->setText(lost > 0 ? tr("%1 samples without a finite difference are not shown.").arg(countText(lost))
                               : tr("Point at the plot to read a bin."));
    readout_->setVisible(!histogram_.channels.empty());
}

} // namespace lightbench
