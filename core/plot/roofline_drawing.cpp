// Chooses axes that contain all kernels and the ridge point, then draws the peaks as lines and the kernels on top.
#include "core/plot/roofline_drawing.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/plot/plot_layout.h"
#include "core/plot/scale.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
constexpr double markReach = 7;

/// "0.01", "2", "1000".
std::string tickText(double value) { return withoutZeros(threeDigits(value)); }

double powerBelow(double value) { return std::pow(10.0, std::floor(std::log10(value) + 1e-9)); }

class Sheet {
public:
    Sheet(const RooflineSheet& sheet, PlotPen& pen) : sheet_(sheet), pen_(pen) {
        const PeakRates& peakRates = sheet.peakRates;
        const double ridge = ridgeOf(peakRates);
        double minimum = ridge / 30, maximum = ridge * 10, low = roofAt(peakRates, ridge / 30);
        for (const RooflinePoint& point : sheet.points) {
            if (point.intensity <= 0 || point.gigaOperationsPerS <= 0) continue;
            minimum = std::min(minimum, point.intensity);
            maximum = std::max(maximum, point.intensity);
            low = std::min(low, point.gigaOperationsPerS);
        }
        x_ = {powerBelow(minimum), 10 * powerBelow(maximum), true};
        y_ = {powerBelow(low / 1.5), 3 * std::max(peakRates.gigaOperationsPerS.best, low), true};
        double labels = 0;
        for (const double tick : y_.ticks(5))
            labels = std::max(labels, pen.widthOf(tickText(tick)));
        const double line = pen.lineHeight();
        area_ = {plotMargin + labels + 8, line + 2, 0, 0};
        area_.width = std::max(40.0, pen.frame().width - area_.x - 2 * plotMargin);
        area_.height = std::max(30.0, pen.frame().height - area_.y - 2 * line - 6);
    }

    void draw() {
        pen_.setLayer(PlotLayer::Fixed);
        axes();
        roofs();
        for (std::size_t i = 0; i < sheet_.points.size(); ++i)
            mark(i);
    }

private:
    double xOf(double intensity) const { return area_.x + std::clamp(x_.position(intensity), 0.0, 1.0) * area_.width; }
    double yOf(double rate) const { return area_.bottom() - std::clamp(y_.position(rate), 0.0, 1.0) * area_.height; }

    void axes() {
        const PlotPalette& palette = pen_.palette();
        const double line = pen_.lineHeight();
        const Rgb grid = blended(palette.ground, palette.line, 0.6);
        pen_.text({plotMargin, line - 5}, "GFLOP/s", palette.dim);
        for (const double tick : y_.ticks(std::clamp(int(area_.height / 30), 2, 8))) {
            const double y = std::round(yOf(tick));
            pen_.line({{area_.x, y}, {area_.right(), y}}, grid);
            pen_.textIn({0, y - 8, area_.x - 6, 16}, tickText(tick), palette.dim, PlotShape::End);
        }
        for (const double tick : x_.ticks(std::clamp(int(area_.width / 70), 2, 10))) {
            const double x = std::round(xOf(tick));
            pen_.line({{x, area_.y}, {x, area_.bottom()}}, grid);
            pen_.textIn({x - 40, area_.bottom() + 2, 80, line}, tickText(tick), palette.dim, PlotShape::Middle);
        }
        pen_.line({{area_.x, area_.y}, {area_.x, area_.bottom()}, {area_.right(), area_.bottom()}}, palette.dim);
        pen_.textIn({area_.x, area_.bottom() + line + 2, area_.width, line}, "operations per byte", palette.dim,
                    PlotShape::Middle);
    }

    /// Draws a bandwidth as a sloped line up to the peak of arithmetic.
    void slope(const PeakRate& bandwidth, const std::string& name, const std::vector<double>& dash, double width) {
        const double peak = sheet_.peakRates.gigaOperationsPerS.best;
        if (bandwidth.best <= 0 || peak <= 0) return;
        const double from = std::max(x_.minimum, y_.minimum / bandwidth.best);
        const double to = std::min(peak / bandwidth.best, x_.maximum);
        if (to <= from) return;
        const PlotSpot low{xOf(from), yOf(bandwidth.best * from)}, high{xOf(to), yOf(bandwidth.best * to)};
        pen_.line({low, high}, pen_.palette().text, width, dash);
        slopes_.push_back({name + " " + threeDigits(bandwidth.best) + " GB/s", dash, width});
    }

