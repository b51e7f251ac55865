// Lays out the heatmap of workgroup sizes: widths as columns, heights as rows, shaded by the ratio to the winner.
#include <algorithm>

#include "core/base/quantity.h"
#include "core/plot/plot_kinds.h"

namespace lightbench {

namespace {
constexpr double legendWidth = 132, top = 20, gap = 6;
constexpr double minCellWidth = 54, maxCellWidth = 92, minCellHeight = 20, maxCellHeight = 40;

/// The sign with which a status begins in words, such as "✓ ".
std::string signOf(const PlotMark& mark) {
    const std::string words = statusWords(mark.status, mark.ratio);
    return mark.isBest() ? words.substr(0, words.find(' ') + 1) : std::string();
}

const char* signOf(PointChange::Kind change) {
    return change == PointChange::Slower ? " ▲" : change == PointChange::Faster ? " ▼" : "";
}

class WorkgroupHeatmap {
public:
    WorkgroupHeatmap(const Plot& plot, PlotPen& pen) : plot_(plot), pen_(pen) {
        left_ = std::max(40.0, std::ceil(pen.widthOf("driver")) + 12);
        double slowest = 1;
        for (const PlotMark& mark : plot.marks) {
            if (mark.hasTime()) slowest = std::max(slowest, mark.ratio);
            if (!mark.workgroup) continue;
            widths_.push_back(mark.workgroup->x);
            heights_.push_back(mark.workgroup->y);
        }
        for (std::vector<int>* sizes : {&widths_, &heights_}) {
            std::ranges::sort(*sizes);
            sizes->erase(std::unique(sizes->begin(), sizes->end()), sizes->end());
        }
        maxRatio_ = slowest <= 1.5 ? 1.5 : slowest <= 2 ? 2 : 4; // only three scales, so that colours rarely change
        const double columns = double(std::max<std::size_t>(1, widths_.size()));
        const double rows = double(heights_.size()) + (hasDriversCell() ? 1.2 : 0);
        cellWidth_ = std::round(
            std::clamp((pen.frame().width - left_ - plotMargin - legendWidth) / columns, minCellWidth, maxCellWidth));
        cellHeight_ = std::round(std::clamp((pen.frame().height - top - 4) / rows, minCellHeight, maxCellHeight));
    }

    void draw() {
        PlotDrawing& drawing = pen_.drawing();
        drawing.inside = {left_ - 2, top - 2, pen_.frame().width - left_, pen_.frame().height - top + 2};
        for (std::size_t i = 0; i < plot_.marks.size(); ++i) {
            const PlotMark& mark = plot_.marks[i];
            if (mark.isAutomatic && !mark.workgroup) continue; // the workgroup that `auto` chose is not known yet
            drawing.markAreas.push_back({i, mark.workgroup ? cellOf(*mark.workgroup) : driversCell()});
            drawCell(mark, drawing.markAreas.back().rect);
        }
        drawAxisLabels();
        const PlotRect last{cellOf({widths_.back(), heights_.back()}).x, lastRow().y, lastRow().width,
                            lastRow().height};
        drawing.width = std::max(drawing.width, last.right() + plotMargin);
        drawing.height = std::max(drawing.height, last.bottom() + 2);
        if (last.right() + legendWidth <= pen_.frame().width) legend(last.right() + 16);
    }

private:
    PlotRect cellOf(const Workgroup& workgroup) const {
        const auto place = [](const std::vector<int>& sizes, int size) {
            return double(std::ranges::find(sizes, size) - sizes.begin());
        };
        return {left_ + place(widths_, workgroup.x) * cellWidth_, top + place(heights_, workgroup.y) * cellHeight_,
                cellWidth_ - 2, cellHeight_ - 2};
    }

    /// A cell below the map, since the workgroup that a driver chooses is unknown.
    PlotRect driversCell() const {
        const PlotRect last = cellOf({widths_.front(), heights_.back()});
        return {last.x, last.y + cellHeight_ + gap, last.width, last.height};
    }
    bool hasDriversCell() const {
        return std::ranges::any_of(plot_.marks, [](const PlotMark& one) { return !one.workgroup && !one.isAutomatic; });
    }
    PlotRect lastRow() const { return hasDriversCell() ? driversCell() : cellOf({widths_.front(), heights_.back()}); }

