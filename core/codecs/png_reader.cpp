// Reads PNG files with libspng, which decodes raw samples. This file expands palettes, transparency and small depths to
// 8 or 16 bits.
#include <libdeflate.h>
#include <spng.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/codecs/colour_chunks.h"
#include "core/codecs/exif.h"
#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"
#include "core/codecs/orientation.h"
#include "core/codecs/png.h"

namespace lightbench {

namespace {
constexpr std::size_t maxChunkBytes = std::size_t(64) << 20; ///< limit for profiles and other metadata chunks

[[noreturn]] void failPng(const std::string& why) { fail(ErrorKind::Input, why); }

void checkSpng(int answer) {
    if (answer == SPNG_EMEM) throw std::bad_alloc();
    if (answer != 0 && answer != SPNG_EOI) failPng("is damaged: " + std::string(spng_strerror(answer)));
}

/// What a first pass over the chunks finds; libspng does not report these.
struct Chunks {
    bool whole = false, animated = false;
    FileBytes exif;
    bool hasXmp = false;
    std::vector<std::string> keywords; ///< of texts that describe the image
    std::vector<std::byte> colours;    ///< whole chunks, as in ImageMetadata::colourChunks
    std::vector<std::string> damaged;  ///< the names of such chunks with a wrong checksum
};

/// True for text that names the writing program and says nothing about the image.
bool isOfPrograms(std::string_view keyword) { return keyword == "Software" || keyword.starts_with("date:"); }

void noteText(Chunks& chunks, FileBytes content) {
    const std::string_view text = textOf(content);
    const std::string_view keyword = text.substr(0, std::min<std::size_t>(text.find('\0'), 79));
    if (keyword == "XML:com.adobe.xmp")
        chunks.hasXmp = true;
    else if (!isOfPrograms(keyword) && std::ranges::find(chunks.keywords, keyword) == chunks.keywords.end())
        chunks.keywords.emplace_back(keyword);
}

bool hasColourChunk(const Chunks& chunks, std::string_view wanted) {
    bool has = false;
    forEachColourChunk(chunks.colours, [&](std::string_view name, FileBytes) { has = has || name == wanted; });
    return has;
}

/// `whole`: a chunk from its length to its checksum. A file has one of each name; the first counts.
void noteColours(Chunks& chunks, FileBytes whole) {
    const std::string_view name = textOf(whole.subspan(4, 4));
    const std::size_t length = whole.size() - chunkFrame;
    if (!isColourChunk(name, length) || hasColourChunk(chunks, name)) return;
    if (libdeflate_crc32(0, whole.data() + 4, length + 4) != big32(whole, length + 8))
        chunks.damaged.emplace_back(name);
    else
        chunks.colours.insert(chunks.colours.end(), whole.begin(), whole.end());
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
        checkSpng(spng_set_png_buffer(context_.get(), file.data(), file.size()));
        checkSpng(spng_set_image_limits(context_.get(), 0x7fffffff, 0x7fffffff));
        checkSpng(spng_set_chunk_limits(context_.get(), maxChunkBytes, maxChunkBytes));
        checkSpng(spng_get_ihdr(context_.get(), &header_));
        if (header_.color_type == SPNG_COLOR_TYPE_INDEXED) readPalette();
        spng_trns trns{};
        if (header_.color_type != SPNG_COLOR_TYPE_INDEXED && spng_get_trns(context_.get(), &trns) == 0) trns_ = trns;
        readColours();
    }

    ImageShape shape() const {
        const Size size{int(header_.width), int(header_.height)};
        return shapeOfSamples(size, header_.bit_depth == 16 ? SampleType::U16 : SampleType::U8, samples());
    }

    DecodingCost cost() const {
        const ImageShape all = shape();
        return {all, all.bytes() + (isInterlaced() ? rowBytes() * header_.height : rowBytes())};
    }

