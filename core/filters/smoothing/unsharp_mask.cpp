// unsharp-mask: sharpens by adding the difference between the image and a blurred copy.
#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"
#include "core/filters/smoothing/float_blur.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/filters/windows/float_strips.h"
#include "core/filters/windows/gaussian_passes.h"
#include "core/framework/border.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace {

float thresholdOf(const ParameterValues& parameters, Format format) {
    return inSampleUnits(parameters.integer("threshold"), format.type);
}

Image unsharpMaskReference(const Image& input, const ParameterValues& parameters) {
    const Image blurred = blurredFloats(floatSamples(input), parameters.real("sigma"), parameters.choice("border"));
    const double amount = parameters.real("amount");
    const double threshold = thresholdOf(parameters, input.format());
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T* row = input.row<T>(y);
        fill([&](std::size_t s) {
            if (amount == 0) return row[s]; // hides the detail, even NaN
            const double detail = double(row[s]) - double(blurred.row<float>(y)[s]);
            return storeSample<T>(double(row[s]) + (detail - std::clamp(detail, -threshold, threshold)) * amount);
        });
    });
}

Plan unsharpMaskPlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    Plan plan;
    KernelPass pass = borderedSegmentsPass(request, {"unsharp-mask/composed", "unsharp_mask_finish"}, 1);
    const BufferRef blurred = addBlur(plan, request, addFloatSamples(plan, request, pass), parameters.real("sigma"));
    addArguments(pass, {{"blurred", blurred},
                        {"amount", float(parameters.real("amount"))},
                        {"threshold", thresholdOf(parameters, request.input.format)}});
    pass.bytes += request.input.samples() * sizeof(float);
    pass.operations = 5 * colourSamples(request.input);
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

Plan unsharpStripsPlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    const double sigma = parameters.real("sigma");
    const int radius = automaticRadius(sigma);
    Plan plan;
    const BufferRef weights = addGaussianWeights(plan, sigma, radius);
    KernelPass& pass = plan.add(gaussianStripPass(request, "unsharp-mask/strips", radius, weights));
    addArguments(pass, {{"amount", float(parameters.real("amount"))},
                        {"threshold", thresholdOf(parameters, request.input.format)}});
    pass.operations += 5 * request.input.samples();
    return plan;
}

int unsharpRadius(const PlanRequest& request) { return automaticRadius(request.parameters.real("sigma")); }

Plan unsharpColumnsPlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    const int radius = unsharpRadius(request);
    Plan plan;
    KernelPass& pass = plan.add(gaussianColumnsPass(request, "unsharp-mask/columns-first", radius));
    addArguments(pass, {{"weights", addGaussianWeights(plan, parameters.real("sigma"), radius)},
                        {"amount", float(parameters.real("amount"))},
                        {"threshold", thresholdOf(parameters, request.input.format)}});
    pass.operations += 5 * request.input.samples();
    return plan;
}

double unsharpTaps(const PlanRequest& request) {
    const double side = 2 * unsharpRadius(request) + 1;
    return side * side;
}

Plan plainUnsharpPlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    const int radius = unsharpRadius(request);
    Plan plan;
    KernelPass& pass =
        plan.add(plainPass(request, "unsharp_mask", request.input.format, int(2 * unsharpTaps(request)) + 5));
    pass.defines.push_back(borderDefine(parameters.choice("border")));
    addArguments(pass, {{"weights", addGaussianWeights(plan, parameters.real("sigma"), radius)},
                        {"radius", radius},
                        {"amount", float(parameters.real("amount"))},
                        {"threshold", thresholdOf(parameters, request.input.format)}});
    return plan;
}

