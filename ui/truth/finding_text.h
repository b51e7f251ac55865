// What is found of a difference, as the panel Truth writes it.
#pragma once

#include <QColor>
#include <QString>

#include "ui/truth/truth.h"

namespace lightbench {

/// "✗ At the border", "✓ Every sample is equal".
QString patternTitle(MismatchPattern pattern);
QColor patternColour(MismatchPattern pattern);
/// All findings with their figures and hints, as rich text; of two settings without hints and verdicts: "≠ Everywhere".
QString findingsHtml(const TruthFound& found);

/// A line of the metrics: its name, its value with its unit, its formula; and what it means, with its source.
struct MetricLine {
    QString name, value, formula, tip;
};
QList<MetricLine> metricLines(const Metrics& metrics, const Format& format);

/// "12 of 6 832"; before the first step "6 832 pixels".
QString positionText(const TruthFound& found, int position);
/// How many of them are listed; empty: all.
QString listNote(const TruthFound& found);

} // namespace lightbench
