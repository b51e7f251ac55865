// Reads and writes BMP files: palettes of 1, 4 and 8 bits, run-length encoding, and 16, 24 and 32 bits per pixel with
// colour masks. Format: Microsoft, Bitmap Storage (BITMAPINFOHEADER, BITMAPV4HEADER, BITMAPV5HEADER), and the first
// header of OS/2.
#include "core/codecs/codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"

namespace lightbench {

namespace {
constexpr std::size_t fileHeader = 14, oldHeader = 12, usualHeader = 40;
constexpr std::uint32_t plain = 0, runs8 = 1, runs4 = 2, masks = 3, masksWithAlpha = 6;

/// The signature "BM" is short, so the reserved words must be zero too.
bool isBmp(FileBytes file) { return file.size() >= fileHeader && startsWith(file, "BM") && little32(file, 6) == 0; }

/// The bit mask of one channel of a pixel.
struct BmpMask {
    std::uint32_t mask = 0;
    std::uint8_t of(std::uint32_t pixel) const {
        if (mask == 0) return 0;
        const int shift = std::countr_zero(mask);
        const std::uint64_t maximum = mask >> shift, value = (pixel & mask) >> shift;
        return std::uint8_t((value * 255 + maximum / 2) / maximum);
    }
};

class BmpReader {
public:
    explicit BmpReader(FileBytes file) : file_(file) {
        if (file.size() < fileHeader + oldHeader) refuseFile("is truncated: its header is cut off");
        header_ = little32(file, fileHeader);
        data_ = little32(file, 10);
        if (header_ == oldHeader)
            readOldHeader();
        else
            readHeader();
        checkHeader();
        readMasks();
        readPalette();
        if (compression_ != runs8 && compression_ != runs4 &&
            data_ + rowBytes() * std::uint64_t(size_.height) > file.size())
            refuseFile(endIsMissing);
    }

    ImageShape shape() const {
        return shapeOfSamples(size_, SampleType::U8, isGray_ ? 1 : masks_[3].mask != 0 ? 4 : 3);
    }

    Image read() {
        Image image = Image::shareable(shape());
        if (bits_ > 8)
            readColours(image);
        else if (compression_ == plain)
            readNumbers(image);
        else
            readRuns(image);
        return image;
    }

    ImageMetadata metadata() const {
        ImageMetadata all;
        if (header_ < usualHeader) return all;
        all.horizontalDpi = dpiOf(std::max(0, std::int32_t(little32(file_, 38))));
        all.verticalDpi = dpiOf(std::max(0, std::int32_t(little32(file_, 42))));
        if (hasColoursOfItsOwn()) all.unsupported.emplace_back("a colour space (endpoints and gamma)");
        constexpr std::uint32_t embedded = 0x4d424544; // MBED
        if (header_ >= 124 && little32(file_, fileHeader + 56) == embedded) {
            const std::uint64_t at = fileHeader + std::uint64_t(little32(file_, fileHeader + 112)),
                                bytes = little32(file_, fileHeader + 116);
            if (at + bytes <= file_.size()) {
                const FileBytes profile = file_.subspan(at, bytes);
                all.iccProfile.assign(profile.begin(), profile.end());
            }
        }
        return all;
    }

private:
    /// Version 4 of the header: three endpoints of three numbers and three gammas, unless its type says sRGB. Programs
    /// that do not use them leave zeros.
    bool hasColoursOfItsOwn() const {
        constexpr std::uint32_t calibrated = 0;
        if (header_ < 108 || little32(file_, fileHeader + 56) != calibrated) return false;
        const FileBytes numbers = file_.subspan(fileHeader + 60, 12 * 4);
        return std::ranges::any_of(numbers, [](std::byte byte) { return byte != std::byte(0); });
    }

    void readOldHeader() {
        size_ = {little16(file_, 18), little16(file_, 20)};
        bits_ = little16(file_, 24);
    }

    void readHeader() {
        const bool isKnown =
            header_ == usualHeader || header_ == 52 || header_ == 56 || header_ == 108 || header_ == 124;
        if (!isKnown && (header_ == 64 || header_ == 16))
            refuseFile("has the second header of OS/2, which is not read; convert it to PNG");
        if (!isKnown) refuseFile("has a header of " + std::to_string(header_) + " bytes, which no BMP has");
        if (file_.size() < fileHeader + header_) refuseFile("is truncated: its header is cut off");
        const std::int64_t height = std::int32_t(little32(file_, 22));
        if (std::abs(height) > 0x7fffffff) refuseFile("is damaged: its height is out of range");
        size_ = {std::int32_t(little32(file_, 18)), int(std::abs(height))};
        isTopDown_ = height < 0;
        bits_ = little16(file_, 28);
        compression_ = little32(file_, 30);
        colours_ = little32(file_, 46);
    }

