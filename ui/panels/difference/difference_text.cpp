#include "ui/panels/difference/difference_text.h"

#include <QCoreApplication>
#include <cmath>

#include "core/framework/filter.h"
#include "ui/theme/theme.h"

namespace lightbench {

static QString differenceWords(const char* text) { return QCoreApplication::translate("Difference", text); }

QString largestText(const Difference& difference, const Format& format) {
    const QString scale = format.isInteger() ? countText(quint64(format.fullScale())) : QStringLiteral("1.0");
    const QString largest = difference.infinities > 0 ? QStringLiteral("∞")
                            : format.isInteger()      ? countText(quint64(std::llround(difference.maxAbs)))
                                                      : figureText(difference.maxAbs);
    return differenceWords("%1 of %2").arg(largest, scale);
}

QString meanText(const Difference& difference, const Format& format) {
    const QString figures = figureText(difference.meanAbs) + QStringLiteral(" · ") + figureText(difference.rmse);
    return format.isInteger() ? differenceWords("%1 steps").arg(figures) : figures;
}

QString mismatchedText(const Difference& difference) {
    return differenceWords("%1 of %2").arg(countText(difference.mismatched), countText(difference.samples));
}

QString shareText(const Difference& difference) {
    const double share = difference.samples ? 100.0 * double(difference.mismatched) / double(difference.samples) : 0;
    return figureText(share) + thinSpace + '%';
}

QString channelsText(const Difference& difference) {
    QStringList parts;
    for (const ChannelDifference& channel : difference.channels)
        parts << figureText(channel.rmse);
    const auto isEqual = [](const ChannelDifference& one) { return one.rmse == 0 && one.nans == 0; };
    if (parts.size() == 4 && isEqual(difference.channels.back())) parts.removeLast(); // mostly no alpha at all
    return parts.size() > 1 ? parts.join(QStringLiteral(" · ")) : QStringLiteral("–");
}

QString channelsTip(const Difference& difference) {
    QStringList lines;
    const std::size_t count = difference.channels.size();
    for (std::size_t c = 0; c < count; ++c) {
        const ChannelDifference& channel = difference.channels[c];
        lines << differenceWords("%1: largest %2, mean %3, RMSE %4, PSNR %5, %6 samples differ")
                     .arg(words(channelName(c, count)),
                          channel.infinities > 0 ? QStringLiteral("∞") : figureText(channel.maxAbs),
                          figureText(channel.meanAbs), figureText(channel.rmse), decibelText(channel.psnrDb),
                          countText(channel.mismatched));
    }
    return lines.join('\n');
}

QString differText(const Difference& difference) {
    const bool onlyAlpha = difference.mismatched == 0 && difference.allMismatched() > 0;
    if (!onlyAlpha) return differenceWords("%1 of samples differ").arg(shareText(difference));
    const ChannelDifference& alpha = *difference.alpha();
    return differenceWords("alpha: %1 of samples differ")
        .arg(figureText(100.0 * double(alpha.mismatched) / double(alpha.samples)) + thinSpace + '%');
}

/// Counted like the figures: colours, or alpha if only that differs.
static QString samplesText(const Difference& difference) {
    const bool onlyAlpha = difference.mismatched == 0 && difference.allMismatched() > 0;
    const auto count = onlyAlpha ? difference.alpha()->mismatched : difference.mismatched;
    const QString samples =
        count == 1 ? differenceWords("1 sample") : differenceWords("%1 samples").arg(countText(count));
    return onlyAlpha ? differenceWords("alpha: %1").arg(samples) : samples;
}

QString sourceVerdictText(const Difference& difference) {
    switch (difference.verdict) {
    case Verdict::WithinTolerance: return verdictText(difference) + QStringLiteral(" · ") + samplesText(difference);
    case Verdict::Mismatch:
        return QStringLiteral("✗ ") + differText(difference).replace(differenceWords(" differ"), QString());
    case Verdict::Match:
    case Verdict::NoReference:
    case Verdict::ReferenceWaits:
    case Verdict::ReferenceFailed:
    case Verdict::NotChecked: break;
    }
    return verdictText(difference);
}

} // namespace lightbench
