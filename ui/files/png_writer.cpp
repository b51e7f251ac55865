// Filtering, deflating and the chunks of a PNG file.
#include "ui/files/png_writer.h"

#include <QIODevice>
#include <QtEndian>

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace lightbench {

namespace {
using Byte = std::uint8_t;
using Line = std::vector<Byte>;
using Filter = void (*)(const Byte* line, const Byte* above, Byte* to, int count, int pixel);

constexpr std::uint64_t mostBytes = std::uint64_t(1) << 30;
constexpr int level = 1;            // of libdeflate: those above it take half as long again for 3 %
constexpr int fewValues = 16;       // dithered and posterized lines repeat themselves, which filters would hide
constexpr std::size_t block = 1024; // bytes whose sum surely fits 32 bits, in which vectors add

void none(const Byte* line, const Byte*, Byte* to, int count, int) { std::memcpy(to, line, std::size_t(count)); }

void sub(const Byte* line, const Byte*, Byte* to, int count, int pixel) {
    std::memcpy(to, line, std::size_t(pixel));
    for (int i = pixel; i < count; ++i)
        to[i] = Byte(line[i] - line[i - pixel]);
}

void up(const Byte* line, const Byte* above, Byte* to, int count, int) {
    for (int i = 0; i < count; ++i)
        to[i] = Byte(line[i] - above[i]);
}

/// 16-bit arithmetic throughout, which compilers turn into vectors.
Byte paethPredictor(std::int16_t left, std::int16_t above, std::int16_t corner) {
    const auto distance = [](std::int16_t d) { return std::int16_t(d < 0 ? -d : d); };
    const auto toLeft = std::int16_t(above - corner), toAbove = std::int16_t(left - corner);
    const std::int16_t a = distance(toLeft), b = distance(toAbove), c = distance(std::int16_t(toLeft + toAbove));
    return Byte(a <= b && a <= c ? left : (b <= c ? above : corner));
}

void paeth(const Byte* line, const Byte* above, Byte* to, int count, int pixel) {
    up(line, above, to, pixel, pixel);
    for (int i = pixel; i < count; ++i)
        to[i] = Byte(line[i] - paethPredictor(line[i - pixel], above[i], above[i - pixel]));
}

/// The filters that are tried, by the number that stands before a line.
struct NumberedFilter {
    Byte number;
    Filter filter;
};
constexpr std::array<NumberedFilter, 3> filters{{{1, sub}, {2, up}, {4, paeth}}};

std::uint64_t sumOfAbsolutes(const Line& line) {
    std::uint64_t sum = 0;
    for (std::size_t from = 0; from < line.size(); from += block) {
        std::uint32_t part = 0;
        for (std::size_t i = from; i < std::min(line.size(), from + block); ++i)
            part += std::uint32_t(std::abs(int(std::int8_t(line[i]))));
        sum += part;
    }
    return sum;
}

bool hasFewValues(const Line& line) {
    std::array<bool, 256> seen{};
    int values = 0;
    for (const Byte value : line)
        if (!std::exchange(seen[value], true) && ++values > fewValues) return false;
    return true;
}

/// Lines of samples as the file has them: high bytes first, without the alpha that is not wanted.
class Lines {
public:
    Lines(const Image& image, bool withAlpha)
        : image_(image), isDeep_(image.format().type == SampleType::U16),
          samples_(image.channels() == 4 && !withAlpha ? 3 : image.channels()) {}
    int pixelBytes() const { return samples_ * (isDeep_ ? 2 : 1); }
    int bytes() const { return image_.width() * pixelBytes(); }
    Byte colourType() const { return samples_ == 1 ? 0 : samples_ == 3 ? 2 : 6; }
    Byte depth() const { return isDeep_ ? 16 : 8; }
    void read(int y, Line& to) const { isDeep_ ? readDeep(y, to) : readFlat(y, to); }

private:
    void readFlat(int y, Line& to) const {
        const auto* from = image_.row<std::uint8_t>(y);
        for (int x = 0; x < image_.width(); ++x)
            for (int c = 0; c < samples_; ++c)
                to[std::size_t(x * samples_ + c)] = from[x * image_.channels() + c];
    }
    void readDeep(int y, Line& to) const {
        const auto* from = image_.row<std::uint16_t>(y);
        for (int x = 0; x < image_.width(); ++x)
            for (int c = 0; c < samples_; ++c)
                qToBigEndian(from[x * image_.channels() + c], &to[std::size_t(2 * (x * samples_ + c))]);
    }
    const Image& image_;
    bool isDeep_;
    int samples_;
};

/// Writes a line's filter and what it makes of the line: the one of the least sum of absolute differences.
void filterLine(const Line& line, const Line& above, int pixel, Line& trial, Byte* to) {
    const int count = int(line.size());
    to[0] = 0;
    if (hasFewValues(line)) return none(line.data(), above.data(), to + 1, count, pixel);
    std::uint64_t least = ~std::uint64_t(0);
    for (const NumberedFilter& one : filters) {
        one.filter(line.data(), above.data(), trial.data(), count, pixel);
        const std::uint64_t sum = sumOfAbsolutes(trial);
        if (sum >= least) continue;
        least = sum;
        to[0] = one.number;
        std::memcpy(to + 1, trial.data(), line.size());
    }
}

struct Bytes {
    std::unique_ptr<Byte[]> data;
    std::size_t size = 0;
    explicit Bytes(std::size_t count) : data(std::make_unique_for_overwrite<Byte[]>(count)), size(count) {}
};

Bytes filtered(const Lines& lines, int height) {
    const std::size_t count = std::size_t(lines.bytes());
    Bytes all((count + 1) * std::size_t(height));
    Line line(count), above(count, 0), trial(count);
    for (int y = 0; y < height; ++y) {
        lines.read(y, line);
        filterLine(line, above, lines.pixelBytes(), trial, &all.data[(count + 1) * std::size_t(y)]);
        std::swap(line, above);
    }
    return all;
}

Bytes deflated(const Bytes& raw) {
    const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
        libdeflate_alloc_compressor(level), libdeflate_free_compressor);
    if (!compressor) throw std::bad_alloc();
    Bytes packed(libdeflate_zlib_compress_bound(compressor.get(), raw.size));
    packed.size = libdeflate_zlib_compress(compressor.get(), raw.data.get(), raw.size, packed.data.get(), packed.size);
    return packed;
}

bool writeChunk(QIODevice& device, const char* name, const Byte* data, std::size_t size) {
    std::array<char, 8> head{};
    qToBigEndian(quint32(size), head.data());
    std::memcpy(&head[4], name, 4);
    std::array<char, 4> tail{};
    qToBigEndian(quint32(libdeflate_crc32(libdeflate_crc32(0, &head[4], 4), data, size)), tail.data());
    return device.write(head.data(), 8) == 8 &&
           device.write(reinterpret_cast<const char*>(data), qint64(size)) == qint64(size) &&
           device.write(tail.data(), 4) == 4;
}
} // namespace

bool fitsPngWriter(const ImageShape& shape) {
    return shape.format.type != SampleType::F32 && shape.format.type != SampleType::U32 && shape.bytes() <= mostBytes;
}

QString writePng(const Image& image, bool withAlpha, QIODevice& device) {
    const Lines lines(image, withAlpha);
    const Bytes packed = deflated(filtered(lines, image.height()));
    std::array<Byte, 13> header{};
    qToBigEndian(quint32(image.width()), header.data());
    qToBigEndian(quint32(image.height()), &header[4]);
    header[8] = lines.depth();
    header[9] = lines.colourType();
    const bool whole =
        device.write("\x89PNG\r\n\x1a\n", 8) == 8 && writeChunk(device, "IHDR", header.data(), header.size()) &&
        writeChunk(device, "IDAT", packed.data.get(), packed.size) && writeChunk(device, "IEND", header.data(), 0);
    return whole ? QString() : device.errorString();
}

} // namespace lightbench
