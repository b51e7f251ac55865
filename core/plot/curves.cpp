// Lays out curves: time over a numeric axis, one curve per series, with intervals. Lines join only neighbours with
// right results.
#include <algorithm>

#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/plot/plot_kinds.h"
#include "core/plot/scale.h"

namespace lightbench {

namespace {

class Curves {
public:
    Curves(const Plot& plot, PlotPen& pen) : plot_(plot), pen_(pen) {
        std::vector<double> times;
        for (const PlotMark& mark : plot.marks)
            for (const double ms : {mark.lowerMs, mark.medianMs, mark.upperMs, mark.previousMs})
                times.push_back(ms);
        y_ = timeScale(times, plot.isTimeLogarithmic);
        x_ = scaleOver(plot.x.numbers, plot.x.logarithmic);
        const double line = pen.lineHeight();
        double labels = 0;
        for (const double tick : y_.ticks(5))
            labels = std::max(labels, pen.widthOf(threeDigits(tick)));
        double names = 0;
        for (const std::string& name : plot.series)
            names = std::max(names, pen.widthOf(name));
        names += 48;
        for (const std::string& sign : signs())
            names = std::max(names, pen.widthOf(sign) + 2);
        legendWidth_ = std::min(names + 8, 0.4 * pen.frame().width);
        if (pen.frame().width < 320) legendWidth_ = 0;
        area_ = {plotMargin + labels + 8, line + 4, 0, 0};
        area_.width = std::max(40.0, pen.frame().width - area_.x - legendWidth_ - 2 * plotMargin);
        isLow_ = pen.frame().height < 170 && legendWidth_ > 0;
        area_.height = std::max(30.0, pen.frame().height - area_.y - belowHeight());
    }

    void draw() {
        pen_.drawing().height = std::max(pen_.drawing().height, area_.bottom() + belowHeight());
        pen_.setLayer(PlotLayer::Fixed);
        timeAxis();
        numberAxis();
        for (std::size_t i = 0; i < plot_.series.size(); ++i)
            series(i);
        if (legendWidth_ > 0) legend();
    }

private:
    /// Space for the numbers and for the axis name, which shares their line if the plot is low.
    double belowHeight() const { return (isLow_ ? 1 : 2) * pen_.lineHeight() + 6; }

    PlotSpot at(std::size_t place, double ms) const {
        // Keeps points away from the edges, where they would touch the axis.
        const double inset = std::min(14.0, area_.width / 10);
        return {area_.x + inset + x_.position(plot_.x.numbers.at(place)) * (area_.width - 2 * inset), yOf(ms)};
    }
    double yOf(double ms) const { return area_.bottom() - std::clamp(y_.position(ms), 0.0, 1.0) * area_.height; }

    void timeAxis() {
        const PlotPalette& palette = pen_.palette();
        pen_.text({plotMargin, pen_.lineHeight() - 5}, y_.isLogarithmic ? "time, ms (logarithmic)" : "time, ms",
                  palette.dim);
        for (const double tick : y_.ticks(std::clamp(int(area_.height / 32), 3, 6))) {
            const double y = std::round(yOf(tick));
            pen_.line({{area_.x, y}, {area_.right(), y}}, blended(palette.ground, palette.line, 0.6));
            pen_.textIn({plotMargin, y - 8, area_.x - plotMargin - 6, 16}, threeDigits(tick), palette.dim,
                        PlotShape::End);
        }
        pen_.line({{area_.x, area_.y}, {area_.x, area_.bottom()}, {area_.right(), area_.bottom()}}, palette.dim);
    }

    /// Labels as many values of the axis as fit.
    void numberAxis() {
        const PlotPalette& palette = pen_.palette();
        const double line = pen_.lineHeight();
        std::vector<std::size_t> order(plot_.x.numbers.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::sort(order, {}, [this](std::size_t i) { return plot_.x.numbers[i]; });
        double free = 0;
        for (const std::size_t i : order) {
            const double x = std::round(at(i, 0).x), width = pen_.widthOf(plot_.x.values[i]);
            pen_.line({{x, area_.bottom()}, {x, area_.bottom() + 4}}, palette.dim);
            if (x - width / 2 < free) continue;
            pen_.textIn({x - width / 2, area_.bottom() + 4, width, line}, plot_.x.values[i], palette.dim,
                        PlotShape::Middle);
            free = x + width / 2 + 6;
        }
        const std::string name = plot_.x.name + (x_.isLogarithmic ? " (logarithmic)" : "");
        if (isLow_)
            return pen_.textIn({area_.right() + 2 * plotMargin, area_.bottom() + 4, legendWidth_, line},
                               pen_.fitted(name, legendWidth_), palette.dim);
        pen_.textIn({area_.x, area_.bottom() + line + 2, area_.width, line}, name, palette.dim, PlotShape::Middle);
    }

    /// The marks of a series in order of their x values.
    std::vector<std::size_t> marksOf(std::size_t series) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < plot_.marks.size(); ++i)
            if (plot_.marks[i].series == series) found.push_back(i);
        std::ranges::stable_sort(found, {}, [this](std::size_t i) { return plot_.x.numbers[plot_.marks[i].x]; });
        return found;
    }

