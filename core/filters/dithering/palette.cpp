#include "core/filters/dithering/palette.h"

#include <limits>
#include <optional>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/eight_bit_unit.h"
#include "core/image/image.h"

namespace lightbench {

namespace {
constexpr std::size_t maxColours = 256;
constexpr std::string_view gimpHeading = "GIMP Palette", jascHeading = "JASC-PAL";

class PaletteReader {
public:
    PaletteReader(std::string_view text, const std::string& source) : rest_(text), source_(source) {
        if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
    }

    Palette read() {
        while (nextLine() && line_.empty()) {
        }
        if (line_ == gimpHeading)
            readGimp();
        else if (line_ == jascHeading)
            readJasc();
        else
            do
                readHex();
            while (nextLine());
        if (palette_.colours.empty()) throw Error(ErrorKind::Input, source_ + " has no colours");
        return std::move(palette_);
    }

private:
    [[noreturn]] void fail(const std::string& message) const {
        throw Error(ErrorKind::Input, source_ + ": line " + std::to_string(number_) + ": " + message);
    }

    bool nextLine() {
        if (rest_.empty()) return false;
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        line_ = trimmed(rest_.substr(0, end));
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++number_;
        return true;
    }
    std::string_view takeWord() {
        const std::string_view word = line_.substr(0, line_.find_first_of(" \t,"));
        line_ = trimmed(line_.substr(std::min(word.size() + 1, line_.size())));
        return word;
    }
    void add(const PaletteColour& colour) {
        if (palette_.colours.size() == maxColours) fail("a palette has 256 colours at most");
        palette_.colours.push_back(colour);
    }

    /// Parses "255 128 0", with an optional name.
    void readDecimal() {
        const std::string line(line_);
        PaletteColour colour{};
        for (std::uint8_t& part : colour) {
            const std::optional<int> value = parsedInteger(takeWord(), 0, 255);
            if (!value) fail("red, green and blue of 0..255 should be here, not \"" + shownText(line) + "\"");
            part = std::uint8_t(*value);
        }
        add(colour);
    }
    void readGimp() {
        while (nextLine())
            if (!line_.empty() && line_[0] != '#' && !line_.starts_with("Name:") && !line_.starts_with("Columns:"))
                readDecimal();
    }
    void readJasc() {
        if (!nextLine() || line_ != "0100") fail("\"0100\" should follow the heading");
        const std::optional<int> count =
            nextLine() ? parsedInteger(line_, 0, std::numeric_limits<int>::max()) : std::nullopt;
        if (!count) fail("the number of colours should be here");
        while (nextLine())
            if (!line_.empty()) readDecimal();
        if (int(palette_.colours.size()) != *count)
            fail("there are " + std::to_string(palette_.colours.size()) + " colours, and the head says " +
                 std::to_string(*count));
    }
    /// Parses "ff8000", or "f80" after a number sign, with each digit doubled.
    static std::optional<int> readDigits(std::string_view word, bool isMarked) {
        const std::optional<int> value = parsedInteger(word, 0, 0xffffff, 16);
        if (!value || word.starts_with('-')) return std::nullopt;
        if (word.size() == 6) return value;
        if (word.size() != 3 || !isMarked) return std::nullopt;
        return (*value >> 8) * 0x110000 + (*value >> 4 & 15) * 0x1100 + (*value & 15) * 0x11;
    }
    /// A number sign starts a colour, or a comment if a blank, another sign or nothing follows.
    void readHex() {
        if (line_.empty() || line_[0] == ';') return;
        const bool isMarked = line_[0] == '#';
        if (isMarked && (line_.size() == 1 || std::string_view(" \t#").find(line_[1]) != std::string_view::npos))
            return;
        const std::string line(line_);
        if (isMarked) line_.remove_prefix(1);
        const std::optional<int> digits = readDigits(takeWord(), isMarked);
        if (!digits)
            fail("a colour such as #ff8000 or #f80 should be here, not \"" + shownText(line) +
                 "\"; a comment begins with # and a blank");
        if (line_.starts_with('#')) fail("a second colour stands behind the first one; put each in a line of its own");
        add({std::uint8_t(*digits >> 16), std::uint8_t(*digits >> 8), std::uint8_t(*digits)});
    }

