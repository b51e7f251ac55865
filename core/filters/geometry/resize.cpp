// resize: scales to another number of columns and rows, with Pillow's separable resampling.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/geometry/resize_bytes.h"
#include "core/filters/geometry/resize_strips.h"
#include "core/filters/geometry/resize_weights.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

int sideAfter(int side, int given, double scale) {
    return given > 0 ? given : int(std::clamp(std::nearbyint(side * scale), 1.0, double(maximumSamples)));
}

ImageShape resized(const ImageShape& input, const ParameterValues& parameters) {
    const double scale = parameters.real("scale");
    return {{sideAfter(input.size.width, parameters.integer("width"), scale),
             sideAfter(input.size.height, parameters.integer("height"), scale)},
            input.format,
            input.layout};
}

void checkResize(const ImageShape& input, const ParameterValues& parameters) {
    const ImageShape to = resized(input, parameters);
    if (to.samples() <= maximumSamples) return;
    failPredicate(ErrorKind::Usage,
                  "would make an image of " + to.name() +
                      ", more than 2^31 - 1 samples; use a smaller scale, width or height",
                  parameters.integer("width") > 0 && parameters.integer("height") > 0 ? "width" : "scale");
}

/// The format between the two passes: bytes for bytes, floats for everything else.
Format betweenFormat(Format format) {
    return {format.type == SampleType::U8 ? SampleType::U8 : SampleType::F32, format.channels};
}

/// The weighted sum of samples that are `pitch` apart, added in order. A weight of 0 hides a sample, even NaN.
std::uint8_t weighted(const std::uint8_t* from, std::size_t pitch, int count, const std::int32_t* weights) {
    std::int32_t sum = 1 << 21;
    for (int k = 0; k < count; ++k)
        sum += weights[k] * from[std::size_t(k) * pitch];
    return std::uint8_t(std::clamp(sum >> 22, 0, 255));
}
template <class T> float weighted(const T* from, std::size_t pitch, int count, const float* weights) {
    float sum = 0;
    for (int k = 0; k < count; ++k)
        if (weights[k] != 0) sum += weights[k] * float(from[std::size_t(k) * pitch]);
    return sum;
}
/// As if added in twice the precision (Ogita, Rump and Oishi 2005, Dot2), so that long sums do not drift. Infinite sums
/// have no remainder.
template <class T> float compensated(const T* from, std::size_t pitch, int count, const float* weights) {
    float sum = 0, rest = 0;
    for (int k = 0; k < count; ++k) {
        if (weights[k] == 0) continue;
        const float sample = float(from[std::size_t(k) * pitch]), product = weights[k] * sample;
        const float before = sum;
        sum += product;
        const float added = sum - before;
        rest += ((before - (sum - added)) + (product - added)) + std::fma(weights[k], sample, -product);
    }
    return std::isfinite(rest) ? sum + rest : sum;
}

/// One pass along rows or columns, with samples of type To as result.
template <class From, class To, class Weight> Image pass(const Image& input, const ResizeWeights& table,
                                                         const std::vector<Weight>& weights, bool isAcross,
                                                         SampleType type) {
    const int n = int(table.spans.size()), channels = input.channels();
    Image output(ImageShape{{isAcross ? n : input.width(), isAcross ? input.height() : n}, {type, channels}});
    const std::size_t pitch = isAcross ? std::size_t(channels) : std::size_t(input.width() * channels);
    const bool isLong = table.needsCompensation();
    parallelRows(output.height(), [&](int y) {
        for (int i = 0; i < output.width() * channels; ++i) {
            const int place = isAcross ? i / channels : y;
            const ResizeSpan span = table.spans[std::size_t(place)];
            const From* from =
                isAcross ? input.row<From>(y) + span.first * channels + i % channels : input.row<From>(span.first) + i;
            const Weight* own = weights.data() + std::size_t(place) * table.taps;
            if constexpr (std::is_floating_point_v<Weight>) {
                output.row<To>(y)[i] = storeSample<To>(isLong ? compensated(from, pitch, span.count, own)
                                                              : weighted(from, pitch, span.count, own));
            } else {
                output.row<To>(y)[i] = weighted(from, pitch, span.count, own);
            }
        }
    });
    return output;
}

