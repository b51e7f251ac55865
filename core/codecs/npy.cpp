#include "core/codecs/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/codecs/codec.h"
#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"

namespace lightbench {

static_assert(std::endian::native == std::endian::little, "samples are copied as they lie in the file");

namespace {
constexpr std::string_view npyMagic("\x93NUMPY", 6);

struct NpyHeader {
    std::string descr; ///< such as "<u2"; "[...]" for an array of records
    bool fortranOrder = false;
    std::vector<std::uint64_t> shape;
};

/// Reads "{'descr': '<u2', 'fortran_order': False, 'shape': (3, 4), }", keys in any order: the part of Python's grammar
/// that NumPy writes. Any other text is refused, and a missing, unknown or repeated key.
class NpyHeaderReader {
public:
    explicit NpyHeaderReader(std::string_view text) : rest_(text) {}

    NpyHeader read() {
        expect('{');
        while (!accept('}')) {
            readEntry();
            if (accept(',')) continue;
            expect('}');
            break;
        }
        skipSpace();
        if (!rest_.empty() || keys_.size() != 3) fail();
        return std::move(header_);
    }

private:
    [[noreturn]] void fail() const {
        refuseContent("the .npy file's header is not one that NumPy writes; it goes wrong at \"" +
                      shownText(rest_.substr(0, 24)) + "\"");
    }
    void skipSpace() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
    bool accept(char c) {
        skipSpace();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!accept(c)) fail();
    }
    bool acceptWord(std::string_view word) {
        skipSpace();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    std::string quoted() {
        skipSpace();
        if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) fail();
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos) fail();
        std::string text(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return text;
    }
    void readEntry() {
        const std::string key = quoted();
        expect(':');
        if (!keys_.insert(key).second) fail();
        if (key == "descr")
            readDescr();
        else if (key == "fortran_order")
            readOrder();
        else if (key == "shape")
            readShape();
        else
            fail();
    }
    void readDescr() {
        skipSpace();
        if (rest_.starts_with('['))
            refuseContent(
                "the array has records for elements; little-endian uint8, uint16, uint32 and float32 can be read");
        header_.descr = quoted();
    }
    void readOrder() {
        header_.fortranOrder = acceptWord("True");
        if (!header_.fortranOrder && !acceptWord("False")) fail();
    }
    void readShape() {
        expect('(');
        while (!accept(')')) {
            header_.shape.push_back(number());
            if (accept(',')) continue;
            expect(')');
            break;
        }
    }
    std::uint64_t number() {
        skipSpace();
        std::uint64_t value = 0;
        const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (problem != std::errc{}) fail();
        rest_.remove_prefix(std::size_t(end - rest_.data()));
        if (rest_.starts_with('L')) rest_.remove_prefix(1); // the suffix of Python 2's long integers
        return value;
    }

    std::string_view rest_;
    NpyHeader header_;
    std::set<std::string> keys_;
};
/// A file, split into the header's text and the samples' bytes.
struct NpyParts {
    std::string_view header;
    FileBytes samples;
};

NpyParts npyParts(FileBytes file) {
    constexpr const char* endsInHeader = "the .npy file ends inside its header";
    if (!startsWith(file, npyMagic)) refuseContent("this is not an .npy file: it does not begin with \\x93NUMPY");
    if (file.size() < 10) refuseContent(endsInHeader);
    const int version = std::to_integer<int>(file[6]);
    if (version < 1 || version > 3)
        refuseContent("the .npy file has format version " + std::to_string(version) +
                      "; versions 1, 2 and 3 can be read");
    const std::size_t start = version == 1 ? 10 : 12;
    if (file.size() < start) refuseContent(endsInHeader);
    const std::size_t length = version == 1 ? little16(file, 8) : little32(file, 8);
    if (length > file.size() - start) refuseContent(endsInHeader);
    return {textOf(file.subspan(start, length)), file.subspan(start + length)};
}

constexpr std::array<std::pair<std::string_view, SampleType>, 4> npyTypes{
    {{"|u1", SampleType::U8}, {"<u2", SampleType::U16}, {"<u4", SampleType::U32}, {"<f4", SampleType::F32}}};

SampleType npyType(const std::string& descr) {
    if (descr.ends_with("u1") && descr.size() == 3 && std::string_view("<>=").find(descr[0]) != std::string_view::npos)
        return SampleType::U8; // a byte has no order
    const auto found = std::ranges::find(npyTypes, descr, [](const auto& one) { return one.first; });
    if (found != npyTypes.end()) return found->second;
    const bool isBigEndian = descr == ">u2" || descr == ">u4" || descr == ">f4";
    refuseContent("the array has type " + shownText(descr) + (isBigEndian ? ", which is big-endian" : "") +
                  "; little-endian uint8, uint16, uint32 and float32 can be read" +
                  (isBigEndian ? "; convert it with a.astype('<" + descr.substr(1) + "')" : ""));
}

std::string tupleText(const std::vector<std::uint64_t>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size() && i < 8; ++i)
        text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() > 8 ? ", ...)" : shape.size() == 1 ? ",)" : ")");
}

