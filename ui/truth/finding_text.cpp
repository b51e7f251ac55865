#include "ui/truth/finding_text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

#include "core/base/text.h"
#include "ui/controls/glossary_tip.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Truth", text); }

QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

/// Integer formats: the value in quantisation steps ("3 steps"). Floats: the value.
QString withSteps(double value, const Format& format) {
    const QString number = figureText(value);
    if (!format.isInteger()) return number;
    return std::abs(value) == 1 ? tr("%1 step").arg(number) : tr("%1 steps").arg(number);
}

QString ssimText(const std::optional<double>& ssim) {
    if (!ssim) return QStringLiteral("–");
    const QString text = QString::number(*ssim, 'f', 5);
    return *ssim < 1 && text == QStringLiteral("1.00000") ? QStringLiteral("> 0.99999") : text;
}

} // namespace

QString patternTitle(MismatchPattern pattern) {
    static const std::array<const char*, 13> titles{QT_TRANSLATE_NOOP("Truth", "✓ Every sample is equal"),
                                                    QT_TRANSLATE_NOOP("Truth", "≈ Within the tolerance"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ Different size or format"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ NaN or infinite"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ At the border"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ Along the seams of workgroups"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ In the same vector lanes"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ In one rectangle"),
                                                    QT_TRANSLATE_NOOP("Truth", "✗ Off by one"),
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

/// The stages are right, so their differences have no other pattern to look for.
static QString grownHtml(const GrownDifference& grown) {
    const auto place = [](Point pixel) { return tr("x %1, y %2").arg(pixel.x).arg(pixel.y); };
    QString html = QStringLiteral("<p style='margin: 0 0 6px 0'><b style='color: %1'>%2</b><br>%3<br>")
                       .arg(theme().warning.name(), tr("≈ A later stage made small differences large"),
                            tr("Every stage is within its tolerance on its own input. %1.")
                                .arg(capitalised(toQString(grownText(grown))).toHtmlEscaped()));
    html += tr("The first mismatch is at %1.").arg(place(grown.mismatch));
    if (grown.cause)
        html += QChar(' ') + tr("The nearest difference of stage %1 that can reach it is at %2.")
                                 .arg(grown.stage + 1)
                                 .arg(QStringLiteral("<a href='cause' style='color: %1'>%2</a>")
                                          .arg(theme().accent.name(), place(*grown.cause)));
    return html + QStringLiteral("</p>");
}

QString findingsHtml(const TruthResult& found) {
    if (found.grown) return grownHtml(*found.grown);
    QString html;
    for (const Finding& finding : found.explanation.findings) {
        QString title = patternTitle(finding.pattern);
        if (found.comparesSettings) title.replace(QChar(u'✗'), QChar(u'≠')).replace(QChar(u'✓'), QChar(u'='));
        const QColor colour = found.comparesSettings ? theme().text : patternColour(finding.pattern);
        html += QStringLiteral("<p style='margin: 0 0 6px 0'><b style='color: %1'>%2</b>").arg(colour.name(), title);
        if (finding.pattern != MismatchPattern::Equal) // the title says it all
            html += QStringLiteral("<br>") + toQString(finding.text).toHtmlEscaped();
        if (!finding.hint.empty() && !found.comparesSettings)
            html += QStringLiteral("<br><span style='color: %1'>%2</span>")
                        .arg(theme().textDim.name(), toQString(finding.hint).toHtmlEscaped());
        html += QStringLiteral("</p>");
    }
    return html;
}

QList<MetricLine> metricLines(const Metrics& metrics, const Format& format) {
    const QStringList values{withSteps(metrics.maxAbs, format), withSteps(metrics.meanAbs, format),
                             withSteps(metrics.bias, format),   withSteps(metrics.rmse, format),
                             decibelText(metrics.psnrDb),       ssimText(metrics.ssim)};
    QList<MetricLine> lines;
    for (int i = 0; i < values.size(); ++i) {
        const MetricText& text = metricTexts()[std::size_t(i)];
        const bool hasTerm = text.name == "RMSE" || text.name == "PSNR" || text.name == "SSIM";
        lines.push_back(
            {toQString(text.name), values[i], toQString(text.formula),
             withTerm(tr("%1: %2.\n%3").arg(toQString(text.formula), toQString(text.meaning), toQString(text.source)),
                      hasTerm ? toQString(text.name) : QStringLiteral("difference"))});
    }
    return lines;
}

QString positionText(const TruthResult& found, int position) {
    const quint64 pixels = found.explanation.pixels;
    if (pixels == 0) return tr("no mismatch");
    if (position < 0 && pixels == 1) return tr("1 pixel");
    if (position < 0) return tr("%1 pixels").arg(countText(pixels));
    return tr("%1 of %2").arg(countText(quint64(position) + 1), countText(pixels));
}

QString listNote(const TruthResult& found) {
    if (found.explanation.pixels == found.mismatches.size()) return {};
    return tr("The list shows the first %1.").arg(countText(found.mismatches.size()));
}

} // namespace lightbench