Image passOf(const Image& input, const ResizeWeights& table, bool isAcross, SampleType type) {
    if (type == SampleType::U8) return pass<std::uint8_t, std::uint8_t>(input, table, table.fixed(), isAcross, type);
    const bool isWide = input.format().type == SampleType::U16;
    if (type == SampleType::U16)
        return isWide ? pass<std::uint16_t, std::uint16_t>(input, table, table.floats(), isAcross, type)
                      : pass<float, std::uint16_t>(input, table, table.floats(), isAcross, type);
    return isWide ? pass<std::uint16_t, float>(input, table, table.floats(), isAcross, type)
                  : pass<float, float>(input, table, table.floats(), isAcross, type);
}

/// The passes that are needed: none for a side that stays, but at least one in all.
struct Passes {
    bool across, down;
};
Passes passesOf(Size from, Size to) {
    const bool down = from.height != to.height;
    return {from.width != to.width || !down, down};
}

Image resizeReference(const Image& input, const ParameterValues& parameters) {
    const ImageShape shape = resized(input.shape(), parameters);
    const std::string& method = parameters.choice("method");
    const Passes passes = passesOf(input.size(), shape.size);
    const SampleType type = input.format().type;
    const SampleType between = passes.down ? betweenFormat(input.format()).type : type;
    const ResizeWeights down = resizeWeights(method, input.height(), shape.size.height);
    if (!passes.across) return passOf(input, down, false, type);
    const Image narrow = passOf(input, resizeWeights(method, input.width(), shape.size.width), true, between);
    return passes.down ? passOf(narrow, down, false, type) : narrow.clone();
}

/// Adds the weights along an axis, and the arguments for the line's length and kind of sum.
void addWeights(Plan& plan, KernelPass& pass, const PlanRequest& request, Size from, const ImageShape& to,
                bool isAcross) {
    const std::string& method = request.parameters.choice("method");
    const ResizeWeights table = isAcross ? resizeWeights(method, from.width, to.size.width)
                                         : resizeWeights(method, from.height, to.size.height);
    const bool isFixed = request.input.format.type == SampleType::U8;
    const std::vector<std::byte> weights = isFixed ? bytesOf(table.fixed()) : bytesOf(table.floats());
    addArguments(pass, {{"spans", plan.addTable("spans", table.spans)},
                        {"weights", plan.addTable("weights", weights)},
                        {"taps", table.taps}});
    addDefines(pass, {{"COMPENSATED", !isFixed && table.needsCompensation()}, {"HIDES", !isFixed && table.hides()}});
    pass.operations = 2 * to.samples() * std::uint64_t(table.taps);
}

KernelPass resizePass(const PlanRequest& request, KernelName name, const ImageShape& from, const ImageShape& to,
                      int items) {
    KernelPass pass = kernelPass(request, std::move(name));
    pass.defines = formatDefines(from.format, to.format);
    pass.global = coverGlobal({items, to.size.height}, request.workgroup);
    pass.bytes = from.bytes() + to.bytes();
    return pass;
}

/// Makes a pass along one axis, from the source's shape to the result's. Source and result are for the caller to add.
using MakeAxisPass = KernelPass (*)(Plan& plan, const PlanRequest& request, const ImageShape& from,
                                    const ImageShape& to, bool isAcross);

