// Ticks and values of the histogram.
#include "ui/view/histogram_axes.h"

#include <cmath>

#include "ui/theme.h"

namespace lightbench {

namespace {

QString shortCount(double count) {
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

} // namespace

double binWidth(const Format& format) {
    return format.isInteger() ? (format.fullScale() + 1) / 256 : format.fullScale() / 256;
}

double binStart(int bin, const Format& format) { return bin * binWidth(format); }

QString binText(int bin, const Format& format) {
    const double first = binStart(bin, format), next = binStart(bin + 1, format);
    if (format.type == SampleType::U8) return valueText(first, format);
    return valueText(first, format) + QStringLiteral("–") + valueText(format.isInteger() ? next - 1 : next, format);
}

QSharedPointer<QCPAxisTicker> valueTicker(const Format& format) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const double full = format.fullScale();
    if (!format.isInteger()) {
        for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0})
            ticker->addTick(t, QString::number(t));
        return ticker;
    }
    const double step = (full + 1) / 4;
    for (int i = 0; i < 4; ++i)
        ticker->addTick(i * step, format.type == SampleType::U32 ? QString::number(i * step, 'g', 3)
                                                                 : valueText(i * step, format));
    ticker->addTick(full, format.type == SampleType::U32 ? QString::number(full, 'g', 3) : valueText(full, format));
    return ticker;
}

QSharedPointer<QCPAxisTicker> countTicker(bool logarithmic) {
    if (logarithmic) return QSharedPointer<LogCountTicker>::create();
    auto ticker = QSharedPointer<CountTicker>::create();
    ticker->setTickCount(4);
    return ticker;
}

} // namespace lightbench
