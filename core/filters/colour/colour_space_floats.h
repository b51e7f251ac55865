// colour-space for float samples, by the definitions that OpenCV's cvtColor has for them: red, green and blue of 0..1;
// hue in degrees, saturation and value of 0..1; Y, Cb and Cr with 0.5 for no colour; L of 0..100, a and b about 0.
// kernels/colour/colour_space_floats.clh has their twins.
#pragma once

#include <array>

namespace lightbench {

using ThreeFloats = std::array<float, 3>;

ThreeFloats floatHsvOfRgb(const ThreeFloats& pixel);
ThreeFloats floatRgbOfHsv(const ThreeFloats& pixel);
ThreeFloats floatYcbcrOfRgb(const ThreeFloats& pixel);
ThreeFloats floatRgbOfYcbcr(const ThreeFloats& pixel);
/// Of sRGB, cut off at 0 and 1.
ThreeFloats floatLabOfRgb(const ThreeFloats& pixel);
/// Cut off at 0 and 1.
ThreeFloats floatRgbOfLab(const ThreeFloats& pixel);

} // namespace lightbench