/// A pass of variant two-pass. Samples of a column lie side by side, so that work-items take vectors of them.
KernelPass linePass(Plan& plan, const PlanRequest& request, const ImageShape& from, const ImageShape& to,
                    bool isAcross) {
    const int lanes = vectorLanes(request.device), samples = to.size.width * to.format.channels;
    KernelPass pass =
        isAcross ? resizePass(request, {"resize/two_pass_across", "resize_across"}, from, to, to.size.width)
                 : resizePass(request, {"resize/two_pass_down", "resize_down"}, from, to, divideUp(samples, lanes));
    if (isAcross) {
        pass.arguments = {{"source_width", from.size.width}, {"width", to.size.width}, {"height", to.size.height}};
    } else {
        addDefines(pass, {{"LANES", lanes}});
        pass.arguments = {{"samples", samples}, {"height", to.size.height}};
    }
    addWeights(plan, pass, request, from.size, to, isAcross);
    return pass;
}

/// A pass of variant plain.
KernelPass plainResizePass(Plan& plan, const PlanRequest& request, const ImageShape& from, const ImageShape& to,
                           bool isAcross) {
    KernelPass pass = resizePass(request, "resize/plain", from, to, to.size.width);
    addDefines(pass, {{"ACROSS", isAcross}});
    pass.arguments = {{"source_width", from.size.width}, {"width", to.size.width}, {"height", to.size.height}};
    addWeights(plan, pass, request, from.size, to, isAcross);
    std::erase_if(pass.defines, [](const auto& define) { return define.first == "HIDES"; });
    return pass;
}

/// A plan with the passes that are needed.
Plan passesPlan(const PlanRequest& request, MakeAxisPass make) {
    const ImageShape to = resized(request.input, request.parameters);
    const Passes passes = passesOf(request.input.size, to.size);
    const bool hasBoth = passes.across && passes.down;
    const ImageShape between{{to.size.width, request.input.size.height}, betweenFormat(to.format)};
    Plan plan;
    const BufferRef narrow = hasBoth ? plan.addScratch("resized across", between.bytes()) : outputBuffer();
    if (passes.across)
        addArguments(plan.add(make(plan, request, request.input, hasBoth ? between : to, true)),
                     {{"src", inputBuffer()}, {"dst", narrow}});
    if (passes.down)
        addArguments(plan.add(make(plan, request, hasBoth ? between : request.input, to, false)),
                     {{"src", hasBoth ? narrow : inputBuffer()}, {"dst", outputBuffer()}});
    return plan;
}

Plan twoPassPlan(const PlanRequest& request) { return passesPlan(request, linePass); }
Plan plainResizePlan(const PlanRequest& request) { return passesPlan(request, plainResizePass); }

/// The weights along both axes.
BothWeights bothWeights(const PlanRequest& request, Size to) {
    const std::string& method = request.parameters.choice("method");
    const Size from = request.input.size;
    return {resizeWeights(method, from.width, to.width), resizeWeights(method, from.height, to.height)};
}

/// The strips' kernels only add plainly, so they cannot compensate.
bool needsCompensation(const PlanRequest& request) {
    if (request.input.format.type == SampleType::U8 || request.parameters.choice("method") == "nearest") return false;
    const BothWeights weights = bothWeights(request, resized(request.input, request.parameters).size);
    return weights.across.needsCompensation() || weights.down.needsCompensation();
}

Size newSize(const PlanRequest& request) { return resized(request.input, request.parameters).size; }

/// True for gray 8-bit images that change both sides, with weights for bytes.
bool takesBytes(const PlanRequest& request) {
    const Size to = newSize(request);
    const Passes passes = passesOf(request.input.size, to);
    if (request.input.format != Format{SampleType::U8, 1} || !passes.across || !passes.down) return false;
    const BothWeights weights = bothWeights(request, to);
    return fitsInBytes(weights.across) && fitsInBytes(weights.down);
}

Plan byteProductsPlan(const PlanRequest& request) {
    const Size to = newSize(request);
    return resizeBytesPlan(request, to, bothWeights(request, to));
}

