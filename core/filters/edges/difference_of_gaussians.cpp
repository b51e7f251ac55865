// difference-of-gaussians: subtracts a strong blur from a weak one, which leaves details of one size.
#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"
#include "core/filters/edges/gain.h"
#include "core/filters/edges/signed_result.h"
#include "core/filters/smoothing/float_blur.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/filters/windows/gaussian_passes.h"
#include "core/framework/border.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"

namespace lightbench::filters {

namespace {

/// What stands for 0 with sign=offset.
float halfScaleOf(Format format) { return format.isInteger() ? float((format.fullScale() + 1) / 2) : 0.5f; }

Image differenceOfGaussiansReference(const Image& input, const ParameterValues& parameters) {
    const Image floats = floatSamples(input);
    const Image first = blurredFloats(floats, parameters.real("sigma"), parameters.choice("border"));
    const Image second = blurredFloats(floats, parameters.real("sigma2"), parameters.choice("border"));
    const SignedResult sign = signOf(parameters);
    const double gain = gainOf(parameters);
    const double half = halfScaleOf(input.format());
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        fill([&](std::size_t s) {
            const double difference = double(first.row<float>(y)[s]) - double(second.row<float>(y)[s]);
            return storeSample<T>(withSign(difference * gain, sign, half));
        });
    });
}

Plan differenceOfGaussiansPlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    Plan plan;
    KernelPass pass =
        borderedSegmentsPass(request, {"difference-of-gaussians/composed", "difference_of_gaussians_finish"}, 1);
    addDefines(pass, {{"SIGN_RULE", int(signOf(parameters))}});
    addGain(pass, request);
    const BufferRef floats = addFloatSamples(plan, request, pass);
    const BufferRef first = addBlur(plan, request, floats, parameters.real("sigma"));
    const BufferRef second = addBlur(plan, request, floats, parameters.real("sigma2"));
    addArguments(pass, {{"first", first}, {"second", second}});
    pass.bytes = 2 * request.input.samples() * sizeof(float) + request.input.bytes();
    pass.operations = 2 * colourSamples(request.input);
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

int firstRadius(const PlanRequest& request) { return automaticRadius(request.parameters.real("sigma")); }
int secondRadius(const PlanRequest& request) { return automaticRadius(request.parameters.real("sigma2")); }
int widestRadius(const PlanRequest& request) { return std::max(firstRadius(request), secondRadius(request)); }

Plan columnsFirstDifferencePlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    const int first = firstRadius(request), second = secondRadius(request);
    Plan plan;
    KernelPass& pass =
        plan.add(gaussianColumnsPass(request, "difference-of-gaussians/columns-first", widestRadius(request)));
    addDefines(pass, {{"FIRST_RADIUS", first}, {"SECOND_RADIUS", second}, {"SIGN_RULE", int(signOf(parameters))}});
    addGain(pass, request);
    addArguments(pass, {{"first_weights", addGaussianWeights(plan, parameters.real("sigma"), first)},
                        {"second_weights", addGaussianWeights(plan, parameters.real("sigma2"), second)}});
    pass.localBytes *= 2;
    pass.operations *= 2;
    return plan;
}

/// The products of both windows.
double bothTaps(const PlanRequest& request) {
    const double first = 2 * firstRadius(request) + 1, second = 2 * secondRadius(request) + 1;
    return first * first + second * second;
}

Plan plainDifferencePlan(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    const Format format = request.input.format;
    const int first = firstRadius(request), second = secondRadius(request);
    Plan plan;
    KernelPass& pass = plan.add(plainPass(request, "difference_of_gaussians", format, int(2 * bothTaps(request))));
    pass.defines.push_back(borderDefine(parameters.choice("border")));
    addArguments(pass, {{"first_weights", addGaussianWeights(plan, parameters.real("sigma"), first)},
                        {"second_weights", addGaussianWeights(plan, parameters.real("sigma2"), second)},
                        {"first_radius", first},
                        {"second_radius", second},
                        {"gain", float(gainOf(parameters))},
                        {"sign", std::int32_t(signOf(parameters))},
                        {"half_scale", halfScaleOf(format)}});
    return plan;
}

