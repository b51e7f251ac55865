// histogram: counts the samples of each channel and of luma. The image does not change; the counts are the result.
#include "core/image/histogram.h"

#include "core/base/text.h"
#include "core/device/device_traits.h"
#include "core/filters/counting/histogram_passes.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

/// Rows of 256 bins: one for gray, else red, green, blue, alpha and luma.
int rowCount(const ImageShape& input) { return input.format.channels == 4 ? 5 : 1; }
int rowCount(const PlanRequest& request) { return rowCount(request.input); }
std::uint64_t binCount(const PlanRequest& request) { return std::uint64_t(rowCount(request)) * 256; }

Image passThrough(const Image& input, const ParameterValues&) { return input.clone(); }

std::vector<std::uint32_t> analyse(const Image& input, const ParameterValues&) {
    std::vector<std::uint32_t> words;
    for (const Bins& bins : clampedBins(histogramOf(input)))
        words.insert(words.end(), bins.begin(), bins.end());
    return words;
}

/// The settings that suit the device, overridden by the parameters.
Counting chosenCounting(const PlanRequest& request) {
    Counting counting = automaticCounting(request, rowCount(request));
    const ParameterValues& chosen = request.parameters;
    if (chosen.choice("banks") != "auto") counting.banks = std::stoi(chosen.choice("banks"));
    if (chosen.choice("reads") != "auto") counting.serial = chosen.choice("reads") == "serial";
    if (chosen.choice("reduction") != "auto") counting.byKernel = chosen.choice("reduction") == "kernel";
    if (chosen.integer("groups") != 0) counting.groups = chosen.integer("groups");
    return counting;
}

/// A plan without passes.
Plan analysisPlan(const PlanRequest& request) {
    Plan plan;
    plan.passesThrough = true;
    plan.analysis = plan.addScratch("histogram", binCount(request) * 4);
    return plan;
}

std::int32_t pixelCount(const PlanRequest& request) { return std::int32_t(request.input.size.area()); }
int workItems(const KernelPass& pass) { return int(pass.global[0]); }

Plan plainHistogramPlan(const PlanRequest& request) {
    Plan plan = analysisPlan(request);
    KernelPass pass = plainPass(request, "histogram", request.input.format, 2);
    removeArgument(pass, "dst");
    addArguments(pass, {{"histogram", *plan.analysis}});
    pass.bytes = request.input.bytes();
    plan.passes = {FillPass{*plan.analysis, 0}, std::move(pass)};
    return plan;
}

Variant plainHistogram() {
    Variant variant = plainVariant("Each work-item counts the samples of a pixel by atomic increments in global "
                                   "memory. It is slow where many samples have the same value (Podlozhnyuk 2007).",
                                   plainHistogramPlan);
    variant.communication = Communication::AcrossWorkgroups;
    return variant;
}

/// Adds all tables up to one histogram. Many tables are added in two steps, to keep the device busy.
void addMerges(Plan& plan, const PlanRequest& request, const KernelPass& counted, BufferRef from, int tables) {
    constexpr int many = 2048, some = 128;
    const auto add = [&](BufferRef to, int sums) {
        KernelPass& pass = plan.add(mergePass(request, counted, rowCount(request), tables, sums));
        pass.arguments = {{"partial", from}, {"merged", to}, {"tables", tables}};
        from = to;
        tables = sums;
    };
    if (tables > many) add(plan.addScratch("sums", some * binCount(request) * 4), some);
    add(*plan.analysis, 1);
}

Plan localPlan(const PlanRequest& request, const Counting& counting) {
    Plan plan = analysisPlan(request);
    KernelPass pass = countingPass(request, counting, {"histogram/local-banked", "histogram_local"}, 16);
    countInBanks(pass, counting);
    const int tables = workItems(pass) / request.workgroup.x;
    const BufferRef partial = counting.byKernel
                                  ? plan.addScratch("tables", std::uint64_t(tables) * binCount(request) * 4)
                                  : plan.addScratch(sumsScratch(counting.rows));
    pass.arguments = {
        {"src", inputBuffer()}, {"result", *plan.analysis}, {"sums", partial}, {"pixels", pixelCount(request)}};
    plan.passes = {pass};
    if (counting.byKernel) addMerges(plan, request, pass, partial, tables);
    return plan;
}

Plan oneTablePlan(const PlanRequest& request) {
    Counting counting = chosenCounting(request);
    counting.banks = 1;
    return localPlan(request, counting);
}

Plan bankedPlan(const PlanRequest& request) { return localPlan(request, chosenCounting(request)); }

/// The counting pass and its tables, one per work-item.
struct PrivateTables {
    KernelPass counted;
    BufferRef tables;
};

