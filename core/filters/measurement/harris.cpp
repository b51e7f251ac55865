// harris: the corner response of Harris and Stephens (1988).
#include <algorithm>

#include "core/base/parallel.h"
#include "core/filters/windows/float_strips.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"
#include "core/image/luma.h"

namespace lightbench::filters {

namespace {
/// Converts Sobel's sums to OpenCV's units: 1 / (4 block full scale), to the fourth power.
float scaleOf(int block, Format format) {
    const double step = 1 / (4.0 * block * format.fullScale());
    return float(step * step * step * step);
}

/// Brightness of samples T, mirrored beyond the edge.
template <class T> class Brightness {
public:
    explicit Brightness(const Image& image) : image_(image) {}
    WindowSum<T> at(int x, int y) const {
        const T* pixel = image_.row<T>(inside(y, image_.height())) + inside(x, image_.width()) * image_.channels();
        return WindowSum<T>(lumaOf(pixel, image_.channels()));
    }
    static int inside(int i, int n) { return borderIndex(i, n, Border::Reflect101); }

private:
    const Image& image_;
};

/// The products of derivatives: integers for integer samples, else floats in the kernel's order.
template <class T> struct Products { WindowSum<T> xx = 0, xy = 0, yy = 0; };

/// Adds the products of Sobel's derivatives at one pixel.
template <class T> void addProducts(const Brightness<T>& from, int x, int y, Products<T>& sums) {
    const auto column = [&](int i) { return from.at(i, y - 1) + 2 * from.at(i, y) + from.at(i, y + 1); };
    const auto row = [&](int j) { return from.at(x - 1, j) + 2 * from.at(x, j) + from.at(x + 1, j); };
    const WindowSum<T> dx = column(x + 1) - column(x - 1), dy = row(y + 1) - row(y - 1);
    sums.xx += dx * dx;
    sums.xy += dx * dy;
    sums.yy += dy * dy;
}

template <class T> float response(const Products<T>& sums, float k, float scale) {
    const float a = float(sums.xx), b = float(sums.xy), c = float(sums.yy), trace = a + c;
    return (a * c - b * b - k * trace * trace) * scale;
}

template <class T> void respond(const Image& input, Image& output, int block, float k) {
    const float scale = scaleOf(block, input.format());
    const Brightness<T> from(input);
    parallelRows(input.height(), [&](int y) {
        for (int x = 0; x < input.width(); ++x) {
            Products<T> sums;
            for (int j = y - block / 2; j < y - block / 2 + block; ++j)
                for (int i = x - block / 2; i < x - block / 2 + block; ++i)
                    addProducts(from, from.inside(i, input.width()), from.inside(j, input.height()), sums);
            output.row<float>(y)[x] = response(sums, k, scale);
        }
    });
}

Image harrisReference(const Image& input, const ParameterValues& parameters) {
    Image output(floatMapShape(input.shape()));
    withSampleType(input.format().type, [&](auto zero) {
        respond<decltype(zero)>(input, output, parameters.integer("block"), float(parameters.real("k")));
    });
    return output;
}

KernelPass responsePass(const PlanRequest& request, const std::string& variant) {
    const ImageShape output = floatMapShape(request.input);
    const int block = request.parameters.integer("block");
    KernelPass pass = kernelPass(request, "harris/" + variant, output.format);
    pass.defines.push_back(borderDefine("reflect101"));
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"block", block},
                      {"k", float(request.parameters.real("k"))},
                      {"scale", scaleOf(block, request.input.format)},
                      {"width", output.size.width},
                      {"height", output.size.height}};
    pass.operations = output.samples() * std::uint64_t(block * block * 18);
    return pass;
}

Plan directPlan(const PlanRequest& request) { return singlePass(responsePass(request, "direct")); }
Plan plainHarrisPlan(const PlanRequest& request) { return singlePass(responsePass(request, "plain")); }

/// The part of a work-item of variant strips, and its lines in local memory.
struct Strip {
    int tile, rows; ///< in pixels
    int pitch;      ///< numbers per line
    std::uint64_t lightBytes, productBytes;
};

