// Reads and writes PNG files with libspng (W3C, Portable Network Graphics Specification). Every colour type and depth
// is read: gray of 1, 2 and 4 bits is scaled to 255, palettes of grays become gray, and tRNS transparency becomes
// alpha. Of an animation the first picture is read. Images are written with one channel as gray, with four as RGB or,
// with alpha, RGBA.
#include <spng.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <memory>
#include <new>
#include <utility>

#include "core/base/text.h"
#include "core/codecs/codec.h"
#include "core/codecs/colour_chunks.h"
#include "core/codecs/exif.h"
#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"
#include "core/codecs/orientation.h"

namespace lightbench {

namespace {
bool isPng(FileBytes file) {
    using namespace std::string_view_literals;
    return startsWith(file, "\x89PNG\r\n\x1a\n"sv);
}

constexpr std::size_t maxChunkBytes = std::size_t(64) << 20; ///< limit for profiles and other metadata chunks

using SpngContext = std::unique_ptr<spng_ctx, void (*)(spng_ctx*)>;

void checkSpng(int answer, const char* before) {
    if (answer == SPNG_EMEM) throw std::bad_alloc();
    if (answer != 0 && answer != SPNG_EOI) refuseFile(before + std::string(spng_strerror(answer)));
}

/// What a first pass over the chunks finds; libspng does not report these.
struct Chunks {
    bool whole = false, animated = false;
    FileBytes exif;
    bool hasXmp = false;
    std::vector<std::string> keywords; ///< of texts that describe the image
    std::vector<ColourChunk> colours;
    std::vector<std::string> damaged; ///< the names of such chunks with a wrong checksum
};

/// A warning names no more of a kind, and a file may have millions.
constexpr std::size_t mostNamed = 16;

/// True for text that names the writing program and says nothing about the image.
bool isOfPrograms(std::string_view keyword) { return keyword == "Software" || keyword.starts_with("date:"); }

void noteText(Chunks& chunks, FileBytes content) {
    const std::string_view text = textOf(content);
    const std::string_view keyword = text.substr(0, std::min<std::size_t>(text.find('\0'), 79));
    if (keyword == "XML:com.adobe.xmp")
        chunks.hasXmp = true;
    else if (chunks.keywords.size() < mostNamed && !isOfPrograms(keyword) &&
             std::ranges::find(chunks.keywords, keyword) == chunks.keywords.end())
        chunks.keywords.emplace_back(keyword);
}

/// `whole`: a chunk from its length to its checksum. A file has one of each name; the first counts.
void noteColours(Chunks& chunks, FileBytes whole) {
    const FileBytes data = whole.subspan(8, whole.size() - 12);
    const std::string name(textOf(whole.subspan(4, 4)));
    if (!isColourChunk(name, data.size()) || std::ranges::count(chunks.colours, name, &ColourChunk::name) > 0) return;
    const auto* named = reinterpret_cast<const Bytef*>(whole.data() + 4);
    if (crc32(0, named, uInt(data.size() + 4)) == big32(whole, data.size() + 8))
        chunks.colours.push_back({name, {data.begin(), data.end()}});
    else if (std::ranges::find(chunks.damaged, name) == chunks.damaged.end())
        chunks.damaged.push_back(name);
}

Chunks chunksOf(FileBytes file) {
    Chunks chunks;
    for (std::size_t at = 8; at + 12 <= file.size();) {
        const std::size_t length = big32(file, at), next = at + 12 + length;
        const std::string_view name = textOf(file.subspan(at + 4, 4));
        if (name == "acTL" && length == 8 && next <= file.size()) chunks.animated = big32(file, at + 8) > 1;
        if (name == "eXIf" && next <= file.size()) chunks.exif = file.subspan(at + 8, length);
        if ((name == "tEXt" || name == "zTXt" || name == "iTXt") && next <= file.size())
            noteText(chunks, file.subspan(at + 8, length));
        if (next <= file.size()) noteColours(chunks, file.subspan(at, next - at));
        if (name == "IEND") {
            chunks.whole = next <= file.size();
            break;
        }
        at = next;
    }
    return chunks;
}

class PngReader {
public:
    explicit PngReader(FileBytes file) : context_(spng_ctx_new(0), spng_ctx_free) {
        if (!context_) throw std::bad_alloc();
        must(spng_set_png_buffer(context_.get(), file.data(), file.size()));
        must(spng_set_image_limits(context_.get(), 0x7fffffff, 0x7fffffff));
        must(spng_set_chunk_limits(context_.get(), maxChunkBytes, maxChunkBytes));
        must(spng_get_ihdr(context_.get(), &header_));
        spng_trns clear{};
        isClear_ = spng_get_trns(context_.get(), &clear) == 0;
        if (isIndexed()) readPalette(clear);
    }