ChoiceTable unsharpChoices() {
    ChoiceTable table = mergedChoices(
        {{.devices = {DeviceClass::Cpu},
          .variant = "strips",
          .measured = "PoCL, 2 cores, 2026-11-23, 3840 x 2160: gray 8-bit: 5.7 ms, composed 12.6 ms; RGBA "
                      "8-bit: 20 ms, composed 43 ms; RGBA float: 49 ms, composed 72 ms"},
         {.channels = 4,
          .where = {{"radius", 0, maxColumnsRadius}},
          .variant = "columns-first",
          .workgroup = Workgroup{128, 1},
          .measured = "H200, 2026-11-24, 8192 x 8192, RGBA: 13 taps, 8-bit: 0.671 ms, composed 1.85 ms; 13 "
                      "taps, 16-bit: 0.965 ms, composed 2.03 ms; 13 taps, float: 1.27 ms, composed 1.89 ms; 31 "
                      "taps, 8-bit: 1.71 ms, composed 3.27 ms; 31 taps, 16-bit: 2.18 ms, composed 3.45 ms; 31 "
                      "taps, float: 2.24 ms, composed 3.30 ms"},
         {.types = {SampleType::F32},
          .where = {{"radius", 0, 9}},
          .variant = "columns-first",
          .workgroup = Workgroup{64, 1},
          .measured = "H200, 2026-11-24, 8192 x 8192: 13 taps: 0.219 ms, composed 0.401 ms; 19 taps: 0.323 ms, "
                      "composed 0.361 ms; 31 taps: 0.633 ms, composed 0.405 ms"},
         {.where = {{"radius", 0, 7}},
          .variant = "columns-first",
          .workgroup = Workgroup{64, 1},
          .measured = "H200, 2026-11-24, 8192 x 8192, gray: 13 taps, 8-bit: 0.284 ms, composed 0.404 ms; 13 "
                      "taps, 16-bit: 0.290 ms, composed 0.447 ms; 19 taps, 8-bit: 0.412 ms, composed 0.363 ms; "
                      "19 taps, 16-bit: 0.436 ms, composed 0.406 ms"},
         {.variant = "composed"},
         {.variant = "strips", .workgroup = Workgroup{1, 1}},
         {.variant = "columns-first", .workgroup = Workgroup{64, 1}},
         {.devices = {DeviceClass::Cpu}, .variant = "columns-first", .tuning = {{"unrolled", 0}}},
         {.variant = "columns-first", .tuning = {{"unrolled", 1}}}},
        borderedSegmentsChoices());
    table.quantities = {{"radius", [](const PlanRequest& request) { return double(unsharpRadius(request)); }}};
    return table;
}

/// The blur's rounding is amplified by the amount.
Tolerance unsharpTolerance() { return {.maxSteps = 1, .maxShare = 0.002, .maxShare16 = 0.1, .magnitudeFactor = 1e-5}; }

} // namespace

Filter unsharp_mask() {
    return {
        .id = "unsharp-mask",
        .group = "Blur and sharpen",
        .summary = "Sharpens an image: it adds the difference from a blurred copy.",
        .synonyms = {"sharpen", "sharpness", "detail"},
        .doc = "Sharpens the image: out = s + amount (d - clamp(d, -threshold, threshold)) with d = s - G(s). G is the "
               "filter gaussian with this sigma, cut off at ceil(3 sigma) pixels and not rounded. The result is "
               "rounded once. With threshold 0 it is OpenCV's addWeighted(s, 1 + amount, G(s), -amount) on floats. "
               "Each colour channel is filtered by itself; alpha is copied.",
        .parameters =
            {logarithmic(realParameter("sigma", "Sigma", "px", 0.1, 50, 0.1, 2, "Standard deviation of the Gaussian.")),
             realParameter("amount", "Amount", "", 0, 5, 0.1, 1, "The detail is multiplied by it before it is added."),
             integerParameter(
                 "threshold", "Threshold", "", 0, 255, 1, 0,
                 "Smaller detail is not sharpened, and larger detail is reduced by the threshold. It is on the 8-bit "
                 "scale: it is multiplied by 257 for 16-bit images, and divided by 255 for float images."),
             borderParameter()},
        .locality =
            [](const ParameterValues& parameters) {
                return windowLocality(automaticRadius(parameters.real("sigma")), parameters);
            },
        .reference = unsharpMaskReference,
        .variants =
            {Variant{
                 .id = "composed",
                 .idea = "Several passes convert the samples to floats, blur them by the fastest plan of the filter "
                         "gaussian, and add the detail.",
                 .tolerance = unsharpTolerance(),
                 .workgroups = composedWorkgroups(),
                 .plan = unsharpMaskPlan,
                 .fallbackVariant = "composed",
             },
             Variant{
                 .id = "columns-first",
                 .idea =
                     "For GPUs and small neighbourhoods: one kernel blurs as gaussian's variant columns-first does, "
                     "columns in registers, then rows within the workgroup. It sharpens before it stores anything.",
                 .tolerance = unsharpTolerance(),
                 .workgroups = gaussianColumnsWorkgroups(unsharpRadius),
                 .plan = unsharpColumnsPlan,
                 .tuning = tuningNames<UnrolledLoops>(),
                 .fallbackVariant = "composed",
             },
             Variant{
                 .id = "strips",
                 .label = "Strips, for CPUs",
                 .idea = "Each workgroup is one work-item. It converts a strip to floats, blurs four rows at a time as "
                         "gaussian's variant strips does, and sharpens them before it stores anything.",
                 .tolerance = unsharpTolerance(),
                 .workgroups = stripWorkgroups(),
                 .plan = unsharpStripsPlan,
             },
             plainVariant(
                 "Each work-item sums the weighted neighbourhood of its pixel, and adds the difference from that sum.",
                 plainUnsharpPlan, unsharpTolerance(), whileQuickForSamples(unsharpTaps))},
        .choices = unsharpChoices(),
    };
}

} // namespace lightbench::filters
