// A laid out plot as lines, areas, discs and texts, which SVG or a painter can draw.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/plot/colour.h"

namespace lightbench {

/// Around what a plot draws, pixels.
inline constexpr double plotMargin = 8;

/// Pixels, from the top left.
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

/// What moves where a plot that has too little room is scrolled.
enum class PlotLayer {
    Inside, ///< both ways; only seen in PlotDrawing::inside
    Above,  ///< sideways only: heads of columns
    Beside, ///< up and down only: heads of rows
    Fixed
};

struct PlotShape {
    enum Kind {
        Line, ///< through its points
        Area, ///< inside of its points, or their outline where its width is above 0
        Disc, ///< around its point; its outline where its width is above 0
        Text  ///< upright, on its base line at its point
    } kind = Line;
    std::vector<PlotSpot> points;
    Colour colour;
    double width = 0;         ///< of a line, or an outline
    double radius = 0;        ///< of a disc
    std::vector<double> dash; ///< lengths of strokes and gaps; empty: a whole line
    std::string text;
    enum Anchor { Start, Middle, End } anchor = Start;
    double scale = 1; ///< of a text: times the frame's text
    PlotLayer layer = PlotLayer::Inside;
};

/// The room and the look of a plot.
struct PlotFrame {
    double width = 0, height = 0;
    double textHeight = 13; ///< of a line of text is 1.3 times so much
    std::function<double(const std::string&)> textWidth;
    PlotPalette palette;
};

struct PlotDrawing {
    std::vector<PlotShape> shapes; ///< in the order in which they are drawn
    /// Where a mark (its index) is, for whoever points at it. Of Inside.
    struct Place {
        std::size_t mark = 0;
        PlotRect rect;
    };
    std::vector<Place> places;
    PlotRect inside;              ///< where that layer is seen
    double width = 0, height = 0; ///< what all of it takes: may be more than the frame has
};

/// Adds shapes to a drawing.
class PlotPen {
public:
    PlotPen(const PlotFrame& frame, PlotDrawing& drawing) : frame_(frame), drawing_(drawing) {}
    const PlotFrame& frame() const { return frame_; }
    const PlotPalette& palette() const { return frame_.palette; }
    PlotDrawing& drawing() { return drawing_; }
    /// Of what comes next.
    void setLayer(PlotLayer layer) { layer_ = layer; }

    double lineHeight() const { return std::round(1.3 * frame_.textHeight); }
    double widthOf(const std::string& text) const { return frame_.textWidth(text); }
    /// Cut at its end with "…" where it is wider.
    std::string fitted(const std::string& text, double width) const;

    void line(std::vector<PlotSpot> points, const Colour& colour, double width = 1, std::vector<double> dash = {});
    void area(std::vector<PlotSpot> corners, const Colour& colour);
    void box(const PlotRect& rect, const Colour& colour) { area(cornersOf(rect), colour); }
    void outline(const PlotRect& rect, const Colour& colour, double width = 1);
    /// What cannot run, or is wrong: lines from the lower left.
    void hatch(const PlotRect& rect);
    /// On a base line.
    void text(const PlotSpot& base, const std::string& text, const Colour& colour,
              PlotShape::Anchor anchor = PlotShape::Start, double scale = 1);
    /// In the middle of the rectangle's height.
    void textIn(const PlotRect& rect, const std::string& text, const Colour& colour,
                PlotShape::Anchor anchor = PlotShape::Start);
    /// The mark of a series, which no colour is needed to tell; filled or hollow.
    void marker(const PlotSpot& centre, std::size_t series, bool isFilled);
    void cross(const PlotSpot& centre, const Colour& colour);
    /// A vertical, or a horizontal, interval with its ends.
    void interval(const PlotSpot& from, const PlotSpot& to, const Colour& colour);
    Colour seriesColour(std::size_t series) const { return palette().series.at(series % palette().series.size()); }
    /// Of the lines of a series; together with the markers they differ for the first 24.
    static std::vector<double> dashOf(std::size_t series);

private:
    static std::vector<PlotSpot> cornersOf(const PlotRect& rect);
    PlotShape& add(PlotShape::Kind kind, std::vector<PlotSpot> points, const Colour& colour);
    const PlotFrame& frame_;
    PlotDrawing& drawing_;
    PlotLayer layer_ = PlotLayer::Inside;
};

/// What a text of this height takes in a common sans-serif font, at least.
double commonTextWidth(const std::string& text, double height);

} // namespace lightbench