/// Method area or box that halves both sides, so that output pixels are means of pairs along each axis.
bool resizesToHalves(const PlanRequest& request) {
    const Size from = request.input.size, to = newSize(request);
    if (from.width != 2 * to.width || from.height != 2 * to.height) return false;
    return resizeWeights(request.parameters.choice("method"), from.width, to.width).isOfPairs({0, 2});
}

Plan halvingPlan(const PlanRequest& request) {
    const Size to = newSize(request);
    const Format format = request.input.format;
    // 16 bytes of 8-bit samples, else one pixel.
    const int pixels = format.type == SampleType::U8 ? 16 / format.channels : 1;
    KernelPass pass = kernelPass(request, {"resize/halving", "resize_halve_pixels"});
    addDefines(pass, {{"PIXELS", pixels}, {"ALIGNED", to.width % pixels == 0}});
    pass.global = coverBlocks(to, {pixels, 1}, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"source_width", request.input.size.width},
                      {"width", to.width},
                      {"height", to.height}};
    pass.bytes = request.input.bytes() + to.area() * format.bytesPerPixel();
    pass.operations = 3 * to.area() * std::uint64_t(format.channels);
    return singlePass(std::move(pass));
}

ChoiceTable choices() {
    const std::vector<DeviceClass> gpus{DeviceClass::Gpu, DeviceClass::Other};
    return {{{.devices = gpus,
              .types = {SampleType::U8},
              .variant = "halving",
              .workgroup = Workgroup{32, 4},
              .measured = "H200, 2026-11-23, 8192 x 8192, gray, scale 0.5, by area: 0.026 ms, byte products 0.076 ms"},
             {.devices = gpus, .variant = "halving", .workgroup = Workgroup{64, 2}},
             {.devices = gpus,
              .variant = "byte-products",
              .workgroup = Workgroup{32, 4},
              .measured = "H200, 2026-11-23, 8192 x 8192: gray, scale 0.6, bicubic: 0.113 ms, two passes 0.343 ms; "
                          "gray, scale 0.6, Lanczos: 0.157 ms, two passes 0.398 ms"},
             {.devices = gpus,
              .types = {SampleType::U8},
              .variant = "two-pass",
              .workgroup = Workgroup{32, 4},
              .measured = "H200, 2026-11-23, 8192 x 8192, RGBA, scale 0.5, bicubic: 0.388 ms, by 16x16 0.444 ms"},
             {.devices = gpus,
              .variant = "two-pass",
              .workgroup = Workgroup{64, 2},
              .measured = "H200, 2026-11-23, 8192 x 8192, gray, scale 0.5, bicubic: 16-bit: 0.277 ms, 16x16 0.298 "
                          "ms; float: 0.289 ms, 16x16 0.309 ms"},
             {.variant = "strips",
              .workgroup = Workgroup{1, 1},
              .measured = "PoCL, 2 cores, 2026-11-23, 640 x 480, gray 8-bit: scale 0.5, by area: 0.05 ms, two "
                          "passes 0.44 ms; scale 0.5, nearest: 0.045 ms, two passes 0.36 ms; scale 0.6, bilinear: "
                          "0.25 ms, two passes 0.62 ms"}}};
}

std::vector<Parameter> parameters() {
    const auto side = [](const char* name, const char* label) {
        return withAuto(integerParameter(name, label, "px", 1, 16384, 1, 0,
                                         "Size of the result. 0 means `scale` times the size of the image."));
    };
    return {choiceParameter("method", "Method",
                            {{"nearest", "Nearest"},
                             {"bilinear", "Bilinear"},
                             {"area", "Area (coverage)"},
                             {"box", "Box (Pillow)"},
                             {"bicubic", "Bicubic"},
                             {"lanczos", "Lanczos (3 lobes)"}},
                            "bicubic",
                            "How new pixels are computed from old ones. If the image shrinks, each method covers more "
                            "pixels, except nearest."),
            logarithmic(realParameter("scale", "Scale", "", 0.01, 8, 0.01, 0.5,
                                      "New size divided by old size, for a side that is not given.")),
            side("width", "Width"), side("height", "Height")};
}

} // namespace

