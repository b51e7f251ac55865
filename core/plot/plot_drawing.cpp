#include "core/plot/plot_drawing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/text.h"

namespace lightbench {

namespace {
/// A regular polygon around a centre, with a corner or an edge at the top.
std::vector<PlotSpot> aroundOf(const PlotSpot& centre, int corners, double radius, double turned) {
    std::vector<PlotSpot> points;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * (i + turned) / corners;
        points.push_back({centre.x + radius * std::sin(angle), centre.y - radius * std::cos(angle)});
    }
    return points;
}

bool startsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }
} // namespace

std::string hexOf(const Rgb& colour) {
    return "#" + hexDigits(std::uint64_t(colour.red) << 16 | std::uint64_t(colour.green) << 8 | colour.blue, 6);
}

Rgb textOn(const Rgb& ground) {
    // Relative luminance, WCAG 2.1.
    const auto linear = [](int byte) {
        const double part = byte / 255.0;
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double luminance = 0.2126 * linear(ground.red) + 0.7152 * linear(ground.green) + 0.0722 * linear(ground.blue);
    return luminance > 0.18 ? Rgb{0, 0, 0} : Rgb{255, 255, 255};
}

PlotPalette paperPalette() {
    return {.ground = {0xff, 0xff, 0xff},
            .text = {0x1d, 0x1e, 0x20},
            .dim = {0x55, 0x57, 0x5c},
            .line = {0xc4, 0xc6, 0xca},
            .accent = {0x13, 0x70, 0x82},
            .good = {0x1c, 0x76, 0x3c},
            .bad = {0xb3, 0x2b, 0x22},
            .series = {{0x00, 0x72, 0xb2},
                       {0xd5, 0x5e, 0x00},
                       {0x00, 0x9e, 0x73},
                       {0xcc, 0x79, 0xa7},
                       {0xe6, 0x9f, 0x00},
                       {0x56, 0xb4, 0xe9},
                       {0x44, 0x44, 0x44}}};
}

PlotShape& PlotPen::add(PlotShape::Kind kind, std::vector<PlotSpot> points, const Rgb& colour) {
    PlotShape& shape = drawing_.shapes.emplace_back();
    shape.kind = kind;
    shape.points = std::move(points);
    shape.colour = colour;
    shape.layer = layer_;
    return shape;
}

std::string PlotPen::fitted(const std::string& text, double width) const {
    if (widthOf(text) <= width) return text;
    std::string cut = text;
    while (!cut.empty() && widthOf(cut + "…") > width) {
        while (!cut.empty() && !startsCharacter(cut.back()))
            cut.pop_back();
        if (!cut.empty()) cut.pop_back();
    }
    return cut + "…";
}

void PlotPen::line(std::vector<PlotSpot> points, const Rgb& colour, double width, std::vector<double> dash) {
    PlotShape& shape = add(PlotShape::Line, std::move(points), colour);
    shape.width = width;
    shape.dash = std::move(dash);
}

std::vector<PlotSpot> PlotPen::cornersOf(const PlotRect& rect) {
    return {{rect.x, rect.y}, {rect.right(), rect.y}, {rect.right(), rect.bottom()}, {rect.x, rect.bottom()}};
}

void PlotPen::area(std::vector<PlotSpot> corners, const Rgb& colour) {
    add(PlotShape::Area, std::move(corners), colour);
}

void PlotPen::outline(const PlotRect& rect, const Rgb& colour, double width) {
    add(PlotShape::Area, cornersOf(rect.grown(-width / 2)), colour).width = width;
}

void PlotPen::hatch(const PlotRect& rect) {
    constexpr double step = 7;
    for (double from = step; from < rect.width + rect.height; from += step) {
        const double down = std::min(from, rect.height), left = from - down;
        const double across = std::min(from, rect.width), up = from - across;
        line({{rect.x + left, rect.y + down}, {rect.x + across, rect.y + up}}, palette().line);
    }
}

void PlotPen::text(const PlotSpot& base, const std::string& text, const Rgb& colour, PlotShape::Anchor anchor,
                   double scale) {
    if (text.empty()) return;
    PlotShape& shape = add(PlotShape::Text, {base}, colour);
    shape.text = text;
    shape.anchor = anchor;
    shape.scale = scale;
}

void PlotPen::textIn(const PlotRect& rect, const std::string& words, const Rgb& colour, PlotShape::Anchor anchor) {
    const double x = rect.x + rect.width * int(anchor) / 2.0;
    text({x, std::round(rect.centre().y + 0.36 * frame_.textHeight)}, words, colour, anchor);
}

void PlotPen::marker(const PlotSpot& centre, std::size_t series, bool isFilled) {
    constexpr double radius = 4.5;
    struct Form {
        int corners;
        double size, turned;
    };
    constexpr Form forms[] = {{0, 0.85, 0}, {4, 1.15, 0.5}, {3, 1.2, 0}, {4, 1.15, 0}, {3, 1.2, 0.5}, {5, 1.1, 0}};
    const Form& form = forms[series % std::size(forms)];
    const auto draw = [&](const Rgb& colour, double width) {
        const PlotShape::Kind kind = form.corners == 0 ? PlotShape::Disc : PlotShape::Area;
        PlotShape& shape = add(kind,
                               form.corners == 0 ? std::vector{centre}
                                                 : aroundOf(centre, form.corners, radius * form.size, form.turned),
                               colour);
        shape.radius = radius * form.size;
        shape.width = width;
    };
    draw(isFilled ? seriesColour(series) : palette().ground, 0);
    if (!isFilled) draw(seriesColour(series), 1.5);
}

void PlotPen::cross(const PlotSpot& centre, const Rgb& colour) {
    line({{centre.x - 4, centre.y - 4}, {centre.x + 4, centre.y + 4}}, colour, 2);
    line({{centre.x - 4, centre.y + 4}, {centre.x + 4, centre.y - 4}}, colour, 2);
}

void PlotPen::interval(const PlotSpot& from, const PlotSpot& to, const Rgb& colour) {
    const bool isUpright = from.x == to.x;
    const PlotSpot aside{isUpright ? 3.0 : 0.0, isUpright ? 0.0 : 3.0};
    line({from, to}, colour);
    for (const PlotSpot& end : {from, to})
        line({{end.x - aside.x, end.y - aside.y}, {end.x + aside.x, end.y + aside.y}}, colour);
}

std::vector<double> PlotPen::dashOf(std::size_t series) {
    static const std::vector<double> dashes[] = {{}, {7, 4}, {2, 3}, {8, 3, 2, 3}};
    return dashes[(series + series / 12) % std::size(dashes)];
}

double commonTextWidth(const std::string& text, double height) {
    double width = 0;
    for (const char byte : text) {
        if (!startsCharacter(byte)) continue;
        const bool isNarrow = std::string_view(" .,:;|'!()[]ijlft").find(byte) != std::string_view::npos;
        const bool isWide = std::string_view("mwMW%@").find(byte) != std::string_view::npos;
        width += isNarrow ? 0.4 : isWide ? 0.95 : 0.64;
    }
    return width * height;
}

} // namespace lightbench
