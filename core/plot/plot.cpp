#include "core/plot/plot.h"

#include "core/base/quantity.h"

namespace lightbench {

std::string statusWords(MarkStatus status, double ratio) {
    switch (status) {
    case MarkStatus::Winner: return "✓ winner";
    case MarkStatus::Leads: return "▸ leads";
    case MarkStatus::Tie: return "= tie";
    case MarkStatus::Undecided: return "? too few rounds";
    case MarkStatus::Slower: return ratio > 0 ? factorText(ratio) + " slower" : "slower";
    case MarkStatus::Wrong: return "✗ wrong result";
    case MarkStatus::NotRun: return "– not run";
    case MarkStatus::DoesNotApply: return "– does not apply";
    case MarkStatus::Waiting: break;
    }
    return "…";
}

std::string changeWords(const PlotMark& mark) {
    switch (mark.change) {
    case PointChange::Slower: return "▲ slower than before";
    case PointChange::Faster: return "▼ faster than before";
    case PointChange::Same: return "= as before";
    case PointChange::Unknown: break;
    }
    return {};
}

std::string markToolTip(const PlotMark& mark) {
    std::string text = mark.name + (mark.isAutomatic ? " (auto)" : "") + ": " + statusWords(mark.status, mark.ratio);
    if (mark.hasTime())
        text += "\n" + durationText(mark.medianMs) + ", interquartile range " + durationText(mark.lowerMs) + " to " +
                durationText(mark.upperMs);
    if (mark.ratioUpper > 0 && mark.status != MarkStatus::Winner && mark.status != MarkStatus::Leads)
        text += "\n" + factorText(mark.ratio) + " the winner's time, confidence interval " +
                factorText(mark.ratioLower) + " to " + factorText(mark.ratioUpper);
    if (mark.previousMs > 0) text += "\nbefore: " + durationText(mark.previousMs) + "  " + changeWords(mark);
    return mark.reason.empty() ? text : text + "\n" + mark.reason;
}

const PlotMark* bestAt(const Plot& plot, std::size_t x, std::size_t y) {
    const PlotMark* best = nullptr;
    for (const PlotMark& mark : plot.marks) {
        if (mark.x != x || mark.y != y || !mark.hasValidResult()) continue;
        if (mark.status == MarkStatus::Winner || mark.status == MarkStatus::Leads) return &mark;
        if (!best || mark.medianMs < best->medianMs) best = &mark;
    }
    return best;
}

} // namespace lightbench
