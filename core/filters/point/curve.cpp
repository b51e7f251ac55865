// curve: maps samples by a curve through points, monotone or piecewise linear.
#include <algorithm>
#include <array>

#include "core/filters/point/point_filter.h"

namespace lightbench::filters {

namespace {

struct CurvePoint {
    double x, y;
};

/// The points with both coordinates in 0..255, sorted by x. Of points with equal x the first is kept.
std::vector<CurvePoint> pointsOf(const ParameterValues& parameters) {
    std::vector<CurvePoint> points{{0, double(parameters.integer("black"))}};
    for (const char* number : {"1", "2", "3"})
        points.push_back({double(parameters.integer(std::string("x") + number)),
                          double(parameters.integer(std::string("y") + number))});
    points.push_back({255, double(parameters.integer("white"))});
    std::ranges::stable_sort(points, {}, &CurvePoint::x);
    points.erase(std::unique(points.begin(), points.end(), [](auto a, auto b) { return a.x == b.x; }), points.end());
    return points;
}

double sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// The slope at an end of the curve, from the widths and slopes of the last two pieces, outer one first.
double endSlope(double h0, double h1, double d0, double d1) {
    const double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (sign(slope) != sign(d0)) return 0;
    return sign(d0) != sign(d1) && std::abs(slope) > 3 * std::abs(d0) ? 3 * d0 : slope;
}

/// The weighted harmonic mean of the slopes before and after a point, or 0 at an extreme.
double innerSlope(double h0, double h1, double d0, double d1) {
    if (d0 * d1 <= 0) return 0;
    const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    return (w0 + w1) / (w0 / d0 + w1 / d1);
}

/// The slopes at the points, by Fritsch and Butland.
std::vector<double> slopesAt(const std::vector<double>& h, const std::vector<double>& d) {
    const std::size_t n = h.size();
    if (n == 1) return {d[0], d[0]};
    std::vector<double> slopes{endSlope(h[0], h[1], d[0], d[1])};
    for (std::size_t i = 1; i < n; ++i)
        slopes.push_back(innerSlope(h[i - 1], h[i], d[i - 1], d[i]));
    slopes.push_back(endSlope(h[n - 1], h[n - 2], d[n - 1], d[n - 2]));
    return slopes;
}

/// Start and coefficients of 1, t, t^2, t^3, in 0..1; floats as kernels/point/curve.cl expects them.
template <class Number> using Piece = std::array<Number, 5>;

template <class Number> std::vector<Piece<Number>> piecesOf(const ParameterValues& parameters) {
    const std::vector<CurvePoint> points = pointsOf(parameters);
    std::vector<double> h, d;
    for (std::size_t i = 1; i < points.size(); ++i) {
        h.push_back((points[i].x - points[i - 1].x) / 255);
        d.push_back((points[i].y - points[i - 1].y) / 255 / h.back());
    }
    const bool isStraight = parameters.choice("form") == "straight";
    const std::vector<double> slopes = slopesAt(h, d);
    std::vector<Piece<Number>> pieces;
    for (std::size_t i = 0; i < h.size(); ++i) {
        const double m0 = isStraight ? d[i] : slopes[i], m1 = isStraight ? d[i] : slopes[i + 1];
        pieces.push_back({Number(points[i].x / 255), Number(points[i].y / 255), Number(m0),
                          Number((3 * d[i] - 2 * m0 - m1) / h[i]), Number((m0 + m1 - 2 * d[i]) / (h[i] * h[i]))});
    }
    return pieces;
}

/// Rounds each product and sum separately; floats as in the kernel.
template <class Number> Number curveAt(const std::vector<Piece<Number>>& pieces, Number sample) {
    const Number x = std::fmin(std::fmax(sample, Number(0)), Number(1));
    std::size_t i = pieces.size() - 1;
    while (i > 0 && x < pieces[i][0])
        --i;
    const Piece<Number>& piece = pieces[i];
    const Number t = x - piece[0];
    return std::fmin(std::fmax(((piece[4] * t + piece[3]) * t + piece[2]) * t + piece[1], Number(0)), Number(1));
}

/// Integer arithmetic up to a single division, so that halves are exact.
double straightAt(const std::vector<CurvePoint>& points, double sample, double unit) {
    std::size_t i = points.size() - 2;
    while (i > 0 && sample < points[i].x * unit)
        --i;
    const CurvePoint from = points[i], to = points[i + 1];
    return from.y * unit + (sample - from.x * unit) * (to.y - from.y) / (to.x - from.x);
}

Tone curveTone(const ParameterValues& parameters) {
    if (parameters.choice("form") == "straight")
        return [points = pointsOf(parameters)](double sample, double unit) { return straightAt(points, sample, unit); };
    return [pieces = piecesOf<double>(parameters)](double sample, double unit) {
        return curveAt(pieces, sample / (255 * unit)) * (255 * unit);
    };
}

Image curveReference(const Image& input, const ParameterValues& parameters) {
    if (input.format().isInteger()) return toneReference(input, curveTone(parameters));
    return mapColours(input,
                      [pieces = piecesOf<float>(parameters)](auto sample) { return curveAt(pieces, float(sample)); });
}

void addCurveForFloats(const PlanRequest& request, Plan& plan, KernelPass& pass) {
    const std::vector<Piece<float>> pieces = piecesOf<float>(request.parameters);
    addDefines(pass, {{"PIECES", pieces.size()}});
    pass.arguments.push_back({"pieces", plan.addTable("pieces", pieces)});
}

Parameter number(const std::string& name, const std::string& label, int minimum, int maximum, int initial,
                 const std::string& doc) {
    return integerParameter(name, label, "", minimum, maximum, 1, initial, doc + ", on the 8-bit scale.");
}

std::vector<Parameter> parameters() {
    std::vector<Parameter> all{number("black", "Black", 0, 255, 0, "What 0 becomes")};
    for (int i : {1, 2, 3}) {
        const std::string n = std::to_string(i);
        all.push_back(number("x" + n, "Point " + n + ", from", 1, 254, 64 * i, "Sample at point " + n));
        all.push_back(
            number("y" + n, "Point " + n + ", to", 0, 255, 64 * i, "What the sample at point " + n + " becomes"));
    }
    all.push_back(number("white", "White", 0, 255, 255, "What full scale becomes"));
    all.push_back(choiceParameter("form", "Form", {{"monotone", "Monotone"}, {"straight", "Straight lines"}},
                                  "monotone",
                                  "How the points are joined: by cubics without overshoot, or by straight lines."));
    return all;
}

} // namespace

Filter curve() {
    return {
        .id = "curve",
        .group = "Tone and contrast",
        .summary = "Changes tones by a curve through five points, like the curves dialog of an image editor.",
        .synonyms = {"tone curve", "gradation", "spline"},
        .doc = "Maps each sample by a curve through (0, black), three points and (255, white), in the order of their "
               "x. If points have the same x, the first counts. With form=monotone, cubic Hermite pieces with the "
               "slopes of Fritsch and Butland (SIAM J. Sci. Stat. Comput. 5, 1984) join the points. They never "
               "overshoot, as in SciPy's PchipInterpolator. With form=straight, lines join them, as in NumPy's interp. "
               "Integers are computed in double precision, straight lines exactly, and rounded half to even. Floats "
               "are computed in float and cut off at 0 and 1. Alpha is copied.",
        .parameters = parameters(),
        .clampsFloats = true,
        .locality = pointLocality,
        .reference = curveReference,
        .variants = {tableVariant("curve", 10, curveTone, addCurveForFloats)},
    };
}

} // namespace lightbench::filters