    std::string_view rest_, line_;
    const std::string& source_;
    int number_ = 0;
    Palette palette_;
};

ResourceKind paletteResource() {
    ResourceKind kind;
    kind.name = "palette";
    kind.otherSuffixes = {".gpl", ".pal", ".hex", ".txt"};
    kind.maxBytes = 1 << 20;
    kind.loadTip = "Load a palette: GIMP's, JASC-PAL, or a colour such as #ff8000 in each line";
    kind.placeholder = "none";
    kind.holds(readPalette, paletteText, [](const Palette& palette) {
        const std::size_t count = palette.colours.size();
        return std::string(count >= 1 && count <= maxColours ? "" : "a palette has 1 to 256 colours");
    });
    return kind;
}
} // namespace

Palette readPalette(std::string_view text, const std::string& source) { return PaletteReader(text, source).read(); }

std::string paletteText(const Palette& palette) {
    std::string text = std::string(gimpHeading) + "\n";
    for (const PaletteColour& c : palette.colours)
        text += std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2]) + "\n";
    return text;
}

Parameter paletteParameter(std::string name, std::string label) {
    return resourceParameter(
        std::move(name), std::move(label), paletteResource(),
        "A file with the 1 to 256 colours that the result may have: a palette of GIMP, a JASC-PAL file, or a colour "
        "such as #ff8000 in each line. The nearest colour has the smallest sum of squared differences of red, green "
        "and blue. Of equally near ones, the first counts. Gray images become colour images.");
}

PalettePtr paletteOf(const ParameterValues& parameters) {
    for (const auto& [name, value] : parameters.all())
        if (const auto* file = std::get_if<ResourceFile>(&value)) return contentOf<Palette>(file->resource);
    return nullptr;
}

void checkPalette(const std::vector<Parameter>& declared, const ParameterValues& parameters,
                  std::initializer_list<const char*> replaced) {
    if (!paletteOf(parameters)) return;
    for (const Parameter& parameter : declared)
        for (const char* name : replaced)
            if (parameter.name == name && !(parameters.get(name) == parameter.initial))
                fail(ErrorKind::Usage,
                     "the palette says which colours there are: use " + parameter.name + "=" +
                         valueText(parameters.get(name)) + " away, or the palette",
                     name);
}

ImageShape ditheredShape(const ImageShape& input, const ParameterValues& parameters) {
    return paletteOf(parameters) ? colourShape(input) : input;
}

template <class Number> PaletteSearch<Number>::PaletteSearch(const Palette& palette, SampleType type) {
    const auto sample = [&](std::uint8_t value) { return Number(inSampleUnits(value, type)); };
    for (const PaletteColour& c : palette.colours)
        colours_.push_back({sample(c[0]), sample(c[1]), sample(c[2])});
}

template <class Number> auto PaletteSearch<Number>::nearest(const Colour& colour) const -> const Colour& {
    using Sum = std::conditional_t<std::is_floating_point_v<Number>, Number, std::int64_t>;
    const auto distance = [&](const Colour& other) {
        Sum sum = 0;
        for (std::size_t c = 0; c < 3; ++c)
            sum += Sum(colour[c] - other[c]) * (colour[c] - other[c]);
        return sum;
    };
    std::size_t best = 0;
    Sum minimum = distance(colours_[0]);
    for (std::size_t i = 1; i < colours_.size(); ++i)
        if (const Sum d = distance(colours_[i]); d < minimum) best = i, minimum = d;
    return colours_[best];
}

template <class Number> Scratch PaletteSearch<Number>::table() const {
    std::vector<Number> words;
    for (const Colour& colour : colours_) {
        words.insert(words.end(), colour.begin(), colour.end());
        words.push_back(0);
    }
    return {"palette", words.size() * 4, bytesOf(words)};
}

template class PaletteSearch<int>;
template class PaletteSearch<float>;

} // namespace lightbench
