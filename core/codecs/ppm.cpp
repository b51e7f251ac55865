// Reads and writes PBM, PGM and PPM files of 1, 8 and 16 bits. Maximum values other than 255 and 65535 are rescaled to
// those. The writer produces binary PGM and PPM. Formats: netpbm.sourceforge.net/doc/pbm.html, pgm.html and ppm.html.
#include "core/codecs/codec.h"

#include <algorithm>
#include <cctype>

#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"

namespace lightbench {

namespace {
constexpr const char* endMissing = "is truncated: it ends before its last sample";

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Goes through the numbers of a header or of a plain map; `#` starts a comment.
class MapNumbers {
public:
    explicit MapNumbers(std::string_view content) : content_(content) {}
    std::size_t position() const { return at_; }

    std::uint32_t next(std::uint32_t maximum) {
        std::uint32_t value = digit();
        while (at_ < content_.size() && isDigit(content_[at_])) {
            value = value * 10 + std::uint32_t(content_[at_++] - '0');
            if (value > maximum) refuseFile("is damaged: a number is out of range");
        }
        return value;
    }
    /// Of a plain PBM, whose digits need no space between them.
    bool nextBit() {
        const std::uint32_t value = digit();
        if (value > 1) refuseFile("is damaged: a sample is neither 0 nor 1");
        return value == 1;
    }
    bool isAtEnd() {
        skipSpace();
        return at_ >= content_.size();
    }

private:
    std::uint32_t digit() {
        if (isAtEnd()) refuseFile(endMissing);
        if (!isDigit(content_[at_])) refuseFile("is damaged: a number is missing");
        return std::uint32_t(content_[at_++] - '0');
    }
    void skipSpace() {
        while (at_ < content_.size()) {
            if (content_[at_] == '#')
                at_ = std::min(content_.find('\n', at_), content_.size());
            else if (!isSpace(content_[at_]))
                return;
            else
                ++at_;
        }
    }
    std::string_view content_;
    std::size_t at_ = 2;
};

struct MapHeader {
    Size size;
    std::uint32_t maximum = 1;
    bool isBits = false, isPlain = false, isColour = false;
    int samples() const { return isColour ? 3 : 1; }
    ImageShape shape() const {
        return shapeOfSamples(size, maximum > 255 ? SampleType::U16 : SampleType::U8, samples());
    }
    std::uint64_t rowBytes() const {
        if (isBits) return (std::uint64_t(size.width) + 7) / 8;
        return std::uint64_t(size.width) * std::uint64_t(samples()) * (maximum > 255 ? 2 : 1);
    }
};

MapHeader readMapHeader(MapNumbers& numbers, char kind) {
    MapHeader header;
    header.isPlain = kind <= '3';
    header.isBits = kind == '1' || kind == '4';
    header.isColour = kind == '3' || kind == '6';
    constexpr std::uint32_t longest = 1u << 27;
    header.size.width = int(numbers.next(longest));
    header.size.height = int(numbers.next(longest));
    if (!header.isBits) header.maximum = numbers.next(65535);
    if (header.maximum < 1) refuseFile("is damaged: its header gives 0 as the largest sample");
    if (header.size.area() == 0) refuseFile("is damaged: it has no pixels");
    return header;
}

/// The samples of the file in order, as numbers from 0 to the largest, into an image.
template <class T, class Next> Image fillMap(const MapHeader& header, Next next) {
    Image image = Image::shareable(header.shape()); // on its way to the worker
    constexpr std::uint32_t full = std::numeric_limits<T>::max();
    T* to = image.samples<T>();
    for (std::size_t i = 0; i < header.size.area(); ++i) {
        for (int c = 0; c < header.samples(); ++c) {
            const std::uint32_t sample = next();
            if (sample > header.maximum) refuseFile("is damaged: a sample is above the maximum of its header");
            *to++ = header.maximum == full ? T(sample) : scaledSample<T>(sample, header.maximum);
        }
        if (header.isColour) *to++ = T(full);
    }
    return image;
}

/// 1 is black.
Image readBits(const MapHeader& header, FileBytes data) {
    Image image = Image::shareable(header.shape());
    for (int y = 0; y < image.height(); ++y) {
        const FileBytes row = data.subspan(std::size_t(y) * header.rowBytes());
        auto* to = image.row<std::uint8_t>(y);
        for (std::size_t x = 0; x < std::size_t(image.width()); ++x)
            to[x] = (std::to_integer<unsigned>(row[x / 8]) >> (7 - x % 8) & 1) != 0 ? 0 : 255;
    }
    return image;
}

Image readBinary(const MapHeader& header, FileBytes data) {
    if (header.isBits) return readBits(header, data);
    std::size_t at = 0;
    if (header.maximum > 255)
        return fillMap<std::uint16_t>(header, [&] {
            at += 2;
            return std::uint32_t(big16(data, at - 2));
        });
    return fillMap<std::uint8_t>(header, [&] { return std::to_integer<std::uint32_t>(data[at++]); });
}

Image readPlain(const MapHeader& header, MapNumbers& numbers) {
    if (header.isBits) return fillMap<std::uint8_t>(header, [&] { return numbers.nextBit() ? 0u : 1u; });
    const auto next = [&] { return numbers.next(65535); };
    return header.maximum > 255 ? fillMap<std::uint16_t>(header, next) : fillMap<std::uint8_t>(header, next);
}

DecodedImage decodeMap(FileBytes file, const CostCheck& check) {
    const std::string_view text = textOf(file);
    MapNumbers numbers(text);
    const MapHeader header = readMapHeader(numbers, text[1]);
    check({header.shape(), header.shape().bytes()});
    DecodedImage decoded;
    bool isMore = false;
    if (header.isPlain) {
        // A plain sample takes at least a digit, and a space unless it is a bit: checked before memory is allocated.
        if (header.shape().size.area() > file.size()) refuseFile(endMissing);
        decoded.image = readPlain(header, numbers);
        isMore = !numbers.isAtEnd();
    } else {
        const std::size_t start = std::min(numbers.position() + 1, file.size());
        const std::uint64_t bytes = header.rowBytes() * std::uint64_t(header.size.height);
        if (file.size() - start < bytes) refuseFile(endMissing);
        decoded.image = readBinary(header, file.subspan(start));
        const std::string_view rest = text.substr(start + bytes);
        isMore = rest.size() > 2 && rest[0] == 'P' && rest[1] >= '1' && rest[1] <= '7' && isSpace(rest[2]);
    }
    if (isMore) decoded.notes.emplace_back("has more than one image; the first is read");
    return decoded;
}

template <class T> void writeMapRows(const Image& image, ByteSink& sink) {
    const int kept = image.channels() == 4 ? 3 : 1;
    std::vector<T> line(std::size_t(image.width()) * std::size_t(kept));
    std::vector<std::uint8_t> bytes(line.size() * sizeof(T));
    for (int y = 0; y < image.height(); ++y) {
        gatherSamples(image.row<T>(y), image.channels(), kept, std::size_t(image.width()), line.data());
        if constexpr (sizeof(T) == 2) {
            for (std::size_t i = 0; i < line.size(); ++i)
                storeBig16(&bytes[2 * i], line[i]);
            sink.write(std::as_bytes(std::span(bytes)));
        } else {
            sink.write(std::as_bytes(std::span(line)));
        }
    }
}

void encodeMap(const Image& image, const EncodeOptions&, ByteSink& sink) {
    const bool deep = image.format().type == SampleType::U16;
    const std::string header = std::string(image.channels() == 4 ? "P6\n" : "P5\n") + std::to_string(image.width()) +
                               " " + std::to_string(image.height()) + (deep ? "\n65535\n" : "\n255\n");
    sink.write(std::as_bytes(std::span(header)));
    deep ? writeMapRows<std::uint16_t>(image, sink) : writeMapRows<std::uint8_t>(image, sink);
}

/// The second letter is followed by a space.
bool isMap(FileBytes file) {
    const std::string_view text = textOf(file);
    return text.size() >= 3 && text[0] == 'P' && text[1] >= '1' && text[1] <= '6' &&
           std::string_view(" \t\r\n#").find(text[2]) != std::string_view::npos;
}

} // namespace

Codec ppmCodec() {
    return {.label = "PPM/PGM",
            .suffixes = {"ppm", "pgm", "pbm", "pnm"},
            .reads = "1 to 16 bits",
            .mimeTypes = {"image/x-portable-pixmap", "image/x-portable-graymap"},
            .recognises = isMap,
            .decode = decodeMap,
            .encode = encodeMap,
            .writes = {SampleType::U8, SampleType::U16},
            .readOnlySuffix = "pbm",
            .graySuffix = "pgm"};
}

} // namespace lightbench
