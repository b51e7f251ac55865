// The reader of TIFF files.
#include "ui/files/tiff_reader.h"

#include <algorithm>
#include <vector>

#include "core/base/error.h"
#include "ui/files/qt_pixels.h"
#include "ui/files/tiff_handle.h"

namespace lightbench {

namespace {
[[noreturn]] void fail(const QString& why) { throw Error(ErrorKind::Input, why.toStdString()); }

/// What the first directory says.
struct Directory {
    std::uint32_t width = 0, height = 0, tileWidth = 0, tileHeight = 0;
    std::uint16_t bits = 1, samples = 1, sampleFormat = SAMPLEFORMAT_UINT, photometric = 0, planar = 0;
    std::uint16_t orientation = ORIENTATION_TOPLEFT, extras = 0;
    bool multiplied = false; ///< by its alpha

    explicit Directory(TIFF* tiff) {
        TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
        TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tileWidth);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tileHeight);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &sampleFormat);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
        if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric)) photometric = PHOTOMETRIC_YCBCR; // left to Qt
        const std::uint16_t* kinds = nullptr;
        if (TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &extras, &kinds) && extras > 0)
            multiplied = kinds[0] == EXTRASAMPLE_ASSOCALPHA;
    }

    bool isGray() const { return photometric == PHOTOMETRIC_MINISBLACK || isInverted(); }
    bool isInverted() const { return photometric == PHOTOMETRIC_MINISWHITE; }
    bool isApart() const { return planar == PLANARCONFIG_SEPARATE; }
    int colours() const { return isGray() ? 1 : 3; }
    bool hasAlpha() const { return samples == colours() + 1; }

    std::optional<SampleType> type() const {
        const bool isWhole = sampleFormat == SAMPLEFORMAT_UINT || sampleFormat == SAMPLEFORMAT_VOID;
        if (bits == 8 && isWhole) return SampleType::U8;
        if (bits == 16 && isWhole) return SampleType::U16;
        if (bits == 32 && sampleFormat == SAMPLEFORMAT_IEEEFP && !isInverted()) return SampleType::F32;
        return std::nullopt;
    }

    std::optional<ImageShape> shape() const {
        const bool isUsual = orientation == ORIENTATION_TOPLEFT && (isGray() || photometric == PHOTOMETRIC_RGB) &&
                             (samples == colours() || hasAlpha());
        constexpr std::uint32_t longest = 0x7fffffff;
        if (!isUsual || !type() || width == 0 || height == 0 || std::max(width, height) > longest) return std::nullopt;
        const bool isPlainGray = isGray() && !hasAlpha();
        return ImageShape{{int(width), int(height)},
                          {*type(), isPlainGray ? 1 : 4},
                          isPlainGray || hasAlpha() ? Layout::Plain : Layout::NoAlpha};
    }
};

template <class T> class Reader {
public:
    Reader(const TiffHandle& tiff, const Directory& directory)
        : tiff_(tiff), directory_(directory), image_(Image::shareable(*directory.shape())) {}

    Image read() {
        if (image_.shape().layout == Layout::NoAlpha)
            std::fill_n(image_.samples<T>(), image_.shape().samples(), T(image_.format().fullScale()));
        for (int plane = 0; plane < (directory_.isApart() ? directory_.samples : 1); ++plane)
            directory_.tileWidth > 0 ? readTiles(plane) : readRows(plane);
        return std::move(image_);
    }

private:
    /// Samples of a pixel in what libtiff gives at once.
    int together() const { return directory_.isApart() ? 1 : directory_.samples; }

    [[noreturn]] void damaged() const { fail("is damaged or truncated: " + tiff_.problem()); }

    void readRows(int plane) {
        const std::size_t samples = std::size_t(image_.width()) * std::size_t(together());
        if (TIFFScanlineSize64(tiff_.get()) != samples * sizeof(T)) damaged();
        std::vector<T> row(samples);
        for (int y = 0; y < image_.height(); ++y) {
            if (TIFFReadScanline(tiff_.get(), row.data(), std::uint32_t(y), std::uint16_t(plane)) != 1) damaged();
            place(row.data(), plane, 0, y, image_.width());
        }
    }

    void readTiles(int plane) {
        const int across = int(directory_.tileWidth), down = int(directory_.tileHeight);
        std::vector<T> tile(tileSamples());
        for (int top = 0; top < image_.height(); top += down)
            for (int left = 0; left < image_.width(); left += across) {
                if (TIFFReadTile(tiff_.get(), tile.data(), std::uint32_t(left), std::uint32_t(top), 0,
                                 std::uint16_t(plane)) < 0)
                    damaged();
                const int width = std::min(across, image_.width() - left), rows = std::min(down, image_.height() - top);
                for (int y = 0; y < rows; ++y)
                    place(tile.data() + std::size_t(y) * directory_.tileWidth * std::size_t(together()), plane, left,
                          top + y, width);
            }
    }

    /// Tiles may reach beyond the picture, but not to sizes that only a damaged file makes up.
    std::size_t tileSamples() const {
        constexpr std::uint64_t harmless = std::uint64_t(64) << 20;
        const std::uint64_t samples =
            std::uint64_t(directory_.tileWidth) * directory_.tileHeight * std::uint64_t(together());
        const bool fits = std::max(directory_.tileWidth, directory_.tileHeight) <= (1u << 24) &&
                          samples * sizeof(T) <= harmless + 4 * image_.shape().bytes();
        if (!fits || TIFFTileSize64(tiff_.get()) != samples * sizeof(T)) damaged();
        return std::size_t(samples);
    }

    /// Puts some pixels of row y in their place, from x on. Gray with alpha becomes colour with alpha.
    void place(const T* from, int plane, int x, int y, int pixels) {
        const int channels = image_.channels();
        T* to = image_.row<T>(y) + std::size_t(x) * std::size_t(channels);
        for (int i = 0; i < pixels; ++i, to += channels)
            for (int s = plane; s < plane + together(); ++s) {
                const bool isAlpha = s == directory_.colours();
                const T sample = directory_.isInverted() && !isAlpha ? T(image_.format().fullScale() - *from) : *from;
                ++from;
                if (isAlpha)
                    to[3] = sample;
                else
                    std::fill_n(to + s, channels == 4 && directory_.isGray() ? 3 : 1, sample);
            }
    }

    const TiffHandle& tiff_;
    const Directory& directory_;
    Image image_;
};
} // namespace

std::optional<ImageShape> tiffShape(QByteArrayView content) {
    const TiffHandle tiff(content);
    return tiff.get() ? Directory(tiff.get()).shape() : std::nullopt;
}

Image readTiff(QByteArrayView content) {
    const TiffHandle tiff(content);
    const Directory directory(tiff.get());
    Image image =
        withSampleType(*directory.type(), [&](auto zero) { return Reader<decltype(zero)>(tiff, directory).read(); });
    if (directory.multiplied && directory.hasAlpha() && !isOpaque(image))
        fail("is a TIFF whose colours were multiplied with their alpha, which cannot be undone exactly; convert it to "
             "PNG");
    return image;
}

bool hasMorePages(QByteArrayView content) {
    const TiffHandle tiff(content);
    return tiff.get() && !TIFFLastDirectory(tiff.get());
}

} // namespace lightbench
