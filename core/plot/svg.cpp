#include "core/plot/svg.h"

#include <cmath>

#include "core/base/text.h"

namespace lightbench {

namespace {
std::string pixels(double value) { return numberText(std::round(value * 10) / 10); }

std::string attribute(const char* name, const std::string& value) {
    return std::string(" ") + name + "=\"" + value + "\"";
}

std::string pointsOf(const PlotShape& shape) {
    std::string text;
    for (const PlotSpot& point : shape.points)
        text += (text.empty() ? "" : " ") + pixels(point.x) + "," + pixels(point.y);
    return attribute("points", text);
}

/// The stroke or fill of a shape; a width of 0 means filled.
std::string inkOf(const PlotShape& shape) {
    const std::string colour = hexOf(shape.colour);
    if (shape.width <= 0) return attribute("fill", colour);
    std::string dash;
    for (const double length : shape.dash)
        dash += (dash.empty() ? "" : ",") + pixels(length);
    return attribute("fill", "none") + attribute("stroke", colour) + attribute("stroke-width", pixels(shape.width)) +
           (dash.empty() ? "" : attribute("stroke-dasharray", dash));
}

std::string elementOf(const PlotShape& shape, double textHeight) {
    switch (shape.kind) {
    case PlotShape::Line: return "<polyline" + pointsOf(shape) + inkOf(shape) + "/>\n";
    case PlotShape::Area: return "<polygon" + pointsOf(shape) + inkOf(shape) + "/>\n";
    case PlotShape::Disc:
        return "<circle" + attribute("cx", pixels(shape.points[0].x)) + attribute("cy", pixels(shape.points[0].y)) +
               attribute("r", pixels(shape.radius)) + inkOf(shape) + "/>\n";
    case PlotShape::Text: break;
    }
    const char* anchors[] = {"start", "middle", "end"};
    return "<text" + attribute("x", pixels(shape.points[0].x)) + attribute("y", pixels(shape.points[0].y)) +
           attribute("fill", hexOf(shape.colour)) +
           (shape.anchor == PlotShape::Start ? "" : attribute("text-anchor", anchors[shape.anchor])) +
           (shape.scale == 1 ? "" : attribute("font-size", pixels(shape.scale * textHeight))) + ">" +
           markupText(shape.text) + "</text>\n";
}
} // namespace

std::string svgOf(const PlotDrawing& drawing, const Rgb& ground) {
    const std::string size = attribute("width", pixels(drawing.width)) + attribute("height", pixels(drawing.height));
    constexpr double textHeight = 13;
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + size +
                       attribute("font-family", "DejaVu Sans, Helvetica, Arial, sans-serif") +
                       attribute("font-size", pixels(textHeight)) + ">\n<rect" + size +
                       attribute("fill", hexOf(ground)) + "/>\n";
    for (const PlotShape& shape : drawing.shapes)
        text += elementOf(shape, textHeight);
    return text + "</svg>\n";
}

} // namespace lightbench