/// The tuning parameter of private tables.
struct PrivateTuning {
    int copies = 1; ///< tables of a work-item, if a workgroup has only one
};
constexpr auto fields(const PrivateTuning*) { return FieldList{Field{"copies", &PrivateTuning::copies}}; }

/// Counts in private tables. A work-item has at least 256 pixels, so that the tables stay smaller than the image.
PrivateTables addPrivateTables(Plan& plan, const PlanRequest& request) {
    const Counting counting = chosenCounting(request);
    KernelPass pass = countingPass(request, counting, "histogram/private", 256);
    addTuning(pass, request.workgroup.x == 1 ? tuningOf<PrivateTuning>(request) : PrivateTuning());
    const std::uint64_t bytes = std::uint64_t(workItems(pass)) * binCount(request) * 4;
    const BufferRef tables = plan.addScratch("tables", bytes);
    pass.arguments = {{"src", inputBuffer()}, {"partial", tables}, {"pixels", pixelCount(request)}};
    pass.bytes += bytes;
    plan.passes.emplace_back(pass);
    return {std::move(pass), tables};
}

Plan devicePlan(const PlanRequest& request) {
    Plan plan = analysisPlan(request);
    const auto [counted, tables] = addPrivateTables(plan, request);
    addMerges(plan, request, counted, tables, workItems(counted));
    return plan;
}

Plan hostMergePlan(const PlanRequest& request) {
    Plan plan = analysisPlan(request);
    const auto [counted, tables] = addPrivateTables(plan, request);
    HostPass merge{MergeTables{workItems(counted), int(binCount(request))}, {tables}, {*plan.analysis}};
    merge.operations = std::uint64_t(workItems(counted)) * binCount(request);
    plan.passes.emplace_back(std::move(merge));
    return plan;
}

/// If the chosen number of banks does not fit, names one that does.
std::string banksProblem(Workgroup, const PlanRequest& request) {
    const Counting counting = chosenCounting(request);
    const int maximum = maxBanks(request.device, counting.rows);
    if (counting.banks <= maximum) return {};
    const std::uint64_t bytes = std::uint64_t(counting.banks) * binCount(request) * 4;
    return std::to_string(counting.banks) + " banks of " + std::to_string(binCount(request)) + " bins need " +
           byteText(double(bytes)) + " of local memory; use at most " + std::to_string(maximum) +
           " on this device, which has " + byteText(double(request.device.localMemory)) + " per workgroup";
}

/// On a CPU the private tables of a workgroup lie on one thread's stack.
std::string stackProblem(Workgroup workgroup, const PlanRequest& request) {
    const std::uint64_t maximum = workgroupStackBytes(request.device);
    const std::uint64_t bytes = std::uint64_t(workgroup.x) * binCount(request) * 4;
    if (maximum == 0 || bytes <= maximum) return {};
    return workgroupText(workgroup) + " needs " + byteText(double(bytes)) + " of private tables on the stack of one " +
           "thread; use at most " + std::to_string(maximum / (binCount(request) * 4)) + " work-items on a CPU";
}

/// The values of ABLATION_STEP in kernels/counting/histogram/local_banked.cl. All but the last skip work that the
/// result needs.
std::vector<AblationStep> localAblation() {
    return {{"read only", "-D ABLATION_STEP=0"},
            {"plus scatter", "-D ABLATION_STEP=1"},
            {"plus local reduction", "-D ABLATION_STEP=2"},
            {"plus global reduction", "-D ABLATION_STEP=3", true}};
}

std::vector<Variant> histogramVariants() {
    return {
        Variant{
            .id = "local-banked",
            .label = "Local table in banks",
            .idea = "Each workgroup has up to 32 interleaved copies of its table. So the work-items of a warp share "
                    "neither a counter nor a memory bank (Gomez-Luna et al. 2013).",
            .workgroups = lineWorkgroups(banksProblem),
            .applies = {"it takes two banks or more, because one bank is the variant local",
                        [](const PlanRequest& request) {
                            return request.parameters.choice("banks") != "1" &&
                                   maxBanks(request.device, rowCount(request)) > 1;
                        }},
            .plan = bankedPlan,
            .tuning = tuningNames<CountingTuning, MergeTuning>(),
            .communication = Communication::AcrossWorkgroups,
            .ablation = localAblation(),
        },
        Variant{
            .id = "local",
            .label = "Local table",
            .idea = "Each workgroup counts by atomics in one table in local memory (Podlozhnyuk 2007). A second kernel "
                    "adds up the tables, or atomics on global memory do.",
            .workgroups = lineWorkgroups(),
            .plan = oneTablePlan,
            .tuning = tuningNames<CountingTuning, MergeTuning>(),
            .communication = Communication::AcrossWorkgroups,
            .ablation = localAblation(),
        },
        Variant{
            .id = "private-device-merge",
            .label = "Private, merged on the device",
            .idea = "Each work-item counts a segment of pixels in 256 private bins per row. On CPUs it uses four "
                    "copies of the bins in turn. A second kernel adds up the tables.",
            .workgroups = lineWorkgroups(stackProblem),
            .plan = devicePlan,
            .tuning = tuningNames<CountingTuning, MergeTuning, PrivateTuning>(),
        },
        Variant{
            .id = "private-host-merge",
            .label = "Private, merged on the host",
            .idea = "Each work-item counts a segment of pixels in 256 private bins per row. The host reads all these "
                    "tables and adds them up.",
            .workgroups = lineWorkgroups(stackProblem),
            .plan = hostMergePlan,
            .tuning = tuningNames<CountingTuning, PrivateTuning>(),
        },
        plainHistogram(),
    };
}

