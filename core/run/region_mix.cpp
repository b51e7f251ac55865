#include "core/run/region_mix.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/framework/sample_segments.h"

namespace lightbench {

namespace {
constexpr const char* programName = "region-mix";
constexpr const char* partProgramName = "region-part";

/// The part of an image that a stage changes (right and bottom are exclusive), and how strongly. A filter within a
/// filter has neither.
struct RegionMix {
    RegionMix(const ParameterValues& parameters, Size size) : right(size.width), bottom(size.height) {
        if (parameters.all().contains("mix")) share = parameters.real("mix");
        if (!parameters.all().contains("region")) return;
        const Rectangle region = parameters.rectangle("region");
        if (region == Rectangle{}) return;
        left = std::min(region.x, size.width), top = std::min(region.y, size.height);
        right = int(std::min<std::int64_t>(std::int64_t(region.x) + region.width, size.width));
        bottom = int(std::min<std::int64_t>(std::int64_t(region.y) + region.height, size.height));
    }
    bool isWhole(Size size) const { return left == 0 && top == 0 && right == size.width && bottom == size.height; }
    bool isAll(Size size) const { return share == 1 && isWhole(size); }
    bool isEmpty() const { return left >= right || top >= bottom; }
    std::uint32_t weight() const { return std::uint32_t(std::nearbyint(65536 * share)); }
    Size size() const { return {right - left, bottom - top}; }
    std::uint64_t area() const { return size().area(); }
    /// With so many pixels more on each side, as far as the image has them.
    Rectangle around(int halo, Size image) const {
        const int x = std::max(left - halo, 0), y = std::max(top - halo, 0);
        return {x, y, right + std::min(halo, image.width - right) - x,
                bottom + std::min(halo, image.height - bottom) - y};
    }

