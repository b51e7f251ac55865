// Writes PNG files: filters lines and deflates them. Very large images are written line by line with libspng.
#include <libdeflate.h>
#include <spng.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/codecs/colour_chunks.h"
#include "core/codecs/exif.h"
#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"
#include "core/codecs/png.h"

namespace lightbench {

namespace {
using Byte = std::uint8_t;
using Line = std::vector<Byte>;
using Filter = void (*)(const Byte* line, const Byte* above, Byte* to, int count, int pixel);

constexpr std::uint64_t maxBytes = std::uint64_t(1) << 30;
constexpr int fewValues = 16;       // dithered and posterized lines repeat themselves, which filters would hide
constexpr std::size_t block = 1024; // bytes whose sum fits 32 bits, so that vectors can add them

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

/// Uses 16-bit arithmetic only, which compilers vectorise.
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

/// The filters that are tried, with the number that the file stores before a line.
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

/// Lines of samples in file order: high bytes first, and without an unused alpha.
class Lines {
public:
    explicit Lines(const Image& image)
        : image_(image), isDeep_(image.format().type == SampleType::U16), samples_(samplesKept(image.shape())) {}
    int pixelBytes() const { return samples_ * (isDeep_ ? 2 : 1); }
    std::size_t bytes() const { return std::size_t(image_.width()) * std::size_t(pixelBytes()); }
    Byte colourType() const { return samples_ == 1 ? 0 : samples_ == 3 ? 2 : 6; }
    Byte depth() const { return isDeep_ ? 16 : 8; }
    void read(int y, Line& to) const { isDeep_ ? readDeep(y, to) : readFlat(y, to); }

private:
    void readFlat(int y, Line& to) const {
        gatherSamples(image_.row<std::uint8_t>(y), image_.channels(), samples_, std::size_t(image_.width()), to.data());
    }
    void readDeep(int y, Line& to) const {
        const auto* from = image_.row<std::uint16_t>(y);
        for (int x = 0; x < image_.width(); ++x)
            for (int c = 0; c < samples_; ++c)
                storeBig16(&to[std::size_t(2 * (x * samples_ + c))], from[x * image_.channels() + c]);
    }
    const Image& image_;
    bool isDeep_;
    int samples_;
};

/// Chooses the filter with the smallest sum of absolute differences; writes its number and the filtered line.
void filterLine(const Line& line, const Line& above, int pixel, Line& trial, Byte* to) {
    const int count = int(line.size());
    to[0] = 0;
    if (hasFewValues(line)) return none(line.data(), above.data(), to + 1, count, pixel);
    std::uint64_t minimum = ~std::uint64_t(0);
    for (const NumberedFilter& one : filters) {
        one.filter(line.data(), above.data(), trial.data(), count, pixel);
        const std::uint64_t sum = sumOfAbsolutes(trial);
        if (sum >= minimum) continue;
        minimum = sum;
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
    const std::size_t count = lines.bytes();
    Bytes all((count + 1) * std::size_t(height));
    Line line(count), above(count, 0), trial(count);
    for (int y = 0; y < height; ++y) {
        lines.read(y, line);
        filterLine(line, above, lines.pixelBytes(), trial, &all.data[(count + 1) * std::size_t(y)]);
        std::swap(line, above);
    }
    return all;
}

Bytes deflated(const Byte* raw, std::size_t size, int level) {
    const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
        libdeflate_alloc_compressor(level), libdeflate_free_compressor);
    if (!compressor) throw std::bad_alloc();
    Bytes packed(libdeflate_zlib_compress_bound(compressor.get(), size));
    packed.size = libdeflate_zlib_compress(compressor.get(), raw, size, packed.data.get(), packed.size);
    return packed;
}

void writeChunk(ByteSink& sink, const char* name, const Byte* data, std::size_t size) {
    std::array<Byte, 8> head{};
    storeBig32(head.data(), std::uint32_t(size));
    std::memcpy(&head[4], name, 4);
    std::array<Byte, 4> tail{};
    storeBig32(tail.data(), libdeflate_crc32(libdeflate_crc32(0, &head[4], 4), data, size));
    sink.write(std::as_bytes(std::span(head)));
    sink.write(std::as_bytes(std::span(data, size)));
    sink.write(std::as_bytes(std::span(tail)));
}

constexpr std::string_view profileName = "ICC profile";

std::uint32_t perMetre(double dpi) { return std::uint32_t(std::lround(std::min(dpi, 5e7) / 0.0254)); }

void writeMetadata(ByteSink& sink, const ImageMetadata& metadata, Size size) {
    sink.write(metadata.colourChunks);
    if (!metadata.exif.empty()) {
        const std::vector<std::byte> exif = exifFor(metadata, size);
        writeChunk(sink, "eXIf", reinterpret_cast<const Byte*>(exif.data()), exif.size());
    }
    if (!metadata.iccProfile.empty()) {
        const auto* profile = reinterpret_cast<const Byte*>(metadata.iccProfile.data());
        const Bytes packed = deflated(profile, metadata.iccProfile.size(), 6);
        Line chunk(profileName.begin(), profileName.end());
        chunk.insert(chunk.end(), 2, 0); // ends the name; 0 means Deflate
        chunk.insert(chunk.end(), packed.data.get(), packed.data.get() + packed.size);
        writeChunk(sink, "iCCP", chunk.data(), chunk.size());
    }
    if (!metadata.hasResolution()) return;
    std::array<Byte, 9> density{};
    storeBig32(density.data(), perMetre(metadata.horizontalDpi));
    storeBig32(&density[4], perMetre(metadata.verticalDpi));
    density[8] = 1; // per metre
    writeChunk(sink, "pHYs", density.data(), density.size());
}

/// Colour chunks for libspng, whose version 0.7 has no function for cICP. They point into `all`.
std::vector<spng_unknown_chunk> unknownChunks(std::span<std::byte> all) {
    std::vector<spng_unknown_chunk> chunks;
    forEachColourChunk(all, [&](std::string_view name, FileBytes data) {
        spng_unknown_chunk& chunk = chunks.emplace_back();
        std::ranges::copy(name, chunk.type);
        chunk.length = data.size();
        chunk.data = all.data() + (data.data() - all.data());
        chunk.location = SPNG_AFTER_IHDR;
    });
    return chunks;
}

/// Passes libspng's output to the sink, and keeps exceptions, which must not cross C code.
struct SpngOutput {
    ByteSink& sink;
    std::exception_ptr problem;
    static int put(spng_ctx*, void* user, void* bytes, std::size_t count) {
        auto& output = *static_cast<SpngOutput*>(user);
        try {
            output.sink.write({static_cast<const std::byte*>(bytes), count});
            return 0;
        } catch (...) {
            output.problem = std::current_exception();
            return SPNG_IO_ERROR;
        }
    }
};

/// Encodes line by line, without a second copy of the image in memory.
class LinewisePng {
public:
    explicit LinewisePng(ByteSink& sink)
        : output_{sink, nullptr}, context_(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free) {
        if (!context_) throw std::bad_alloc();
        must(spng_set_png_stream(context_.get(), SpngOutput::put, &output_));
    }