/// Throws if the shape is not supported. Called before memory is allocated, since a header may claim any size.
void checkShape(const std::vector<std::uint64_t>& shape) {
    const std::string found = "the array has shape " + tupleText(shape);
    const bool known = shape.size() == 2 || (shape.size() == 3 && (shape[2] == 1 || shape[2] == 3 || shape[2] == 4));
    if (!known) refuseContent(found + "; HxW, HxWx1, HxWx3 and HxWx4 can be read");
    if (shape[0] == 0 || shape[1] == 0) refuseContent(found + ", so it has no pixels");
    const std::uint64_t channels = shape.size() == 3 && shape[2] > 1 ? 4 : 1;
    if (shape[0] > maximumSamples || shape[1] > maximumSamples / shape[0] / channels)
        refuseContent(found + ", which is too large: an image has at most 2^31 - 1 samples");
}

ImageShape npyShape(const NpyHeader& header) {
    const SampleType type = npyType(header.descr);
    // A single row or column is the same in both orders, but it is not worth a special case.
    if (header.fortranOrder)
        refuseContent(
            "the array is stored column by column (fortran_order: True); save numpy.ascontiguousarray(a) instead");
    checkShape(header.shape);
    const std::vector<std::uint64_t>& shape = header.shape;
    const std::uint64_t depth = shape.size() == 3 ? shape[2] : 0;
    const Layout layout = depth == 3 ? Layout::NoAlpha : depth == 1 ? Layout::OneDeep : Layout::Plain;
    return {{int(shape[1]), int(shape[0])}, {type, depth > 1 ? 4 : 1}, layout};
}

void checkSize(const NpyHeader& header, const ImageShape& shape, std::size_t bytes) {
    const std::size_t expected = shape.size.area() * std::size_t(samplesKept(shape)) * shape.format.bytesPerSample();
    if (bytes < expected)
        refuseContent("the .npy file is truncated: its array of shape " + tupleText(header.shape) + " takes " +
                      std::to_string(expected) + " bytes, but only " + std::to_string(bytes) + " are there");
    if (bytes > expected)
        refuseContent("the .npy file has " + std::to_string(bytes - expected) + " bytes after its array");
}

DecodedImage decodeNpy(FileBytes file, const CostCheck& check) {
    const NpyParts parts = npyParts(file);
    const NpyHeader header = NpyHeaderReader(parts.header).read();
    const ImageShape shape = npyShape(header);
    check({shape, shape.bytes()});
    checkSize(header, shape, parts.samples.size());
    Image image = Image::shareable(shape);
    const int kept = samplesKept(shape);
    if (kept == shape.format.channels) {
        std::memcpy(image.bytes().data(), parts.samples.data(), parts.samples.size());
    } else {
        withSampleType(shape.format.type, [&](auto zero) {
            using T = decltype(zero);
            T* to = image.samples<T>();
            for (std::size_t i = 0; i < shape.size.area(); ++i, to += 4) {
                std::memcpy(to, parts.samples.data() + i * 3 * sizeof(T), 3 * sizeof(T));
                to[3] = fullSample<T>();
            }
        });
    }
    return {std::move(image), {}, {}};
}

/// The part of an array's shape after height and width.
std::string depthText(const ImageShape& shape) {
    if (shape.format.channels == 4) return shape.hasAlpha() ? ", 4" : ", 3";
    return shape.layout == Layout::OneDeep ? ", 1" : "";
}

/// Magic number, version 1.0, length and dictionary, padded so that samples start at a multiple of 64 bytes.
std::string npyHeaderOf(const ImageShape& shape) {
    const auto [descr, type] =
        *std::ranges::find(npyTypes, shape.format.type, [](const auto& one) { return one.second; });
    std::string dictionary = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (" +
                             std::to_string(shape.size.height) + ", " + std::to_string(shape.size.width) +
                             depthText(shape) + "), }";
    constexpr std::size_t prefix = 10;
    while ((prefix + dictionary.size() + 1) % 64 != 0)
        dictionary += ' ';
    dictionary += '\n';
    const std::size_t length = dictionary.size();
    return std::string(npyMagic) + '\1' + '\0' + char(length & 255) + char(length >> 8) + dictionary;
}
/// Calls `put` with the file's bytes in order, without copying samples where possible.
template <class Put> void putNpy(const Image& image, Put put) {
    const std::string header = npyHeaderOf(image.shape());
    put(std::as_bytes(std::span(header)));
    const int kept = samplesKept(image.shape());
    if (kept == image.channels()) return put(image.bytes());
    withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        std::vector<T> row(std::size_t(image.width()) * std::size_t(kept));
        for (int y = 0; y < image.height(); ++y) {
            gatherSamples(image.row<T>(y), image.channels(), kept, std::size_t(image.width()), row.data());
            put(std::as_bytes(std::span(row)));
        }
    });
}

void encodeNpy(const Image& image, const EncodeOptions&, ByteSink& sink) {
    putNpy(image, [&](FileBytes part) { sink.write(part); });
}

bool isNpy(FileBytes file) { return startsWith(file, npyMagic); }
} // namespace

Image readNpy(FileBytes file) {
    return decodeNpy(file, [](const DecodingCost&) {}).image;
}

std::vector<std::byte> writeNpy(const Image& image) {
    std::vector<std::byte> file;
    putNpy(image, [&](FileBytes part) { file.insert(file.end(), part.begin(), part.end()); });
    return file;
}

Codec npyCodec() {
    return {.label = "NumPy",
            .suffixes = {"npy"},
            .reads = "8, 16 and 32 bits, floats of 32 bits",
            .recognises = isNpy,
            .decode = decodeNpy,
            .encode = encodeNpy,
            .writes = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32},
            .keeps = {.alpha = true}};
}

} // namespace lightbench
