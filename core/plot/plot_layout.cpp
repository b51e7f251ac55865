// Chooses the layout for the kind of plot, and adds title and notes on paper.
#include "core/plot/plot_layout.h"

#include <algorithm>
#include <set>

#include "core/base/text.h"
#include "core/plot/plot_kinds.h"

namespace lightbench {

namespace {
constexpr double paperMargin = 16;

/// A height at which no text overlaps.
double comfortableHeight(const Plot& plot) {
    std::set<int> heights;
    for (const PlotMark& mark : plot.marks)
        if (mark.workgroup) heights.insert(mark.workgroup->y);
    switch (plot.kind) {
    case Plot::Bars: return 28 * double(plot.marks.size()) + 24;
    case Plot::Map: return std::max(190.0, 38 * double(heights.size()) + 28);
    case Plot::Curves: return 400;
    case Plot::Crossover: break;
    }
    return std::max(190.0, 40 * double(plot.y.values.size()) + 70);
}

/// Breaks a text at spaces into lines of at most this width.
std::vector<std::string> wrapped(const std::string& text, double width, const PlotPen& pen) {
    std::vector<std::string> lines{""};
    for (const std::string_view part : split(text, " ")) {
        const std::string word(part);
        const bool fits = lines.back().empty() || pen.widthOf(lines.back() + " " + word) <= width;
        if (!fits) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

void moveBy(PlotDrawing& drawing, double x, double y) {
    for (PlotShape& shape : drawing.shapes) {
        for (PlotSpot& point : shape.points)
            point = {point.x + x, point.y + y};
    }
}
} // namespace

PlotDrawing layOut(const Plot& plot, const PlotFrame& frame) {
    PlotDrawing drawing(frame);
    if (plot.marks.empty()) return drawing;
    PlotPen pen(frame, drawing);
    switch (plot.kind) {
    case Plot::Bars: layOutBars(plot, pen); break;
    case Plot::Map: layOutMap(plot, pen); break;
    case Plot::Curves: layOutCurves(plot, pen); break;
    case Plot::Crossover: layOutCrossover(plot, pen); break;
    }
    return drawing;
}

PlotFrame exportFrame(double height) {
    PlotFrame frame{exportWidth - 2 * paperMargin, height, 13, {}, paperPalette()};
    frame.textWidth = [height = frame.textHeight](const std::string& text) { return commonTextWidth(text, height); };
    return frame;
}

PlotDrawing withTitleAndNotes(PlotDrawing drawing, const std::string& title, const std::vector<std::string>& notes) {
    const double width = std::max(double(exportWidth), drawing.width + 2 * paperMargin), room = width - 2 * paperMargin;
    const PlotFrame frame = exportFrame(0);
    PlotDrawing head;
    PlotPen pen(frame, head);
    pen.text({paperMargin, 28}, pen.fitted(title, room / 1.2), pen.palette().text, PlotShape::Start, 1.2);
    double y = 28;
    for (const std::string& note : notes)
        for (const std::string& line : wrapped(note, room / 0.9, pen)) {
            y += pen.lineHeight();
            pen.text({paperMargin, y}, line, pen.palette().dim, PlotShape::Start, 0.9);
        }
    const double top = std::round(y + 14);
    moveBy(drawing, paperMargin, top);
    drawing.shapes.insert(drawing.shapes.begin(), head.shapes.begin(), head.shapes.end());
    drawing.width = width;
    drawing.height = std::ceil(top + drawing.height + paperMargin / 2);
    drawing.inside = {0, 0, drawing.width, drawing.height};
    return drawing;
}

PlotDrawing exportLayout(const Plot& plot) {
    return withTitleAndNotes(layOut(plot, exportFrame(comfortableHeight(plot))), plot.title, plot.notes);
}

Rgb statusColour(MarkStatus status, const PlotPalette& palette) {
    switch (status) {
    case MarkStatus::Winner:
    case MarkStatus::Leads: return palette.good;
    case MarkStatus::Tie: return palette.accent;
    case MarkStatus::Wrong: return palette.bad;
    case MarkStatus::Slower: return palette.text;
    default: return palette.dim;
    }
}

double shadeOf(double ratio, double maximum) {
    return std::clamp(std::log(std::max(1.0, ratio)) / std::log(maximum), 0.0, 1.0);
}

double drawShades(PlotPen& pen, const PlotSpot& corner, double width, const std::function<Rgb(double)>& shade,
                  double maximum) {
    constexpr int steps = 24;
    for (int i = 0; i < steps; ++i) {
        const double from = std::round(width * i / steps), to = std::round(width * (i + 1) / steps);
        pen.box({corner.x + from, corner.y, to - from, 10}, shade(std::pow(maximum, (i + 0.5) / steps)));
    }
    const PlotRect ends{corner.x, corner.y + 11, width, pen.lineHeight()};
    pen.textIn(ends, "1 ×", pen.palette().dim);
    pen.textIn(ends, "≥ " + numberText(maximum) + " ×", pen.palette().dim, PlotShape::End);
    return ends.bottom() + 2;
}

} // namespace lightbench
