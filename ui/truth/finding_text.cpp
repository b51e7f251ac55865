// Formats titles, and numbers with their units.
#include "ui/truth/finding_text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

#include "core/base/text.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Truth", text); }

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

/// A difference in steps of the format; floats have no steps.
QString inSteps(double value, const Format& format) {
    const QString figure = figureText(value);
    if (!format.isInteger()) return figure;
    return std::abs(value) == 1 ? tr("%1 step").arg(figure) : tr("%1 steps").arg(figure);
}

QString similarity(const std::optional<double>& ssim) {
    if (!ssim) return QStringLiteral("–");
    const QString text = QString::number(*ssim, 'f', 5);
    return *ssim < 1 && text == QStringLiteral("1.00000") ? QStringLiteral("> 0.99999") : text;
}

} // namespace

QString patternTitle(MismatchPattern pattern) {
    static const std::array<const char*, 13> titles{QT_TRANSLATE_NOOP("Truth", "✓ Every sample is equal"),
                                                    QT_TRANSLATE_NOOP("Truth", "≈ Within the tolerance"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ Another size or format"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ NaN or infinite"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ At the border"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ Along the seams of workgroups"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ In the same lanes of vectors"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ In one rectangle"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ Plus or minus one"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ In one channel"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ A few pixels"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ Scattered"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ Everywhere")};
    return tr(titles.at(std::size_t(pattern)));
}

QColor patternColour(MismatchPattern pattern) {
    if (pattern == MismatchPattern::Equal) return theme().good;
    return pattern == MismatchPattern::WithinTolerance ? theme().warning : theme().bad;
}

QString findingsHtml(const TruthFound& found) {
    QString html;
    for (const Finding& finding : found.explanation.findings) {
        QString title = patternTitle(finding.pattern);
        if (found.isOfSettings) title.replace(QChar(u'✗'), QChar(u'≠')).replace(QChar(u'✓'), QChar(u'='));
        const QColor colour = found.isOfSettings ? theme().text : patternColour(finding.pattern);
        html += QStringLiteral("<p style='margin: 0 0 6px 0'><b style='color: %1'>%2</b>").arg(colour.name(), title);
        if (finding.pattern != MismatchPattern::Equal) // an equal result has only a title
            html += QStringLiteral("<br>") + textOf(finding.text).toHtmlEscaped();
        if (!finding.hint.empty() && !found.isOfSettings)
            html += QStringLiteral("<br><span style='color: %1'>%2</span>")
                        .arg(theme().textDim.name(), textOf(finding.hint).toHtmlEscaped());
        html += QStringLiteral("</p>");
    }
    return html;
}

QList<MetricLine> metricLines(const Metrics& metrics, const Format& format) {
    const QStringList values{inSteps(metrics.maxAbs, format), inSteps(metrics.meanAbs, format),
                             inSteps(metrics.bias, format),   inSteps(metrics.rmse, format),
                             decibelText(metrics.psnrDb),     similarity(metrics.ssim)};
    QList<MetricLine> lines;
    for (int i = 0; i < values.size(); ++i) {
        const MetricText& text = metricTexts()[std::size_t(i)];
        lines.push_back({textOf(text.name), values[i], textOf(text.formula),
                         tr("%1: %2.\n%3").arg(textOf(text.formula), textOf(text.meaning), textOf(text.source))});
    }
    return lines;
}

QString positionText(const TruthFound& found, int position) {
    const quint64 pixels = found.explanation.pixels;
    if (pixels == 0) return tr("no mismatch");
    if (position < 0 && pixels == 1) return tr("1 pixel");
    if (position < 0) return tr("%1 pixels").arg(countText(pixels));
    return tr("%1 of %2").arg(countText(quint64(position) + 1), countText(pixels));
}

QString listNote(const TruthFound& found) {
    if (found.explanation.pixels == found.mismatches.size()) return {};
    return tr("The list has the first %1 of them.").arg(countText(found.mismatches.size()));
}

} // namespace lightbench
