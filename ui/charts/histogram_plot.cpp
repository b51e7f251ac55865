#include "ui/charts/histogram_plot.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <functional>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {

QString shortCount(double count) {
    if (count >= 1e9) return QString::number(count / 1e9, 'g', 3) + thinSpace + 'G';
    if (count >= 1e6) return QString::number(count / 1e6, 'g', 3) + thinSpace + 'M';
    if (count >= 1e3) return QString::number(count / 1e3, 'g', 3) + thinSpace + 'k';
    return QString::number(count, 'g', 3);
}

class CountTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return shortCount(tick); }
    int getSubTickCount(double) override { return 0; }
};

class LogCountTicker : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        const double power = std::log10(tick);
        if (std::abs(power - std::round(power)) > 1e-6) return {};
        return power < 2.5 ? QString::number(tick) : QStringLiteral("1e%1").arg(int(std::lround(power)));
    }
};

QString valueText(double value, const Format& format) {
    if (format.type == SampleType::F32) return QString::number(value, 'f', 3);
    return countText(quint64(value));
}

QString tickText(double value, const Format& format) {
    if (!format.isInteger()) return QString::number(value);
    return format.type == SampleType::U32 ? shortCount(value) : valueText(value, format);
}

} // namespace

HistogramPlot::HistogramPlot(const QString& name, int minHeight) {
    setAccessibleName(name);
    setMinimumHeight(minHeight);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLength(0, 3);
        axis->setSubTicks(false);
        axis->setNumberFormat(QStringLiteral("g")); // else QCustomPlot turns "1e5" into a power
        axis->setLabelPadding(2);
    }
    applyColours();
    whenThemeChanges(this, [this] {
        applyColours();
        emit coloursChanged();
    });
}

void HistogramPlot::applyColours() {
    const Theme& colours = theme();
    setBackground(QBrush(colours.field));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(colours.border));
        axis->setTickPen(QPen(colours.border));
        axis->setTickLabelColor(colours.textDim);
        axis->setLabelColor(colours.textDim);
        axis->setTickLabelFont(interfaceFont(0.8));
        axis->setLabelFont(interfaceFont(0.8));
        axis->grid()->setPen(QPen(colours.border, 0));
        axis->grid()->setZeroLinePen(QPen(colours.border, 0));
    }
}

void HistogramPlot::addCurve(const QVector<double>& x, const QVector<double>& y, const QPen& pen, const QBrush& brush) {
    QCPGraph* graph = addGraph();
    graph->setLineStyle(QCPGraph::lsStepCenter);
    graph->setData(x, y, true);
    graph->setPen(pen);
    graph->setBrush(brush);
}

void HistogramPlot::mouseMoveEvent(QMouseEvent* event) {
    QCustomPlot::mouseMoveEvent(event);
    emit pointed(event->pos());
}

void HistogramPlot::leaveEvent(QEvent*) { emit left(); }

void HistogramPlot::focusInEvent(QFocusEvent* event) {
    QCustomPlot::focusInEvent(event);
    emit stepped(0, false);
}

void HistogramPlot::focusOutEvent(QFocusEvent* event) {
    QCustomPlot::focusOutEvent(event);
    emit left();
}

void HistogramPlot::keyPressEvent(QKeyEvent* event) {
    const bool isRight = event->key() == Qt::Key_Right;
    if (!isRight && event->key() != Qt::Key_Left) return QCustomPlot::keyPressEvent(event);
    emit stepped(isRight ? 1 : -1, event->modifiers() & Qt::ShiftModifier);
}

void HistogramPlot::resizeEvent(QResizeEvent* event) {
    emit resized(); // the axes fit the new size before the plot is drawn again
    QCustomPlot::resizeEvent(event);
}

QColor channelColour(const QString& channel, const QColor& other) {
    const int strength = theme().dark ? 190 : 150;
    if (channel == "red") return {strength + 20, 90, 90};
    if (channel == "green") return {80, strength, 95};
    return channel == "blue" ? QColor(90, 125, strength + 40) : other;
}

double binWidth(const Format& format) {
    return format.isInteger() ? (format.fullScale() + 1) / 256 : format.fullScale() / 256;
}

double binStart(int bin, const Format& format) { return bin * binWidth(format); }

QString binText(int bin, const Format& format) {
    const double first = binStart(bin, format), next = binStart(bin + 1, format);
    if (format.type == SampleType::U8) return valueText(first, format);
    return valueText(first, format) + QStringLiteral("–") + valueText(format.isInteger() ? next - 1 : next, format);
}

QSharedPointer<QCPAxisTicker> valueTicker(const Format& format, int width, const QFont& font) {
    const QFontMetrics metrics(font);
    const double full = format.fullScale(), range = format.isInteger() ? full + 1 : full;
    constexpr int gap = 10;
    QSharedPointer<QCPAxisTickerText> ticker;
    for (const int parts : {4, 2, 1}) {
        ticker = QSharedPointer<QCPAxisTickerText>::create();
        int longest = 0;
        for (int i = 0; i <= parts; ++i) {
            const double value = std::min(i * range / parts, full);
            ticker->addTick(value, tickText(value, format));
            longest = std::max(longest, metrics.horizontalAdvance(tickText(value, format)));
        }
        if (parts * (longest + gap) <= width) break;
    }
    return ticker;
}

QSharedPointer<QCPAxisTicker> countTicker(bool logarithmic, double maximum, int lines) {
    lines = std::max(2, lines);
    if (!logarithmic) {
        auto ticker = QSharedPointer<CountTicker>::create();
        ticker->setTickCount(std::min(4, lines - 1));
        return ticker;
    }
    auto ticker = QSharedPointer<LogCountTicker>::create();
    const double powers = std::log10(std::max(10.0, maximum)) + 1;
    ticker->setLogBase(std::pow(10, std::ceil(powers / lines)));
    return ticker;
}

double linearTop(std::vector<double> counts) {
    constexpr std::size_t fewLevels = 16; // images of so few levels consist of spikes
    constexpr double spikes = 0.02, head = 1.05, clear = 2;
    std::erase_if(counts, [](double count) { return count <= 0; });
    std::ranges::sort(counts, std::greater());
    if (counts.empty()) return head;
    if (counts.size() < fewLevels) return counts.front() * head;
    const double usual = counts[std::size_t(std::ceil(double(counts.size()) * spikes))];
    return counts.front() <= clear * usual ? counts.front() * head : usual * 1.25;
}

} // namespace lightbench
