// Blurs down columns, then along rows, in doubles.
#include "core/filters/windows/gaussian_reference.h"

#include <cmath>

#include "core/base/rounding.h"
#include "core/filters/windows/gaussian_tuning.h"
#include "core/framework/border.h"
#include "core/framework/colour_rows.h"

namespace lightbench::filters {

namespace {

/// Row y of the image, blurred along the columns: width x channels sums.
template <class T>
std::vector<double> blurColumns(const Image& input, int y, const std::vector<double>& weights, Border border) {
    const int radius = int(weights.size()) / 2;
    const int samples = input.width() * input.channels();
    std::vector<double> sums(std::size_t(samples), 0.0);
    for (int j = -radius; j <= radius; ++j) {
        const int from = borderIndex(y + j, input.height(), border);
        if (from < 0) continue;
        const T* row = input.row<T>(from);
        for (int i = 0; i < samples; ++i)
            sums[std::size_t(i)] += weights[std::size_t(j + radius)] * double(row[i]);
    }
    return sums;
}

/// Blurs a row along itself.
std::vector<double> blurRow(const std::vector<double>& row, int channels, const std::vector<double>& weights,
                            Border border) {
    const int width = int(row.size()) / channels;
    const int radius = int(weights.size()) / 2;
    std::vector<double> extended(std::size_t((width + 2 * radius) * channels), 0.0);
    for (int x = -radius; x < width + radius; ++x) {
        const int from = borderIndex(x, width, border);
        for (int c = 0; c < channels && from >= 0; ++c)
            extended[std::size_t((x + radius) * channels + c)] = row[std::size_t(from * channels + c)];
    }
    std::vector<double> sums(row.size(), 0.0);
    for (std::size_t k = 0; k < weights.size(); ++k)
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += weights[k] * extended[i + k * std::size_t(channels)];
    return sums;
}

} // namespace

std::vector<double> gaussianWeights(double sigma, int radius) {
    std::vector<double> weights;
    double sum = 0;
    for (int i = -radius; i <= radius; ++i)
        sum += weights.emplace_back(std::exp(-i * i / (2 * sigma * sigma)));
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

std::vector<double> gaussianWeights(const ParameterValues& parameters) {
    return gaussianWeights(parameters.real("sigma"), gaussianRadius(parameters));
}

Image gaussianReference(const Image& input, const ParameterValues& parameters) {
    const Border border = borderByName(parameters.choice("border"));
    const std::vector<double> weights = gaussianWeights(parameters);
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const std::vector<double> sums =
            blurRow(blurColumns<T>(input, y, weights, border), input.channels(), weights, border);
        fill([&](std::size_t s) { return storeSample<T>(sums[s]); });
    });
}

} // namespace lightbench::filters
