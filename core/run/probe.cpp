#include "core/run/probe.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/kernel_library.h"
#include "core/framework/probe_calls.h"
#include "core/run/resolve.h"

namespace lightbench {

namespace {
std::string placeOf(const ProbeCall& call) { return shownPath(call.file) + ":" + std::to_string(call.line) + ": "; }

/// The work-item of the pixel, if the kernel has one for each pixel, or a line of them.
std::optional<Point> itemOf(const KernelPass& pass, Size size, Point pixel) {
    const auto width = std::size_t(size.width), height = std::size_t(size.height), pixels = size.area();
    const auto covers = [](std::size_t global, std::size_t items, int local) {
        return global >= items && global - items < std::size_t(std::max(local, 1));
    };
    if (covers(pass.global[0], width, pass.local.x) && covers(pass.global[1], height, pass.local.y)) return pixel;
    if (pass.global[1] == 1 && covers(pass.global[0], pixels, pass.local.x))
        return Point{pixel.y * size.width + pixel.x, 0};
    return std::nullopt;
}

void addTo(KernelPass& pass, const std::vector<ProbeCall>& calls, Size size, BufferRef buffer, Point pixel) {
    const std::optional<Point> item = itemOf(pass, size, pixel);
    for (const ProbeCall& call : calls)
        if (call.kernel == pass.kernel && !call.isPlaced && !item)
            throw Error(ErrorKind::Usage, placeOf(call) + "the work-items of kernel " + pass.kernel +
                                              " are not the pixels; write lb_probe_at(x, y, value) with the place of "
                                              "the pixel");
    addArguments(pass, {{"lb_probes", buffer},
                        {"lb_probe_x", pixel.x},
                        {"lb_probe_y", pixel.y},
                        {"lb_probe_item_x", item ? item->x : -1},
                        {"lb_probe_item_y", item ? item->y : -1}});
}

std::string laneText(ProbeKind kind, std::uint32_t low, std::uint32_t high) {
    const std::uint64_t bits = low | std::uint64_t(high) << 32;
    switch (kind) {
    case ProbeKind::Signed: return std::to_string(std::int64_t(bits));
    case ProbeKind::Unsigned: return std::to_string(bits);
    case ProbeKind::Float: return numberText(std::bit_cast<float>(low));
    case ProbeKind::Double: break;
    }
    return numberText(std::bit_cast<double>(bits));
}
} // namespace

void addProbes(ResolvedStage& stage, std::map<std::string, KernelSource>& sources, Point pixel) {
    Plan& plan = stage.plan;
    for (auto& [name, source] : sources) {
        if (!mayHaveProbes(source.text)) continue;
        const std::vector<ProbeCall> calls = probeCalls(source.text);
        for (const ProbeCall& call : calls)
            if (call.kernel.empty())
                throw Error(ErrorKind::Usage, placeOf(call) +
                                                  "lb_probe works in a kernel alone; pass the value out of " +
                                                  "the function, and probe it there");
        for (Pass& pass : plan.passes) {
            auto* kernel = std::get_if<KernelPass>(&pass);
            const bool isCalling = kernel && kernel->program == name &&
                                   std::ranges::find(calls, kernel->kernel, &ProbeCall::kernel) != calls.end();
            if (!isCalling) continue;
            if (!plan.probes) plan.probes = plan.addScratch("values of lb_probe", probeWords * sizeof(std::uint32_t));
            addTo(*kernel, calls, plan.output.size, *plan.probes, pixel);
        }
        if (!calls.empty()) source.text = withReportingProbes(source.text);
    }
    if (plan.probes) plan.passes.insert(plan.passes.begin(), FillPass{*plan.probes, 0});
}

std::vector<ProbedValue> probesOf(const ResolvedStage& stage, const KernelLibrary& kernels,
                                  std::span<const std::uint32_t> words) {
    std::vector<ProbeCall> calls;
    for (const std::string& program : programNames(stage.plan))
        if (const KernelSource source = kernels.source(program); mayHaveProbes(source.text))
            for (const ProbeCall& call : probeCalls(source.text))
                calls.push_back(call);
    std::vector<ProbedValue> values;
    for (std::size_t i = 0; i < std::min<std::size_t>(words[0], maxProbeReports); ++i) {
        const auto report = words.subspan(1 + i * probeReportWords, probeReportWords);
        if (report[0] >= calls.size()) continue;
        const ProbeCall& call = calls[report[0]];
        const auto kind = ProbeKind(report[1] / 256);
        std::vector<std::string> lanes;
        for (std::size_t lane = 0; lane < std::min<std::size_t>(report[1] % 256, 4); ++lane)
            lanes.push_back(laneText(kind, report[2 + 2 * lane], report[3 + 2 * lane]));
        values.push_back({call.kernel, call.line, call.value, joined(lanes, ", ")});
    }
    return values;
}

} // namespace lightbench