    ImageShape shape() const {
        const Size size{int(header_.width), int(header_.height)};
        return shapeOfSamples(size, header_.bit_depth == 16 ? SampleType::U16 : SampleType::U8, samples());
    }

    DecodingCost cost() const { return {shape(), shape().bytes() + (isIndexed() ? rowBytes() * header_.height : 0)}; }

    Image read() {
        Image image = Image::shareable(shape());
        if (isIndexed()) {
            readIndices(image);
            return image;
        }
        const bool isDeep = header_.bit_depth == 16;
        const int gray = isDeep ? SPNG_FMT_PNG : SPNG_FMT_G8, colour = isDeep ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8;
        must(spng_decode_image(context_.get(), image.bytes().data(), image.bytes().size(),
                               image.channels() == 1 ? gray : colour, SPNG_DECODE_TRNS));
        return image;
    }

    ImageMetadata metadata() const {
        ImageMetadata all;
        spng_iccp profile{};
        if (spng_get_iccp(context_.get(), &profile) == 0) {
            const auto* bytes = reinterpret_cast<const std::byte*>(profile.profile);
            all.iccProfile.assign(bytes, bytes + profile.profile_len);
        }
        spng_phys size{};
        constexpr std::uint8_t metre = 1;
        if (spng_get_phys(context_.get(), &size) == 0 && size.unit_specifier == metre) {
            all.horizontalDpi = dpiOf(size.ppu_x);
            all.verticalDpi = dpiOf(size.ppu_y);
        }
        return all;
    }

    const std::vector<std::string>& notes() const { return notes_; }

private:
    static void must(int answer) { checkSpng(answer, "is damaged: "); }

    bool isIndexed() const { return header_.color_type == SPNG_COLOR_TYPE_INDEXED; }
    /// Samples per pixel after palette and transparency are applied.
    int samples() const {
        if (isIndexed()) return isClear_ ? 4 : isPaletteGray_ ? 1 : 3;
        const bool hasColours = (header_.color_type & 2) != 0, hasAlpha = (header_.color_type & 4) != 0;
        return (hasColours ? 3 : 1) + (hasAlpha || isClear_ ? 1 : 0);
    }
    /// Of palette indices.
    std::size_t rowBytes() const { return (std::size_t(header_.width) * header_.bit_depth + 7) / 8; }

    void readPalette(const spng_trns& clear) {
        spng_plte colours{};
        if (spng_get_plte(context_.get(), &colours) != 0) refuseFile("is damaged: it has no palette");
        isClear_ = isClear_ && clear.n_type3_entries > 0;
        palette_.fill({0, 0, 0, 255});
        paletteSize_ = colours.n_entries;
        for (std::size_t i = 0; i < paletteSize_; ++i) {
            const spng_plte_entry& one = colours.entries[i];
            isPaletteGray_ = isPaletteGray_ && one.red == one.green && one.red == one.blue;
            const std::uint8_t alpha = isClear_ && i < clear.n_type3_entries ? clear.type3_alpha[i] : 255;
            palette_[i] = {one.red, one.green, one.blue, alpha};
        }
    }

    void readIndices(Image& image) {
        std::vector<std::uint8_t> all(rowBytes() * header_.height);
        must(spng_decode_image(context_.get(), all.data(), all.size(), SPNG_FMT_PNG, 0));
        const unsigned bits = header_.bit_depth, maximum = (1u << bits) - 1;
        bool isBeyond = false;
        for (int y = 0; y < image.height(); ++y) {
            const std::uint8_t* row = &all[rowBytes() * std::size_t(y)];
            auto* to = image.row<std::uint8_t>(y);
            for (std::size_t bit = 0; bit < header_.width * std::size_t(bits); bit += bits) {
                const unsigned index = row[bit / 8] >> (8 - bits - bit % 8) & maximum;
                isBeyond = isBeyond || index >= paletteSize_;
                to = std::copy_n(palette_[index].begin(), image.channels(), to);
            }
        }
        if (isBeyond) notes_.emplace_back("has samples beyond its palette, which are read as black");
    }