    Rgb heat(double ratio) const {
        const PlotPalette& palette = pen_.palette();
        return blended(palette.accent, blended(palette.ground, palette.dim, 0.12), shadeOf(ratio, maxRatio_));
    }

    void drawCell(const PlotMark& mark, const PlotRect& rect) {
        const PlotPalette& palette = pen_.palette();
        Rgb ground = palette.ground;
        if (mark.cannotRun() || mark.status == MarkStatus::Wrong) {
            pen_.hatch(rect);
        } else {
            ground = mark.hasTime() ? heat(mark.ratio) : blended(palette.ground, palette.dim, 0.06);
            pen_.box(rect, ground);
        }
        if (mark.isBest()) pen_.outline(rect, palette.text, mark.status == MarkStatus::Tie ? 1 : 2);
        if (mark.status == MarkStatus::Wrong) pen_.outline(rect, palette.bad);
        drawCellText(mark, rect, ground);
    }

    void drawCellText(const PlotMark& mark, const PlotRect& rect, const Rgb& ground) {
        const PlotPalette& palette = pen_.palette();
        const Rgb ink = mark.status == MarkStatus::Wrong ? palette.bad
                        : mark.hasValidResult()          ? textOn(ground)
                                                         : palette.dim;
        if (mark.isAutomatic)
            pen_.area({{rect.x + 3, rect.y + 3}, {rect.x + 10, rect.y + 3}, {rect.x + 3, rect.y + 10}}, ink);
        if (mark.status == MarkStatus::Wrong) return pen_.textIn(rect, "✗ wrong", ink, PlotShape::Middle);
        if (!mark.hasTime())
            return pen_.textIn(rect, mark.status == MarkStatus::Waiting ? "…" : "", ink, PlotShape::Middle);
        const std::string ratio = signOf(mark) + factorText(mark.ratio) + signOf(mark.change);
        const double line = pen_.lineHeight();
        if (rect.height < 2 * line - 2) return pen_.textIn(rect, ratio, ink, PlotShape::Middle);
        const double middle = rect.centre().y;
        pen_.textIn({rect.x, middle - line + 1, rect.width, line}, ratio, ink, PlotShape::Middle);
        pen_.textIn({rect.x, middle - 1, rect.width, line}, durationText(mark.medianMs), ink, PlotShape::Middle);
    }

    void drawAxisLabels() {
        const Rgb dim = pen_.palette().dim;
        pen_.setLayer(PlotLayer::Fixed);
        pen_.textIn({0, 0, left_ - 6, top - 2}, "y \\ x", dim, PlotShape::End);
        pen_.setLayer(PlotLayer::Above);
        for (const int width : widths_) {
            const PlotRect rect = cellOf({width, heights_.front()});
            pen_.textIn({rect.x, 0, rect.width, top - 2}, std::to_string(width), dim, PlotShape::Middle);
        }
        pen_.setLayer(PlotLayer::Beside);
        if (hasDriversCell())
            pen_.textIn({0, driversCell().y, left_ - 6, driversCell().height}, "driver", dim, PlotShape::End);
        for (const int height : heights_) {
            const PlotRect rect = cellOf({widths_.front(), height});
            pen_.textIn({0, rect.y, left_ - 6, rect.height}, std::to_string(height), dim, PlotShape::End);
        }
    }

    void legend(double x) {
        pen_.setLayer(PlotLayer::Fixed);
        double y = drawShades(
            pen_, {x, top}, legendWidth - 16, [this](double ratio) { return heat(ratio); }, maxRatio_);
        std::vector<std::string> signs{"✓ winner, ▸ so far", "= tie", "◤ auto", "▨ cannot run", "✗ wrong result"};
        if (std::ranges::any_of(plot_.marks, [](const PlotMark& one) { return one.previousMs > 0; }))
            signs.emplace_back("▲ slower, ▼ faster");
        for (const std::string& sign : signs) {
            pen_.textIn({x, y, legendWidth, pen_.lineHeight()}, sign, pen_.palette().dim);
            y += pen_.lineHeight();
        }
    }

    const Plot& plot_;
    PlotPen& pen_;
    std::vector<int> widths_, heights_; ///< ascending
    double left_ = 0, cellWidth_ = 0, cellHeight_ = 0;
    double maxRatio_ = 4; ///< the ratio to the winner at the end of the colour scale
};
} // namespace

void layOutMap(const Plot& plot, PlotPen& pen) { WorkgroupHeatmap(plot, pen).draw(); }

} // namespace lightbench
