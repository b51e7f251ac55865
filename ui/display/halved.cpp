// One step of the pyramid: averages blocks of 2 x 2 pixels (declared in display_image.h).
#include <array>
#include <cstdint>
#include <cstdlib>

#include "ui/display/bands.h"
#include "ui/display/display_image.h"

namespace lightbench {

namespace {

/// The two rows and two columns of an output pixel. At an odd edge the last one is used twice, which keeps the mean.
struct Rows {
    const uchar *upper, *lower;
    int width;
};

void meanGray(const Rows& rows, uchar* out, int width) {
    const int whole = rows.width / 2;
    for (int x = 0; x < whole; ++x)
        out[x] =
            uchar((rows.upper[2 * x] + rows.upper[2 * x + 1] + rows.lower[2 * x] + rows.lower[2 * x + 1] + 2) >> 2);
    if (whole < width) out[whole] = uchar((rows.upper[2 * whole] + rows.lower[2 * whole] + 1) >> 1);
}

std::array<const uchar*, 4> fourPixels(const Rows& rows, int x) {
    const int left = 4 * 2 * x;
    const int right = 2 * x + 1 < rows.width ? left + 4 : left;
    return {rows.upper + left, rows.upper + right, rows.lower + left, rows.lower + right};
}

/// Averages two channels at a time, each in 16 bits.
std::uint32_t meanOf(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    constexpr std::uint32_t mask = 0x00ff00ff, half = 0x00020002;
    const std::uint32_t even = (((a & mask) + (b & mask) + (c & mask) + (d & mask) + half) >> 2) & mask;
    const auto high = [](std::uint32_t pixel) { return (pixel >> 8) & mask; };
    const std::uint32_t odd = ((high(a) + high(b) + high(c) + high(d) + half) >> 2) & mask;
    return even | odd << 8;
}

/// Reads words of four bytes: QImage aligns lines to four bytes, and wrapped images with four channels are aligned too.
void meanOpaque(const Rows& rows, uchar* out, int width) {
    const auto* upper = reinterpret_cast<const std::uint32_t*>(rows.upper);
    const auto* lower = reinterpret_cast<const std::uint32_t*>(rows.lower);
    auto* to = reinterpret_cast<std::uint32_t*>(out);
    const int whole = rows.width / 2;
    for (int x = 0; x < whole; ++x)
        to[x] = meanOf(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1]);
    if (whole < width) to[whole] = meanOf(upper[2 * whole], upper[2 * whole], lower[2 * whole], lower[2 * whole]);
}

void meanByAlpha(const Rows& rows, uchar* out, int width) {
    for (int x = 0; x < width; ++x) {
        const auto p = fourPixels(rows, x);
        const int alpha = p[0][3] + p[1][3] + p[2][3] + p[3][3];
        for (int c = 0; c < 3; ++c) {
            int sum = 0;
            for (const uchar* pixel : p)
                sum += pixel[c] * pixel[3];
            out[4 * x + c] = uchar(alpha ? (sum + alpha / 2) / alpha : 0);
        }
        out[4 * x + 3] = uchar((alpha + 2) >> 2);
    }
}

void farthest(const Rows& rows, uchar* out, int width, int neutral) {
    const auto distance = [neutral](const uchar* p) {
        return std::abs(p[0] - neutral) + std::abs(p[1] - neutral) + std::abs(p[2] - neutral);
    };
    for (int x = 0; x < width; ++x) {
        const auto p = fourPixels(rows, x);
        const uchar* best = p[0];
        for (const uchar* pixel : p)
            if (distance(pixel) > distance(best)) best = pixel;
        for (int c = 0; c < 4; ++c)
            out[4 * x + c] = best[c];
    }
}

void halveRow(const Rows& rows, uchar* out, int width, Reduction reduction, bool gray, bool opaque) {
    if (gray)
        meanGray(rows, out, width);
    else if (reduction == Reduction::FarFromBlack)
        farthest(rows, out, width, 0);
    else if (reduction == Reduction::FarFromGray)
        farthest(rows, out, width, 128);
    else if (opaque)
        meanOpaque(rows, out, width);
    else
        meanByAlpha(rows, out, width);
}

} // namespace

QImage halved(const QImage& level, Reduction reduction, bool opaque, std::stop_token stop) {
    QImage out((level.width() + 1) / 2, (level.height() + 1) / 2, level.format());
    const bool gray = level.format() == QImage::Format_Grayscale8;
    uchar* pixels = out.bits();
    const bool done = inBands(out.height(), out.width(), stop, [&](int y) {
        const int below = std::min(2 * y + 1, level.height() - 1);
        const Rows rows{level.constScanLine(2 * y), level.constScanLine(below), level.width()};
        halveRow(rows, pixels + y * out.bytesPerLine(), out.width(), reduction, gray, opaque);
    });
    return done ? out : QImage();
}

} // namespace lightbench
