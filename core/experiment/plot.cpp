// Frame, ticks, lines, legend.
#include "core/experiment/plot.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace lightbench {

namespace {
constexpr double left = 80, right = 250, top = 50, bottom = 60;
constexpr double innerWidth = plotWidth - left - right, innerHeight = plotHeight - top - bottom;
// Okabe and Ito's colours, which most colour-blind readers tell apart.
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"};
constexpr const char* grid = "#dddddd";

struct Range {
    double least = 0, most = 1;
    double place(double value) const { return most > least ? (value - least) / (most - least) : 0.5; }
};

template <class Value> Range rangeOf(const Plot& plot, Value value) {
    Range range{INFINITY, -INFINITY};
    for (const PlotSeries& series : plot.series)
        for (const auto& point : series.points) {
            range.least = std::min(range.least, value(point));
            range.most = std::max(range.most, value(point));
        }
    return range.least <= range.most ? range : Range{};
}

PlotShape textAt(double x, double y, std::string text, PlotShape::Anchor anchor) {
    PlotShape shape{PlotShape::Text, x, y};
    shape.text = std::move(text);
    shape.anchor = anchor;
    return shape;
}

PlotShape lineOf(double x1, double y1, double x2, double y2, const char* colour, double width = 1) {
    PlotShape shape{PlotShape::Line, x1, y1, x2, y2, colour};
    shape.width = width;
    return shape;
}

class Layout {
public:
    explicit Layout(const Plot& plot) : plot_(plot) {
        x_ = rangeOf(plot, [](const auto& point) { return point.first; });
        y_ = rangeOf(plot, [](const auto& point) { return std::log10(point.second); });
        y_.least = std::floor(y_.least);
        y_.most = std::max(std::ceil(y_.most), y_.least + 1);
    }
    std::vector<PlotShape> shapes() {
        frame();
        xTicks();
        yTicks();
        for (std::size_t i = 0; i < plot_.series.size(); ++i)
            series(i);
        return std::move(all_);
    }

private:
    double xOf(double value) const { return left + x_.place(value) * innerWidth; }
    double yOf(double value) const { return top + (1 - y_.place(std::log10(value))) * innerHeight; }

    void frame() {
        all_.push_back(textAt(left, 20, plot_.title, PlotShape::Start));
        all_.push_back(textAt(left + innerWidth / 2, plotHeight - 14, plot_.xLabel, PlotShape::Middle));
        all_.push_back(textAt(8, top - 14, plot_.yLabel, PlotShape::Start));
        all_.push_back(lineOf(left, top + innerHeight, left + innerWidth, top + innerHeight, "#333333"));
        all_.push_back(lineOf(left, top, left, top + innerHeight, "#333333"));
    }

    void xTicks() {
        std::vector<double> values;
        for (const PlotSeries& series : plot_.series)
            for (const auto& point : series.points)
                values.push_back(point.first);
        std::ranges::sort(values);
        values.erase(std::unique(values.begin(), values.end()), values.end());
        const std::size_t step = std::max<std::size_t>(1, values.size() / 9);
        for (std::size_t i = 0; i < values.size(); i += step) {
            const std::size_t category = std::size_t(values[i]);
            const std::string name =
                category < plot_.categories.size() ? plot_.categories[category] : numberText(values[i]);
            all_.push_back(textAt(xOf(values[i]), top + innerHeight + 20, name, PlotShape::Middle));
        }
    }

    void yTicks() {
        for (double power = y_.least; power <= y_.most; ++power)
            for (int times : {1, 2, 5}) {
                const double value = times * std::pow(10.0, power);
                if (std::log10(value) > y_.most + 1e-9) continue;
                all_.push_back(lineOf(left, yOf(value), left + innerWidth, yOf(value), grid));
                all_.push_back(textAt(left - 8, yOf(value) + 4, threeDigits(value), PlotShape::End));
            }
    }

    void series(std::size_t index) {
        const char* colour = colours[index % std::size(colours)];
        auto points = plot_.series[index].points;
        std::ranges::sort(points);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double x = xOf(points[i].first), y = yOf(points[i].second);
            if (i > 0) all_.push_back(lineOf(xOf(points[i - 1].first), yOf(points[i - 1].second), x, y, colour, 2));
            all_.push_back(PlotShape{PlotShape::Dot, x, y, 0, 0, colour, {}, PlotShape::Start, 3.5});
        }
        const double y = top + 10 + 20 * double(index);
        all_.push_back(lineOf(plotWidth - right + 15, y, plotWidth - right + 35, y, colour, 2));
        all_.push_back(textAt(plotWidth - right + 42, y + 4, plot_.series[index].name, PlotShape::Start));
    }

    const Plot& plot_;
    Range x_, y_;
    std::vector<PlotShape> all_;
};

std::string escaped(const std::string& text) {
    std::string result;
    for (char c : text)
        result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
    return result;
}

std::string pixels(double value) { return numberText(std::round(value * 10) / 10); }

std::string svgElement(const PlotShape& shape) {
    switch (shape.kind) {
    case PlotShape::Line:
        return "<line x1=\"" + pixels(shape.x1) + "\" y1=\"" + pixels(shape.y1) + "\" x2=\"" + pixels(shape.x2) +
               "\" y2=\"" + pixels(shape.y2) + "\" stroke=\"" + shape.colour + "\" stroke-width=\"" +
               pixels(shape.width) + "\"/>\n";
    case PlotShape::Dot:
        return "<circle cx=\"" + pixels(shape.x1) + "\" cy=\"" + pixels(shape.y1) + "\" r=\"" + pixels(shape.width) +
               "\" fill=\"" + shape.colour + "\"/>\n";
    case PlotShape::Text: break;
    }
    const char* anchors[] = {"start", "middle", "end"};
    return "<text x=\"" + pixels(shape.x1) + "\" y=\"" + pixels(shape.y1) + "\" fill=\"" + shape.colour +
           "\" text-anchor=\"" + anchors[shape.anchor] + "\">" + escaped(shape.text) + "</text>\n";
}
} // namespace

std::vector<PlotShape> plotShapes(const Plot& plot) { return Layout(plot).shapes(); }

std::string plotSvg(const std::vector<PlotShape>& shapes) {
    const std::string size = std::to_string(plotWidth) + "\" height=\"" + std::to_string(plotHeight);
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size +
                       "\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"" + size +
                       "\" fill=\"#ffffff\"/>\n";
    for (const PlotShape& shape : shapes)
        text += svgElement(shape);
    return text + "</svg>\n";
}

} // namespace lightbench
