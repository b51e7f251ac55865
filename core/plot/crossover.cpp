// Lays out a crossover map: one cell per pair of values, with the winner's colour and letter, paler for a smaller lead.
#include <algorithm>

#include "core/base/quantity.h"
#include "core/plot/plot_kinds.h"

namespace lightbench {

namespace {
/// From this lead on a cell has the series' full colour. A lead is the runner-up's time over the winner's.
constexpr double maxLead = 2;

/// "A" to "Z", then "a" to "z".
std::string letterOf(std::size_t series) { return std::string(1, char((series < 26 ? 'A' : 'a' - 26) + int(series))); }

class Crossover {
public:
    Crossover(const Plot& plot, PlotPen& pen) : plot_(plot), pen_(pen) {
        const auto widest = [&](const std::vector<std::string>& names) {
            double maximum = 0;
            for (const std::string& name : names)
                maximum = std::max(maximum, pen.widthOf(name));
            return maximum;
        };
        left_ = plotMargin + std::max(widest(plot.y.values), 24.0) + 8;
        top_ = 2 * pen.lineHeight() + 4;
        legendWidth_ = std::clamp(widest(plot.series) + 56, 150.0, std::max(150.0, 0.4 * pen.frame().width));
        const double columns = double(plot.x.values.size()), rows = double(plot.y.values.size());
        const double minimum = std::max(56.0, widest(plot.x.values) + 8);
        cellWidth_ = std::round(std::clamp((pen.frame().width - left_ - legendWidth_ - plotMargin) / columns, minimum,
                                           std::max(minimum, 110.0)));
        cellHeight_ = std::round(std::clamp((pen.frame().height - top_ - 4) / rows, 22.0, 44.0));
    }

    void draw() {
        PlotDrawing& drawing = pen_.drawing();
        drawing.inside = {left_ - 2, top_ - 2, pen_.frame().width - left_, pen_.frame().height - top_ + 2};
        for (std::size_t y = 0; y < plot_.y.values.size(); ++y)
            for (std::size_t x = 0; x < plot_.x.values.size(); ++x)
                cell(x, y);
        heads();
        const PlotRect last = rectOf(plot_.x.values.size() - 1, plot_.y.values.size() - 1);
        drawing.width = std::max(drawing.width, last.right() + plotMargin);
        drawing.height = std::max(drawing.height, last.bottom() + 2);
        if (last.right() + 16 + legendWidth_ <= pen_.frame().width + plotMargin) legend(last.right() + 16);
    }

private:
    PlotRect rectOf(std::size_t x, std::size_t y) const {
        return {left_ + double(x) * cellWidth_, top_ + double(y) * cellHeight_, cellWidth_ - 2, cellHeight_ - 2};
    }

    /// The runner-up's time over the winner's; 1 for a tie, 0 without a runner-up.
    double leadOf(const PlotMark& winner) const {
        double lead = 0;
        for (const PlotMark& mark : plot_.marks) {
            const bool isBeside = mark.x == winner.x && mark.y == winner.y && mark.row != winner.row;
            if (!isBeside || !mark.hasValidResult() || mark.series == winner.series) continue;
            if (mark.isBest()) return 1;
            const double ratio = mark.medianMs / winner.medianMs;
            if (lead == 0 || ratio < lead) lead = ratio;
        }
        return lead > 0 ? std::max(1.0, lead) : 0;
    }

    Rgb shade(const Rgb& colour, double lead) const {
        return blended(pen_.palette().ground, colour, 0.2 + 0.8 * shadeOf(lead, maxLead));
    }

    void cell(std::size_t x, std::size_t y) {
        const PlotPalette& palette = pen_.palette();
        const PlotRect rect = rectOf(x, y);
        const PlotMark* winner = bestAt(plot_, x, y);
        if (!winner) return empty(x, y);
        pen_.drawing().markAreas.push_back({std::size_t(winner - plot_.marks.data()), rect});
        const bool isKnown = winner->isBest();
        const double lead = isKnown ? leadOf(*winner) : 0;
        const Rgb ground = isKnown ? shade(pen_.seriesColour(winner->series), lead > 0 ? lead : maxLead)
                                   : blended(palette.ground, palette.dim, 0.06);
        pen_.box(rect, ground);
        if (lead == 1) pen_.outline(rect, palette.dim);
        const std::string words = letterOf(winner->series) + (isKnown ? tiesText(*winner) : " ?");
        pen_.textIn(rect, lead > 1 ? words + "  " + factorText(lead) : words, textOn(ground), PlotShape::Middle);
    }