    SpngContext context_;
    spng_ihdr header_{};
    bool isClear_ = false; ///< a palette entry, a gray or a colour is transparent
    std::array<std::array<std::uint8_t, 4>, 256> palette_{};
    std::size_t paletteSize_ = 0;
    bool isPaletteGray_ = true;
    std::vector<std::string> notes_;
};

DecodedImage decodePng(FileBytes file, const CostCheck& check) {
    const Chunks chunks = chunksOf(file);
    if (!chunks.whole) refuseFile(endIsMissing);
    PngReader reader(file);
    const Exif exif = readExif(chunks.exif);
    DecodingCost cost = reader.cost();
    if (exif.orientation > 1) cost.bytes += cost.shape.bytes();
    check(cost);
    DecodedImage decoded{reader.read(), reader.metadata(), reader.notes()};
    addExif(decoded.metadata, chunks.exif);
    decoded.metadata.colourChunks = chunks.colours;
    if (!chunks.damaged.empty())
        decoded.notes.push_back("has damaged data about its colours (" + joinWords(chunks.damaged, "and") +
                                "), which is left out");
    if (chunks.hasXmp) decoded.metadata.unsupported.emplace_back("XMP data");
    if (!chunks.keywords.empty())
        decoded.metadata.unsupported.push_back("text (" + shownText(joinWords(chunks.keywords, "and")) + ")");
    if (chunks.animated) decoded.notes.emplace_back("has more than one frame; the first is read");
    turn(decoded, exif.orientation);
    return decoded;
}

/// Passes libspng's output to the sink, and keeps exceptions, which must not cross C code.
struct SpngOutput {
    ByteSink& sink;
    std::exception_ptr problem{};
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
    void must(int answer) const {
        if (problem) std::rethrow_exception(problem);
        checkSpng(answer, "");
    }
};

/// Dithered and posterized images repeat themselves, which filters would hide.
bool hasFewValues(FileBytes samples) {
    constexpr int few = 16;
    std::array<bool, 256> seen{};
    int values = 0;
    for (const std::byte value : samples)
        if (!std::exchange(seen[std::size_t(value)], true) && ++values > few) return false;
    return true;
}

void encodePng(const Image& image, const EncodeOptions& options, ByteSink& sink) {
    SpngOutput output{sink};
    const SpngContext owner(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free);
    spng_ctx* context = owner.get();
    if (!context) throw std::bad_alloc();
    output.must(spng_set_png_stream(context, SpngOutput::put, &output));
    const int kept = samplesKept(image.shape());
    const auto type = kept == 1   ? SPNG_COLOR_TYPE_GRAYSCALE
                      : kept == 3 ? SPNG_COLOR_TYPE_TRUECOLOR
                                  : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    spng_ihdr header{.width = std::uint32_t(image.width()),
                     .height = std::uint32_t(image.height()),
                     .bit_depth = std::uint8_t(8 * image.format().bytesPerSample()),
                     .color_type = std::uint8_t(type)};
    output.must(spng_set_ihdr(context, &header));
    output.must(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, options.compression));
    // Trying every filter for each line takes three times as long, and photos do not get smaller.
    const int filter = hasFewValues(image.bytes()) ? SPNG_DISABLE_FILTERING : SPNG_FILTER_CHOICE_SUB;
    output.must(spng_set_option(context, SPNG_FILTER_CHOICE, filter));
    // libspng reads these where they lie until the file is whole.
    ImageMetadata metadata = options.metadata;
    std::vector<spng_unknown_chunk> colours; // version 0.7 has no function for cICP
    for (ColourChunk& chunk : metadata.colourChunks) {
        spng_unknown_chunk& one = colours.emplace_back();
        std::ranges::copy(chunk.name, one.type);
        one.length = chunk.data.size();
        one.data = chunk.data.data();
        one.location = SPNG_AFTER_IHDR;
    }
    if (!colours.empty()) output.must(spng_set_unknown_chunks(context, colours.data(), std::uint32_t(colours.size())));
    spng_iccp profile{"ICC profile", metadata.iccProfile.size(), reinterpret_cast<char*>(metadata.iccProfile.data())};
    if (!metadata.iccProfile.empty()) output.must(spng_set_iccp(context, &profile));
    spng_phys density{perMetre(metadata.horizontalDpi), perMetre(metadata.verticalDpi), 1};
    if (metadata.hasResolution()) output.must(spng_set_phys(context, &density));
    std::vector<std::byte> block = exifFor(metadata, image.size());
    spng_exif exif{block.size(), reinterpret_cast<char*>(block.data())};
    if (!metadata.exif.empty()) output.must(spng_set_exif(context, &exif));
    output.must(spng_encode_image(context, nullptr, 0, SPNG_FMT_PNG, SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE));
    withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        std::vector<T> line(std::size_t(image.width()) * std::size_t(kept));
        for (int y = 0; y < image.height(); ++y) {
            gatherSamples(image.row<T>(y), image.channels(), kept, std::size_t(image.width()), line.data());
            output.must(spng_encode_row(context, line.data(), line.size() * sizeof(T)));
        }
    });
}
} // namespace

Codec pngCodec() {
    return {
        .label = "PNG",
        .suffixes = {"png"},
        .reads = "1 to 16 bits",
        .mimeTypes = {"image/png"},
        .recognises = isPng,
        .decode = decodePng,
        .encode = encodePng,
        .writes = {SampleType::U8, SampleType::U16},
        .keeps = {.alpha = true, .profile = true, .resolution = true, .colourChunks = true, .exifBytes = 0x7fffffff}};
}

} // namespace lightbench
