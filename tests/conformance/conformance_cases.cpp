// Images, parameter values and workgroup sizes for the conformance walk.
#include "tests/conformance/conformance_cases.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/text.h"
#include "tests/built_in_stacks.h"

namespace lightbench {

namespace {
constexpr std::size_t small = 64 * 64, medium = 128 * 130, large = 640 * 480;

/// A number in 0..1 as a sample; float samples are stretched to -0.125..1.125.
template <class T> T sampleOf(double level) {
    if constexpr (std::is_floating_point_v<T>) return T(level * 1.25 - 0.125);
    return T(level * double(std::numeric_limits<T>::max()));
}

double noise(std::mt19937& random) { return double(random()) / double(std::mt19937::max()); }

/// Stripes of ramps, checkers, flat patches and black to white edges, in cells of 8 x 8.
double structure(int x, int y, int channel, std::uint32_t seed) {
    switch ((std::uint32_t(x / 8 + 3 * (y / 8)) + seed) % 4) {
    case 0: return double((x + y + 5 * channel) % 32) / 31;
    case 1: return (x + y) % 2;
    case 2: return 0.25 * double((channel + int(seed % 5)) % 5);
    default: return x % 8 < 4 ? 0 : 1;
    }
}

template <class T> void fill(Image& image, Picture picture, std::uint32_t seed) {
    std::mt19937 random(seed);
    const int channels = image.channels();
    for (int y = 0; y < image.height(); ++y)
        for (int i = 0; i < image.width() * channels; ++i) {
            const int channel = i % channels;
            const bool isRandom = picture != Picture::Structured || channel == 3;
            image.row<T>(y)[i] = sampleOf<T>(isRandom ? noise(random) : structure(i / channels, y, channel, seed));
        }
}

/// Some samples of some rows become special floats in turn, also alpha.
void addSpecialFloats(Image& image, Picture picture) {
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> special = picture == Picture::NotFinite ? std::vector{nan, -0.0f, infinity, -infinity}
                                                                     : std::vector{1e12f, -0.0f, -1e12f};
    std::size_t next = 0;
    for (int y = 2; y < image.height(); y += 11)
        for (int i = 3 + y % 5; i < image.width() * image.channels(); i += 13 * image.channels() + 1)
            image.row<float>(y)[i] = special[next++ % special.size()];
}

double snapped(const Parameter& parameter, double value) {
    if (parameter.kind == ParameterKind::Real) return value;
    return parameter.minimum + std::round((value - parameter.minimum) / parameter.step) * parameter.step;
}

ParameterValue number(const Parameter& parameter, double share) {
    const double value = snapped(parameter, parameter.minimum + share * (parameter.maximum - parameter.minimum));
    if (parameter.kind == ParameterKind::Integer) return int(std::min(value, parameter.maximum));
    return value;
}

/// Not symmetric, with negative weights, so that a kernel that mirrors or transposes is found out. The weight of 0
/// hides what it would multiply, even NaN.
Matrix testMatrix() {
    return {3, {0.5, -0.25, 0.125, 0, 0.5, 0.25, -0.5, 0.1875, 0.125}, "0.5,-0.25,0.125;0,0.5,0.25;-0.5,0.1875,0.125"};
}

struct Probe {
    ParameterValue value;
    std::size_t maxPixels;
};

/// The values that one parameter is tried with.
std::vector<Probe> probes(const Parameter& parameter) {
    std::vector<Probe> all;
    switch (parameter.kind) {
    case ParameterKind::Integer:
    case ParameterKind::Real:
        return {{number(parameter, 0), large}, {number(parameter, 0.1), medium}, {number(parameter, 1), small}};
    case ParameterKind::Choice:
        for (const Choice& choice : parameter.choices)
            all.push_back({choice.name, large});
        return all;
    case ParameterKind::Switch: return {{false, large}, {true, large}};
    case ParameterKind::Text:
        for (const std::string& example : parameter.examples)
            all.push_back({example, medium});
        return all;
    case ParameterKind::Matrix: return {{testMatrix(), large}};
    case ParameterKind::Resource:         // parameterSets makes one
    case ParameterKind::Image: return {}; // withPictures makes one
    case ParameterKind::Rectangle: return {{Rectangle{0, 0, 8, 8}, large}, {Rectangle{3, 2, 9, 7}, large}};
    }
    return all;
}

/// A resource as if it came from a file, made from an image that is smaller than most of the sizes.
ResourceFile madeOfNoise(const Filter& filter, const ResourceKind& kind) {
    const Image image = testImage({{40, 28}, {SampleType::U8, 1}}, Picture::Noise, 7);
    return {"made up", kind.name, kind.make(image, defaultValues(filter.parameters))};
}

/// The same in a part of the image, mixed.
ParameterSet limitedSet(ParameterSet set) {
    set.values.set("region", Rectangle{0, 0, 9, 7});
    set.values.set("mix", 0.3);
    set.maxPixels = medium;
    return set;
}

ParameterSet randomSet(const Filter& filter, std::mt19937& random) {
    ParameterSet set{defaultValues(filter.parameters), medium};
    for (const Parameter& parameter : filter.parameters) {
        if (parameter.ofStage) continue;
        const bool isNumber = parameter.kind == ParameterKind::Integer || parameter.kind == ParameterKind::Real;
        const std::vector<Probe> all = probes(parameter);
        if (isNumber)
            set.values.set(parameter.name, number(parameter, noise(random) / 8));
        else if (!all.empty())
            set.values.set(parameter.name, all[random() % all.size()].value);
    }
    return set;
}
} // namespace

std::string pixelSamples(const Image& image, Point point) {
    std::string values;
    for (int c = 0; c < image.channels(); ++c)
        values += (c > 0 ? ", " : "") + numberText(image.at(point.x, point.y, c));
    return "(" + values + ")";
}

Image testImage(const ImageShape& shape, Picture picture, std::uint32_t seed) {
    Image image(shape);
    withSampleType(shape.format.type, [&](auto zero) { fill<decltype(zero)>(image, picture, seed); });
    if (picture == Picture::NotFinite || picture == Picture::Enormous) addSpecialFloats(image, picture);
    return image;
}

const std::vector<Size>& conformanceSizes() {
    static const std::vector<Size> sizes{{1, 1}, {1, 64}, {64, 1}, {17, 13}, {127, 129}, {640, 480}};
    return sizes;
}

std::vector<Format> acceptedFormats(const Filter& filter) {
    std::vector<Format> formats;
    for (SampleType type : filter.accepts)
        for (int channels : {1, 4})
            formats.push_back({type, channels});
    return formats;
}

std::vector<Format> walkedFormats(const Filter& filter, const Variant& variant, bool brief) {
    const std::vector<Format> all = acceptedFormats(filter);
    if (!brief || all.size() < 3) return all;
    // Neighbouring variants, and the variants of neighbouring filters, take different ones.
    const std::vector<Filter>& filters = allFilters();
    const std::size_t turn =
        std::size_t(std::ranges::find(filters, filter.id, &Filter::id) - filters.begin()) +
        std::size_t(std::ranges::find(filter.variants, variant.id, &Variant::id) - filter.variants.begin());
    const std::size_t first = turn % ((all.size() + 1) / 2), last = all.size() - 1 - first;
    return {all[first], first == last ? all.back() : all[last]};
}

std::vector<ParameterSet> shareOfVariant(const Filter& filter, const Variant& variant,
                                         const std::vector<ParameterSet>& all) {
    const auto place = std::ranges::find(filter.variants, variant.id, &Variant::id);
    if (filter.variants.size() < 2 || place == filter.variants.end()) return all;
    std::vector<ParameterSet> sets{all.front()};
    for (std::size_t i = 1 + std::size_t(place - filter.variants.begin()) % 2; i < all.size(); i += 2)
        sets.push_back(all[i]);
    return sets;
}

std::vector<ParameterSet> sharedSets(const std::vector<ParameterSet>& all, const std::vector<Format>& walked,
                                     Format format, int times) {
    const std::size_t formats = walked.size();
    std::vector<std::size_t> parts{std::size_t(std::ranges::find(walked, format) - walked.begin())};
    if (times == 2) parts.push_back((parts.front() + (formats / 2 | 1)) % formats);
    std::vector<ParameterSet> shared{all.front()};
    for (const std::size_t part : parts)
        for (std::size_t i = 1 + part; i < all.size(); i += formats)
            shared.push_back(all[i]);
    return shared;
}

std::vector<ParameterSet> parameterSets(const Filter& filter, std::mt19937& random) {
    std::vector<ParameterSet> sets{{defaultValues(filter.parameters), large}};
    for (const Parameter& parameter : filter.parameters)
        for (const Probe& probe : parameter.ofStage ? std::vector<Probe>() : probes(parameter)) {
            ParameterSet set = sets.front();
            set.values.set(parameter.name, probe.value);
            set.maxPixels = probe.maxPixels;
            if (!(set.values == sets.front().values)) sets.push_back(std::move(set));
        }
    for (const Parameter& parameter : filter.parameters)
        if (parameter.resource && parameter.resource->make) {
            ParameterSet set = sets.front();
            set.values.set(parameter.name, madeOfNoise(filter, *parameter.resource));
            sets.push_back(std::move(set));
        }
    if (std::ranges::any_of(filter.parameters, std::not_fn(&Parameter::ofStage)))
        for (int i = 0; i < 3; ++i)
            sets.push_back(randomSet(filter, random));
    // The kernel of a stage's region and mix is the same for all filters; some change the shape.
    if (findParameter(filter, "region") && !filter.outputShape) sets.push_back(limitedSet(sets.front()));
    return sets;
}

ParameterValues withPictures(const Filter& filter, ParameterValues values, const ImageShape& input, std::uint32_t seed,
                             bool grayMasks) {
    for (const std::string& name : imageParameterNames(filter)) {
        ImageShape shape = input;
        if (grayMasks && name != imageParameterNames(filter).front()) shape.format.channels = 1;
        auto picture = std::make_shared<const Image>(testImage(shape, Picture::Noise, ++seed));
        values.set(name, ImageInput{"a picture", 0, std::move(picture), shape});
    }
    return values;
}

std::vector<std::optional<Workgroup>> workgroupCandidates(const Variant& variant) {
    std::vector<Workgroup> offered = variant.workgroups.offered;
    std::vector<std::optional<Workgroup>> all{std::nullopt};
    if (std::erase(offered, driverChosenWorkgroup)) all.push_back(driverChosenWorkgroup);
    for (std::size_t quarter = 0; quarter <= 4 && !offered.empty(); ++quarter)
        all.push_back(offered[quarter * (offered.size() - 1) / 4]);
    const bool isLine = variant.workgroups.shape == WorkgroupRule::Line;
    for (Workgroup odd : {Workgroup{7, 1}, Workgroup{5, 3}, Workgroup{96, 1}, Workgroup{24, 2}})
        if (!isLine || odd.y == 1) all.push_back(odd);
    return all;
}

} // namespace lightbench