    Image read() {
        Image image = Image::shareable(shape());
        return header_.bit_depth == 16 ? readAs<std::uint16_t>(std::move(image))
                                       : readAs<std::uint8_t>(std::move(image));
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
            all.horizontalDpi = dpi(size.ppu_x);
            all.verticalDpi = dpi(size.ppu_y);
        }
        return all;
    }

    const std::vector<std::string>& notes() const { return notes_; }

private:
    bool isInterlaced() const { return header_.interlace_method != 0; }
    bool isGray() const {
        return header_.color_type == SPNG_COLOR_TYPE_GRAYSCALE || header_.color_type == SPNG_COLOR_TYPE_GRAYSCALE_ALPHA;
    }
    /// Samples per pixel in the file.
    int stored() const { return int(colours_) + (hasAlpha_ ? 1 : 0); }
    /// Samples per pixel after palette and transparency are applied.
    int samples() const {
        if (header_.color_type == SPNG_COLOR_TYPE_INDEXED) return paletteSamples_;
        return stored() + (trns_ ? 1 : 0);
    }
    std::size_t rowBytes() const {
        return (std::size_t(header_.width) * std::size_t(stored()) * header_.bit_depth + 7) / 8;
    }

    /// Whole dpi values survive the conversion to pixels per metre: 300 dpi is stored as 11811.
    static double dpi(std::uint32_t perMetre) {
        const double exact = perMetre * 0.0254, whole = std::round(exact);
        return std::lround(whole / 0.0254) == long(perMetre) ? whole : exact;
    }

    void readColours() {
        hasAlpha_ = (header_.color_type & 4) != 0;
        colours_ =
            header_.color_type == SPNG_COLOR_TYPE_TRUECOLOR || header_.color_type == SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
                ? 3
                : 1;
    }

    void readPalette() {
        spng_plte colours{};
        if (spng_get_plte(context_.get(), &colours) != 0) failPng("is damaged: it has no palette");
        spng_trns alphas{};
        const bool isClear = spng_get_trns(context_.get(), &alphas) == 0 && alphas.n_type3_entries > 0;
        bool isAllGray = true;
        for (std::size_t i = 0; i < colours.n_entries; ++i) {
            const spng_plte_entry& one = colours.entries[i];
            isAllGray = isAllGray && one.red == one.green && one.red == one.blue;
            const std::uint8_t alpha = isClear && i < alphas.n_type3_entries ? alphas.type3_alpha[i] : 255;
            palette_[i] = {one.red, one.green, one.blue, alpha};
        }
        paletteSize_ = colours.n_entries;
        paletteSamples_ = isClear ? 4 : isAllGray ? 1 : 3;
    }

    template <class T> Image readAs(Image image) {
        const std::size_t bytes = rowBytes();
        if (isInterlaced()) {
            std::vector<std::byte> all(bytes * header_.height);
            checkSpng(spng_decode_image(context_.get(), all.data(), all.size(), SPNG_FMT_PNG, 0));
            for (int y = 0; y < image.height(); ++y)
                convert<T>(all.data() + bytes * std::size_t(y), image, y);
        } else {
            std::vector<std::uint64_t> row(bytes / 8 + 1); // aligned for 16-bit samples
            checkSpng(spng_decode_image(context_.get(), nullptr, 0, SPNG_FMT_PNG, SPNG_DECODE_PROGRESSIVE));
            for (int y = 0; y < image.height(); ++y) {
                const int answer = spng_decode_row(context_.get(), row.data(), bytes);
                if (answer == SPNG_EOI && y + 1 < image.height())
                    failPng("is truncated: the end of the image is missing");
                checkSpng(answer);
                convert<T>(reinterpret_cast<const std::byte*>(row.data()), image, y);
            }
        }
        if (beyondPalette_) notes_.emplace_back("has samples beyond its palette, which are read as black");
        return image;
    }

