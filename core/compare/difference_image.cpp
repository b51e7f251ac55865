// Draws the difference of two images as a picture, in each of the four styles (declared in difference.h).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/compare/difference.h"
#include "core/image/colours.h"

namespace lightbench {

namespace {
constexpr std::size_t rampSize = 1024;

std::vector<Rgb> falseColourTable() {
    std::vector<Rgb> table(rampSize);
    for (std::size_t i = 0; i < rampSize; ++i)
        table[i] = falseColour(double(i) / double(rampSize - 1));
    return table;
}

/// The amplified differences of one pixel, in 255ths of full scale.
struct PixelDifference {
    double red = 0, green = 0, blue = 0;
    bool nan = false;
    double largest() const { return std::max({std::abs(red), std::abs(green), std::abs(blue)}); }
};

template <class T> double sampleDifference(T a, T b, double scale, bool& nan) {
    if (a == b) return 0; // also two equal infinities
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(a) && std::isnan(b)) return 0;
        nan = nan || std::isnan(a) || std::isnan(b);
    }
    return (double(a) - double(b)) * scale;
}

template <class T> PixelDifference pixelDifference(const T* a, const T* b, int channels, double scale) {
    PixelDifference d;
    d.red = sampleDifference(a[0], b[0], scale, d.nan);
    if (channels == 1) {
        d.green = d.blue = d.red;
        return d;
    }
    d.green = sampleDifference(a[1], b[1], scale, d.nan);
    d.blue = sampleDifference(a[2], b[2], scale, d.nan);
    // The picture is opaque, so a difference in alpha must show in the colours.
    const double alpha = sampleDifference(a[3], b[3], scale, d.nan);
    for (double* colour : {&d.red, &d.green, &d.blue})
        if (std::abs(alpha) > std::abs(*colour)) *colour = alpha;
    return d;
}

class Painter {
public:
    Painter(DifferenceStyle style) : style_(style), ramp_(falseColourTable()) {}
    Rgb colour(const PixelDifference& d) const {
        if (d.nan) return {255, 0, 255};
        if (style_ == DifferenceStyle::Mask) return d.largest() > 0 ? Rgb{255, 255, 255} : Rgb{0, 0, 0};
        if (style_ == DifferenceStyle::FalseColour) {
            const double position = std::min(d.largest() / 255, 1.0) * double(rampSize - 1);
            return ramp_[std::size_t(std::nearbyint(position))];
        }
        return {level(d.red), level(d.green), level(d.blue)};
    }

private:
    std::uint8_t level(double difference) const {
        return storeSample<std::uint8_t>(style_ == DifferenceStyle::Signed ? 128 + difference : std::abs(difference));
    }
    DifferenceStyle style_;
    std::vector<Rgb> ramp_;
};

template <class T>
void paintRow(const Painter& painter, const Image& actual, const Image& expected, int y, double scale, Image& picture) {
    const T* a = actual.row<T>(y);
    const T* b = expected.row<T>(y);
    auto* to = picture.row<std::uint8_t>(y);
    const int channels = actual.channels();
    for (int x = 0; x < actual.width(); ++x, a += channels, b += channels, to += 4) {
        const Rgb colour = painter.colour(pixelDifference(a, b, channels, scale));
        to[0] = colour.red;
        to[1] = colour.green;
        to[2] = colour.blue;
        to[3] = 255;
    }
}

/// The differing pixels of one row, at most one more than `maximum`.
template <class T> std::vector<Point> differingInRow(const Image& a, const Image& b, int y, std::size_t maximum) {
    const T *of = a.row<T>(y), *other = b.row<T>(y);
    const int channels = a.channels();
    std::vector<Point> found;
    if (std::memcmp(of, other, std::size_t(a.width()) * std::size_t(channels) * sizeof(T)) == 0) return found;
    for (int x = 0; x < a.width() && found.size() <= maximum; ++x) {
        const PixelDifference d = pixelDifference(of + x * channels, other + x * channels, channels, 1.0);
        if (d.nan || d.largest() > 0) found.push_back({x, y});
    }
    return found;
}
} // namespace

double fittingGain(double largest, const Format& format, DifferenceStyle style) {
    if (!(largest > 0) || std::isinf(largest)) return 1;
    // The signed style uses only 127 of 255 steps for positive differences.
    return format.fullScale() / largest * (style == DifferenceStyle::Signed ? 127.0 / 255 : 1);
}

std::vector<Point> differingPixels(const Image& actual, const Image& expected, std::size_t maximum) {
    requireSameShape(actual, expected, "have no difference image");
    std::vector<std::vector<Point>> rows(std::size_t(actual.height()));
    withSampleType(actual.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(actual.height(),
                     [&](int y) { rows[std::size_t(y)] = differingInRow<T>(actual, expected, y, maximum); });
    });
    std::vector<Point> all;
    for (const std::vector<Point>& row : rows) {
        all.insert(all.end(), row.begin(), row.end());
        if (all.size() > maximum) return {};
    }
    return all;
}

Image differenceImage(const Image& actual, const Image& expected, DifferenceStyle style, double amplify) {
    requireSameShape(actual, expected, "have no difference image");
    Image picture({actual.size(), {SampleType::U8, 4}});
    const Painter painter(style);
    const double scale = 255 / actual.format().fullScale() * amplify;
    withSampleType(actual.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(actual.height(), [&](int y) { paintRow<T>(painter, actual, expected, y, scale, picture); });
    });
    return picture;
}

} // namespace lightbench