ChoiceTable differenceChoices() {
    ChoiceTable table = mergedChoices(
        {{.devices = {DeviceClass::Cpu}, .variant = "composed"},
         {.channels = 4,
          .where = {{"radius", 0, maxColumnsRadius}},
          .variant = "columns-first",
          .measured = "H200, 2026-11-24, 8192 x 8192, RGBA: 7 and 11 taps, 8-bit: 0.892 ms, composed 2.96 ms; 7"
                      " and 11 taps, 16-bit: 1.24 ms, composed 3.13 ms; 7 and 11 taps, float: 1.75 ms, composed"
                      " 2.97 ms; 19 and 31 taps, 8-bit: 3.51 ms, composed 6.07 ms; 19 and 31 taps, 16-bit: 4.11"
                      " ms, composed 6.26 ms; 19 and 31 taps, float: 3.86 ms, composed 6.09 ms"},
         {.where = {{"radius", 0, 6}},
          .variant = "columns-first",
          .measured = "H200, 2026-11-24, 8192 x 8192, gray: 7 and 11 taps, 8-bit: 0.492 ms, composed 0.605 ms; "
                      "7 and 11 taps, 16-bit: 0.479 ms, composed 0.627 ms; 7 and 11 taps, float: 0.317 ms, "
                      "composed 0.553 ms; 13 and 21 taps, 8-bit: 1.25 ms, composed 0.63 ms; 13 and 21 taps, "
                      "16-bit: 1.09 ms, composed 0.65 ms; 13 and 21 taps, float: 0.69 ms, composed 0.58 ms"},
         {.variant = "composed"},
         {.variant = "columns-first", .workgroup = Workgroup{64, 1}},
         {.devices = {DeviceClass::Cpu}, .variant = "columns-first", .tuning = {{"unrolled", 0}}},
         {.variant = "columns-first", .tuning = {{"unrolled", 1}}}},
        borderedSegmentsChoices());
    table.quantities = {{"radius", [](const PlanRequest& request) { return double(widestRadius(request)); }}};
    return table;
}

Parameter sigmaParameter(const char* name, const char* label, double initial, const char* doc) {
    return logarithmic(realParameter(name, label, "px", 0.1, 50, 0.1, initial, doc));
}

/// Covers the rounding of both blurs.
Tolerance tolerance() { return {.maxSteps = 1, .maxShare = 0.002, .maxShare16 = 0.05, .magnitudeFactor = 1e-5}; }

} // namespace

Filter difference_of_gaussians() {
    return {
        .id = "difference-of-gaussians",
        .label = "Difference of Gaussians",
        .group = "Edges",
        .summary = "Shows edges and blobs of one size: the difference of a weak and a strong blur.",
        .synonyms = {"dog", "band-pass", "blob", "edge"},
        .doc = "Computes G(sigma) - G(sigma2), which shows edges and blobs of a size between both. G is the filter "
               "gaussian, cut off at ceil(3 sigma) pixels and not rounded. The difference is rounded once (Marr and "
               "Hildreth 1980). scikit-image's difference_of_gaussians differs only in its cut-off. Each colour "
               "channel is filtered by itself; alpha is copied.",
        .parameters = {sigmaParameter("sigma", "Sigma", 1,
                                      "Standard deviation of the Gaussian from which the other is subtracted."),
                       sigmaParameter("sigma2", "Second sigma", 1.6,
                                      "Standard deviation of the Gaussian that is subtracted. 1.6 times the first "
                                      "gives nearly a Laplacian of a Gaussian."),
                       gainParameter(), signParameter(), borderParameter()},
        .locality =
            [](const ParameterValues& parameters) {
                const double widest = std::max(parameters.real("sigma"), parameters.real("sigma2"));
                return windowLocality(int(std::ceil(3 * widest)), parameters);
            },
        .reference = differenceOfGaussiansReference,
        .variants = {Variant{
                         .id = "composed",
                         .idea = "Several passes convert the samples to floats, blur them by the fastest plans of the "
                                 "filter gaussian, and subtract.",
                         .tolerance = tolerance(),
                         .workgroups = composedWorkgroups(),
                         .plan = differenceOfGaussiansPlan,
                         .fallbackVariant = "composed",
                     },
                     Variant{
                         .id = "columns-first",
                         .idea = "For GPUs and small neighbourhoods: one kernel makes both blurs, as gaussian's "
                                 "variant columns-first does. It reads the samples of the second blur from the cache, "
                                 "and subtracts before it stores anything.",
                         .tolerance = tolerance(),
                         .workgroups = gaussianColumnsWorkgroups(widestRadius),
                         .plan = columnsFirstDifferencePlan,
                         .tuning = tuningNames<UnrolledLoops>(),
                         .fallbackVariant = "composed",
                     },
                     plainVariant("Each work-item sums both weighted neighbourhoods of its pixel, and subtracts.",
                                  plainDifferencePlan, tolerance(), whileQuickForSamples(bothTaps))},
        .choices = differenceChoices(),
    };
}

} // namespace lightbench::filters
