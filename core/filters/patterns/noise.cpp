// noise: adds Gaussian, uniform, or salt-and-pepper noise. It hashes seed and position, so it is the same on every
// device.
#include <algorithm>
#include <cmath>

#include "core/filters/point/point_filter.h"
#include "core/framework/colour_rows.h"

namespace lightbench::filters {

namespace {

/// Wellons's 32-bit hash lowbias32 (2018), a bijection.
std::uint32_t mixed(std::uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}
std::uint32_t draw(std::uint32_t place, std::uint32_t number) { return mixed(place + number * 0x9e3779b9u); }

/// The kernel's arguments. `scale` converts a step of the centred sum to sample units.
struct Noise {
    std::string kind;
    std::uint32_t key, below;
    float scale;
    bool isGray;
};

Noise noiseOf(const ParameterValues& parameters, Format format) {
    const double sigma = parameters.real("sigma") / 255 * format.fullScale();
    Noise noise{parameters.choice("kind"), mixed(std::uint32_t(parameters.integer("seed")) + 0x9e3779b9u), 0, 0,
                parameters.isOn("gray")};
    noise.below = std::uint32_t(std::min(parameters.real("share") / 100 * 0x1p32, 0x1p32 - 1));
    noise.scale = float(noise.kind == "gaussian" ? sigma / 131072 : sigma * std::sqrt(3.0) / 8388608);
    return noise;
}

/// The sum of twelve 16-bit numbers has a variance of 65536^2 - 1. Twice its distance from the mean is an integer.
float centredSum(std::uint32_t place) {
    std::uint32_t sum = 0;
    for (std::uint32_t i = 1; i <= 6; ++i)
        sum += (draw(place, i) & 0xffffu) + (draw(place, i) >> 16);
    return float(std::int32_t(2 * sum) - 12 * 65535);
}
/// A 23-bit number, centred at the middle of its range.
float centred(std::uint32_t place) { return float(std::int32_t(2 * (draw(place, 1) >> 9)) - 0x7fffff); }

template <class T> T noisy(T sample, std::uint32_t place, const Noise& noise, T full) {
    if (noise.kind == "salt-and-pepper") {
        if (draw(place, 1) >= noise.below) return sample;
        return draw(place, 2) % 2 == 1 ? full : T(0);
    }
    const float added = noise.kind == "gaussian" ? centredSum(place) : centred(place);
    return storeSample<T>(float(sample) + added * noise.scale);
}

Image noiseReference(const Image& input, const ParameterValues& parameters) {
    const Noise noise = noiseOf(parameters, input.format());
    const std::size_t rowSamples = std::size_t(input.width() * input.channels());
    const std::size_t share = noise.isGray ? std::size_t(input.channels()) : 1;
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T full = T(input.format().fullScale());
        const T* from = input.row<T>(y);
        fill([&](std::size_t i) {
            const std::uint32_t at = std::uint32_t((std::size_t(y) * rowSamples + i) / share);
            return noisy(from[i], mixed(at ^ noise.key), noise, full);
        });
    });
}

void addNoiseParameters(const PlanRequest& request, Plan&, KernelPass& pass) {
    const Noise noise = noiseOf(request.parameters, request.input.format);
    const int kind = noise.kind == "gaussian" ? 0 : noise.kind == "uniform" ? 1 : 2;
    addDefines(pass, {{"KIND", kind}, {"A_PIXEL", noise.isGray}});
    addArguments(pass, {{"key", noise.key}, {"scale", noise.scale}, {"below", noise.below}});
}

} // namespace

Filter noise() {
    return {
        .id = "noise",
        .group = "Noise and patterns",
        .summary = "Adds noise that is the same for the same seed on every device.",
        .synonyms = {"grain", "gaussian noise", "salt and pepper", "random", "test pattern"},
        .doc = "Adds noise that depends only on the seed and the place, so it is the same on every device. Place p is "
               "the index of a sample, or with `gray` the index of a pixel. In colour images each pixel counts as four "
               "samples, even without alpha. Draw n of a place is h(h(p xor h(seed + g)) + n g), with Wellons' hash "
               "lowbias32 as h and g = 0x9e3779b9. Gaussian noise is the sum of twelve 16-bit numbers minus its mean, "
               "times sigma / 65536; the draws 1 to 6 give two numbers each. It stays within 6 sigma and is nearly "
               "normal, by the central limit theorem. Uniform noise is made of the upper 23 bits of draw 1, and lies "
               "within sigma sqrt(3) of 0. For salt and pepper, a sample changes if draw 1 is below the share of 2^32. "
               "It becomes full scale if draw 2 is odd, else 0. Results are rounded half to even and saturated; alpha "
               "is copied.",
        .parameters =
            {choiceParameter("kind", "Kind",
                             {{"gaussian", "Gaussian"}, {"uniform", "Uniform"}, {"salt-and-pepper", "Salt and pepper"}},
                             "gaussian", "How the random numbers are distributed."),
             realParameter("sigma", "Sigma", "", 0, 128, 0.5, 10,
                           "Standard deviation of Gaussian and uniform noise, on the 8-bit scale."),
             realParameter("share", "Share", "%", 0, 100, 0.5, 5, "Share of samples that salt and pepper replaces."),
             switchParameter("gray", "Gray noise", false, "Uses the same number for red, green and blue of a pixel."),
             integerParameter("seed", "Seed", "", 0, 999999, 1, 0,
                              "Seed of the random numbers; another seed gives other noise.")},
        .locality = positionedPointLocality,
        .reference = noiseReference,
        .variants = {segmentsPointVariant("noise", 60, addNoiseParameters)},
    };
}

} // namespace lightbench::filters
