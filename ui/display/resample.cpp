#include "ui/display/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ui/display/bands.h"

namespace lightbench {

namespace {

constexpr QRgb opaqueBlack = 0xff000000u;

/// For each device column or row, the index into a level of the pyramid.
std::vector<int> nearestIndices(int first, int count, double scale, int size, int level) {
    std::vector<int> indices(std::size_t(count), 0);
    for (int i = 0; i < count; ++i)
        indices[std::size_t(i)] = std::clamp(int(std::floor((first + i + 0.5) / scale)), 0, size - 1) >> level;
    return indices;
}

QRgb overChecker(const uchar* pixel, int x, int y) {
    const int alpha = pixel[3], shade = checkerShade(x, y) * (255 - alpha);
    const auto mix = [&](int c) { return (pixel[c] * alpha + shade + 127) / 255; };
    return qRgb(mix(0), mix(1), mix(2));
}

void nearestRow(const uchar* in, const std::vector<int>& columns, bool gray, QRgb* out) {
    if (gray) {
        for (std::size_t x = 0; x < columns.size(); ++x)
            out[x] = opaqueBlack | in[columns[x]] * 0x010101u;
    } else {
        for (std::size_t x = 0; x < columns.size(); ++x) {
            const uchar* pixel = in + 4 * std::size_t(columns[x]);
            out[x] = qRgb(pixel[0], pixel[1], pixel[2]);
        }
    }
}

void transparentRow(const uchar* in, const std::vector<int>& columns, int left, int y, QRgb* out) {
    for (std::size_t x = 0; x < columns.size(); ++x)
        out[x] = overChecker(in + 4 * std::size_t(columns[x]), left + int(x), y);
}

/// The level for nearest sampling: the finest with no more pixels than the screen.
int coarseLevel(double scale) { return scale >= 1 ? 0 : int(std::ceil(-std::log2(scale) - 1e-9)); }
/// The level for smooth sampling: two to four times finer than needed, so that the pyramid's averages are not visible.
int fineLevel(double scale) { return std::max(0, int(std::floor(-std::log2(scale) + 1e-9)) - 1); }

/// The filter taps of every output pixel on one axis.
struct Taps {
    int perPixel = 1;
    std::vector<int> first;     ///< index of the first source pixel; all taps lie inside the level
    std::vector<float> weights; ///< perPixel weights per output pixel, with sum 1
};

/// The quadratic B-spline, three pixels wide: a box averaged with itself twice. `t`: distance in device pixels.
double bSpline(double t) {
    if (t < 0.5) return 0.75 - t * t;
    return t < 1.5 ? (1.5 - t) * (1.5 - t) / 2 : 0;
}

/// `ratio`: device pixels per source pixel, at most 1.
Taps splineTaps(int first, int count, double ratio, int size) {
    const double radius = 1.5 / ratio;
    Taps taps;
    taps.perPixel = std::min(size, int(std::ceil(2 * radius)) + 1);
    for (int i = 0; i < count; ++i) {
        const double middle = (first + i + 0.5) / ratio - 0.5;
        const int start = std::clamp(int(std::ceil(middle - radius)), 0, size - taps.perPixel);
        taps.first.push_back(start);
        const std::size_t from = taps.weights.size();
        float sum = 0;
        for (int k = 0; k < taps.perPixel; ++k) {
            taps.weights.push_back(float(bSpline(std::abs(start + k - middle) * ratio)));
            sum += taps.weights.back();
        }
        if (sum <= 0) taps.weights[from] = sum = 1;
        for (std::size_t k = from; k < taps.weights.size(); ++k)
            taps.weights[k] /= sum;
    }
    return taps;
}

/// Adds weight x row to the sums. Colours are premultiplied by alpha if the image is not opaque.
void addRow(const uchar* row, float weight, float* sums, int samples, bool premultiply) {
    if (!premultiply) {
        for (int i = 0; i < samples; ++i)
            sums[i] += weight * row[i];
        return;
    }
    for (int i = 0; i < samples; i += 4) {
        const float alpha = weight * row[i + 3];
        for (int c = 0; c < 3; ++c)
            sums[i + c] += alpha * row[i + c] * (1.0f / 255);
        sums[i + 3] += alpha;
    }
}

void smoothGray(const float* sums, const Taps& taps, int offset, QRgb* out) {
    for (std::size_t x = 0; x < taps.first.size(); ++x) {
        const float* in = sums + taps.first[x] - offset;
        const float* weights = &taps.weights[x * std::size_t(taps.perPixel)];
        float value = 0.5f;
        for (int k = 0; k < taps.perPixel; ++k)
            value += weights[k] * in[k];
        out[x] = opaqueBlack | QRgb(value) * 0x010101u;
    }
}

void smoothColour(const float* sums, const Taps& taps, int offset, QPoint corner, QRgb* out) {
    for (std::size_t x = 0; x < taps.first.size(); ++x) {
        const float* in = sums + 4 * (taps.first[x] - offset);
        const float* weights = &taps.weights[x * std::size_t(taps.perPixel)];
        float value[4] = {0, 0, 0, 0};
        for (int k = 0; k < taps.perPixel; ++k)
            for (int c = 0; c < 4; ++c)
                value[c] += weights[k] * in[4 * k + c];
        const float below = checkerShade(corner.x() + int(x), corner.y()) * std::max(0.0f, 1 - value[3] / 255) + 0.5f;
        const auto byte = [&](int c) { return std::min(255, int(value[c] + below)); };
        out[x] = qRgb(byte(0), byte(1), byte(2));
    }
}

} // namespace

int checkerShade(int x, int y) { return ((x >> 3) ^ (y >> 3)) & 1 ? 0x66 : 0x99; }

bool needsSmoothing(const DisplayImage& image, double scale) {
    return image.reduction == Reduction::Mean && !image.preview && scale < 1;
}

QImage renderNearest(const DisplayImage& image, double scale, const QRect& area) {
    const int level = image.nearestLevel(coarseLevel(scale));
    const QImage& pixels = image.levels[std::size_t(level)];
    const bool gray = pixels.format() == QImage::Format_Grayscale8;
    const auto columns = nearestIndices(area.x(), area.width(), scale, image.size().width(), level);
    const auto rows = nearestIndices(area.y(), area.height(), scale, image.size().height(), level);
    QImage out(area.size(), QImage::Format_RGB32);
    for (int y = 0; y < area.height(); ++y) {
        const int row = rows[std::size_t(y)];
        auto* line = reinterpret_cast<QRgb*>(out.scanLine(y));
        if (!image.opaque && !gray)
            transparentRow(pixels.constScanLine(row), columns, area.x(), area.y() + y, line);
        else if (y > 0 && row == rows[std::size_t(y) - 1])
            std::memcpy(line, out.constScanLine(y - 1), std::size_t(out.bytesPerLine()));
        else
            nearestRow(pixels.constScanLine(row), columns, gray, line);
    }
    return out;
}

QImage renderSmooth(const DisplayImage& image, double scale, const QRect& area, std::stop_token stop) {
    const int level = image.nearestLevel(fineLevel(scale));
    const QImage& pixels = image.levels[std::size_t(level)];
    const double ratio = scale * (1 << level);
    const int channels = pixels.format() == QImage::Format_Grayscale8 ? 1 : 4;
    const Taps columns = splineTaps(area.x(), area.width(), ratio, pixels.width());
    const Taps rows = splineTaps(area.y(), area.height(), ratio, pixels.height());
    const int offset = columns.first.front();
    const int samples = (columns.first.back() + columns.perPixel - offset) * channels;
    QImage out(area.size(), QImage::Format_RGB32);
    uchar* lines = out.bits();
    const bool done = inBands(area.height(), area.width(), stop, [&](int y) {
        thread_local std::vector<float> sums;
        sums.assign(static_cast<std::size_t>(samples), 0.0f);
        for (int k = 0; k < rows.perPixel; ++k) {
            const float weight = rows.weights[std::size_t(y * rows.perPixel + k)];
            const uchar* row = pixels.constScanLine(rows.first[std::size_t(y)] + k) + offset * channels;
            if (weight > 0) addRow(row, weight, sums.data(), samples, !image.opaque);
        }
        auto* line = reinterpret_cast<QRgb*>(lines + y * out.bytesPerLine());
        if (channels == 1)
            smoothGray(sums.data(), columns, offset, line);
        else
            smoothColour(sums.data(), columns, offset, {area.x(), area.y() + y}, line);
    });
    return done ? out : QImage();
}

} // namespace lightbench
