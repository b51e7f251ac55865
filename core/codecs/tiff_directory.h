// Interprets the first directory of a TIFF file: size, sample format, colours, alpha, palette. Only
// core/codecs/tiff.cpp uses it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tiffio.h>

#include "core/codecs/file_samples.h"

namespace lightbench {

/// A palette: three channels of 2^bits colours. It points into memory that libtiff owns.
struct TiffPalette {
    std::array<const std::uint16_t*, 3> colours{};
    std::size_t size = 0;

    template <class Test> bool all(const Test& test) const {
        for (const std::uint16_t* one : colours)
            if (!std::all_of(one, one + size, test)) return false;
        return true;
    }
    bool isGray() const {
        return std::equal(colours[0], colours[0] + size, colours[1]) &&
               std::equal(colours[0], colours[0] + size, colours[2]);
    }
    /// Colours are 16-bit numbers; some programs store 8-bit ones in the low or the high byte.
    bool isLow() const {
        return all([](std::uint16_t value) { return value < 256; });
    }
    bool isEightBit() const {
        return isLow() || all([](std::uint16_t value) { return value % 256 == 0; }) ||
               all([](std::uint16_t value) { return value % 257 == 0; });
    }
};

/// The first directory, and what is read from it. The constructor throws Error(Input) with the reason if the image is
/// unsupported.
class TiffDirectory {
public:
    explicit TiffDirectory(TIFF* tiff);

    std::uint32_t width = 0, height = 0, tileWidth = 0, tileHeight = 0;
    std::uint32_t slices = 1; ///< of a volume
    std::uint16_t bits = 1, samples = 1, sampleFormat = SAMPLEFORMAT_UINT, photometric = 0, planar = 0;
    std::uint16_t orientation = ORIENTATION_TOPLEFT, compression = COMPRESSION_NONE;
    std::optional<std::uint16_t> firstExtra;
    TiffPalette palette;

    bool isPalette() const { return photometric == PHOTOMETRIC_PALETTE; }
    bool isInverted() const { return photometric == PHOTOMETRIC_MINISWHITE; }
    /// Colours that only libtiff can convert to RGB.
    bool isConverted() const { return photometric == PHOTOMETRIC_YCBCR; }
    bool isPlanar() const { return planar == PLANARCONFIG_SEPARATE; }
    bool isFloat() const { return sampleFormat == SAMPLEFORMAT_IEEEFP; }
    /// Colour samples per pixel in the file, without alpha.
    int colours() const { return photometric == PHOTOMETRIC_RGB ? 3 : 1; }
    /// One extra sample is alpha, whatever its declared type. Of several the first is alpha, if it is declared so.
    bool hasAlpha() const {
        if (isPalette()) return false;
        return samples == colours() + 1 || (samples > colours() + 1 && isAlpha());
    }
    bool isMultiplied() const { return hasAlpha() && firstExtra == EXTRASAMPLE_ASSOCALPHA; }
    /// Samples per pixel that are read from the file.
    int used() const { return colours() + (hasAlpha() ? 1 : 0); }
    /// Samples per pixel that the image gets.
    int given() const { return isPalette() ? (palette.isGray() ? 1 : 3) : isConverted() ? 3 : used(); }

    SampleType type() const {
        if (isConverted()) return SampleType::U8;
        if (isPalette()) return palette.isEightBit() ? SampleType::U8 : SampleType::U16;
        if (isFloat()) return SampleType::F32;
        return bits <= 8 ? SampleType::U8 : bits <= 16 ? SampleType::U16 : SampleType::U32;
    }
    ImageShape shape() const { return shapeOfSamples({int(width), int(height)}, type(), given()); }

    /// Notes on what is ignored or converted.
    std::vector<std::string> notes() const;

private:
    bool isAlpha() const { return firstExtra == EXTRASAMPLE_ASSOCALPHA || firstExtra == EXTRASAMPLE_UNASSALPHA; }

    void readPalette(TIFF* tiff);

    void check() const;

    void checkColours() const;

    void checkSamples() const;
};

} // namespace lightbench
