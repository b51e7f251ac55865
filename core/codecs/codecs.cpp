// Lists the codecs, one line per format. Formats whose library the build lacks are left out (LIGHTBENCH_CODECS).
#include "core/codecs/codecs.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/codecs/file_samples.h"

namespace lightbench {

// Each is defined in the file of its name.
Codec pngCodec(), jpegCodec(), rawCodec(), tiffCodec(), webpCodec(), exrCodec();
Codec bmpCodec(), ppmCodec(), npyCodec();

std::span<const Codec> codecs() {
    // Never destroyed: a driver may call exit() while other threads read files.
    static const auto& all = *new std::vector<Codec>{
#ifdef LIGHTBENCH_CODECS
        pngCodec(),  jpegCodec(),
        rawCodec(), // before TIFF: most RAW files are TIFF files inside
        tiffCodec(), webpCodec(), exrCodec(),
#endif
        bmpCodec(),  ppmCodec(),  npyCodec(),
    };
    return all;
}

const Codec* codecByContent(std::span<const std::byte> file) {
    for (const Codec& codec : codecs())
        if (codec.recognises(file)) return &codec;
    return nullptr;
}

const Codec* codecBySuffix(std::string_view suffix) {
    const auto hasSuffix = [lower = lowerCase(suffix)](const Codec& codec) {
        return std::ranges::find(codec.suffixes, lower) != codec.suffixes.end();
    };
    const auto found = std::ranges::find_if(codecs(), hasSuffix);
    return found == codecs().end() ? nullptr : &*found;
}

std::vector<std::string> readableSuffixes() {
    std::vector<std::string> all;
    for (const Codec& codec : codecs())
        all.insert(all.end(), codec.suffixes.begin(), codec.suffixes.end());
    return all;
}

std::vector<std::string> writableSuffixes() {
    std::vector<std::string> all = readableSuffixes();
    std::erase_if(all, [](const std::string& suffix) { return !isWritable(suffix); });
    return all;
}

bool isWritable(std::string_view suffix) {
    const Codec* codec = codecBySuffix(suffix);
    return codec && codec->encode && lowerCase(suffix) != codec->readOnlySuffix;
}

std::vector<std::string> formatLabels() { return textsOf(codecs(), &Codec::label); }

namespace {
/// What is wrong with an image of this shape, such as " cannot hold 16-bit samples"; empty if the format can hold it.
std::string limitBroken(const Codec& codec, const ImageShape& shape) {
    const auto [size, format] = std::pair(shape.size, shape.format);
    if (std::ranges::find(codec.writes, format.type) == codec.writes.end())
        return " cannot hold " + sampleTypeName(format.type) + " samples";
    if (std::max(size.width, size.height) > codec.longestSide)
        return " holds at most " + std::to_string(codec.longestSide) + " pixels per side";
    constexpr std::uint64_t head = 2048, padding = 3; // around the samples of a BMP
    const std::uint64_t row = std::uint64_t(size.width) * samplesKept(shape) * format.bytesPerSample() + padding;
    if (row > (codec.longestFile - head) / std::uint64_t(size.height))
        return " holds at most " + byteText(double(codec.longestFile));
    return {};
}

/// The formats that are written and fit, as `name` shows them.
template <class Fits, class Name> std::vector<std::string> writtenFormats(Fits fits, Name name) {
    std::vector<std::string> names;
    for (const Codec& codec : codecs())
        if (codec.encode && fits(codec)) names.push_back(name(codec));
    return names;
}
} // namespace

std::string formatProblem(const Codec& codec, const ImageShape& shape, std::string_view suffix) {
    if (suffix == codec.readOnlySuffix) return "." + std::string(suffix) + " is only read";
    if (const std::string limit = limitBroken(codec, shape); !limit.empty())
        return std::string(codec.label) + limit + "; save as " + suffixesHolding(shape);
    if (suffix != codec.graySuffix || shape.format.channels == 1) return {};
    return "." + std::string(suffix) + " holds gray images only; save as " + suffixesHolding(shape) +
           ", or end the stack with grayscale";
}

std::string suffixesHolding(const ImageShape& shape) {
    const auto fits = [&](const Codec& codec) {
        return limitBroken(codec, shape).empty() && (codec.keeps.alpha || !shape.hasAlpha());
    };
    return joinWords(writtenFormats(fits, [](const Codec& one) { return "." + std::string(one.suffixes.front()); }),
                     "or");
}

std::string formatsKeeping(const Keeps& wanted) {
    const auto fits = [&](const Codec& codec) {
        const Keeps& keeps = codec.keeps;
        return keeps.profile >= wanted.profile && keeps.resolution >= wanted.resolution &&
               keeps.colourChunks >= wanted.colourChunks && keeps.exifBytes >= wanted.exifBytes;
    };
    return joinWords(writtenFormats(fits, [](const Codec& one) { return std::string(one.label); }), "and");
}

std::string_view suffixAsWritten(std::string_view path) {
    const std::string_view name = fileName(path);
    const std::size_t dot = name.rfind('.');
    return dot == name.npos ? "" : name.substr(dot + 1);
}

std::string_view nameBeforeSuffix(std::string_view path) {
    const std::string_view name = fileName(path);
    return name.substr(0, name.rfind('.'));
}

std::string suffixOfName(std::string_view path) { return lowerCase(suffixAsWritten(path)); }

} // namespace lightbench
