// A colour of 8 bits per channel. Colour scales and drawings of differences use it.
#pragma once

#include <cstdint>

namespace lightbench {

struct Rgb {
    std::uint8_t red, green, blue;
};

} // namespace lightbench
