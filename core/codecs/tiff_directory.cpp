// Reads the tags with libtiff, and gives a reason for each kind of file that is not supported.
#include "core/codecs/tiff_directory.h"

#include "core/codecs/codec.h"

namespace lightbench {

TiffDirectory::TiffDirectory(TIFF* tiff) {
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tileWidth);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tileHeight);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &sampleFormat);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_IMAGEDEPTH, &slices);
    if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric))
        photometric = samples < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB;
    if (photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG) {
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        photometric = PHOTOMETRIC_RGB;
    }
    const std::uint16_t* kinds = nullptr;
    std::uint16_t extras = 0;
    if (TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &extras, &kinds) && extras > 0) firstExtra = kinds[0];
    readPalette(tiff);
    check();
}

std::vector<std::string> TiffDirectory::notes() const {
    std::vector<std::string> all;
    if (slices > 1) all.push_back("is a volume of " + std::to_string(slices) + " slices; the first is read");
    if (bits == 64) all.emplace_back("has 64-bit float samples, which are read as 32-bit floats");
    if (samples > used() && !isConverted())
        all.push_back("has " + std::to_string(samples) + " channels; " +
                      (hasAlpha() ? "red, green, blue and alpha are read" : "red, green and blue are read"));
    return all;
}

void TiffDirectory::readPalette(TIFF* tiff) {
    if (!isPalette()) return;
    std::uint16_t *red = nullptr, *green = nullptr, *blue = nullptr;
    if (bits > 16 || TIFFGetField(tiff, TIFFTAG_COLORMAP, &red, &green, &blue) != 1)
        refuseFile("is damaged: it has no palette");
    palette = {{red, green, blue}, std::size_t(1) << bits};
}

void TiffDirectory::check() const {
    if (width == 0 || height == 0) refuseFile("is damaged: it has no pixels");
    if (std::max(width, height) > 0x7fffffffu) refuseFile("is too large: it has more than 2^31 - 1 pixels per side");
    if (!TIFFIsCODECConfigured(compression))
        refuseFile("is compressed in a way that this libtiff does not know (number " + std::to_string(compression) +
                   "); save it without compression, or as PNG");
    checkColours();
    if (!isConverted()) checkSamples();
}

void TiffDirectory::checkColours() const {
    switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_RGB:
    case PHOTOMETRIC_PALETTE:
    case PHOTOMETRIC_YCBCR: return;
    case PHOTOMETRIC_SEPARATED:
        refuseFile("is a TIFF in CMYK, the inks of a printer, whose colours depend on its profile; convert it to RGB "
                   "first");
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB:
        refuseFile("is a TIFF in the colour space Lab, which is not read; convert it to RGB first");
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV:
        refuseFile("is a TIFF in the colour space LogLuv, which is not read; convert it to RGB of 32-bit floats first");
    case PHOTOMETRIC_MASK: refuseFile("is a mask of another image, which is not read; convert it to gray first");
    case PHOTOMETRIC_CFA: refuseFile("holds a camera's unfinished samples (a colour filter array); develop it first");
    default:
        refuseFile("is a TIFF in a colour space that is not read (number " + std::to_string(photometric) +
                   "); convert it to RGB first");
    }
}

void TiffDirectory::checkSamples() const {
    if (sampleFormat == SAMPLEFORMAT_INT)
        refuseFile("has signed samples of " + std::to_string(bits) +
                   " bits, which are not supported; add an offset and save them unsigned, or as 32-bit floats");
    if (sampleFormat == SAMPLEFORMAT_COMPLEXINT || sampleFormat == SAMPLEFORMAT_COMPLEXIEEEFP)
        refuseFile("has complex samples, which are not supported; save their magnitude as 32-bit floats");
    const bool isKnown = isFloat() ? bits == 16 || bits == 32 || bits == 64 : (bits >= 1 && bits <= 16) || bits == 32;
    if (!isKnown)
        refuseFile("has " + std::string(isFloat() ? "float" : "unsigned") + " samples of " + std::to_string(bits) +
                   " bits; unsigned ones of up to 16 and of 32 bits, and floats of 16, 32 and 64, can be read");
    if (isFloat() && isInverted())
        refuseFile("has floats of which 0 is white, which is not read; save it with 0 as black");
    if (isPalette() && isFloat()) refuseFile("is damaged: its palette is chosen from by floats");
    if (samples < colours()) refuseFile("is damaged: it has too few channels for its colours");
    if (samples > colours() + 1 && colours() == 1)
        refuseFile("has " + std::to_string(samples) +
                   " channels, of which no three are red, green and blue; save one of them, or three as RGB");
}

} // namespace lightbench
