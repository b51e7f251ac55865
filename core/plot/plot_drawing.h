// A laid-out plot as shapes: lines, areas, discs and texts, in pixels. The SVG writer, the window's charts and the
// command line's image export draw it; plots and the roofline produce it with PlotPen.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/image/colours.h"

namespace lightbench {

/// "#rrggbb"
std::string hexOf(const Rgb& colour);
/// Black or white, whichever is more readable on that colour.
Rgb textOn(const Rgb& ground);

/// The colours of a plot. The window passes its theme's; exports use paperPalette(). A sign, a pattern or a word
/// repeats whatever a colour says.
struct PlotPalette {
    Rgb ground, text, dim, line; ///< line: for hairlines and hatches
    Rgb accent;                  ///< the fastest
    Rgb good, bad;
    std::vector<Rgb> series; ///< for the first, the second ... series; reused cyclically
};

/// Black on white with the colour-blind-safe colours of M. Okabe and K. Ito.
PlotPalette paperPalette();

/// The margin around a plot, pixels.
inline constexpr double plotMargin = 8;

/// A position in pixels from the top left.
struct PlotSpot {
    double x = 0, y = 0;
};

struct PlotRect {
    double x = 0, y = 0, width = 0, height = 0;
    double right() const { return x + width; }
    double bottom() const { return y + height; }
    PlotSpot centre() const { return {x + width / 2, y + height / 2}; }
    PlotRect grown(double by) const { return {x - by, y - by, width + 2 * by, height + 2 * by}; }
};

/// How a shape scrolls if the plot is larger than its view.
enum class PlotLayer {
    Inside, ///< both ways, clipped to PlotDrawing::inside
    Above,  ///< horizontally only: column headings
    Beside, ///< vertically only: row headings
    Fixed
};

struct PlotShape {
    enum Kind {
        Line, ///< a polyline through its points
        Area, ///< a filled polygon, or its outline if `width` is above 0
        Disc, ///< a disc around its point, or its outline if `width` is above 0
        Text  ///< horizontal text with its baseline at its point
    } kind = Line;
    std::vector<PlotSpot> points;
    Rgb colour;
    double width = 0;         ///< of a line or outline
    double radius = 0;        ///< of a disc
    std::vector<double> dash; ///< lengths of dashes and gaps; empty: solid
    std::string text;
    enum Anchor { Start, Middle, End } anchor = Start;
    double scale = 1; ///< for text: relative to the frame's text height
    PlotLayer layer = PlotLayer::Inside;
};

/// The space for a plot, its fonts and colours.
struct PlotFrame {
    double width = 0, height = 0;
    double textHeight = 13; ///< font height, pixels; a line of text is 1.3 times as high
    std::function<double(const std::string&)> textWidth;
    PlotPalette palette;
};

struct PlotDrawing {
    PlotDrawing() = default;
    /// Empty, and as large as the frame.
    explicit PlotDrawing(const PlotFrame& frame)
        : inside{0, 0, frame.width, frame.height}, width(frame.width), height(frame.height) {}

    std::vector<PlotShape> shapes; ///< in drawing order
    /// The area of a mark (by index), for hit tests. In the layer Inside.
    struct MarkArea {
        std::size_t mark = 0;
        PlotRect rect;
    };
    std::vector<MarkArea> markAreas;
    PlotRect inside;              ///< the visible area of the layer Inside
    double width = 0, height = 0; ///< total size; may exceed the frame
};

/// Adds shapes to a drawing.
class PlotPen {
public:
    PlotPen(const PlotFrame& frame, PlotDrawing& drawing) : frame_(frame), drawing_(drawing) {}
    const PlotFrame& frame() const { return frame_; }
    const PlotPalette& palette() const { return frame_.palette; }
    PlotDrawing& drawing() { return drawing_; }
    /// Sets the layer of the shapes that follow.
    void setLayer(PlotLayer layer) { layer_ = layer; }

    double lineHeight() const { return std::round(1.3 * frame_.textHeight); }
    double widthOf(const std::string& text) const { return frame_.textWidth(text); }
    /// The text, shortened with "…" if it is wider.
    std::string fitted(const std::string& text, double width) const;

    void line(std::vector<PlotSpot> points, const Rgb& colour, double width = 1, std::vector<double> dash = {});
    void area(std::vector<PlotSpot> corners, const Rgb& colour);
    void box(const PlotRect& rect, const Rgb& colour) { area(cornersOf(rect), colour); }
    void outline(const PlotRect& rect, const Rgb& colour, double width = 1);
    /// Fills with diagonal hatching, for what cannot run or is wrong.
    void hatch(const PlotRect& rect);
    /// Text on a baseline.
    void text(const PlotSpot& base, const std::string& text, const Rgb& colour,
              PlotShape::Anchor anchor = PlotShape::Start, double scale = 1);
    /// Text centred vertically in the rectangle.
    void textIn(const PlotRect& rect, const std::string& text, const Rgb& colour,
                PlotShape::Anchor anchor = PlotShape::Start);
    /// The marker of a series, distinguishable without colour; filled or hollow.
    void marker(const PlotSpot& centre, std::size_t series, bool isFilled);
    void cross(const PlotSpot& centre, const Rgb& colour);
    /// A vertical or horizontal error bar with end caps.
    void interval(const PlotSpot& from, const PlotSpot& to, const Rgb& colour);
    Rgb seriesColour(std::size_t series) const { return palette().series.at(series % palette().series.size()); }
    /// The dash pattern of a series; together with the markers it is unique for the first 24.
    static std::vector<double> dashOf(std::size_t series);

private:
    static std::vector<PlotSpot> cornersOf(const PlotRect& rect);
    PlotShape& add(PlotShape::Kind kind, std::vector<PlotSpot> points, const Rgb& colour);
    const PlotFrame& frame_;
    PlotDrawing& drawing_;
    PlotLayer layer_ = PlotLayer::Inside;
};

/// Estimates the width of a text of this height in a common sans-serif font.
double commonTextWidth(const std::string& text, double height);

} // namespace lightbench
