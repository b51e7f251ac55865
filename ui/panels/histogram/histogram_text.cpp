// Formats counts.
#include "ui/panels/histogram/histogram_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <numeric>

#include "ui/panels/histogram/histogram_panel.h"
#include "ui/theme/theme.h"

namespace lightbench {

quint64 pixelsOf(const Bins& bins, const OutsideCounts* outside) {
    const quint64 apart = outside ? quint64(outside->nans) + outside->minusInfinities + outside->plusInfinities : 0;
    return std::accumulate(bins.begin(), bins.end(), apart);
}

QString outsideWords(const OutsideCounts& outside) {
    QStringList parts;
    const auto add = [&](std::uint32_t count, const QString& what) {
        if (count > 0) parts << HistogramPanel::tr("%1 %2").arg(countText(count), what);
    };
    add(outside.nans, QStringLiteral("NaN"));
    add(outside.minusInfinities, QStringLiteral("−∞"));
    add(outside.plusInfinities, QStringLiteral("+∞"));
    add(outside.below, HistogramPanel::tr("below 0"));
    add(outside.above, HistogramPanel::tr("above 1"));
    return parts.join(QStringLiteral(", "));
}

} // namespace lightbench
