// Reads the words of the line. Its test runs the kernel on images that differ only outside the declared windows: the
// results must be equal.
#include "core/definition/reads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "core/base/split_mix.h"
#include "core/base/text.h"
#include "core/definition/kernel_file.h"

namespace lightbench {

namespace {
/// A test of wider windows would take seconds, so filters with one count as reading all of the image.
constexpr int widestTested = 256; // pixels

std::string radiusIn(Declarations& declared, std::string_view text, const Annotation& line) {
    static const NamedNumbers sizes = sizeNumbers({}, {}, {});
    std::string expression(trimmed(text));
    declared.check(expression, line);
    for (const std::string& name : namesIn(expression))
        if (sizes.contains(name)) line.fail("the window depends on " + name + "; it may on parameters alone");
    return expression;
}

/// Of the window for these parameters, in pixels.
struct WindowRadii {
    int x = 0, y = 0;
};

WindowRadii radiiOf(const DeclaredReads& reads, const ParameterValues& values, const std::vector<Parameter>& declared) {
    if (reads.kind != Locality::Window) return {};
    const NamedNumbers numbers = numbersOf(values, declared);
    const auto radius = [&](const std::string& expression) {
        return int(std::clamp(std::ceil(valueOf(expression, numbers)), 0.0, 1e6));
    };
    return {radius(reads.radiusX), radius(reads.radiusY)};
}

constexpr int minSide = 33; // pixels; odd, so that workgroups do not divide it

/// What replaces the pixels outside the windows.
enum class Outside { Noise, Black, White };

/// A sample that is random in its place: equal places of two images of one seed have equal ones.
double noiseAt(int x, int y, int channel, std::uint64_t seed, double scale, bool isFloat) {
    SplitMix random(seed * 0x100000 + std::uint64_t(y) * 0x10001 + std::uint64_t(x) * 4 + std::uint64_t(channel));
    const double share = (random.symmetric() + 1) / 2;
    return isFloat ? share : std::floor(share * (scale + 1));
}

template <class Value> ImagePtr imageOf(Size size, Format format, const Value& value) {
    Image image({size, format});
    withSampleType(format.type, [&](auto zero) {
        using T = decltype(zero);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                for (int c = 0; c < format.channels; ++c)
                    image.row<T>(y)[x * format.channels + c] = T(value(x, y, c));
    });
    return std::make_shared<const Image>(std::move(image));
}

class ReadsChecker {
public:
    ReadsChecker(const KernelFile& file, const ParameterValues& values, Format format, const FilterRun& run)
        : file_(file), reads_(file.reads), format_(format), run_(run),
          radii_(radiiOf(reads_, values, file.parameters)), size_{minSide + 4 * radii_.x, minSide + 4 * radii_.y} {
        for (const Parameter& parameter : file.parameters)
            parametersText_ += (parametersText_.empty() ? " with " : ", ") + parameter.name + "=" +
                               valueText(values.get(parameter.name));
    }

    void check() {
        checkWindow();
        if (reads_.isShiftInvariant) checkPosition();
        if (reads_.border) checkBorder();
    }

private:
    [[noreturn]] void fail(const std::string& evidence) const {
        failInFile(file_.file, reads_.line,
                   "//@ reads: " + reads_.text + " is not true" + parametersText_ + ": " + evidence);
    }

    ImagePtr noise(Size size, std::uint64_t seed, int left = 0, int top = 0) const {
        return imageOf(size, format_, [&](int x, int y, int c) { return sample(x + left, y + top, c, seed); });
    }
    double sample(int x, int y, int c, std::uint64_t seed) const {
        return noiseAt(x, y, c, seed, format_.fullScale(), format_.type == SampleType::F32);
    }

    bool differ(const Image& a, Point at, const Image& b, Point there) const {
        const double allowed =
            a.format().type == SampleType::F32 ? file_.tolerance.magnitudeFactor : file_.tolerance.maxSteps;
        for (int c = 0; c < a.channels(); ++c) {
            const double one = a.at(at.x, at.y, c), other = b.at(there.x, there.y, c);
            const bool isSame =
                one == other || (std::isnan(one) && std::isnan(other)) || std::abs(one - other) <= allowed;
            if (!isSame) return true;
        }
        return false;
    }

