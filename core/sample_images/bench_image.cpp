// Fills images from hashes of counters, so that rows can be computed in parallel and are the same on every machine.
#include "core/sample_images/bench_image.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/image/luma.h"
#include "core/image/mirror.h"
#include "core/sample_images/sample_images.h"

namespace lightbench {

namespace {
/// The finaliser of SplitMix64 (core/base/split_mix.h) without its first shift. It must not change, so that images and
/// earlier measurements stay comparable.
std::uint64_t hashOf(std::uint64_t n) {
    n = (n + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    n = (n ^ (n >> 27)) * 0x94d049bb133111eb;
    return n ^ (n >> 31);
}

/// Converts a level in 0..1 to a sample.
template <class T> T sampleOf(double level) {
    if constexpr (std::is_same_v<T, float>)
        return float(level);
    else
        return T(std::llround(level * double(std::numeric_limits<T>::max())));
}

/// Calls level(x, y, channel) for every sample.
template <class F> void fillLevels(Image& image, F&& level) {
    withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(image.height(), [&](int y) {
            T* row = image.row<T>(y);
            for (int i = 0, x = 0; x < image.width(); ++x)
                for (int c = 0; c < image.channels(); ++c)
                    row[i++] = sampleOf<T>(c == 3 ? 1.0 : level(x, y, c));
        });
    });
}

double noiseAt(const Image& image, int x, int y, int channel) {
    const auto index =
        (std::uint64_t(y) * std::uint64_t(image.width()) + std::uint64_t(x)) * 4 + std::uint64_t(channel);
    return double(hashOf(index) >> 11) * 0x1p-53;
}

void fillNatural(Image& image) {
    const Image scene = drawSample("scene");
    fillLevels(image, [&](int x, int y, int channel) {
        const std::uint8_t* pixel = scene.samples<std::uint8_t>() +
                                    4 * (std::size_t(reflectedIndex(y, scene.height())) * std::size_t(scene.width()) +
                                         std::size_t(reflectedIndex(x, scene.width())));
        const double value = image.channels() == 4 ? pixel[channel] : luma(pixel[0], pixel[1], pixel[2]);
        return std::clamp((value + 6 * noiseAt(image, x, y, channel) - 3) / 255, 0.0, 1.0);
    });
}

int readSide(std::string_view text, std::string_view whole) {
    if (const auto side = parsedInteger(text, 1, std::numeric_limits<int>::max())) return *side;
    throw Error(ErrorKind::Usage,
                "\"" + shownText(whole) + "\" is not a size; write it as in 8192x8192, 1080p, 4k or 8k");
}

struct NamedFormat {
    const char* name;
    Format format;
};

constexpr NamedFormat formats[] = {
    {"u8", {SampleType::U8, 1}},         {"u16", {SampleType::U16, 1}},     {"u32", {SampleType::U32, 1}},
    {"f32", {SampleType::F32, 1}},       {"rgba8", {SampleType::U8, 4}},    {"rgba16", {SampleType::U16, 4}},
    {"rgba32", {SampleType::U32, 4}},    {"rgbaf32", {SampleType::F32, 4}}, {"gray8", {SampleType::U8, 1}},
    {"gray16", {SampleType::U16, 1}},    {"gray32", {SampleType::U32, 1}},  {"gray-float", {SampleType::F32, 1}},
    {"rgba-float", {SampleType::F32, 4}}};

/// The names that a text may mean. One with an f means floats, however it is spelled: integers are never offered for
/// it.
std::vector<std::string> meantFormats(std::string_view text, const std::vector<std::string>& names) {
    const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (!has("f") && !has("F")) return nearestNames(text, names);
    std::vector<std::string> floats;
    for (const NamedFormat& one : formats) {
        const bool isExcluded = has(one.format.channels == 4 ? "gray" : "rgb");
        if (one.format.type == SampleType::F32 && !isExcluded) floats.emplace_back(one.name);
    }
    return floats;
}
} // namespace

const std::vector<std::string>& benchImageKinds() {
    static const std::vector<std::string> kinds{"random", "natural", "constant"};
    return kinds;
}

Image benchImage(std::string_view kind, const ImageShape& shape) {
    Image image(shape);
    if (kind == "random")
        fillLevels(image, [&](int x, int y, int channel) { return noiseAt(image, x, y, channel); });
    else if (kind == "natural")
        fillNatural(image);
    else if (kind == "constant")
        fillLevels(image, [](int, int, int) { return 0.5; });
    else
        throw Error(ErrorKind::Usage, "there is no image called \"" + shownText(kind) + "\"; " +
                                          suggestion(kind, benchImageKinds(), "images"));
    return image;
}

Size parseSize(std::string_view text) {
    for (const auto& [name, size] :
         {std::pair<std::string_view, Size>{"1080p", {1920, 1080}}, {"4k", {3840, 2160}}, {"8k", {7680, 4320}}})
        if (text == name) return size;
    const std::size_t cross = text.find('x');
    if (cross == std::string_view::npos) return {readSide(text, text), readSide(text, text)};
    return {readSide(text.substr(0, cross), text), readSide(text.substr(cross + 1), text)};
}

Format parseFormat(std::string_view text) {
    for (const NamedFormat& one : formats)
        if (text == one.name) return one.format;
    const std::vector<std::string> names = textsOf(formats, &NamedFormat::name);
    const std::vector<std::string> meant = meantFormats(text, names);
    throw Error(ErrorKind::Usage, "there is no format called \"" + shownText(text) + "\"; " +
                                      (meant.empty() ? "the" : "did you mean " + joinWords(meant, "or") + "? The") +
                                      " formats are " + joinWords(names, "and"));
}

std::string formatText(Format format) {
    return std::ranges::find_if(formats, [&](const NamedFormat& one) { return one.format == format; })->name;
}

} // namespace lightbench
