// Interpolates linearly between nine colours of viridis.
#include "core/image/time_colour.h"

#include <algorithm>
#include <array>

#include "core/base/rounding.h"

namespace lightbench {

Rgb timeColour(double t) {
    constexpr std::array<Rgb, 9> stops{{{68, 1, 84},
                                        {71, 45, 123},
                                        {59, 82, 139},
                                        {44, 114, 142},
                                        {33, 145, 140},
                                        {40, 174, 128},
                                        {94, 201, 98},
                                        {173, 220, 48},
                                        {253, 231, 37}}};
    constexpr int last = int(stops.size()) - 1;
    const double position = t > 0 ? std::min(t, 1.0) * last : 0; // also for NaN
    const int i = std::min(int(position), last - 1);
    const double part = position - i;
    const auto mix = [part](double from, double to) { return storeSample<std::uint8_t>(from + (to - from) * part); };
    const Rgb &a = stops[std::size_t(i)], &b = stops[std::size_t(i) + 1];
    return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

} // namespace lightbench
