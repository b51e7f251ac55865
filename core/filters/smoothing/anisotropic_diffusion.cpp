// anisotropic-diffusion: Perona and Malik's smoothing (1990), which hardly crosses edges.
#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/filters/smoothing/float_blur.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"

namespace lightbench::filters {

namespace {

bool isRational(const ParameterValues& parameters) { return parameters.choice("conduction") == "rational"; }

/// 1 / kappa in sample units.
double scaleOf(const ParameterValues& parameters, Format format) {
    return 255 / (parameters.real("kappa") * format.fullScale());
}

/// Samples in rows of width x channels.
struct Plane {
    int width, height, channels;
    std::vector<double> samples;
    double at(int x, int y, int c) const {
        x = std::clamp(x, 0, width - 1), y = std::clamp(y, 0, height - 1);
        return samples[(std::size_t(y) * std::size_t(width) + std::size_t(x)) * std::size_t(channels) + std::size_t(c)];
    }
};

double flow(double difference, double scale, bool rational) {
    const double squared = difference * scale * difference * scale;
    return rational ? difference / (1 + squared) : difference * std::exp(-squared);
}

Plane stepped(const Plane& from, double scale, double rate, bool rational) {
    Plane to = from;
    const int samples = from.width * from.channels;
    parallelRows(from.height, [&](int y) {
        for (int s = 0; s < samples; ++s) {
            const int x = s / from.channels, c = s % from.channels;
            const double own = from.at(x, y, c);
            double sum = 0;
            for (const double other :
                 {from.at(x, y - 1, c), from.at(x, y + 1, c), from.at(x - 1, y, c), from.at(x + 1, y, c)})
                sum += flow(other - own, scale, rational);
            to.samples[std::size_t(y) * std::size_t(samples) + std::size_t(s)] = own + rate * sum;
        }
    });
    return to;
}

Image anisotropicDiffusionReference(const Image& input, const ParameterValues& parameters) {
    const Image floats = floatSamples(input);
    Plane plane{input.width(), input.height(), input.channels(), {}};
    for (int y = 0; y < input.height(); ++y)
        plane.samples.insert(plane.samples.end(), floats.row<float>(y),
                             floats.row<float>(y) + input.width() * input.channels());
    for (int n = 0; n < parameters.integer("iterations"); ++n)
        plane = stepped(plane, scaleOf(parameters, input.format()), parameters.real("rate"), isRational(parameters));
    const std::size_t samples = std::size_t(input.width() * input.channels());
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        const double* row = plane.samples.data() + std::size_t(y) * samples;
        fill([&](std::size_t s) { return storeSample<decltype(zero)>(row[s]); });
    });
}

KernelPass diffusionPass(const PlanRequest& request, const std::string& kernel) {
    KernelPass pass = borderedSegmentsPass(request, {"anisotropic-diffusion", kernel}, 1);
    addDefines(pass, {{"RATIONAL", isRational(request.parameters)}});
    return pass;
}

KernelPass stepPass(const PlanRequest& request, BufferRef from, BufferRef to) {
    KernelPass pass = diffusionPass(request, "anisotropic_diffusion_step");
    const Size size = request.input.size;
    pass.arguments = {{"from", from},
                      {"to", to},
                      {"width", size.width},
                      {"height", size.height},
                      {"scale", float(scaleOf(request.parameters, request.input.format))},
                      {"rate", float(request.parameters.real("rate"))}};
    pass.bytes = 2 * request.input.samples() * sizeof(float);
    pass.operations = 24 * colourSamples(request.input);
    return pass;
}

Plan anisotropicDiffusionPlan(const PlanRequest& request) {
    Plan plan;
    const std::uint64_t bytes = request.input.samples() * sizeof(float);
    BufferRef from = addFloatSamples(plan, request, diffusionPass(request, "anisotropic_diffusion_step"));
    BufferRef next = plan.addScratch("after a step", bytes), other = plan.addScratch("after the next", bytes);
    for (int n = 0; n < request.parameters.integer("iterations"); ++n) {
        plan.passes.emplace_back(stepPass(request, from, next));
        from = next;
        std::swap(next, other);
    }
    KernelPass& finish = plan.add(diffusionPass(request, "anisotropic_diffusion_finish"));
    addArguments(finish, {{"plane", from}});
    finish.bytes = bytes + request.input.bytes();
    return plan;
}

/// Every step rounds, and exponentials differ between devices. A step sharpens edges, and with them what was rounded
/// before: 100 steps beside NaN and infinity came to 1.2e-5 of the largest sample on PoCL.
Tolerance diffusionTolerance() {
    return {.maxSteps = 1, .maxShare = 0.002, .maxShare16 = 0.1, .magnitudeFactor = 2e-5};
}

std::vector<Parameter> anisotropicDiffusionParameters() {
    return {
        integerParameter("iterations", "Iterations", "", 1, 100, 1, 10, "Number of steps of the flow."),
        logarithmic(realParameter("kappa", "Kappa", "", 1, 255, 1, 20,
                                  "The difference at which an edge begins, on the 8-bit scale (255 is full scale in "
                                  "any format).")),
        realParameter("rate", "Rate", "", 0.01, 0.25, 0.01, 0.2,
                      "How much of the flow a step applies (lambda). Up to 1/4, nothing overshoots."),
        choiceParameter("conduction", "Conduction", {{"exponential", "Exponential"}, {"rational", "Rational"}},
                        "exponential",
                        "exponential: c(d) = exp(-(d / kappa)^2), which prefers high contrasts; rational: c(d) = 1 / "
                        "(1 + (d / kappa)^2), which prefers wide regions.")};
}

} // namespace

Filter anisotropic_diffusion() {
    return {
        .id = "anisotropic-diffusion",
        .group = "Blur and sharpen",
        .summary = "Smooths areas and keeps edges: brightness flows between neighbours, but hardly across edges.",
        .synonyms = {"blur", "denoise", "edge-preserving", "perona-malik", "smoothing"},
        .doc = "In each iteration, s grows by rate * (sum of c(d) d over the four neighbours), with d the neighbour "
               "minus s. Beyond the border, the nearest sample repeats. Samples stay floats until the end and are "
               "rounded once (Perona and Malik 1990). Each colour channel is filtered by itself; alpha is copied.",
        .parameters = anisotropicDiffusionParameters(),
        .locality =
            [](const ParameterValues& values) {
                return Locality{Locality::Window, values.integer("iterations"), true};
            },
        .reference = anisotropicDiffusionReference,
        .variants = {Variant{
            .id = "steps",
            .label = "One pass per step",
            .idea = "Each step reads one image of floats and writes another. Each work-item computes a segment of "
                    "neighbouring pixels with vectors.",
            .tolerance = diffusionTolerance(),
            .plan = anisotropicDiffusionPlan,
        }},
        .choices = borderedSegmentsChoices(),
    };
}

} // namespace lightbench::filters