    void write(const Image& image, const EncodeOptions& options) {
        const Lines lines(image);
        spng_ihdr header{
            std::uint32_t(image.width()), std::uint32_t(image.height()), lines.depth(), lines.colourType(), 0, 0, 0};
        must(spng_set_ihdr(context_.get(), &header));
        must(spng_set_option(context_.get(), SPNG_IMG_COMPRESSION_LEVEL, options.compression));
        std::vector<std::byte> colours = options.metadata.colourChunks;
        std::vector<spng_unknown_chunk> colourChunks = unknownChunks(colours);
        if (!colourChunks.empty())
            must(spng_set_unknown_chunks(context_.get(), colourChunks.data(), std::uint32_t(colourChunks.size())));
        std::vector<std::byte> profile = options.metadata.iccProfile;
        spng_iccp iccp{};
        std::ranges::copy(profileName, iccp.profile_name);
        iccp.profile = reinterpret_cast<char*>(profile.data());
        iccp.profile_len = profile.size();
        if (!profile.empty()) must(spng_set_iccp(context_.get(), &iccp));
        spng_phys size{perMetre(options.metadata.horizontalDpi), perMetre(options.metadata.verticalDpi), 1};
        if (options.metadata.hasResolution()) must(spng_set_phys(context_.get(), &size));
        std::vector<std::byte> exifBlock = exifFor(options.metadata, image.shape().size);
        spng_exif exif{exifBlock.size(), reinterpret_cast<char*>(exifBlock.data())};
        if (!options.metadata.exif.empty()) must(spng_set_exif(context_.get(), &exif));
        must(spng_encode_image(context_.get(), nullptr, 0, SPNG_FMT_RAW,
                               SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE));
        Line line(lines.bytes());
        for (int y = 0; y < image.height(); ++y) {
            lines.read(y, line);
            must(spng_encode_row(context_.get(), line.data(), line.size()));
        }
    }

private:
    void must(int answer) const {
        if (output_.problem) std::rethrow_exception(output_.problem);
        if (answer == SPNG_EMEM) throw std::bad_alloc();
        if (answer != 0 && answer != SPNG_EOI) fail(ErrorKind::Input, spng_strerror(answer));
    }
    SpngOutput output_;
    std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> context_;
};
} // namespace

void encodePng(const Image& image, const EncodeOptions& options, ByteSink& sink) {
    if (image.shape().bytes() > maxBytes) return LinewisePng(sink).write(image, options);
    const Lines lines(image);
    const Bytes raw = filtered(lines, image.height());
    const Bytes packed = deflated(raw.data.get(), raw.size, options.compression);
    std::array<Byte, 13> header{};
    storeBig32(header.data(), std::uint32_t(image.width()));
    storeBig32(&header[4], std::uint32_t(image.height()));
    header[8] = lines.depth();
    header[9] = lines.colourType();
    sink.write(std::as_bytes(std::span("\x89PNG\r\n\x1a\n", 8)));
    writeChunk(sink, "IHDR", header.data(), header.size());
    writeMetadata(sink, options.metadata, image.shape().size);
    writeChunk(sink, "IDAT", packed.data.get(), packed.size);
    writeChunk(sink, "IEND", header.data(), 0);
}

} // namespace lightbench
