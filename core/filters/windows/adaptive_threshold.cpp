// adaptive-threshold: compares each sample with the mean of its window.
#include <numeric>

#include "core/filters/building_blocks.h"
#include "core/filters/point/luma_channels.h"
#include "core/filters/point/point_filter.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/filters/windows/box_blocks.h"
#include "core/filters/windows/gaussian_passes.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/colour_rows.h"
#include "core/framework/plain_variant.h"
#include "core/image/colour_samples.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace {

/// OpenCV's special weights of the smallest windows, in 128ths.
const std::vector<double>* smallWeights(int k) {
    static const std::vector<double> three{32, 64, 32}, five{8, 32, 48, 32, 8}, seven{4, 14, 28, 36, 28, 14, 4};
    return k == 3 ? &three : k == 5 ? &five : k == 7 ? &seven : nullptr;
}

Matrix outerProduct(const std::vector<double>& weights) {
    Matrix matrix{int(weights.size()), {}, {}};
    for (double row : weights)
        for (double column : weights)
            matrix.weights.push_back(row * column / (128 * 128));
    return matrix;
}

Stage gaussianStage(int k) {
    if (const std::vector<double>* weights = smallWeights(k)) {
        Stage stage = buildingBlock("convolution");
        stage.parameters.set("matrix", outerProduct(*weights));
        return stage;
    }
    Stage stage = buildingBlock("gaussian");
    stage.parameters.set("sigma", 0.3 * ((k - 1) * 0.5 - 1) + 0.8);
    stage.parameters.set("radius", k / 2);
    return stage;
}

Stage boxStage(int k) {
    Stage stage = buildingBlock("box");
    stage.parameters.set("k", k);
    return stage;
}

/// The stage that computes the means.
Stage meanStage(const ParameterValues& parameters) {
    const int k = parameters.integer("k");
    Stage stage = parameters.choice("mean") == "gaussian" ? gaussianStage(k) : boxStage(k);
    stage.parameters.set("border", std::string("replicate"));
    return stage;
}

/// The offset C in sample units.
int offsetOf(const ParameterValues& parameters, Format format) {
    return parameters.integer("offset") * (format.type == SampleType::U16 ? 257 : 1);
}

/// The weights of a window's row and column, as floats.
std::vector<float> floatWeights(const ParameterValues& parameters) {
    const int k = parameters.integer("k");
    std::vector<double> weights(std::size_t(k), 1.0 / k);
    if (parameters.choice("mean") == "gaussian") {
        const std::vector<double>* small = smallWeights(k);
        weights = small ? *small : gaussianWeights(gaussianStage(k).parameters);
        for (double& weight : weights)
            weight /= small ? 128 : 1;
    }
    return {weights.begin(), weights.end()};
}

/// Rounds each product and sum, in the kernels' order: first down columns, then along rows.
Image floatReference(const Image& input, const ParameterValues& parameters) {
    const std::vector<float> weights = floatWeights(parameters);
    const int radius = int(weights.size()) / 2;
    const auto weight = [&](int distance) { return weights[std::size_t(distance + radius)]; };
    const float offset = inSampleUnits(parameters.integer("offset"), SampleType::F32);
    const bool isInverted = parameters.isOn("inverted");
    Image output(input.shape());
    parallelRows(input.height(), [&](int y) {
        const auto columns = columnSums<float, float>(input, y, radius, Border::Replicate, weight);
        const auto means = rowSums(columns, input.channels(), radius, Border::Replicate, weight);
        fillColours<float>(input, output, y, [&](std::size_t s) {
            return (input.row<float>(y)[s] - means[s] > -offset) != isInverted ? 1.0f : 0.0f;
        });
    });
    return output;
}

Image adaptiveThresholdReference(const Image& input, const ParameterValues& parameters) {
    if (!input.format().isInteger()) return floatReference(input, parameters);
    const Stage stage = meanStage(parameters);
    const Image means = buildingBlocks().byId(stage.filter).reference(input, stage.parameters);
    const int offset = offsetOf(parameters, input.format());
    const bool isInverted = parameters.isOn("inverted");
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T full = T(input.format().fullScale());
        const T *samples = input.row<T>(y), *mean = means.row<T>(y);
        fill([&](std::size_t i) { return (int(samples[i]) - int(mean[i]) > -offset) != isInverted ? full : T(0); });
    });
}

