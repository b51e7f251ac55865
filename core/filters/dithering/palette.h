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

/// The parameter `palette` of the dithers.
Parameter paletteParameter();
/// Null: none was given.
PalettePtr paletteOf(const ParameterValues& parameters);
/// Refuses what a palette leaves no room for: other parameters of these names than as they are declared.
void checkPalette(const std::vector<Parameter>& declared, const ParameterValues& parameters,
                  std::initializer_list<const char*> replaced);
/// Of an image dithered to a palette: colour, with an alpha of its own only where the input has one.
ImageShape ditheredShape(const ImageShape& input, const ParameterValues& parameters);

/// The palette's colours in an image's samples; searched one after the other.
class PaletteSearch {
public:
    PaletteSearch(const Palette& palette, SampleType type);
    /// The colour with the least sum of squared differences of red, green and blue; of several the first.
    const std::array<int, 3>& nearest(const std::array<int, 3>& colour) const;
    /// Four ints a colour, the last one 0, for kernels/dithering/palette.clh.
    Scratch table() const;

private:
    std::vector<std::array<int, 3>> colours_;
};

} // namespace lightbench
