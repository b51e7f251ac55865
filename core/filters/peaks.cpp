// peaks: the samples that are the greatest of their window and bright enough.
#include "core/filter.h"
#include "core/parallel.h"
#include "core/window_maximum.h"

namespace lightbench::filters {

namespace {

/// In the sample's units; exact as a float for integer samples.
float thresholdOf(Format format, const ParameterValues& parameters) {
    const auto threshold = float(parameters.integer("threshold"));
    if (!format.isInteger()) return threshold / 255.0f;
    return format.type == SampleType::U16 ? threshold * 257.0f : threshold;
}

Image reference(const Image& input, const ParameterValues& parameters) {
    const float threshold = thresholdOf(input.format(), parameters);
    Image output = windowMaximum(input, parameters.integer("k"));
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        const T full = T(input.format().fullScale());
        parallelRows(input.height(), [&](int y) {
            const T* from = input.row<T>(y);
            T* to = output.row<T>(y); // the window's maximum, and alpha
            for (int i = 0; i < input.width() * input.channels(); ++i)
                if (i % input.channels() != 3) to[i] = from[i] == to[i] && float(from[i]) >= threshold ? full : T(0);
        });
    });
    return output;
}

/// All but arguments and bytes, one work-item a pixel; comparisons: for one sample.
KernelPass passOf(const PlanRequest& request, const std::string& kernel, int comparisons) {
    const ImageShape& input = request.input;
    KernelPass pass;
    pass.kernel = kernel;
    pass.defines = formatDefines(input.format, input.format);
    pass.global = coverGlobal(input.size, request.workgroup);
    pass.local = request.workgroup;
    pass.operations = input.size.area() * std::uint64_t(input.format.colourChannels() * comparisons);
    return pass;
}

Plan directPlan(const PlanRequest& request) {
    const ImageShape& input = request.input;
    // The search may end with its first row, and must compare with the threshold only.
    KernelPass pass = passOf(request, "peaks_direct", 1);
    pass.arguments = {inputBuffer(),
                      outputBuffer(),
                      input.size.width,
                      input.size.height,
                      request.parameters.integer("k") / 2,
                      thresholdOf(input.format, request.parameters)};
    pass.bytes = 2 * input.bytes();
    Plan plan;
    plan.passes.push_back(std::move(pass));
    return plan;
}

Plan localPlan(const PlanRequest& request) {
    const ImageShape& input = request.input;
    const int k = request.parameters.integer("k");
    const Workgroup group = request.workgroup;
    const std::uint64_t pixel = input.format.bytesPerPixel();
    const LocalArgument wide{std::uint64_t(group.x + k - 1) * std::uint64_t(group.y) * pixel};
    const LocalArgument high{std::uint64_t(group.x) * std::uint64_t(group.y + k - 1) * pixel};
    KernelPass rows = passOf(request, "peaks_local_rows", k - 1);
    rows.arguments = {inputBuffer(), scratchBuffer(0), input.size.width, input.size.height, k / 2, wide};
    rows.bytes = 2 * input.bytes();
    KernelPass columns = passOf(request, "peaks_local_columns", k + 1);
    columns.arguments = {inputBuffer(),
                         scratchBuffer(0),
                         outputBuffer(),
                         input.size.width,
                         input.size.height,
                         k / 2,
                         thresholdOf(input.format, request.parameters),
                         high};
    columns.bytes = 3 * input.bytes();
    Plan plan;
    plan.scratch.push_back({"row maxima", input.bytes(), {}});
    plan.passes.push_back(std::move(rows));
    plan.passes.push_back(std::move(columns));
    return plan;
}

std::vector<Variant> variants() {
    Variant direct;
    direct.id = "direct";
    direct.label = "Direct";
    direct.idea = "One work-item a pixel reads its window from global memory, the nearest rows first, and stops once a "
                  "greater sample or the threshold rules it out.";
    direct.tolerance = exactly();
    direct.workgroups = areaWorkgroups();
    direct.plan = directPlan;
    Variant local = direct;
    local.id = "separable-local";
    local.label = "Separable, local memory";
    local.idea = "Rows' maxima, then columns', each from a block with its halo in local memory: 2 (k - 1) comparisons "
                 "whatever the image, and one to find the peaks.";
    local.plan = localPlan;
    return {direct, local};
}

} // namespace

Filter peaks() {
    Filter filter;
    filter.id = "peaks";
    filter.label = "Peaks";
    filter.group = "Morphology";
    filter.doc = "Full scale where a sample equals the maximum of the k x k samples around it and is at least the "
                 "threshold, else 0; a plateau is all peak. Beyond the edge the edge pixel repeats. Each colour "
                 "channel on its own; alpha stays. Floats are ordered as in local-maximum; NaN is no peak.";
    filter.parameters = {integerParameter("k", "Window size", "px", 3, 63, 2, 5, "Side of the window; odd."),
                         integerParameter("threshold", "Threshold", "", 0, 255, 1, 128,
                                          "The least sample that can be a peak, on the 8-bit scale: multiplied by 257 "
                                          "for 16-bit images, divided by 255 for float ones.")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = reference;
    filter.variants = variants();
    // Where the image is flat and bright, the direct search reads every window to its end.
    filter.automaticVariant = [](const PlanRequest&) { return std::string("separable-local"); };
    return filter;
}

} // namespace lightbench::filters
