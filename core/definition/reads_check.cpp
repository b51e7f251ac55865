// Runs the kernel on images that differ only outside the declared windows; the results must be equal.
#include "core/definition/reads_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "core/base/split_mix.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
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
        const std::string limit = reads_.kind == Locality::Point
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
        const std::array<Point, 3> shifts{Point{1, 0}, {0, 1}, {13, 9}};
        for (const Point shift : shifts) {
            const ImagePtr shifted = run_(noise(size_, 1, shift.x, shift.y));
            compareInside(*result, shift, *shifted, {0, 0}, [&] {
                return "when the image was shifted by " + std::to_string(shift.x) + ", " + std::to_string(shift.y) +
                       " pixels, its result was another one, so position matters";
            });
        }
        const ImagePtr larger = run_(noise({size_.width + 6, size_.height + 10}, 1));
        compareInside(*result, {0, 0}, *larger, {0, 0},
                      [] { return std::string("in a larger image the result was another one, so the size matters"); });
    }

    /// Results whose windows lie within both images; `at` and `there` are the same place.
    template <class Text>
    void compareInside(const Image& a, Point at, const Image& b, Point there, const Text& evidence) const {
        for (int y = radii_.y; y < size_.height - radii_.y - std::max(at.y, there.y); ++y)
            for (int x = radii_.x; x < size_.width - radii_.x - std::max(at.x, there.x); ++x)
                if (differ(a, {x + at.x, y + at.y}, b, {x + there.x, y + there.y})) fail(evidence());
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

void checkReads(const KernelFile& file, const ParameterValues& values, Format format, const FilterRun& run) {
    if (file.reads.kind == Locality::Whole) return;
    const WindowRadii radii = radiiOf(file.reads, values, file.parameters);
    if (std::max(radii.x, radii.y) > widestTested) return; // nothing uses it
    ReadsChecker(file, values, format, run).check();
}

} // namespace lightbench
