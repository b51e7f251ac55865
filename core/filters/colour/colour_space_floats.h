// Float conversions of the filter colour-space, as OpenCV's cvtColor defines them. RGB, saturation and value are 0..1;
// hue is in degrees; Y, Cb and Cr use 0.5 for no colour; L is 0..100, a and b are around 0. Its reference uses them;
// kernels/colour/colour_space/conversions.clh is the device counterpart.
#pragma once

#include <array>

namespace lightbench {

using ThreeFloats = std::array<float, 3>;

ThreeFloats floatHsvOfRgb(const ThreeFloats& pixel);
ThreeFloats floatRgbOfHsv(const ThreeFloats& pixel);
ThreeFloats floatYcbcrOfRgb(const ThreeFloats& pixel);
ThreeFloats floatRgbOfYcbcr(const ThreeFloats& pixel);
/// From sRGB; inputs are clamped to 0..1.
ThreeFloats floatLabOfRgb(const ThreeFloats& pixel);
/// The result is clamped to 0..1.
ThreeFloats floatRgbOfLab(const ThreeFloats& pixel);

} // namespace lightbench
