// Lays out a plot as bars: one row per mark with name, time, interval and status (declared in
// core/plot/plot_kinds.h).
#include <algorithm>

#include "core/base/quantity.h"
#include "core/plot/plot_kinds.h"
#include "core/plot/scale.h"

namespace lightbench {

namespace {
constexpr double axisHeight = 20;
/// A bar longer than this multiple of the shortest is cut, because the other bars would look equal beside it.
constexpr double maxRatio = 6;

std::string nameOf(const PlotMark& mark) { return mark.name + (mark.isAutomatic ? " (auto)" : ""); }

double longestMs(const Plot& plot) {
    double maximum = 0, fastest = 0;
    for (const PlotMark& mark : plot.marks) {
        maximum = std::max({maximum, mark.upperMs, mark.medianMs});
        if (mark.hasValidResult() && (fastest == 0 || mark.medianMs < fastest)) fastest = mark.medianMs;
    }
    return fastest > 0 ? std::min(maximum, maxRatio * fastest) : maximum;
}

class Bars {
public:
    Bars(const Plot& plot, PlotPen& pen) : plot_(plot), pen_(pen), maximum_(longestMs(plot)) {
        for (const PlotMark& mark : plot.marks)
            nameWidth_ = std::max(nameWidth_, pen.widthOf(nameOf(mark)));
        nameWidth_ = std::min(nameWidth_, pen.frame().width * 0.4);
        timeWidth_ = pen.widthOf("8 888 ms");
        badgeWidth_ = timeWidth_ + pen.widthOf(statusWords(MarkStatus::Undecided, 0)) + 22;
        const bool isCompared = std::ranges::any_of(plot.marks, [](const PlotMark& one) { return one.previousMs > 0; });
        if (isCompared) badgeWidth_ += pen.widthOf("▲ slower than before") + 8;
        left_ = plotMargin + nameWidth_ + 8;
        right_ = std::max(left_ + 40, pen.frame().width - plotMargin - badgeWidth_);
        bottom_ = pen.frame().height - axisHeight;
        rowHeight_ = std::clamp(bottom_ / double(plot.marks.size()), pen.lineHeight() + 2, 32.0);
    }

    void draw() {
        PlotDrawing& drawing = pen_.drawing();
        for (std::size_t i = 0; i < plot_.marks.size(); ++i) {
            const PlotRect row{0, double(i) * rowHeight_, pen_.frame().width, rowHeight_};
            drawing.markAreas.push_back({i, row});
            const bool isNewGroup = i > 0 && plot_.marks[i].x != plot_.marks[i - 1].x;
            if (isNewGroup) pen_.line({{plotMargin, row.y}, {row.right() - plotMargin, row.y}}, pen_.palette().line);
            bar(plot_.marks[i], row);
        }
        drawing.height = std::max(drawing.height, double(plot_.marks.size()) * rowHeight_ + axisHeight);
        drawing.inside.height = bottom_;
        axis();
    }

private:
    double xOf(double ms) const { return left_ + (right_ - left_) * std::min(1.0, maximum_ > 0 ? ms / maximum_ : 0); }

    void bar(const PlotMark& mark, const PlotRect& row) {
        const PlotPalette& palette = pen_.palette();
        const PlotRect names{plotMargin, row.y, nameWidth_, row.height};
        pen_.textIn(names, pen_.fitted(nameOf(mark), nameWidth_), mark.hasTime() ? palette.text : palette.dim,
                    PlotShape::End);
        const PlotRect room{left_, row.y + 3, right_ - left_, row.height - 6};
        if (mark.hasTime())
            timed(mark, {room.x, room.y, std::max(1.0, xOf(mark.medianMs) - room.x), room.height});
        else if (mark.cannotRun())
            pen_.hatch(room);
        badge(mark, row);
    }

    void timed(const PlotMark& mark, const PlotRect& bar) {
        const PlotPalette& palette = pen_.palette();
        const Rgb slow = blended(palette.ground, palette.dim, 0.45);
        const bool isCut = mark.medianMs > maximum_ * 1.001;
        if (mark.status == MarkStatus::Wrong) {
            pen_.hatch(bar);
            pen_.outline(bar, palette.bad);
        } else {
            pen_.box(bar, mark.isBest() ? palette.accent : slow);
        }
        if (isCut) // two strokes mark the cut
            for (const double x : {bar.right() - 12, bar.right() - 7})
                pen_.box({x, bar.y - 1, 3, bar.height + 2}, palette.ground);
        else
            pen_.interval({xOf(mark.lowerMs), bar.centre().y}, {xOf(mark.upperMs), bar.centre().y}, palette.text);
        if (mark.previousMs > 0 && mark.previousMs <= maximum_)
            pen_.line({{xOf(mark.previousMs), bar.y - 2}, {xOf(mark.previousMs), bar.bottom() + 2}}, palette.text, 2,
                      {3, 2});
    }

    void badge(const PlotMark& mark, const PlotRect& row) {
        const PlotPalette& palette = pen_.palette();
        PlotRect words{right_ + 8, row.y, timeWidth_, row.height};
        if (mark.hasTime()) pen_.textIn(words, durationText(mark.medianMs), palette.text, PlotShape::End);
        words.x += timeWidth_ + 10;
        pen_.textIn(words, statusWords(mark.status, mark.ratio), statusColour(mark.status, palette));
        words.x += pen_.widthOf(statusWords(MarkStatus::Undecided, 0)) + 8;
        pen_.textIn(words, changeWords(mark), palette.text);
    }

    void axis() {
        const PlotPalette& palette = pen_.palette();
        pen_.setLayer(PlotLayer::Fixed);
        pen_.line({{left_, 0}, {left_, bottom_}, {right_, bottom_}}, palette.line);
        if (maximum_ <= 0) return;
        double free = 0;
        for (const double ms : Scale{0, maximum_}.ticks(4)) {
            const std::string text = ms == 0 ? "0" : durationText(ms);
            const double x = std::round(xOf(ms)), width = pen_.widthOf(text);
            pen_.line({{x, bottom_}, {x, bottom_ + 4}}, palette.dim);
            if (x - width / 2 < free) continue;
            pen_.textIn({x - width / 2, bottom_ + 4, width, axisHeight - 4}, text, palette.dim, PlotShape::Middle);
            free = x + width / 2 + 8;
        }
    }

    const Plot& plot_;
    PlotPen& pen_;
    double maximum_; ///< in milliseconds, at the end of the axis
    double nameWidth_ = 0, timeWidth_ = 0, badgeWidth_ = 0;
    double left_ = 0, right_ = 0, bottom_ = 0, rowHeight_ = 0;
};
} // namespace

void layOutBars(const Plot& plot, PlotPen& pen) { Bars(plot, pen).draw(); }

} // namespace lightbench
