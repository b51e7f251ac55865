// Square maxima go first down the columns, then along the rows; windows of other forms are searched sample by sample.
#include "core/filters/windows/window_maximum.h"

#include <algorithm>
#include <vector>

#include "core/framework/colour_rows.h"
#include "core/image/sample_order.h"

namespace lightbench {

namespace {

template <class T> T greater(T a, T b) { return sortKeyOf(a) < sortKeyOf(b) ? b : a; }

// Windows may be cut at the edge, because they always contain the edge sample that would be repeated.

/// For each sample of row y, the maximum over `radius` rows above and below.
template <class T> std::vector<T> columnMaxima(const Image& input, int y, int radius) {
    const int samples = input.width() * input.channels();
    std::vector<T> maximum(input.row<T>(y), input.row<T>(y) + samples);
    for (int j = std::max(y - radius, 0); j <= std::min(y + radius, input.height() - 1); ++j) {
        const T* row = input.row<T>(j);
        for (int i = 0; i < samples; ++i)
            maximum[std::size_t(i)] = greater(maximum[std::size_t(i)], row[i]);
    }
    return maximum;
}

template <class T> T rowMaximum(const std::vector<T>& row, int x, int c, int channels, int radius) {
    const int width = int(row.size()) / channels;
    T maximum = row[std::size_t(x * channels + c)];
    for (int i = std::max(x - radius, 0); i <= std::min(x + radius, width - 1); ++i)
        maximum = greater(maximum, row[std::size_t(i * channels + c)]);
    return maximum;
}

/// The extreme of the window around sample c of pixel (x, y).
template <class T> T extremeAt(const Image& input, int x, int y, int c, const std::vector<int>& halves, bool minimum) {
    const int radius = int(halves.size()) / 2, channels = input.channels();
    T found = input.row<T>(y)[x * channels + c];
    for (int j = std::max(y - radius, 0); j <= std::min(y + radius, input.height() - 1); ++j) {
        const T* row = input.row<T>(j);
        const int half = halves[std::size_t(j - y + radius)];
        for (int i = std::max(x - half, 0); i <= std::min(x + half, input.width() - 1); ++i) {
            const T sample = row[i * channels + c];
            if (minimum ? sortKeyOf(sample) < sortKeyOf(found) : sortKeyOf(found) < sortKeyOf(sample)) found = sample;
        }
    }
    return found;
}

} // namespace

Image windowExtreme(const Image& input, const std::vector<int>& halves, bool minimum) {
    return mapColourPlaces(input, [&](auto zero, int x, int y, int c) {
        return extremeAt<decltype(zero)>(input, x, y, c, halves, minimum);
    });
}

Image windowMaximum(const Image& input, int k) {
    const int channels = input.channels();
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const std::vector<T> row = columnMaxima<T>(input, y, k / 2);
        fill([&](std::size_t s) { return rowMaximum(row, int(s) / channels, int(s) % channels, channels, k / 2); });
    });
}

} // namespace lightbench