Strip stripOf(const PlanRequest& request, int tile, int rows) {
    const int block = request.parameters.integer("block");
    const int pitch = tile + 48; // whole vectors are summed, and each sum may reach a block beyond
    const std::uint64_t line = std::uint64_t(pitch), numberBytes = request.input.format.type == SampleType::U16 ? 8 : 4;
    return {tile, rows, pitch, line * std::uint64_t(rows + block + 1) * 4,
            line * std::uint64_t(3 * block) * numberBytes};
}

/// Fits 128 KiB, a part of a processor's second-level cache, and the local memory.
Strip fittingStrip(const PlanRequest& request) {
    const std::uint64_t maximum = std::min<std::uint64_t>(request.device.localMemory, 128 << 10);
    const auto fits = [&](const Strip& strip) { return strip.lightBytes + strip.productBytes <= maximum; };
    const int rows = stripRows(request, 8, std::max(1, request.input.size.width / 256));
    Strip strip = stripOf(request, 256, rows);
    while (!fits(strip) && strip.rows > 32)
        strip = stripOf(request, strip.tile, strip.rows / 2);
    while (!fits(strip) && strip.tile > 32)
        strip = stripOf(request, strip.tile / 2, strip.rows);
    while (!fits(strip) && strip.rows > 8)
        strip = stripOf(request, strip.tile, strip.rows / 2);
    return strip;
}

Plan stripsPlan(const PlanRequest& request) {
    const Strip strip = fittingStrip(request);
    KernelPass pass = responsePass(request, "strips");
    pass.global = coverBlocks(request.input.size, {strip.tile, strip.rows}, {1, 1});
    addArguments(pass, {{"tile", strip.tile},
                        {"rows", strip.rows},
                        {"pitch", strip.pitch},
                        {"light", LocalArgument{strip.lightBytes}},
                        {"products", LocalArgument{strip.productBytes}}});
    return singlePass(std::move(pass));
}

std::vector<Variant> variants() {
    return {Variant{
                .id = "direct",
                .idea = "Each work-item adds up whole numbers for a pixel, and relies on the cache. Only the last step "
                        "uses floats.",
                .plan = directPlan,
            },
            Variant{
                .id = "strips",
                .idea = "For CPUs: each work-item computes the products of each pixel of a strip once, in local "
                        "memory, and adds up neighbourhoods of them with vectors.",
                .workgroups = stripWorkgroups(),
                .plan = stripsPlan,
            },
            plainVariant("Each work-item sums the products of the gradients in its neighbourhood, with twelve loads "
                         "for each product.",
                         plainHarrisPlan)};
}
} // namespace

Filter harris() {
    return {
        .id = "harris",
        .label = "Harris corners",
        .group = "Detection",
        .summary = "Measures how much each pixel looks like a corner.",
        .synonyms = {"corner", "corners", "interest points", "features", "keypoints", "measurement"},
        .doc = "Computes the corner response of Harris and Stephens (1988): R = det A - k (trace A)^2. A holds the "
               "sums of dx^2, dx dy and dy^2 over block x block pixels, from block/2 left of and above each pixel. dx "
               "and dy are Sobel's 3 x 3 derivatives of the brightness, divided by 4 block M, with M full scale. "
               "Beyond the border, the image is mirrored (reflect101). The result agrees with OpenCV's cornerHarris "
               "within the rounding of floats; here the sums of 8-bit and 16-bit images are whole numbers. It has one "
               "float per pixel, without unit: above 0 at corners, below 0 on edges, and near 0 in flat areas.",
        .parameters = {integerParameter("block", "Block", "px", 2, 9, 1, 2,
                                        "Side of the square whose pixels are summed."),
                       realParameter("k", "k", "", 0, 0.25, 0.01, 0.04,
                                     "Weight k of the edge term, usually 0.04 to 0.06.")},
        .locality =
            [](const ParameterValues& parameters) {
                return Locality{Locality::Window, parameters.integer("block") / 2 + 1, true};
            },
        .outputShape = floatMapShape,
        .reference = harrisReference,
        .variants = variants(),
        .choices = {{{.devices = {DeviceClass::Cpu}, .variant = "strips", .workgroup = Workgroup{1, 1}}}},
    };
}

} // namespace lightbench::filters
