// Palettes: the only colours that a dithered image may contain, read from a file. All dithers and error diffusion
// accept one; kernels/dithering/palette.clh searches it on the device.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// 8-bit red, green and blue.
using PaletteColour = std::array<std::uint8_t, 3>;

/// 1 to 256 colours, in the file's order.
struct Palette {
    std::vector<PaletteColour> colours;
    bool operator==(const Palette&) const = default;
};
using PalettePtr = std::shared_ptr<const Palette>;

/// Parses GIMP palettes ("GIMP Palette"), Paint Shop Pro palettes ("JASC-PAL"), or lines with one colour each, #rrggbb
/// or rrggbb. Other lines that begin with ; or # are comments. Throws Error(Input) that names `source`, the line and
/// what was found.
Palette readPalette(std::string_view text, const std::string& source);
/// The palette in GIMP's format.
std::string paletteText(const Palette& palette);

/// The parameter `palette` of the dithers, under another name if that is taken.
Parameter paletteParameter(std::string name = "palette", std::string label = "Palette");
/// The palette among the parameters, whatever its name; null if none was given.
PalettePtr paletteOf(const ParameterValues& parameters);
/// Rejects parameters that a palette replaces: those named in `replaced` must have their default values.
void checkPalette(const std::vector<Parameter>& declared, const ParameterValues& parameters,
                  std::initializer_list<const char*> replaced);
/// colourShape if there is a palette, otherwise the input's shape.
ImageShape ditheredShape(const ImageShape& input, const ParameterValues& parameters);

/// The palette in the units of an image's samples, integers or floats; the search is linear.
template <class Number> class PaletteSearch {
public:
    using Colour = std::array<Number, 3>;
    PaletteSearch(const Palette& palette, SampleType type);
    /// The colour with the smallest sum of squared differences of red, green and blue; the first of several. Squares of
    /// floats are added in that order.
    const Colour& nearest(const Colour& colour) const;
    /// The table for kernels/dithering/palette.clh: four numbers per colour, the last one 0.
    Scratch table() const;

private:
    std::vector<Colour> colours_;
};

} // namespace lightbench