    std::string tiesText(const PlotMark& winner) const {
        std::string text;
        for (const PlotMark& mark : plot_.marks) {
            const std::string tie = " = " + letterOf(mark.series);
            const bool isBeside = mark.x == winner.x && mark.y == winner.y && mark.series != winner.series;
            if (isBeside && mark.hasValidResult() && mark.isBest() && text.find(tie) == std::string::npos) text += tie;
        }
        return pen_.widthOf(text) + 20 > cellWidth_ ? " = …" : text;
    }

    /// A cell without a time: hatched, unless a mark is still waiting.
    void empty(std::size_t x, std::size_t y) {
        const PlotRect rect = rectOf(x, y);
        bool isWaiting = false;
        for (std::size_t i = 0; i < plot_.marks.size(); ++i) {
            if (plot_.marks[i].x != x || plot_.marks[i].y != y) continue;
            if (pen_.drawing().markAreas.empty() ||
                pen_.drawing().markAreas.back().rect.centre().x != rect.centre().x ||
                pen_.drawing().markAreas.back().rect.centre().y != rect.centre().y)
                pen_.drawing().markAreas.push_back({i, rect});
            isWaiting = isWaiting || plot_.marks[i].status == MarkStatus::Waiting;
        }
        if (!isWaiting) return pen_.hatch(rect);
        pen_.box(rect, blended(pen_.palette().ground, pen_.palette().dim, 0.06));
        pen_.textIn(rect, "…", pen_.palette().dim, PlotShape::Middle);
    }

    void heads() {
        const Rgb dim = pen_.palette().dim;
        const double line = pen_.lineHeight();
        pen_.setLayer(PlotLayer::Fixed);
        pen_.textIn({plotMargin, 0, pen_.frame().width, line}, plot_.y.name + " ↓   " + plot_.x.name + " →", dim);
        pen_.setLayer(PlotLayer::Above);
        for (std::size_t x = 0; x < plot_.x.values.size(); ++x) {
            const PlotRect rect = rectOf(x, 0);
            pen_.textIn({rect.x, line + 2, rect.width, line}, plot_.x.values[x], dim, PlotShape::Middle);
        }
        pen_.setLayer(PlotLayer::Beside);
        for (std::size_t y = 0; y < plot_.y.values.size(); ++y) {
            const PlotRect rect = rectOf(0, y);
            pen_.textIn({plotMargin, rect.y, left_ - plotMargin - 8, rect.height}, plot_.y.values[y], dim,
                        PlotShape::End);
        }
    }

    void legend(double x) {
        const PlotPalette& palette = pen_.palette();
        const double line = pen_.lineHeight() + 2;
        pen_.setLayer(PlotLayer::Fixed);
        double y = top_;
        for (std::size_t i = 0; i < plot_.series.size(); ++i, y += line) {
            const PlotRect swatch{x, y + 2, 18, line - 4};
            pen_.box(swatch, pen_.seriesColour(i));
            pen_.textIn(swatch, letterOf(i), textOn(pen_.seriesColour(i)), PlotShape::Middle);
            pen_.textIn({x + 24, y, legendWidth_ - 32, line}, pen_.fitted(plot_.series[i], legendWidth_ - 32),
                        palette.text);
        }
        if (y + 4 + 3 * line > std::max(pen_.frame().height, pen_.drawing().height)) return;
        y += 4;
        pen_.textIn({x, y, legendWidth_, line}, "shade: its lead", palette.dim);
        const auto dimmed = [&](double lead) { return shade(palette.dim, lead); };
        y = drawShades(pen_, {x, y + line}, legendWidth_ - 16, dimmed, maxLead);
        pen_.textIn({x, y, legendWidth_, line}, pen_.fitted("= tie, ? so far", legendWidth_), palette.dim);
    }

    const Plot& plot_;
    PlotPen& pen_;
    double left_ = 0, top_ = 0, legendWidth_ = 0, cellWidth_ = 0, cellHeight_ = 0;
};
} // namespace

void layOutCrossover(const Plot& plot, PlotPen& pen) { Crossover(plot, pen).draw(); }

} // namespace lightbench