Filter resize() {
    return {
        .id = "resize",
        .group = "Geometry",
        .summary = "Makes an image larger or smaller.",
        .synonyms = {"scale", "resample", "zoom", "shrink", "enlarge", "interpolate"},
        .doc = "Resamples the image first along rows, then along columns, as Pillow's resize does. A line of m pixels "
               "becomes one of n. Pixel x is the sum of w((i + 1/2 - c) / f) in(i), divided by the sum of the weights. "
               "Here c = (x + 1/2) m / n and f = max(1, m / n). For box, w is a box of width 1 (Pillow's BOX, with "
               "whole pixels only); for bilinear, it is a triangle. For bicubic, it is Keys' cubic with a = -1/2 "
               "(1981), and for lanczos sinc(x) sinc(x/3). Method nearest gives in(floor(c)), computed exactly; Pillow "
               "adds up steps and may give the pixel before it. With method area, the weight of in(i) is how much of "
               "it lies between x m / n and (x + 1) m / n. If both sides shrink, the result agrees with OpenCV's "
               "INTER_AREA within one step of 8 and 16 bits. (Older versions called box area; the two are equal at "
               "whole ratios.) A side that is not given is `scale` times the image's side, rounded half to even, and "
               "at least 1. 8-bit images are computed in whole numbers, with weights in steps of 2^-22, and rounded "
               "after each pass; they are equal to Pillow's bit for bit. 16-bit and float images are summed in floats, "
               "in order, and rounded once at the end. A constant image stays constant: sums of more than 32 floats "
               "are compensated, and so are the weights in them and in sums of more than 4096 bytes. All four channels "
               "are computed alike; alpha is not premultiplied.",
        .parameters = parameters(),
        .outputShape = resized,
        .check = checkResize,
        .reference = resizeReference,
        .variants =
            {Variant{
                 .id = "two-pass",
                 .label = "Two passes",
                 .idea = "The first pass goes along rows, one pixel per work-item. The second goes along columns, one "
                         "segment of samples per work-item. Tables hold the weights of each pixel.",
                 .plan = twoPassPlan,
             },
             Variant{
                 .id = "byte-products",
                 .idea = "For gray 8-bit images: each weight is split into three bytes. One instruction multiplies "
                         "four such bytes with four pixels and sums the products. Four samples of the resized rows "
                         "share a word, so this works along columns, too.",
                 .applies = {"it takes gray 8-bit images of which both sides change, with up to 16 pixels per sum, "
                             "because registers hold no more weights",
                             takesBytes},
                 .plan = byteProductsPlan,
             },
             Variant{
                 .id = "halving",
                 .label = "Means of pairs",
                 .idea = "Each pixel of the half-sized image is the mean of two pairs of pixels, computed in one pass.",
                 .applies =
                     {"it takes images that become half as wide and half as high by method area or box only, because "
                      "it makes means of pairs",
                      resizesToHalves},
                 .plan = halvingPlan,
             },
             Variant{
                 .id = "strips",
                 .idea = "For CPUs: each work-item makes 16 rows of 256 samples, and of large 8-bit images up to 32 "
                         "rows of 512, in one launch. It resizes each input row and adds it to the output rows that "
                         "need it. Halving and method nearest have kernels of their own.",
                 .workgroups = resizeStripsWorkgroups(),
                 .applies =
                     {"it takes 16-bit and float sums of up to 32 pixels only, because it adds without compensation",
                      [](const PlanRequest& request) { return !needsCompensation(request); }},
                 .plan = [](const PlanRequest& request) { return resizeStripsPlan(request, newSize(request)); },
             },
             plainVariant("Each work-item sums the weighted pixels of a line, first along rows, then along columns.",
                          plainResizePlan)},
        .choices = choices(),
    };
}

} // namespace lightbench::filters