/// The id of the variant whose programs serve any window size.
std::string generalVariant(const std::string& filter) {
    return filter == "box" ? "running-sum" : filter == "gaussian" ? "two-pass" : "segments";
}

/// A pass over segments of floats that sums rows or columns of the windows.
KernelPass floatPass(const PlanRequest& request, const char* kernel, BufferRef weights) {
    const int k = request.parameters.integer("k");
    KernelPass pass = borderedSegmentsPass(request, {"adaptive-threshold/mean-and-segments", kernel}, 1);
    addArguments(pass, {{"weights", weights}, {"k", k}});
    pass.operations = request.input.samples() * std::uint64_t(2 * k);
    return pass;
}

Plan floatPlan(const PlanRequest& request) {
    const std::vector<float> weights = floatWeights(request.parameters);
    Plan plan;
    const BufferRef row = plan.addTable("weights", weights);
    const BufferRef sums = plan.addScratch("sums of columns", request.input.bytes());
    KernelPass& columns = plan.add(floatPass(request, "adaptive_threshold_columns", row));
    removeArgument(columns, "dst");
    addArguments(columns, {{"sums", sums}});
    KernelPass& rows = plan.add(floatPass(request, "adaptive_threshold_rows", row));
    addArguments(rows, {{"sums", sums},
                        {"offset", inSampleUnits(request.parameters.integer("offset"), SampleType::F32)},
                        {"inverted", std::int32_t(request.parameters.isOn("inverted"))}});
    rows.bytes += request.input.bytes();
    return plan;
}

Plan plan(const PlanRequest& request) {
    if (!request.input.format.isInteger()) return floatPlan(request);
    Plan plan;
    const BufferRef means = plan.addScratch("means", request.input.bytes());
    Stage stage = meanStage(request.parameters);
    if (request.general) stage.variant = generalVariant(stage.filter);
    appendPlan(plan, planOf(stage, request.input, request.device), inputBuffer(), means);
    KernelPass& pass = plan.add(
        sampleSegmentsPass(request, {"adaptive-threshold/mean-and-segments", "adaptive_threshold_segments"}, 3));
    addArguments(pass, {{"means", means},
                        {"offset", offsetOf(request.parameters, request.input.format)},
                        {"inverted", std::int32_t(request.parameters.isOn("inverted"))}});
    pass.bytes += request.input.bytes();
    return plan;
}

/// True for small boxes of 8-bit samples.
bool fitsRegisters(const PlanRequest& request) {
    return request.input.format.type == SampleType::U8 && request.parameters.choice("mean") == "box" &&
           request.parameters.integer("k") <= 11;
}

Plan adaptiveThresholdFusedPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    KernelPass pass = boxBlocksPass(request, {"adaptive-threshold/fused", "adaptive_threshold_blocks"}, k, "replicate");
    addArguments(pass, {{"offset", offsetOf(request.parameters, request.input.format)},
                        {"inverted", std::int32_t(request.parameters.isOn("inverted"))}});
    pass.operations = request.input.samples() * 7;
    return singlePass(std::move(pass));
}

/// The weights of a window's row and column if they are whole numbers; otherwise none.
std::vector<std::uint32_t> wholeWeights(const ParameterValues& parameters) {
    const int k = parameters.integer("k");
    if (parameters.choice("mean") == "box") return std::vector<std::uint32_t>(std::size_t(k), 1);
    const std::vector<double>* small = smallWeights(k);
    return small ? std::vector<std::uint32_t>(small->begin(), small->end()) : std::vector<std::uint32_t>();
}

Plan plainThresholdPlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    const Format format = request.input.format;
    const int k = parameters.integer("k");
    const std::vector<std::uint32_t> whole =
        format.isInteger() ? wholeWeights(parameters) : std::vector<std::uint32_t>();
    const std::uint32_t sum = std::accumulate(whole.begin(), whole.end(), 0u);
    Plan plan;
    KernelPass& pass = plan.add(plainPass(request, "adaptive_threshold", format, 2 * k * k));
    pass.defines.push_back(borderDefine("replicate"));
    addDefines(pass, {{"WHOLE_WEIGHTS", !whole.empty()}});
    const std::vector<std::byte> weights = whole.empty() ? bytesOf(floatWeights(parameters)) : bytesOf(whole);
    addArguments(pass, {{"weights", plan.addTable("weights", weights)},
                        {"total", sum * sum},
                        {"k", k},
                        {"offset", inSampleUnits(parameters.integer("offset"), format.type)},
                        {"inverted", std::int32_t(parameters.isOn("inverted"))}});
    return plan;
}

