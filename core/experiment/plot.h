// A plain plot of measurements as lines and texts, which SVG text or a painter can draw. The vertical axis is
// logarithmic: times of variants lie far apart.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lightbench {

struct PlotSeries {
    std::string name;
    std::vector<std::pair<double, double>> points; ///< x, and y above 0; in any order
};

struct Plot {
    std::string title, xLabel, yLabel;
    std::vector<std::string> categories; ///< names of x = 0, 1, 2 ...; empty where x is a number
    std::vector<PlotSeries> series;
};

/// In pixels from the top left. A line from 1 to 2; a dot at 1; a text at 1, upright on its base line.
struct PlotShape {
    enum Kind { Line, Dot, Text } kind = Line;
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    std::string colour = "#333333"; ///< as "#rrggbb"
    std::string text;
    enum Anchor { Start, Middle, End } anchor = Start;
    double width = 1; ///< of a line; of a dot: its radius
};

inline constexpr int plotWidth = 900, plotHeight = 520;

/// Lays a plot out on plotWidth x plotHeight pixels.
std::vector<PlotShape> plotShapes(const Plot& plot);
std::string plotSvg(const std::vector<PlotShape>& shapes);

} // namespace lightbench
