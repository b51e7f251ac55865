// Palettes: the only colours that a dithered image may have, from a file.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench {

/// Red, green, blue of 8 bits.
using PaletteColour = std::array<std::uint8_t, 3>;

/// 1 to 256 colours, in the file's order.
struct Palette {
    std::vector<PaletteColour> colours;
    bool operator==(const Palette&) const = default;
};
using PalettePtr = std::shared_ptr<const Palette>;

/// Reads GIMP's palettes ("GIMP Palette"), those of Paint Shop Pro ("JASC-PAL"), or lines of a colour each, #rrggbb or
/// rrggbb; lines that begin with ; or # and no colour are comments. Throws Error(Input) that names `source`, the line
/// and what was found.
Palette readPalette(std::string_view text, const std::string& source);
/// As GIMP's palettes are.
std::string paletteText(const Palette& palette);

/// The parameter `palette` of the dithers; of another name where that is taken.
Parameter paletteParameter(std::string name = "palette", std::string label = "Palette");
/// Of the parameter that holds one, whatever its name. Null: none was given.
PalettePtr paletteOf(const ParameterValues& parameters);
/// Refuses what a palette leaves no room for: other parameters of these names than as they are declared.
void checkPalette(const std::vector<Parameter>& declared, const ParameterValues& parameters,
                  std::initializer_list<const char*> replaced);
/// Of an image dithered to a palette: colour, with an alpha of its own only where the input has one.
ImageShape paletteShape(const ImageShape& input);
/// That where there is a palette; else the input's.
ImageShape ditheredShape(const ImageShape& input, const ParameterValues& parameters);

/// The palette's colours in an image's samples, whole numbers or floats; searched one after the other.
template <class Number> class PaletteSearch {
public:
    using Colour = std::array<Number, 3>;
    PaletteSearch(const Palette& palette, SampleType type);
    /// The colour with the least sum of squared differences of red, green and blue; of several the first. Squares of
    /// floats are added up in that order.
    const Colour& nearest(const Colour& colour) const;
    /// Four numbers a colour, the last one 0, for kernels/dithering/palette.clh.
    Scratch table() const;

private:
    std::vector<Colour> colours_;
};

} // namespace lightbench