Variant plainThreshold(const Tolerance& tolerance) {
    return plainVariant(
        "Each work-item compares a sample with the weighted mean of its neighbourhood, which needs k^2 products.",
        plainThresholdPlan, tolerance, whileQuickForSamples([](const PlanRequest& request) {
            const double k = request.parameters.integer("k");
            return k * k;
        }));
}

ChoiceTable adaptiveThresholdChoices() {
    return mergedChoices(
        {{.devices = {DeviceClass::Gpu},
          .variant = "fused",
          .workgroup = Workgroup{32, 4},
          .measured = "H200, 2026-11-22, 8192 x 8192, gray 8-bit, box of 11: 0.095 ms, mean-and-segments 0.205 ms"},
         {.devices = {DeviceClass::Gpu}, .variant = "mean-and-segments", .workgroup = Workgroup{32, 4}},
         {.variant = "mean-and-segments"}},
        {boxBlocksCuts("fused")});
}

} // namespace

Filter adaptive_threshold() {
    Filter filter;
    filter.id = "adaptive-threshold";
    filter.group = "Threshold and dither";
    filter.synonyms = {"local threshold", "binarize", "document", "statistics"};
    filter.locality = squareLocality;
    filter.summary = "Makes an image black and white, with a threshold that follows the local brightness.";
    filter.doc =
        "As in OpenCV's adaptiveThreshold, m is the rounded mean of the k x k samples around s, with box or Gaussian "
        "weights. The Gaussian has sigma 0.3 ((k - 1) / 2 - 1) + 0.8. For k = 3, 5 and 7 the weights are OpenCV's: (1 "
        "2 1) / 4, (1 4 6 4 1) / 16, (2 7 14 18 14 7 2) / 64. Beyond the border, the nearest pixel repeats. For floats "
        "the result is 1 where s - m > -C / 255, and m is not rounded. Each column is summed from top to bottom with "
        "the weights (1 / k for box). Then these sums are added from left to right, in float. With box this is "
        "scikit-image's threshold_local with method mean. Each colour channel is filtered by itself; alpha is copied.";
    filter.parameters = {choiceParameter("mean", "Mean", {{"box", "Box"}, {"gaussian", "Gaussian"}}, "box",
                                         "Weights of the mean: uniform or Gaussian."),
                         integerParameter("k", "Window size", "px", 3, 99, 2, 11, "Side of the neighbourhood; odd."),
                         integerParameter("offset", "Offset C", "", -255, 255, 1, 2,
                                          "It is subtracted from the mean. It is on the 8-bit scale: it is multiplied "
                                          "by 257 for 16-bit images, and divided by 255 for float images."),
                         switchParameter("inverted", "Inverted", false,
                                         "Inverts the result: 0 above the threshold, full scale elsewhere.")};
    filter.reference = adaptiveThresholdReference;
    // If a Gaussian mean lies halfway between two values, float rounding decides.
    constexpr Tolerance tolerance{65535, 0.001, 0.001};
    filter.variants = {
        Variant{
            .id = "mean-and-segments",
            .label = "Mean, then compare",
            .idea =
                "Kernels of the filter box or gaussian compute the means, and another kernel compares the samples with "
                "them. For floats, the first kernel sums columns, and the second one adds these sums along rows.",
            .tolerance = tolerance,
            .workgroups = areaWorkgroups(), // a driver-chosen size would also apply to box's strips
            .plan = plan,
        },
        Variant{
            .id = "fused",
            .idea = "One kernel computes the box sums in registers and compares them with the samples.",
            .tolerance = tolerance,
            .workgroups = composedWorkgroups(),
            .applies =
                {"it takes 8-bit images and boxes of up to 11 x 11 pixels only, because registers hold no larger sums",
                 fitsRegisters},
            .plan = adaptiveThresholdFusedPlan,
            .tuning = tuningNames<BoxBlocksTuning>(),
            .fallbackVariant = "mean-and-segments",
        },
        plainThreshold(tolerance),
    };
    filter.choices = adaptiveThresholdChoices();
    acceptLuma(filter, LumaUse::Replace);
    return filter;
}

} // namespace lightbench::filters