    void checkHeader() const {
        if (compression_ == 4 || compression_ == 5)
            refuseFile(std::string("holds a ") + (compression_ == 4 ? "JPEG" : "PNG") +
                       " inside, which is not read; save that alone");
        if (compression_ > masksWithAlpha)
            refuseFile("is compressed in a way that is not read (number " + std::to_string(compression_) + ")");
        const bool isKnown = bits_ == 1 || bits_ == 4 || bits_ == 8 || bits_ == 16 || bits_ == 24 || bits_ == 32;
        if (!isKnown) refuseFile("has " + std::to_string(bits_) + " bits per pixel; 1, 4, 8, 16, 24 and 32 are read");
        if (size_.width < 1 || size_.height < 1) refuseFile("is damaged: it has no pixels");
        const bool fits = compression_ == plain || (compression_ == runs8 && bits_ == 8) ||
                          (compression_ == runs4 && bits_ == 4) ||
                          ((compression_ == masks || compression_ == masksWithAlpha) && (bits_ == 16 || bits_ == 32));
        if (!fits)
            refuseFile("is damaged: its compression does not fit its " + std::to_string(bits_) + " bits per pixel");
    }

    /// Default masks, for headers without any: 5 bits per colour of 16, 8 bits of 32.
    void readMasks() {
        if (bits_ <= 8) return;
        masks_ = bits_ == 16 ? std::array<BmpMask, 4>{{{0x7c00}, {0x3e0}, {0x1f}, {0}}}
                             : std::array<BmpMask, 4>{{{0xff0000}, {0xff00}, {0xff}, {0}}};
        if (compression_ != masks && compression_ != masksWithAlpha) return;
        const bool hasAlpha = header_ >= 56 || compression_ == masksWithAlpha;
        const std::size_t count = hasAlpha ? 4 : 3;
        if (file_.size() < fileHeader + usualHeader + 4 * count) refuseFile("is truncated: its header is cut off");
        for (std::size_t i = 0; i < count; ++i) {
            masks_[i].mask = little32(file_, fileHeader + usualHeader + 4 * i);
            const std::uint32_t run = masks_[i].mask == 0 ? 0 : masks_[i].mask >> std::countr_zero(masks_[i].mask);
            if ((run & (run + 1)) != 0) refuseFile("is damaged: the bits of a colour do not lie together");
        }
    }

    void readPalette() {
        if (bits_ > 8) return;
        const std::size_t entry = header_ == oldHeader ? 3 : 4,
                          start = fileHeader + header_ + (compression_ == masks ? 12 : 0);
        std::size_t count = std::size_t(1) << bits_;
        if (colours_ > 0) count = std::min<std::size_t>(count, colours_);
        if (start + count * entry > file_.size()) refuseFile("is truncated: its palette is cut off");
        isGray_ = true;
        palette_.fill({0, 0, 0, 255}); // entries that the file lacks are black
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t c = 0; c < 3; ++c)
                palette_[i][c] = std::to_integer<std::uint8_t>(file_[start + i * entry + 2 - c]);
            isGray_ = isGray_ && palette_[i][0] == palette_[i][1] && palette_[i][0] == palette_[i][2];
        }
    }

    std::uint64_t rowBytes() const { return (std::uint64_t(size_.width) * bits_ + 31) / 32 * 4; }
    /// Rows are stored bottom up, unless the height is negative.
    int rowOf(int y) const { return isTopDown_ ? y : size_.height - 1 - y; }

    void readColours(Image& image) const {
        const std::size_t bytes = bits_ / 8;
        for (int y = 0; y < size_.height; ++y) {
            std::uint8_t* to = image.row<std::uint8_t>(rowOf(y));
            const FileBytes row = file_.subspan(data_ + std::size_t(y) * rowBytes(), rowBytes());
            if (bits_ == 24) {
                for (std::size_t x = 0; x < std::size_t(size_.width); ++x, to += 4) {
                    for (std::size_t c = 0; c < 3; ++c)
                        to[c] = std::to_integer<std::uint8_t>(row[3 * x + 2 - c]);
                    to[3] = 255;
                }
                continue;
            }
            for (std::size_t x = 0; x < std::size_t(size_.width); ++x, to += 4) {
                const std::uint32_t pixel = bytes == 2 ? little16(row, 2 * x) : little32(row, 4 * x);
                for (std::size_t c = 0; c < 4; ++c)
                    to[c] = masks_[c].of(pixel);
                if (masks_[3].mask == 0) to[3] = 255;
            }
        }
    }

    void put(Image& image, int x, int y, std::size_t number) const {
        std::uint8_t* to = image.row<std::uint8_t>(rowOf(y)) + std::size_t(x) * std::size_t(image.channels());
        std::copy_n(palette_[number].begin(), image.channels(), to);
    }

    void readNumbers(Image& image) const {
        for (int y = 0; y < size_.height; ++y) {
            const FileBytes row = file_.subspan(data_ + std::size_t(y) * rowBytes(), rowBytes());
            for (int x = 0; x < size_.width; ++x) {
                const std::size_t bit = std::size_t(x) * bits_;
                put(image, x, y,
                    std::to_integer<unsigned>(row[bit / 8]) >> (8 - bits_ - bit % 8) & ((1u << bits_) - 1));
            }
        }
    }