    template <class T> void convert(const std::byte* row, Image& image, int y) {
        T* to = image.row<T>(y);
        if (header_.bit_depth < 8 || header_.color_type == SPNG_COLOR_TYPE_INDEXED) {
            convertSmall(reinterpret_cast<const std::uint8_t*>(row), reinterpret_cast<std::uint8_t*>(to));
            return;
        }
        const T* from = reinterpret_cast<const T*>(row);
        if (!trns_) return spreadSamples(from, stored(), header_.width, to);
        const std::array<T, 3> clear = isGray() ? std::array<T, 3>{T(trns_->gray)}
                                                : std::array<T, 3>{T(trns_->red), T(trns_->green), T(trns_->blue)};
        for (std::uint32_t x = 0; x < header_.width; ++x, from += stored(), to += 4) {
            const bool isClear = std::equal(from, from + stored(), clear.begin());
            for (int c = 0; c < 3; ++c)
                to[c] = from[isGray() ? 0 : c];
            to[3] = isClear ? T(0) : fullSample<T>();
        }
    }

    /// Expands palette indices and gray of less than 8 bits.
    void convertSmall(const std::uint8_t* row, std::uint8_t* to) {
        const unsigned bits = header_.bit_depth, maximum = (1u << bits) - 1;
        for (std::uint32_t x = 0; x < header_.width; ++x) {
            const std::size_t bit = std::size_t(x) * bits;
            const unsigned value = row[bit / 8] >> (8 - bits - bit % 8) & maximum;
            if (header_.color_type == SPNG_COLOR_TYPE_INDEXED) {
                beyondPalette_ = beyondPalette_ || value >= paletteSize_;
                to = std::copy_n(palette_[value].begin(), paletteSamples_ == 1 ? 1 : 4, to);
            } else {
                const auto gray = scaledSample<std::uint8_t>(value, maximum);
                *to++ = gray;
                if (!trns_) continue;
                *to++ = gray;
                *to++ = gray;
                *to++ = value == (trns_->gray & maximum) ? 0 : 255;
            }
        }
    }

    std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> context_;
    spng_ihdr header_{};
    std::optional<spng_trns> trns_; ///< the transparent gray or colour
    std::size_t colours_ = 1;
    bool hasAlpha_ = false;
    std::array<std::array<std::uint8_t, 4>, 256> palette_ = [] {
        std::array<std::array<std::uint8_t, 4>, 256> black{};
        for (auto& one : black)
            one[3] = 255;
        return black;
    }();
    std::size_t paletteSize_ = 0;
    int paletteSamples_ = 3;
    bool beyondPalette_ = false;
    std::vector<std::string> notes_;
};
} // namespace

DecodedImage decodePng(std::span<const std::byte> file, const CostCheck& check) {
    const Chunks chunks = chunksOf(file);
    if (!chunks.whole) failPng("is truncated: the end of the image is missing");
    PngReader reader(file);
    const Exif exif = readExif(chunks.exif);
    DecodingCost cost = reader.cost();
    if (exif.orientation > 1) cost.bytes += cost.shape.bytes();
    check(cost);
    DecodedImage decoded{reader.read(), reader.metadata(), reader.notes()};
    if (!decoded.metadata.hasResolution()) {
        decoded.metadata.horizontalDpi = exif.horizontalDpi;
        decoded.metadata.verticalDpi = exif.verticalDpi;
    }
    decoded.metadata.exif = keptExif(chunks.exif);
    decoded.metadata.colourChunks = chunks.colours;
    if (!chunks.damaged.empty())
        decoded.notes.push_back("has damaged data on its colours (" + joinWords(chunks.damaged, "and") +
                                "), which is left out");
    if (chunks.hasXmp) decoded.metadata.unsupported.emplace_back("XMP data");
    if (!chunks.keywords.empty())
        decoded.metadata.unsupported.push_back("text (" + shownText(joinWords(chunks.keywords, "and")) + ")");
    if (chunks.animated) decoded.notes.emplace_back("has more than one frame; the first is read");
    turn(decoded, exif.orientation);
    return decoded;
}

} // namespace lightbench
