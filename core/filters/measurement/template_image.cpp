#include "core/filters/measurement/template_image.h"

#include <cmath>
#include <optional>

#include "core/base/error.h"
#include "core/base/rounding.h"
#include "core/base/text.h"
#include "core/image/luma.h"

namespace lightbench {

namespace {

class GraymapReader {
public:
    GraymapReader(std::string_view text, const std::string& source) : rest_(text), source_(source) {}

    TemplateImage read() {
        if (word() != "P2")
            fail("is not a template: it does not begin with \"P2\", as graymaps in plain text do. `lightbench-cli "
                 "train` makes one");
        TemplateImage image;
        image.size = {number("the width", minTemplate, largestTemplate), 0};
        image.size.height = number("the height", minTemplate, largestTemplate);
        image.full = number("full scale", 1, 65535);
        for (std::size_t i = 0; i < image.size.area(); ++i)
            image.samples.push_back(std::uint16_t(number("a sample", 0, image.full)));
        if (const std::string_view more = word(); !more.empty())
            fail("has \"" + shownText(more) + "\" after its last sample");
        return image;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::Input, source_ + " " + what); }

    /// The next word that is not in a comment; empty at the end.
    std::string_view word() {
        constexpr std::string_view blanks = " \t\r\v\f\n";
        for (;;) {
            rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
            if (rest_.empty() || rest_.front() != '#') break;
            rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
        }
        const std::string_view found = rest_.substr(0, rest_.find_first_of(blanks));
        rest_.remove_prefix(found.size());
        return found;
    }
    int number(const std::string& what, int minimum, int maximum) {
        const std::string_view found = word();
        const std::optional<int> value = parsedInteger(found, minimum, maximum);
        if (!value)
            fail("has \"" + shownText(found) + "\" where " + what + " should be, a number of " +
                 std::to_string(minimum) + ".." + std::to_string(maximum));
        return *value;
    }

    std::string_view rest_;
    const std::string& source_;
};

} // namespace

TemplateImage readTemplate(std::string_view text, const std::string& source) {
    return GraymapReader(text, source).read();
}

std::string templateText(const TemplateImage& image) {
    std::string text = "P2\n" + std::to_string(image.size.width) + " " + std::to_string(image.size.height) + "\n" +
                       std::to_string(image.full) + "\n";
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        text += std::to_string(image.samples[i]) + ((i + 1) % std::size_t(image.size.width) == 0 ? "\n" : " ");
    return text;
}

TemplateImage cutOut(const Image& image, const Rectangle& rectangle) {
    const SampleType type = image.format().type;
    TemplateImage result{{rectangle.width, rectangle.height}, type == SampleType::U8 ? 255 : 65535, {}};
    withSampleType(type, [&](auto zero) {
        using T = decltype(zero);
        const double scale = std::is_floating_point_v<T> ? 65535 : 1;
        for (int y = rectangle.y; y < rectangle.y + rectangle.height; ++y)
            for (int x = rectangle.x; x < rectangle.x + rectangle.width; ++x) {
                const T sample = lumaOf(image.row<T>(y) + x * image.channels(), image.channels());
                result.samples.push_back(storeSample<std::uint16_t>(double(sample) * scale));
            }
    });
    return result;
}

ResourceKind templateResource() {
    ResourceKind kind;
    kind.name = "template";
    kind.otherSuffixes = {".pgm"};
    kind.maxBytes = 1 << 20;
    kind.loadTip = "Load a template: a small gray image as a portable graymap in plain text (P2)";
    kind.placeholder = "none: the rectangle is the template";
    kind.saveTip = "Save the rectangle, to be looked for in other images";
    kind.holds(readTemplate, templateText, [](const TemplateImage&) { return std::string(); });
    return kind;
}

} // namespace lightbench