    std::uint8_t byteAt(std::uint64_t at) const {
        if (at >= file_.size()) refuseFile(endIsMissing);
        return std::to_integer<std::uint8_t>(file_[at]);
    }

    /// Decodes run-length encoding (RLE8, RLE4). Skipped pixels have colour 0.
    void readRuns(Image& image) const {
        for (int y = 0; y < size_.height; ++y)
            for (int x = 0; x < size_.width; ++x)
                put(image, x, y, 0);
        const bool isHalf = compression_ == runs4;
        int x = 0, y = 0;
        std::uint64_t at = data_;
        const auto add = [&](std::size_t number) {
            if (x < size_.width && y < size_.height) put(image, x, y, number);
            if (x < size_.width) ++x;
        };
        while (y < size_.height) {
            const unsigned count = byteAt(at), value = byteAt(at + 1);
            at += 2;
            if (count > 0) {
                for (unsigned i = 0; i < count; ++i)
                    add(!isHalf ? value : i % 2 == 0 ? value >> 4 : value & 15);
            } else if (value == 0) {
                x = 0;
                ++y;
            } else if (value == 1) {
                return;
            } else if (value == 2) {
                x = std::min(size_.width, x + byteAt(at));
                y = std::min(size_.height, y + byteAt(at + 1));
                at += 2;
            } else {
                for (unsigned i = 0; i < value; ++i) {
                    const std::uint8_t byte = byteAt(at + (isHalf ? i / 2 : i));
                    add(!isHalf ? byte : i % 2 == 0 ? byte >> 4 : byte & 15);
                }
                const unsigned bytes = isHalf ? (value + 1) / 2 : value;
                at += bytes + bytes % 2;
            }
        }
    }

    FileBytes file_;
    std::uint32_t header_ = 0, data_ = 0, compression_ = plain, colours_ = 0;
    unsigned bits_ = 0;
    Size size_;
    bool isTopDown_ = false, isGray_ = false;
    std::array<BmpMask, 4> masks_{};
    std::array<std::array<std::uint8_t, 4>, 256> palette_{};
};

DecodedImage decodeBmp(FileBytes file, const CostCheck& check) {
    BmpReader reader(file);
    check({reader.shape(), reader.shape().bytes()});
    return {reader.read(), reader.metadata(), {}};
}

std::uint32_t rowBytesOf(const ImageShape& shape) {
    return std::uint32_t((std::uint64_t(shape.size.width) * (shape.format.channels == 1 ? 8 : 24) + 31) / 32 * 4);
}

/// Grays are written as 8 bits with a palette, colours as 24 bits.
void encodeBmp(const Image& image, const EncodeOptions& options, ByteSink& sink) {
    const bool isGray = image.channels() == 1;
    const std::uint32_t row = rowBytesOf(image.shape()), palette = isGray ? 256 : 0;
    const std::uint32_t start = std::uint32_t(fileHeader + usualHeader) + 4 * palette;
    std::vector<std::byte> bytes{std::byte('B'), std::byte('M')};
    const std::uint64_t samples = std::uint64_t(row) * std::uint64_t(image.height());
    for (const std::uint64_t value :
         {start + samples, std::uint64_t(0), std::uint64_t(start), std::uint64_t(usualHeader)})
        putLittle(bytes, value, 4);
    putLittle(bytes, std::uint64_t(image.width()), 4);
    putLittle(bytes, std::uint64_t(image.height()), 4);
    putLittle(bytes, 1, 2);
    putLittle(bytes, isGray ? 8 : 24, 2);
    putLittle(bytes, plain, 4);
    putLittle(bytes, samples, 4);
    putLittle(bytes, perMetre(options.metadata.horizontalDpi), 4);
    putLittle(bytes, perMetre(options.metadata.verticalDpi), 4);
    putLittle(bytes, palette, 4);
    putLittle(bytes, 0, 4);
    for (std::uint32_t i = 0; i < palette; ++i)
        putLittle(bytes, i * 0x10101, 4);
    sink.write(bytes);
    std::vector<std::uint8_t> line(row, 0);
    for (int y = image.height() - 1; y >= 0; --y) {
        const auto* from = image.row<std::uint8_t>(y);
        if (isGray)
            std::copy_n(from, image.width(), line.begin());
        else
            for (std::size_t x = 0; x < std::size_t(image.width()); ++x, from += 4)
                for (std::size_t c = 0; c < 3; ++c)
                    line[3 * x + c] = from[2 - c];
        sink.write(std::as_bytes(std::span(line)));
    }
}

} // namespace

Codec bmpCodec() {
    return {.label = "BMP",
            .suffixes = {"bmp"},
            .reads = "1 to 32 bits per pixel",
            .mimeTypes = {"image/bmp"},
            .recognises = isBmp,
            .decode = decodeBmp,
            .encode = encodeBmp,
            .writes = {SampleType::U8},
            .keeps = {.resolution = true},
            .longestFile = 0xffffffff};
}

} // namespace lightbench