    bool isInWindow(Point place, Point result) const {
        int across = std::abs(place.x - result.x), down = std::abs(place.y - result.y);
        if (reads_.border == Border::Wrap) {
            across = std::min(across, size_.width - across);
            down = std::min(down, size_.height - down);
        }
        return across <= radii_.x && down <= radii_.y;
    }

    /// Changes every pixel outside the windows of a few points. The results at these points must stay equal.
    void checkWindow() {
        const Point last{size_.width - 1, size_.height - 1};
        const std::array<std::vector<Point>, 2> sets{
            std::vector<Point>{{0, 0}, {last.x, 0}, {0, last.y}, last, {last.x / 2, last.y / 2}},
            std::vector<Point>{{last.x / 3, last.y / 4}, {last.x - 3, last.y / 2}, {last.x / 2 + 3, last.y - 2}}};
        const ImagePtr before = noise(size_, 1);
        const ImagePtr result = run_(before);
        if (result->size() != size_) fail("the result has another size than the image");
        for (const std::vector<Point>& places : sets)
            for (const Outside outside : {Outside::Noise, Outside::Black, Outside::White}) {
                const ImagePtr after = imageOf(size_, format_, [&](int x, int y, int c) {
                    const auto isNear = [&](Point place) { return isInWindow({x, y}, place); };
                    if (std::ranges::any_of(places, isNear)) return before->at(x, y, c);
                    return outside == Outside::Noise   ? sample(x, y, c, 2)
                           : outside == Outside::Black ? 0.0
                                                       : format_.fullScale();
                });
                const ImagePtr changed = run_(after);
                for (const Point& place : places)
                    if (differ(*result, place, *changed, place)) explain(*before, *after, *result, place);
            }
    }

    /// Finds one of the changed samples that changes the result at that place.
    [[noreturn]] void explain(const Image& before, const Image& after, const Image& result, Point place) const {
        int same = 0, different = size_.width * size_.height; // how many of the first pixels are those of `after`
        while (different - same > 1) {
            const int middle = same + (different - same) / 2;
            const ImagePtr mixed = imageOf(size_, format_, [&](int x, int y, int c) {
                return (y * size_.width + x < middle ? after : before).at(x, y, c);
            });
            (differ(result, place, *run_(mixed), place) ? different : same) = middle;
        }
        const Point at{same % size_.width, same / size_.width};
        const std::string limit = reads_.kind == Locality::Pixel
                                      ? "point says that only the same pixel does"
                                      : "the window says at most " + std::to_string(radii_.x) + " across and " +
                                            std::to_string(radii_.y) + " down";
        fail("a sample " + distanceText(at.x - place.x, at.y - place.y) + " changed the result; " + limit);
    }

    static std::string distanceText(int across, int down) {
        const auto part = [](int distance, const char* before, const char* behind) {
            const int pixels = std::abs(distance);
            return std::to_string(pixels) + (pixels == 1 ? " pixel " : " pixels ") + (distance < 0 ? before : behind);
        };
        if (down == 0) return part(across, "to the left", "to the right");
        if (across == 0) return part(down, "above", "below");
        return part(across, "to the left", "to the right") + " and " + part(down, "above", "below");
    }

    /// The same samples at another place, and in a larger image.
    void checkPosition() {
        const ImagePtr result = run_(noise(size_, 1));
        for (const Point shift : {Point{1, 0}, Point{0, 1}, Point{13, 9}})
            compareInside(*result, shift, *run_(noise(size_, 1, shift.x, shift.y)),
                          "when the image was shifted by " + std::to_string(shift.x) + ", " + std::to_string(shift.y) +
                              " pixels, its result was another one, so position matters");
        compareInside(*result, {0, 0}, *run_(noise({size_.width + 6, size_.height + 10}, 1)),
                      "in a larger image the result was another one, so the size matters");
    }

    /// Results whose windows lie within both images. `shift` is the place in `a` of the first sample of `b`.
    void compareInside(const Image& a, Point shift, const Image& b, const std::string& evidence) const {
        for (int y = radii_.y; y < size_.height - radii_.y - shift.y; ++y)
            for (int x = radii_.x; x < size_.width - radii_.x - shift.x; ++x)
                if (differ(a, {x + shift.x, y + shift.y}, b, {x, y})) fail(evidence);
    }

