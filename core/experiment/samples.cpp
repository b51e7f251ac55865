// Formats and parses lists of numbers.
#include "core/experiment/samples.h"

#include <array>
#include <charconv>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
std::string listText(const std::vector<double>& values) {
    std::string text;
    for (double value : values)
        text += (text.empty() ? "" : " ") + numberText(value);
    return text;
}

std::vector<double> parseList(std::string_view text) {
    std::vector<double> values;
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc())
            fail(ErrorKind::Input, "\"" + shownText(std::string(text)) + "\" in column samples_us is not a number");
        values.push_back(value);
        text.remove_prefix(std::size_t(end - text.data()));
    }
    return values;
}
} // namespace

std::string samplesText(const Samples& samples) {
    if (samples.isEmpty()) return {};
    return listText(samples.warmUp) + "; " + listText(samples.racing) + "; " + listText(samples.confirmation);
}

Samples parseSamples(std::string_view text) {
    std::array<std::vector<double>, 3> lists;
    if (trimmed(text).empty()) return {};
    std::size_t list = 0;
    for (std::size_t begin = 0; begin <= text.size(); ++list) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        if (list == lists.size()) fail(ErrorKind::Input, "column samples_us has more than three lists");
        lists[list] = parseList(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return {lists[0], lists[1], lists[2]};
}

} // namespace lightbench
