// histogram: counts the samples of each channel and of luma. The image passes through; the counts are the result.
#include "core/histogram.h"


#include "core/filter.h"

namespace lightbench::filters {

namespace {

/// Rows of 256 bins: gray; or red, green, blue, alpha and luma.
std::uint64_t rowCount(const PlanRequest& request) { return request.input.format.channels == 4 ? 5 : 1; }

Image passThrough(const Image& input, const ParameterValues&) { return input.clone(); }

std::vector<std::uint32_t> analyse(const Image& input, const ParameterValues&) {
    std::vector<std::uint32_t> words;
    for (const Bins& bins : histogramOf(input).bins)
        words.insert(words.end(), bins.begin(), bins.end());
    return words;
}

Plan plan(const PlanRequest& request, std::string kernel) {
    KernelPass pass = stretchPass(request, std::move(kernel));
    pass.arguments = {inputBuffer(), scratchBuffer(0), std::int32_t(request.input.size.area())};
    pass.bytes = request.input.bytes();
    pass.operations = 2 * request.input.samples();
    Plan plan;
    plan.passesThrough = true;
    plan.analysisScratch = 0;
    plan.scratch = {{"histogram", rowCount(request) * 256 * 4, {}}};
    plan.passes = {FillPass{scratchBuffer(0), 0}, std::move(pass)};
    return plan;
}

Plan globalPlan(const PlanRequest& request) { return plan(request, "histogram_global_atomic"); }

Plan localPlan(const PlanRequest& request) {
    Plan made = plan(request, "histogram_local");
    std::get<KernelPass>(made.passes.back()).localBytes = rowCount(request) * 256 * 4;
    return made;
}

/// On a CPU a group of one work-item counts without atomics.
Workgroup automatic(const PlanRequest& request) { return {request.device.type == DeviceType::Cpu ? 1 : 256, 1}; }

} // namespace

Filter histogram() {
    Filter filter;
    filter.id = "histogram";
    filter.label = "Histogram";
    filter.group = "Analysis";
    filter.doc =
        "Counts samples in 256 bins a channel, and for colour images also luma by grayscale's rule: 8-bit by "
        "value, 16-bit by the high byte, float by floor(256 s) with outliers in the end bins. The image passes "
        "through unchanged.";
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = passThrough;
    filter.analyse = analyse;
    Variant local;
    local.id = "local";
    local.label = "Local tables";
    local.idea = "Each workgroup counts in a table in local memory and adds it to the global one at its end.";
    local.tolerance = exactly();
    local.workgroups = lineWorkgroups();
    local.plan = localPlan;
    local.automatic = automatic;
    Variant global = local;
    global.id = "global-atomic";
    global.label = "Global atomics";
    global.idea =
        "Every sample is an atomic increment in global memory: the plainest form, slow where samples are alike.";
    global.plan = globalPlan;
    filter.variants = {local, global};
    return filter;
}

} // namespace lightbench::filters
