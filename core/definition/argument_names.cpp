#include "core/definition/argument_names.h"

#include <cctype>
#include <map>
#include <set>

#include "core/definition/pixel_kind.h"

namespace lightbench {

namespace {
using Words = std::set<std::string, std::less<>>;

const std::map<NameMeaning, Words>& wordsByMeaning() {
    using enum NameMeaning;
    static const std::map<NameMeaning, Words> all{
        {Source, {"src", "in", "input", "source", "srcimage", "inimage", "inputimage", "srcimg", "inputimg"}},
        {Destination,
         {"dst", "out", "output", "dest", "destination", "dstimage", "outputimage", "outimage", "dstimg", "outputimg"}},
        {Width, {"width", "w", "cols", "columns", "nx", "sizex", "xsize"}},
        {Height, {"height", "h", "rows", "ny", "sizey", "ysize"}},
        {Pitch, {"pitch", "stride", "rowpitch", "rowstride", "step", "linestride"}},
        {PlaneStride, {"planestride", "planepitch", "planesize", "channelstride"}},
        {Channels, {"channels", "nchannels", "numchannels", "components", "ncomponents", "cn"}},
        {Count,
         {"n", "count", "size", "length", "len", "total", "numpixels", "pixels", "npixels", "numelements", "elements",
          "numitems"}},
        {SizePair, {"size", "dim", "dims", "dimensions", "resolution", "extent", "shape"}},
        {Row, {"row", "y", "gy", "iy", "idy", "py", "posy", "ypos"}},
        {Column, {"col", "column", "x", "gx", "ix", "idx", "px", "posx", "xpos"}}};
    return all;
}

std::string withoutImage(const std::string& letters) {
    for (const std::string_view prefix : {"image", "img", "input", "output", "src", "dst", "in", "out"})
        if (letters.starts_with(prefix) && letters.size() > prefix.size()) return letters.substr(prefix.size());
    return letters;
}

bool isSize(NameMeaning meaning) { return meaning >= NameMeaning::Width && meaning <= NameMeaning::SizePair; }
} // namespace

std::string plainName(std::string_view name) {
    std::string letters;
    for (const char c : name)
        if (c != '_') letters += char(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

bool isNamed(std::string_view name, NameMeaning meaning) {
    const std::string letters = plainName(name);
    return wordsByMeaning().at(meaning).contains(isSize(meaning) ? withoutImage(letters) : letters);
}

bool isSideName(std::string_view name) {
    return isNamed(name, NameMeaning::Width) || isNamed(name, NameMeaning::Height);
}

bool isSideOfResult(std::string_view name) {
    const std::string word = plainName(name);
    return isSideName(name) && (word.starts_with("dst") || word.starts_with("dest") || word.starts_with("out"));
}

std::optional<std::string> sizeExpression(const std::string& name, const PixelKind& pixels, bool hasSize) {
    const bool isSample = !pixels.isVector && !pixels.isPlanar;
    if (isNamed(name, NameMeaning::Width)) return "width";
    if (isNamed(name, NameMeaning::Height)) return "height";
    if (isNamed(name, NameMeaning::PlaneStride)) return "width * height";
    if (isNamed(name, NameMeaning::Pitch)) return isSample ? "width * channels" : "width";
    if (isNamed(name, NameMeaning::Channels)) return "channels";
    if (hasSize || !isNamed(name, NameMeaning::Count)) return std::nullopt;
    return pixels.isVector || withoutImage(plainName(name)).find("pixels") != std::string::npos
               ? "width * height"
               : "width * height * channels";
}

} // namespace lightbench
