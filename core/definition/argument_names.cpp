// Word lists, and how kernels use their indices.
#include "core/definition/argument_names.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/framework/code_words.h"

namespace lightbench {

namespace {
using Words = std::set<std::string, std::less<>>;

std::string plain(const std::string& name) {
    std::string letters;
    for (const char c : name)
        if (c != '_') letters += char(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

/// Without the image's name in front: img_width is a width.
std::string withoutImage(std::string letters) {
    for (const char* prefix : {"image", "img", "input", "output", "src", "dst", "in", "out"})
        if (const std::string word = prefix; letters.starts_with(word) && letters.size() > word.size())
            return letters.substr(word.size());
    return letters;
}

bool isWidth(const std::string& name) {
    static const Words words{"width", "w", "cols", "columns", "nx", "sizex", "xsize"};
    return words.contains(withoutImage(plain(name)));
}

bool isHeight(const std::string& name) {
    static const Words words{"height", "h", "rows", "ny", "sizey", "ysize"};
    return words.contains(withoutImage(plain(name)));
}

/// The place of the next call of the function for this dimension, from `at` on, such as get_global_id(0); npos if
/// there is none.
std::size_t nextCall(std::string_view body, std::string_view function, char dimension, std::size_t& at) {
    for (std::string_view word = nextWord(body, at); !word.empty(); word = nextWord(body, at)) {
        if (word != function) continue;
        const std::size_t begin = at - word.size(), open = skipBlanks(body, at);
        const std::size_t digit = skipBlanks(body, open + 1), close = skipBlanks(body, digit + 1);
        if (close < body.size() && body[open] == '(' && body[digit] == dimension && body[close] == ')') return begin;
    }
    return std::string_view::npos;
}

std::string_view withoutBlanksBehind(std::string_view code) {
    while (!code.empty() && isBlank(code.back()))
        code.remove_suffix(1);
    return code;
}

/// The variable that a dimension's global id is stored in, as in `int x = (int)get_global_id(0)`; empty if there is
/// none.
std::string variableOf(std::string_view body, char dimension) {
    std::size_t at = 0;
    for (std::size_t call; (call = nextCall(body, "get_global_id", dimension, at)) != std::string_view::npos;) {
        std::string_view before = withoutBlanksBehind(body.substr(0, call));
        if (before.ends_with(')')) // a cast
            before = withoutBlanksBehind(before.substr(0, std::min(before.rfind('('), before.size())));
        if (!before.ends_with('=')) continue;
        before = withoutBlanksBehind(before.substr(0, before.size() - 1));
        std::size_t begin = before.size();
        while (begin > 0 && isOfWord(before[begin - 1]))
            --begin;
        if (begin < before.size()) return plain(std::string(before.substr(begin)));
    }
    return {};
}

bool usesDimension(std::string_view body, char dimension) {
    for (const char* function : {"get_global_id", "get_local_id", "get_group_id"}) {
        std::size_t at = 0;
        if (nextCall(body, function, dimension, at) != std::string_view::npos) return true;
    }
    return false;
}

bool isRow(const std::string& variable) {
    static const Words words{"row", "y", "gy", "iy", "idy", "py", "posy", "ypos"};
    return words.contains(variable);
}

bool isColumn(const std::string& variable) {
    static const Words words{"col", "column", "x", "gx", "ix", "idx", "px", "posx", "xpos"};
    return words.contains(variable);
}
} // namespace

bool isSourceName(const std::string& name) {
    static const Words words{"src", "in", "input", "source", "srcimage", "inimage", "inputimage", "srcimg", "inputimg"};
    return words.contains(plain(name));
}

bool isDestinationName(const std::string& name) {
    static const Words words{"dst",      "out",         "output",   "dest",   "destination",
                             "dstimage", "outputimage", "outimage", "dstimg", "outputimg"};
    return words.contains(plain(name));
}

bool isSideName(const std::string& name) { return isWidth(name) || isHeight(name); }

bool isSideOfResult(const std::string& name) {
    const std::string word = plain(name);
    return isSideName(name) && (word.starts_with("dst") || word.starts_with("dest") || word.starts_with("out"));
}

bool isPlaneStrideName(const std::string& name) {
    static const Words words{"planestride", "planepitch", "planesize", "channelstride"};
    return words.contains(withoutImage(plain(name)));
}

bool isSizePairName(const std::string& name) {
    static const Words words{"size", "dim", "dims", "dimensions", "resolution", "extent", "shape"};
    return words.contains(withoutImage(plain(name)));
}

std::optional<std::string> sizeExpression(const std::string& name, ElementLayout layout, bool hasSize) {
    static const Words pitches{"pitch", "stride", "rowpitch", "rowstride", "step", "linestride"};
    static const Words channels{"channels", "nchannels", "numchannels", "components", "ncomponents", "cn"};
    static const Words counts{"n",         "count",  "size",    "length",      "len",      "total",
                              "numpixels", "pixels", "npixels", "numelements", "elements", "numitems"};
    const std::string word = withoutImage(plain(name));
    const bool isSample = !layout.isVector && !layout.isPlanar;
    if (isWidth(name)) return "width";
    if (isHeight(name)) return "height";
    if (isPlaneStrideName(name)) return "width * height";
    if (pitches.contains(word)) return isSample ? "width * channels" : "width";
    if (channels.contains(word)) return "channels";
    if (!hasSize && counts.contains(word))
        return layout.isVector || word.find("pixels") != std::string::npos ? "width * height"
                                                                           : "width * height * channels";
    return std::nullopt;
}

RangeGuess rangeIn(const KernelBody& body, ElementLayout layout, bool hasSides, bool hasChannels) {
    const std::string first = variableOf(body.text, '0'), second = variableOf(body.text, '1');
    if (usesDimension(body.text, '1') || !usesDimension(body.text, '0')) {
        if (isRow(first) && isColumn(second))
            return {"height", "width", "its first work-item index is called " + first};
        return {"width", "height", ""};
    }
    if (hasSides && isRow(first)) return {"height", "1", "it has one index, called " + first};
    if (hasSides && isColumn(first) && first != "idx") return {"width", "1", "it has one index, called " + first};
    const bool isPixel = layout.isVector || layout.isPlanar || hasChannels;
    return {isPixel ? "width * height" : "width * height * channels", "1", "it has one index"};
}

} // namespace lightbench