    void roofs() {
        const PeakRates& peakRates = sheet_.peakRates;
        const double peak = peakRates.gigaOperationsPerS.best;
        if (peak <= 0) return;
        const PlotPalette& palette = pen_.palette();
        slope(peakRates.localGbPerS, "local memory", {2, 3}, 1);
        slope(peakRates.readGbPerS, "read", {6, 3}, 1);
        slope(peakRates.copyGbPerS, "copy", {}, 2);
        pen_.line({{xOf(std::max(ridgeOf(peakRates), x_.minimum)), yOf(peak)}, {area_.right(), yOf(peak)}},
                  palette.text, 2);
        pen_.textIn({area_.x, yOf(peak) - pen_.lineHeight() - 1, area_.width - 4, pen_.lineHeight()},
                    "multiply-add " + threeDigits(peak) + " GFLOP/s", palette.text, PlotShape::End);
        legend();
    }

    /// Names the slopes above the plot, because they lie too close together for labels.
    void legend() {
        const double line = pen_.lineHeight();
        double x = plotMargin + pen_.widthOf("GFLOP/s") + 24;
        for (auto slope = slopes_.rbegin(); slope != slopes_.rend(); ++slope) {
            const double end = x + 30 + pen_.widthOf(slope->name);
            if (end > area_.right()) return;
            pen_.line({{x, line / 2}, {x + 24, line / 2}}, pen_.palette().text, slope->width, slope->dash);
            pen_.textIn({x + 30, 0, end - x, line}, slope->name, pen_.palette().text);
            x = end + 20;
        }
    }

    void mark(std::size_t index) {
        const RooflinePoint& point = sheet_.points[index];
        if (point.intensity <= 0 || point.gigaOperationsPerS <= 0) return;
        const PlotSpot spot{xOf(point.intensity), yOf(point.gigaOperationsPerS)};
        const double roof = yOf(roofAt(sheet_.peakRates, point.intensity));
        const std::size_t series = std::size_t(std::max(0, point.stackIndex));
        if (spot.y - roof > markReach)
            pen_.line({{spot.x, spot.y - markReach}, {spot.x, roof}}, pen_.seriesColour(series), 1, {1, 3});
        pen_.marker(spot, series, point.share >= nearShare);
        pen_.drawing().markAreas.push_back(
            {index, {spot.x - markReach, spot.y - markReach, 2 * markReach, 2 * markReach}});
        const std::string name = std::to_string(index + 1);
        pen_.textIn({spot.x + markReach, spot.y - 8, 40, 16}, name, pen_.palette().text);
    }

    struct Slope {
        std::string name;
        std::vector<double> dash;
        double width = 1;
    };
    const RooflineSheet& sheet_;
    PlotPen& pen_;
    Scale x_, y_;
    PlotRect area_;
    std::vector<Slope> slopes_;
};
} // namespace

PlotDrawing rooflineDrawing(const RooflineSheet& sheet, const PlotFrame& frame) {
    PlotDrawing drawing(frame);
    if (ridgeOf(sheet.peakRates) <= 0) return drawing;
    PlotPen pen(frame, drawing);
    Sheet(sheet, pen).draw();
    return drawing;
}

PlotDrawing rooflineDrawing(const RooflineSheet& sheet) {
    return withTitleAndNotes(rooflineDrawing(sheet, exportFrame(460)), sheet.title, sheet.notes);
}

RooflineSheet rooflineSheet(const Report& report, const StoredPeakRates& kept) {
    RooflineSheet sheet{"Roofline of " + stackLine(report.stack, report.filters),
                        {},
                        kept.peakRates,
                        rooflineOf(report, kept.peakRates)};
    sheet.notes = {report.input->shape().name() + ", on " + report.device.name + ", driver " + report.device.driver,
                   (report.warmedUp ? "medians of " + std::to_string(report.repeats) + " repeats after a warm-up"
                                    : std::string("single cold run (not a benchmark)")) +
                       "; peak rates measured " + kept.measured +
                       "; bytes and operations are the least that plans need"};
    for (std::size_t i = 0; i < sheet.points.size(); ++i) {
        const RooflinePoint& point = sheet.points[i];
        sheet.notes.push_back(std::to_string(i + 1) + "  " + point.kernel + ", " + limitName(point.limit) + ": " +
                              point.why);
    }
    return sheet;
}

std::string rooflinePointTip(const RooflinePoint& point) {
    std::string text = point.kernel + "\n" + threeDigits(point.us) + " µs, " + threeDigits(point.gbPerS) + " GB/s, " +
                       threeDigits(point.gigaOperationsPerS) + " GFLOP/s\n" + threeDigits(point.intensity) +
                       " operations per byte";
    if (point.share > 0) text += ", " + threeDigits(100 * point.share) + " % of its peak";
    if (!point.why.empty()) text += "\n" + limitName(point.limit) + ": " + point.why;
    return text;
}

} // namespace lightbench
