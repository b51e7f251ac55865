// Scales interpolate linearly between their stops, which lie at even distances.
#include "core/image/colours.h"

#include <algorithm>
#include <span>

#include "core/base/rounding.h"

namespace lightbench {

Rgb blended(const Rgb& a, const Rgb& b, double share) {
    const auto mix = [share](double from, double to) { return storeSample<std::uint8_t>(from + (to - from) * share); };
    return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

namespace {
Rgb between(std::span<const Rgb> stops, double t) {
    const double position = t > 0 ? std::min(t, 1.0) * double(stops.size() - 1) : 0; // also for NaN
    const std::size_t i = std::min(std::size_t(position), stops.size() - 2);
    return blended(stops[i], stops[i + 1], position - double(i));
}
} // namespace

Rgb falseColour(double t) {
    // The stops' CIE lightness rises: about 0, 19, 40, 62, 84 and 100.
    constexpr Rgb stops[] = {{0, 0, 0}, {24, 24, 150}, {170, 30, 160}, {240, 115, 40}, {250, 205, 60}, {255, 255, 255}};
    return between(stops, t);
}

Rgb timeColour(double t) {
    constexpr Rgb stops[] = {{68, 1, 84},    {71, 45, 123}, {59, 82, 139},  {44, 114, 142}, {33, 145, 140},
                             {40, 174, 128}, {94, 201, 98}, {173, 220, 48}, {253, 231, 37}};
    return between(stops, t);
}

} // namespace lightbench