    int left = 0, top = 0, right, bottom;
    double share = 1;
};

/// Mixes one sample. Shares of 0 and 1 are exact; a share of 0 hides the result, even NaN.
template <class T> T mixed(T input, T result, const RegionMix& mix) {
    if constexpr (std::is_floating_point_v<T>) {
        if (mix.share == 0) return input;
        const float share = float(mix.share), kept = 1.0f - share;
        const float a = input * kept, b = result * share;
        return a + b;
    } else {
        const std::uint64_t w = mix.weight();
        return T((std::uint64_t(input) * (65536 - w) + std::uint64_t(result) * w + 32768) >> 16);
    }
}

/// Changes a row of the region in `output`, which is the input so far. `made` is the filter's result for `part`.
template <class T> void mixRow(Image& output, const Image& made, const Rectangle& part, int y, const RegionMix& mix) {
    const int channels = output.channels();
    T* to = output.row<T>(y);
    const T* from = made.row<T>(y - part.y);
    for (int i = mix.left * channels; i < mix.right * channels; ++i) {
        const T result = from[i - part.x * channels];
        to[i] = mix.share == 1 ? result : mixed(to[i], result, mix);
    }
}

bool isWhole(const Rectangle& part, Size size) { return part == Rectangle{0, 0, size.width, size.height}; }
Size sizeOf(const Rectangle& part) { return {part.width, part.height}; }

/// The samples of a part of an image, in the same format.
Image cutOut(const Image& image, const Rectangle& part) {
    Image result({sizeOf(part), image.format(), image.shape().layout});
    const std::size_t pixel = image.format().bytesPerPixel(), bytes = pixel * std::size_t(part.width);
    for (int y = 0; y < part.height; ++y) {
        const std::size_t first = std::size_t(part.y + y) * std::size_t(image.width()) + std::size_t(part.x);
        std::memcpy(result.bytes().data() + bytes * std::size_t(y), image.bytes().data() + pixel * first, bytes);
    }
    return result;
}

/// Where a rectangle of pixels begins in a buffer, and how long the buffer's rows are.
struct PixelRows {
    BufferRef buffer;
    int x, y, width;
    int first() const { return y * width + x; }
};

KernelPass movingPass(const PlanRequest& request, const PixelRows& from, const PixelRows& to, Size size) {
    KernelPass pass;
    pass.program = partProgramName;
    pass.kernel = partMover;
    pass.defines = formatDefines(request.input.format, request.input.format);
    pass.local = usualWorkgroup(request.device, true);
    pass.global = coverGlobal(size, pass.local);
    addArguments(pass, {{"from", from.buffer},
                        {"to", to.buffer},
                        {"width", size.width},
                        {"height", size.height},
                        {"from_first", from.first()},
                        {"from_width", from.width},
                        {"to_first", to.first()},
                        {"to_width", to.width}});
    pass.bytes = 2 * ImageShape{size, request.input.format}.bytes();
    return pass;
}

/// The plan for the whole image: the filter's runs on buffers with the part.
Plan onWhole(const Plan& plan, const Rectangle& part, const RegionMix& mix, const PlanRequest& request) {
    const Size size = request.input.size;
    const std::uint64_t bytes = ImageShape{sizeOf(part), request.input.format}.bytes();
    Plan whole;
    whole.filter = plan.filter;
    whole.output = plan.output;
    whole.output.size = size;
    const BufferRef cut = whole.addScratch("part of the input", bytes);
    const BufferRef made = whole.addScratch("part of the result", bytes);
    whole.passes.emplace_back(
        movingPass(request, {inputBuffer(), part.x, part.y, size.width}, {cut, 0, 0, part.width}, sizeOf(part)));
    appendPlan(whole, plan, cut, made);
    whole.passes.emplace_back(movingPass(request, {made, mix.left - part.x, mix.top - part.y, part.width},
                                         {outputBuffer(), mix.left, mix.top, size.width}, mix.size()));
    return whole;
}

/// True if every variant gives the same samples wherever its work begins. Sums of floats do not, and variants of the
/// user may not.
bool isSameInParts(const Filter& filter, Format format) {
    const auto isSame = [&](const Variant& variant) {
        return variant.baseVariant.empty() && (format.isInteger() || variant.tolerance.isExact());
    };
    return imageParameterNames(filter).empty() && std::ranges::all_of(filter.variants, isSame);
}

/// Bytes moved: outside the region the input is copied; inside, both are read unless the result is kept as it is.
std::uint64_t trafficOf(const RegionMix& mix, const ImageShape& shape) {
    const std::uint64_t inside = mix.area();
    return shape.format.bytesPerPixel() * (2 * (shape.size.area() - inside) + (mix.share == 1 ? 0 : 3 * inside));
}
} // namespace

void checkRegionMix(const Filter& filter, const ImageShape& input, const ImageShape& output,
                    const ParameterValues& parameters) {
    const RegionMix mix(parameters, input.size);
    if (mix.isAll(input.size)) return;
    const std::string field = mix.isWhole(input.size) ? "mix" : "region";
    const std::string what = filter.id + " " + field + "=" + valueText(parameters.get(field));
    if (input != output)
        fail(ErrorKind::Usage,
             what + " needs an output of the input's size and format, and " + filter.id + " makes " + output.name() +
                 " of " + input.name() + "; remove " + field,
             field);
    if (mix.isEmpty())
        fail(ErrorKind::Usage,
             what + " lies beyond the image of " + std::to_string(input.size.width) + " x " +
                 std::to_string(input.size.height) + "; give a region that overlaps it, or none",
             field);
}

Rectangle computedPart(const Filter& filter, const ImageShape& input, const ParameterValues& parameters) {
    const Size size = input.size;
    const Rectangle whole{0, 0, size.width, size.height};
    const RegionMix mix(parameters, size);
    if (mix.isWhole(size) || mix.isEmpty() || !isSameInParts(filter, input.format)) return whole;
    const Locality locality = filter.locality(parameters);
    if (!locality.isShiftInvariant || outputShapeOf(filter, input, parameters) != input) return whole;
    const Rectangle part = mix.around(locality.halo, size);
    return 2 * sizeOf(part).area() <= size.area() ? part : whole;
}

void addRegionMix(Plan& plan, const PlanRequest& request, const Rectangle& part) {
    const RegionMix mix(request.parameters, request.input.size);
    if (plan.passesThrough || mix.isAll(request.input.size)) return;
    if (!isWhole(part, request.input.size)) plan = onWhole(plan, part, mix, request);
    PlanRequest own = request;
    own.workgroup = usualWorkgroup(request.device, true);
    KernelPass pass = sampleSegmentsPass(own, "region_mix_segments", 4);
    pass.program = programName;
    pass.defines.emplace_back("MIXES", mix.share == 1 ? "0" : "1");
    addArguments(pass, {{"width", request.input.size.width},
                        {"left", mix.left},
                        {"top", mix.top},
                        {"right", mix.right},
                        {"bottom", mix.bottom},
                        {"weight", mix.weight()},
                        {"share", float(mix.share)}});
    pass.bytes = trafficOf(mix, request.input);
    plan.passes.emplace_back(std::move(pass));
}

bool isRegionMix(const KernelPass& pass) { return pass.program == programName || pass.program == partProgramName; }

Image referenceImage(const Filter& filter, const Image& input, const ParameterValues& parameters) {
    const auto& reference = filter.otherReference ? filter.otherReference->image : filter.reference;
    const RegionMix mix(parameters, input.size());
    if (mix.isAll(input.size())) return reference(input, parameters);
    const Rectangle part = computedPart(filter, input.shape(), parameters);
    const bool isCut = !isWhole(part, input.size());
    const Image made = isCut ? reference(cutOut(input, part), parameters) : reference(input, parameters);
    Image output = input.clone();
    withSampleType(input.format().type, [&](auto zero) {
        const int rows = mix.size().height;
        parallelRows(rows, [&](int y) { mixRow<decltype(zero)>(output, made, part, mix.top + y, mix); });
    });
    return output;
}

} // namespace lightbench
