// Numbers of the difference panel.
#include "ui/view/difference_text.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/theme.h"

namespace lightbench {

namespace {

QString words(const char* text) { return QCoreApplication::translate("Difference", text); }

QString figure(double value) { return value == 0 ? QStringLiteral("0") : QString::number(value, 'g', 3); }

} // namespace

QString largestText(const Difference& difference, const Format& format) {
    const QString scale = format.isInteger() ? countText(quint64(format.fullScale())) : QStringLiteral("1.0");
    const QString largest =
        format.isInteger() ? countText(quint64(std::llround(difference.maxAbs))) : figure(difference.maxAbs);
    return words("%1 of %2").arg(largest, scale);
}

QString meanText(const Difference& difference, const Format& format) {
    const QString figures = figure(difference.meanAbs) + QStringLiteral(" · ") + figure(difference.rmse);
    return format.isInteger() ? words("%1 steps").arg(figures) : figures;
}

QString psnrText(const Difference& difference) {
    const QString value =
        std::isinf(difference.psnrDb) ? QStringLiteral("∞") : QString::number(difference.psnrDb, 'f', 1);
    return value + thinSpace + QStringLiteral("dB");
}

QString mismatchedText(const Difference& difference) {
    return words("%1 of %2").arg(countText(difference.mismatched), countText(difference.samples));
}

QString shareText(const Difference& difference) {
    const double share = difference.samples ? 100.0 * double(difference.mismatched) / double(difference.samples) : 0;
    return figure(share) + thinSpace + '%';
}

QString sourceVerdictText(const Difference& difference) {
    switch (difference.verdict) {
    case Verdict::WithinTolerance:
        return verdictText(difference) + QStringLiteral(" · ") +
               words("%1 differ").arg(countText(difference.mismatched));
    case Verdict::Mismatch: return QStringLiteral("✗ ") + words("%1 differ").arg(shareText(difference));
    case Verdict::Match:
    case Verdict::NotChecked: break;
    }
    return verdictText(difference);
}

QString grownText(const Difference& difference) {
    return QStringLiteral("≈ ") + words("%1 differ").arg(shareText(difference));
}

} // namespace lightbench
