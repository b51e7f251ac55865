// laplacian: the sum of the second derivatives, with a 3 x 3 window.
#include "core/filters/edges/gain.h"
#include "core/filters/edges/signed_result.h"
#include "core/filters/edges/small_window.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/border.h"

namespace lightbench::filters {

namespace {

LaplaceWeights weightsOf(const ParameterValues& parameters) {
    const std::string& window = parameters.choice("window");
    if (window == "four") return {1, 0, 4};
    return window == "eight" ? LaplaceWeights{1, 1, 8} : LaplaceWeights{0, 2, 8};
}

} // namespace

Filter laplacian() {
    Filter filter;
    filter.id = "laplacian";
    filter.label = "Laplacian";
    filter.group = "Edges";
    filter.synonyms = {"edge", "laplace", "second derivative", "sharpen"};
    filter.locality = [](const ParameterValues& parameters) { return windowLocality(1, parameters); };
    filter.summary = "Shows where the brightness bends: fine lines, spots and both sides of edges.";
    filter.doc = "The sum of the second derivatives, d2/dx2 + d2/dy2, in steps of a sample, by one of three 3 x 3 "
                 "windows. Each colour channel on its own; alpha stays.";
    filter.parameters = {
        choiceParameter("window", "Window",
                        {{"four", "Four neighbours"}, {"eight", "Eight neighbours"}, {"diagonal", "Diagonal"}}, "four",
                        "four: [0 1 0; 1 -4 1; 0 1 0], OpenCV's Laplacian with ksize 1. eight: [1 1 1; "
                        "1 -8 1; 1 1 1]. diagonal: [2 0 2; 0 -8 0; 2 0 2], OpenCV's with ksize 3."),
        gainParameter(), signParameter(), borderParameter()};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = [](const Image& input, const ParameterValues& parameters) {
        return laplaceReference(input, parameters, weightsOf(parameters));
    };
    filter.variants = laplaceVariants(weightsOf);
    filter.choices = borderedSegmentsChoices();
    return filter;
}

} // namespace lightbench::filters
