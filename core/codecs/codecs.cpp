// Lists the codecs, one line per format. Formats whose library the build lacks are left out (LIGHTBENCH_CODECS).
#include "core/codecs/codecs.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/codecs/bmp.h"
#include "core/codecs/npy_file.h"
#include "core/codecs/portable_map.h"
#ifdef LIGHTBENCH_CODECS
#include "core/codecs/exr.h"
#include "core/codecs/jpeg.h"
#include "core/codecs/png.h"
#include "core/codecs/raw.h"
#include "core/codecs/tiff.h"
#include "core/codecs/webp.h"
#endif

namespace lightbench {

std::span<const Codec> codecs() {
    // Never destroyed: a driver may call exit() while other threads read files.
    static const auto& all = *new std::vector<Codec>{
#ifdef LIGHTBENCH_CODECS
        pngCodec(), jpegCodec(),        rawCodec(), tiffCodec(), webpCodec(), exrCodec(),
#endif
        bmpCodec(), portableMapCodec(), npyCodec(),
    };
    return all;
}

const Codec* codecByContent(std::span<const std::byte> file) {
    for (const Codec& codec : codecs())
        if (codec.recognises(file)) return &codec;
    return nullptr;
}

const Codec* codecBySuffix(std::string_view suffix) {
    const auto same = [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); };
    for (const Codec& codec : codecs())
        for (const std::string_view own : codec.suffixes)
            if (std::ranges::equal(own, suffix, same)) return &codec;
    return nullptr;
}

namespace {
std::vector<std::string> suffixesWhere(bool written) {
    std::vector<std::string> all;
    for (const Codec& codec : codecs())
        for (const std::string_view suffix : codec.suffixes)
            if (!written || (codec.encode && suffix != "pbm")) all.emplace_back(suffix);
    return all;
}
} // namespace

std::vector<std::string> readableSuffixes() { return suffixesWhere(false); }
std::vector<std::string> writableSuffixes() { return suffixesWhere(true); }

bool isWritable(std::string_view suffix) {
    const Codec* codec = codecBySuffix(suffix);
    return codec && codec->encode && suffixOfName("." + std::string(suffix)) != "pbm";
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

std::string suffixOfName(std::string_view path) {
    std::string suffix(suffixAsWritten(path));
    std::ranges::transform(suffix, suffix.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return suffix;
}

} // namespace lightbench
