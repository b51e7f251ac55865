// Draws the pictures of the stress test, and combines them with sizes, formats and parameters.
#include "tests/conformance/stress_cases.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/split_mix.h"
#include "core/framework/plan.h"
#include "tests/conformance/conformance_cases.h"

namespace lightbench {

namespace {

/// A random number of a sample, the same for every size and format.
std::uint32_t randomAt(int x, int y, int channel) {
    const std::uint64_t place = (std::uint64_t(std::uint32_t(y)) << 32 | std::uint32_t(x)) * 4 + std::uint64_t(channel);
    return std::uint32_t(SplitMix(20260101).later(place) >> 32);
}

/// Rings one inside the other, and a gap in each through which a line goes on to the next.
bool isInSpiral(int x, int y, Size size) {
    const int ring = std::min({x, y, size.width - 1 - x, size.height - 1 - y});
    return (ring % 2 == 0) != (x == ring && y == ring + 1);
}
/// Every second line, connected to the next one at alternate ends.
bool isInSerpentine(int along, int across, int length) {
    return across % 2 == 0 || along == (across / 2 % 2 == 0 ? length - 1 : 0);
}

/// Levels are 0..1. A faint picture has strokes four pixels wide, too faint for the high threshold of canny, and one
/// bright corner: its whole chain becomes an edge from there.
struct Drawing {
    const char* name;
    double (*level)(int x, int y, int channel, Size size);
};

template <auto isSet> double level(int x, int y, int, Size size) { return isSet(x, y, size) ? 1 : 0; }
template <auto isSet> double faintLevel(int x, int y, int, Size size) {
    if (x < 4 && y < 4) return 1;
    return isSet(x / 4, y / 4, {(size.width + 3) / 4, (size.height + 3) / 4}) ? 30.0 / 255 : 0;
}

bool isInColumns(int x, int, Size) { return x % 2 == 1; }
bool isInRows(int, int y, Size) { return y % 2 == 1; }
bool isAcross(int x, int y, Size size) { return isInSerpentine(x, y, size.width); }
bool isDown(int x, int y, Size size) { return isInSerpentine(y, x, size.height); }
bool isInComb(int x, int y, Size size) { return x % 2 == 0 || y == size.height - 1; }
bool isInDiagonals(int x, int y, Size) { return (x + y) % 4 == 0; }
bool isInSteepDiagonals(int x, int y, Size) { return (x + 2 * y) % 5 < 2; }
bool isEverywhere(int, int, Size) { return true; }
bool isNowhere(int, int, Size) { return false; }

constexpr std::array pictures{
    Drawing{"columns", level<isInColumns>},
    Drawing{"rows", level<isInRows>},
    Drawing{"serpentine", level<isAcross>},
    Drawing{"serpentine-down", level<isDown>},
    Drawing{"comb", level<isInComb>},
    Drawing{"spiral", level<isInSpiral>},
    Drawing{"diagonals", level<isInDiagonals>},
    Drawing{"steep-diagonals", level<isInSteepDiagonals>},
    Drawing{"one-component", level<isEverywhere>},
    Drawing{"none", level<isNowhere>},
    Drawing{"faint-serpentine", faintLevel<isAcross>},
    Drawing{"faint-spiral", faintLevel<isInSpiral>},
    Drawing{"noise", [](int x, int y, int channel, Size) { return double(randomAt(x, y, channel) & 1); }},
    Drawing{"bytes", [](int x, int y, int channel, Size) { return double(randomAt(x, y, channel) >> 24) / 255; }},
};

template <class T> T stressSample(double level) {
    if constexpr (std::is_floating_point_v<T>) return T(level);
    return T(level * double(std::numeric_limits<T>::max()));
}

/// Odd, long and thin ones beside the usual one.
const std::vector<Size> sizes{{1024, 1024}, {1003, 997}, {4099, 31}, {33, 4001}, {20011, 1}, {1, 20011}};
const std::vector<Size> smallSizes{{160, 131}, {33, 401}};
const std::vector<std::string> smallPictures{"columns", "serpentine-down", "faint-spiral", "bytes"};
/// For other formats and parameters.
const std::vector<std::string> fewPictures{"columns", "serpentine", "bytes"};
constexpr Size fewSize{1003, 997};

/// False where the filter itself refuses these values for this input.
bool isTaken(const Filter& filter, const StressCase& one) {
    try {
        if (filter.check) filter.check(one.shape, one.parameters);
        outputShapeOf(filter, one.shape, one.parameters);
        return true;
    } catch (const Error&) {
        return false;
    }
}

class Cases {
public:
    explicit Cases(const Filter& filter) : filter_(filter) {}
    void add(const std::vector<std::string>& names, const std::vector<Size>& all, Format format,
             const ParameterValues& parameters, const std::string& changed = {}) {
        for (Size size : all)
            for (const std::string& name : names) {
                StressCase one{name, {size, format}, parameters, changed};
                if (isTaken(filter_, one)) cases_.push_back(std::move(one));
            }
    }
    std::vector<StressCase> made() { return std::move(cases_); }

private:
    const Filter& filter_;
    std::vector<StressCase> cases_;
};

/// Every other value of every choice and switch, one at a time.
void addOtherChoices(Cases& cases, const Filter& filter, Format format) {
    const ParameterValues defaults = defaultValues(filter.parameters);
    const auto add = [&](const Parameter& parameter, const ParameterValue& value) {
        ParameterValues values = defaults;
        values.set(parameter.name, value);
        if (!(values == defaults))
            cases.add(fewPictures, {fewSize}, format, values, parameter.name + "=" + valueText(value));
    };
    for (const Parameter& parameter : filter.parameters) {
        if (parameter.ofStage) continue;
        for (const Choice& choice : parameter.choices)
            add(parameter, choice.name);
        if (parameter.kind == ParameterKind::Switch)
            for (const bool isOn : {false, true})
                add(parameter, isOn);
    }
}
} // namespace

std::string StressCase::name() const {
    const std::string size = std::to_string(shape.size.width) + "x" + std::to_string(shape.size.height);
    return picture + " " + size + (changed.empty() ? "" : " " + changed);
}

std::vector<std::string> stressPictures() {
    std::vector<std::string> names;
    for (const Drawing& picture : pictures)
        names.emplace_back(picture.name);
    return names;
}

Image stressImage(const std::string& picture, const ImageShape& shape) {
    const auto& one = *std::ranges::find(pictures, picture, &Drawing::name);
    Image image = Image::shareable(shape);
    withSampleType(shape.format.type, [&](auto zero) {
        using T = decltype(zero);
        T* to = image.samples<T>();
        for (int y = 0; y < shape.size.height; ++y)
            for (int x = 0; x < shape.size.width; ++x)
                for (int c = 0; c < shape.format.channels; ++c)
                    *to++ = stressSample<T>(c < 3 ? one.level(x, y, c, shape.size) : (randomAt(x, y, c) >> 24) / 255.0);
    });
    return image;
}

std::vector<StressCase> stressCases(const Filter& filter, std::optional<Format> format, bool isSmall) {
    const ParameterValues defaults = defaultValues(filter.parameters);
    const std::vector<Format> formats = acceptedFormats(filter);
    const Format first = format.value_or(formats.front());
    Cases cases(filter);
    if (std::ranges::find(formats, first) == formats.end()) return {};
    cases.add(isSmall ? smallPictures : stressPictures(), isSmall ? smallSizes : sizes, first, defaults);
    if (isSmall) return cases.made();
    addOtherChoices(cases, filter, first);
    for (const Format other : formats)
        if (!format && other != first) cases.add(fewPictures, {fewSize}, other, defaults);
    return cases.made();
}

} // namespace lightbench