    /// Extends the image by the border rule, so that every window lies inside. The result must be equal.
    void checkBorder() {
        const ImagePtr before = noise(size_, 1);
        const ImagePtr result = run_(before);
        const int left = radii_.x + 1, top = radii_.y + 1;
        const Size large{size_.width + 2 * left, size_.height + 2 * top};
        const ImagePtr continued = run_(imageOf(large, format_, [&](int x, int y, int c) {
            const int fromX = borderIndex(x - left, size_.width, *reads_.border);
            const int fromY = borderIndex(y - top, size_.height, *reads_.border);
            return fromX < 0 || fromY < 0 ? 0.0 : before->at(fromX, fromY, c);
        }));
        for (int y = 0; y < size_.height; ++y)
            for (int x = 0; x < size_.width; ++x)
                if (differ(*result, {x, y}, *continued, {x + left, y + top}))
                    fail("at x=" + std::to_string(x) + ", y=" + std::to_string(y) + " of an image of " +
                         std::to_string(size_.width) + " x " + std::to_string(size_.height) + " the result is " +
                         numberText(result->at(x, y, 0)) + "; with that border it would be " +
                         numberText(continued->at(x + left, y + top, 0)));
    }

    const KernelFile& file_;
    const DeclaredReads& reads_;
    const Format format_;
    const FilterRun& run_;
    const WindowRadii radii_;
    const Size size_;
    std::string parametersText_; ///< the values of the parameters, for messages
};
} // namespace

DeclaredReads readsOf(Declarations& declared) {
    const Annotation* line = declared.lineOn("reads");
    if (!line) return {};
    DeclaredReads reads{.text = line->value, .line = line->line};
    constexpr std::string_view window = "window";
    if (line->head == "point") {
        reads.kind = Locality::Pixel;
    } else if (line->head.starts_with(window)) {
        reads.kind = Locality::Window;
        const auto radii = split(std::string_view(line->head).substr(window.size()), ",");
        if (radii.size() > 2) line->fail("a window has two radii, such as window 2, 2");
        reads.radiusX = radiusIn(declared, radii.front(), *line);
        reads.radiusY = radiusIn(declared, radii.back(), *line);
    } else if (line->head != "all") {
        line->fail("write //@ reads: point, //@ reads: window RX, RY or //@ reads: all");
    }
    if (const std::string* position = line->part("position")) {
        if (*position != "matters" && *position != "does not matter")
            line->fail("write position matters or position does not matter");
        reads.isShiftInvariant = *position == "does not matter";
        if (reads.isShiftInvariant && reads.kind == Locality::Whole)
            line->fail("what reads all of the image knows the place; declare a point or a window");
    }
    if (const std::string* border = line->part("border")) {
        static const std::map<std::string, Border> borders{{"clamp", Border::Replicate},
                                                           {"mirror", Border::Reflect101},
                                                           {"wrap", Border::Wrap},
                                                           {"zero", Border::Constant}};
        const auto found = borders.find(*border);
        if (found == borders.end()) line->fail("a border is clamp, mirror, wrap or zero");
        if (reads.kind != Locality::Window || !reads.isShiftInvariant)
            line->fail("a border can be tested for a window with position does not matter");
        reads.border = found->second;
    }
    return reads;
}

Locality localityOf(const DeclaredReads& reads, const ParameterValues& values, const std::vector<Parameter>& declared) {
    const WindowRadii radii = radiiOf(reads, values, declared);
    const int halo = std::max(radii.x, radii.y);
    if (reads.border == Border::Wrap || halo > widestTested) return {};
    return {reads.kind, halo};
}

void checkReads(const KernelFile& file, const ParameterValues& values, Format format, const FilterRun& run) {
    if (file.reads.kind == Locality::Whole) return;
    const WindowRadii radii = radiiOf(file.reads, values, file.parameters);
    if (std::max(radii.x, radii.y) > widestTested) return; // nothing uses it
    ReadsChecker(file, values, format, run).check();
}

} // namespace lightbench
