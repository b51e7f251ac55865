// What an experiment's chart shows of each point: a value, made from the rows so far.
#pragma once

#include <QColor>
#include <QString>

#include <optional>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

/// How a point stands, as a person reads it.
enum class Standing {
    Waiting, ///< not looked at yet
    NotRun,
    Wrong,
    Open,  ///< it has a time, and too few rounds to say how it stands
    Leads, ///< preferred so far
    Winner,
    Tie,
    Slower
};

struct ExperimentMark {
    QString name;                       ///< "two-pass", "16 × 8"
    std::optional<Workgroup> workgroup; ///< of a sweep of workgroups; nothing where `auto` is not resolved yet
    bool isAutomatic = false;           ///< what `auto` takes
    Standing standing = Standing::Waiting;
    double medianMs = 0, lowerMs = 0, upperMs = 0;    ///< quartiles; 0 without a time
    double ratio = 0, ratioLower = 0, ratioUpper = 0; ///< to the winner; 0: not known
    QString reason;                                   ///< why there is no time, or it does not compete
    std::size_t row = 0, twin = 0; ///< of the experiment; the twin is the row of `auto`, if that is the same

    bool hasTime() const { return medianMs > 0; }
};

Standing standingOf(const PointRow& row);
/// "✓ winner", "▸ leads", "= tie", "? open", "1.31 × slower", "✗ wrong result", "– not run", "…"; and the colour beside
/// it.
QString standingText(Standing standing, double ratio);
QColor standingColour(Standing standing);
/// For a tooltip, in plain text: name, time, interval, ratio, reason.
QString markTip(const ExperimentMark& mark);
/// "16 × 8", "64", "auto" of what is written "16x8", "64", "auto".
QString workgroupWords(const std::string& text);

/// One for each point of a sweep with one axis; of workgroups `auto` and what it takes are one mark.
std::vector<ExperimentMark> marksOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows,
                                    bool areWorkgroups);
/// Whether a map of width and height shows them better than bars.
bool areAreas(const std::vector<ExperimentMark>& marks);

} // namespace lightbench
