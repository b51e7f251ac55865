// Checks region and mix, adds their pass, and applies them on the host.
#include "core/run/region_mix.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/framework/sample_segments.h"

namespace lightbench {

namespace {
constexpr const char* programName = "region-mix";

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
    std::uint64_t area() const { return std::uint64_t(right - left) * std::uint64_t(bottom - top); }

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

template <class T> void mixRow(const Image& input, Image& output, int y, const RegionMix& mix) {
    const int channels = input.channels();
    const T* from = input.row<T>(y);
    T* to = output.row<T>(y);
    const bool isInside = y >= mix.top && y < mix.bottom;
    const int left = isInside ? mix.left * channels : input.width() * channels,
              right = isInside ? mix.right * channels : left;
    std::copy(from, from + left, to);
    if (mix.share != 1)
        for (int i = left; i < right; ++i)
            to[i] = mixed(from[i], to[i], mix);
    std::copy(from + right, from + input.width() * channels, to + right);
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

void addRegionMix(Plan& plan, const PlanRequest& request) {
    const RegionMix mix(request.parameters, request.input.size);
    if (plan.passesThrough || mix.isAll(request.input.size)) return;
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

bool isRegionMix(const KernelPass& pass) { return pass.program == programName; }

Image referenceImage(const Filter& filter, const Image& input, const ParameterValues& parameters) {
    const auto& reference = filter.otherReference ? filter.otherReference->image : filter.reference;
    Image output = reference(input, parameters);
    const RegionMix mix(parameters, input.size());
    if (mix.isAll(input.size())) return output;
    withSampleType(input.format().type, [&](auto zero) {
        parallelRows(input.height(), [&](int y) { mixRow<decltype(zero)>(input, output, y, mix); });
    });
    return output;
}

} // namespace lightbench