    void series(std::size_t index) {
        const Rgb colour = pen_.seriesColour(index);
        const PlotMark* before = nullptr;
        const std::vector<std::size_t> found = marksOf(index);
        for (const std::size_t i : found) {
            const PlotMark& mark = plot_.marks[i];
            if (before && before->hasValidResult() && mark.hasValidResult())
                pen_.line({at(before->x, before->medianMs), at(mark.x, mark.medianMs)}, colour, 1.8,
                          PlotPen::dashOf(index));
            before = &mark;
        }
        for (const std::size_t i : found)
            point(i, colour);
    }

    void point(std::size_t index, const Rgb& colour) {
        const PlotMark& mark = plot_.marks[index];
        if (!mark.hasTime()) return missing(index);
        const PlotSpot spot = at(mark.x, mark.medianMs);
        pen_.drawing().markAreas.push_back({index, {spot.x - 7, spot.y - 7, 14, 14}});
        pen_.interval({spot.x, yOf(mark.lowerMs)}, {spot.x, yOf(mark.upperMs)}, colour);
        if (mark.previousMs > 0)
            pen_.line({{spot.x - 6, yOf(mark.previousMs)}, {spot.x + 6, yOf(mark.previousMs)}}, colour, 2.5);
        if (mark.status == MarkStatus::Wrong) return pen_.cross(spot, pen_.palette().bad);
        pen_.marker(spot, mark.series, mark.isBest());
    }

    /// A hatched box above the axis for a point that did not run; its tooltip says why.
    void missing(std::size_t index) {
        const PlotMark& mark = plot_.marks[index];
        if (!mark.cannotRun()) return;
        const double x = at(mark.x, 0).x - 5 + 3 * double(mark.series % 4);
        const PlotRect rect{x, area_.bottom() - 9, 10, 8};
        pen_.hatch(rect);
        pen_.outline(rect, pen_.palette().line);
        pen_.drawing().markAreas.push_back({index, rect});
    }

    /// Explanations below the names of the series.
    std::vector<std::string> signs() const {
        const auto has = [this](auto what) { return std::ranges::any_of(plot_.marks, what); };
        std::vector<std::string> all;
        if (plot_.series.size() > 1) all.emplace_back("filled: fastest there");
        if (has([](const PlotMark& one) { return one.status == MarkStatus::Wrong; }))
            all.emplace_back("✗ wrong result");
        if (has([](const PlotMark& one) { return one.cannotRun(); })) all.emplace_back("▨ cannot run");
        if (has([](const PlotMark& one) { return one.previousMs > 0; })) all.emplace_back("▬ before");
        return all;
    }

    void legend() {
        const PlotPalette& palette = pen_.palette();
        const double left = area_.right() + 2 * plotMargin, names = double(plot_.series.size());
        const double line = std::clamp(area_.height / names, pen_.frame().textHeight, pen_.lineHeight() + 2);
        double y = area_.y + line / 2;
        for (std::size_t i = 0; i < plot_.series.size() && y < area_.bottom() + 2; ++i, y += line) {
            pen_.line({{left, y}, {left + 30, y}}, pen_.seriesColour(i), 1.8, PlotPen::dashOf(i));
            pen_.marker({left + 15, y}, i, true);
            pen_.textIn({left + 38, y - line / 2, legendWidth_ - 46, line},
                        pen_.fitted(plot_.series[i], legendWidth_ - 46), palette.text);
        }
        y += 4;
        for (const std::string& sign : signs()) {
            if (y + line / 2 > area_.bottom() + 2) return;
            pen_.textIn({left, y - line / 2, legendWidth_, line}, pen_.fitted(sign, legendWidth_), palette.dim);
            y += line;
        }
    }

    const Plot& plot_;
    PlotPen& pen_;
    Scale x_, y_;
    PlotRect area_;
    double legendWidth_ = 0;
    bool isLow_ = false;
};
} // namespace

void layOutCurves(const Plot& plot, PlotPen& pen) { Curves(plot, pen).draw(); }

} // namespace lightbench