ChoiceTable choices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    const std::vector<MeasuredChoice> rows = {
        {.devices = cpu,
         .variant = "private-device-merge",
         .measured = "PoCL, 2 cores, 2026-11-21: 7 to 8 GB/s in groups of one work-item, 0.4 GB/s in larger "
                     "ones; 7728 x 4354: 6568 MPix/s, OpenCV on the same cores 1646 MPix/s"},
        // A workgroup of one work-item needs no atomics. With one table it waits for its last store; with several the
        // next sample mostly uses another. Rows of a merge would only wait for one another.
        {.devices = cpu, .workgroup = Workgroup{1, 1}, .tuning = {{"copies", 4}, {"merge-rows", 1}}},
        {.variant = "local-banked",
         .workgroup = Workgroup{1024, 1},
         .measured = "H200, 2026-11-21: 8192 x 8192: 0.021 ms, private-device-merge 1.1 ms, private-host-merge"
                     " 2.6 ms; 16384 x 16384: 0.067 ms"},
        {.tuning = {{"copies", 1}, {"merge-rows", 32}}},
        {.variant = "local", .workgroup = Workgroup{1024, 1}},
        {.variant = "private-device-merge", .workgroup = Workgroup{64, 1}},
        {.variant = "private-host-merge", .workgroup = Workgroup{64, 1}},
    };
    return mergedChoices(rows, {countingChoices()});
}

std::vector<Parameter> parameters() {
    return {choiceParameter(
                "banks", "Banks",
                {{"auto", "Auto"}, {"1", "1"}, {"2", "2"}, {"4", "4"}, {"8", "8"}, {"16", "16"}, {"32", "32"}}, "auto",
                "Interleaved copies of a workgroup's table, for the variant local-banked. auto uses as many as fit "
                "into local memory, on CPUs at most 4."),
            choiceParameter(
                "reads", "Reads", {{"auto", "Auto"}, {"coalesced", "Coalesced"}, {"serial", "Serial"}}, "auto",
                "How work-items read 16 bytes at a time: neighbours read side by side (coalesced), or each reads a "
                "segment of its own (serial). All variants use it. auto is coalesced on GPUs and serial on CPUs."),
            withAuto(integerParameter("groups", "Groups", "per compute unit", 0, 32, 1, 0,
                                      "Workgroups per compute unit; fewer if the image has too few pixels. 0 chooses a "
                                      "number that suits the device. All variants use it.")),
            choiceParameter("reduction", "Reduction",
                            {{"auto", "Auto"}, {"kernel", "By a kernel"}, {"atomics", "By atomics"}}, "auto",
                            "How the workgroups' tables are added up, for local and local-banked: by a second kernel "
                            "or by atomics on global memory.")};
}

} // namespace

Filter histogram() {
    return {
        .id = "histogram",
        .group = "Analysis",
        .summary = "Counts how often each tone occurs; the image itself passes through unchanged.",
        .synonyms = {"statistics", "counts", "levels"},
        .doc = "Counts samples in 256 bins per channel, and in colour images also luma by grayscale's rule. The bin of "
               "a sample is its value (8-bit), its high byte (16-bit), or floor(256 s) (float). Floats below 0 or "
               "above 1, and infinities, count in the first or last bin. NaN counts as 0. The image passes through "
               "unchanged. The parameters change how the variants count, never the counts.",
        .parameters = parameters(),
        .reference = passThrough,
        .analyse = analyse,
        .analysisLength = [](const ImageShape& input,
                             const ParameterValues&) { return std::size_t(rowCount(input)) * 256; },
        .variants = histogramVariants(),
        .choices = choices(),
    };
}

} // namespace lightbench::filters
