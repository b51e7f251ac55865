// Texts about a difference: explanations, metrics, and the position in the list of mismatches. The Truth panel shows
// them.
#pragma once

#include <QColor>
#include <QString>

#include "ui/truth/truth.h"

namespace lightbench {

/// "✗ At the border", "✓ Every sample is equal".
QString patternTitle(MismatchPattern pattern);
QColor patternColour(MismatchPattern pattern);
/// All findings with figures and hints, as rich text. For a comparison of two settings there are no hints and verdicts:
/// "≠ Everywhere".
QString findingsHtml(const TruthResult& found);

/// One line of the metrics: name, value with unit, formula, and a tooltip with its meaning and source.
struct MetricLine {
    QString name, value, formula, tip;
};
QList<MetricLine> metricLines(const Metrics& metrics, const Format& format);

/// "12 of 6 832"; before the first step "6 832 pixels".
QString positionText(const TruthResult& found, int position);
/// Says how many mismatches are listed; empty if all are.
QString listNote(const TruthResult& found);

} // namespace lightbench
