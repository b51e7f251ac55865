#include "core/run/recorded_stage.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device_traits.h"
#include "core/run/region_mix.h"

namespace lightbench {

namespace {
/// The number of words in the buffer's head, and of words per workgroup.
constexpr std::size_t headWords = 2, groupWords = 4;

/// The pass that computes the filter's result. Those for region and mix may follow it.
std::size_t lastPassOf(const Plan& plan) {
    const auto isStages = [](const Pass& pass) {
        const auto* kernel = std::get_if<KernelPass>(&pass);
        return kernel && isRegionMix(*kernel);
    };
    std::size_t count = plan.passes.size();
    while (count > 1 && isStages(plan.passes[count - 1]))
        --count;
    return count - 1;
}

const KernelPass* lastKernelOf(const Plan& plan) {
    return plan.passes.empty() ? nullptr : std::get_if<KernelPass>(&plan.passes[lastPassOf(plan)]);
}

std::size_t groupsOf(const KernelPass& pass) {
    return pass.global[0] / std::size_t(pass.local.x) * (pass.global[1] / std::size_t(pass.local.y));
}

GroupRecord groupAt(std::span<const std::uint32_t> words) { return {words[0], words[1], words[2], words[3]}; }
} // namespace

std::string recordingProblem(const ResolvedStage& stage) {
    const KernelPass* pass = lastKernelOf(stage.plan);
    if (pass && pass->records) return {};
    const std::string text = stage.filter->id + " variant=" + stage.variant->id + ": replay is not available, because ";
    if (!pass) return text + "no kernel makes its pixels";
    return text + "its kernel " + pass->kernel +
           " cannot record when it finishes a pixel. Replay works where pixels wait for other pixels, as in error "
           "diffusion and prefix sums";
}

void addRecording(ResolvedStage& stage, const DeviceInfo& device) {
    if (const std::string problem = recordingProblem(stage); !problem.empty())
        fail(ErrorKind::Usage, problem, "variant");
    Plan& plan = stage.plan;
    const std::size_t last = lastPassOf(plan);
    KernelPass pass = *lastKernelOf(plan);
    const bool isTimed = hasKernelClock(device);
    const std::size_t groups = groupsOf(pass);
    const std::uint64_t bytes = 4 * (headWords + groupWords * groups + plan.output.size.area());
    if (bytes > device.maxAllocation)
        fail(ErrorKind::Device, "recording " + stage.filter->id + " needs a buffer of " + byteText(double(bytes)) +
                                    "; " + device.name + " allows at most " + byteText(double(device.maxAllocation)) +
                                    ". Use a smaller image");
    plan.recording = {plan.addScratch("recording", bytes), groups, isTimed};
    pass.defines.emplace_back("RECORD_ORDER", isTimed ? "2" : "1");
    addArguments(pass, {{"recording", plan.recording->words}});
    plan.passes[last] = std::move(pass);
    plan.passes.insert(plan.passes.begin() + std::ptrdiff_t(last), FillPass{plan.recording->words, 0});
}

Recording recordingOf(const ResolvedStage& stage, std::span<const std::uint32_t> words) {
    const PlannedRecording& planned = stage.plan.recording.value();
    Recording recording;
    recording.filter = stage.filter->id;
    recording.variant = stage.variant->id;
    recording.kernel = lastKernelOf(stage.plan)->kernel;
    recording.workgroup = stage.workgroup;
    recording.unit = planned.isTimed ? RecordedUnit::Nanoseconds : RecordedUnit::Pixels;
    for (std::size_t g = 0; g < planned.groups; ++g)
        recording.groups.push_back(groupAt(words.subspan(headWords + g * groupWords)));
    Image stamps({stage.plan.output.size, {SampleType::U32, 1}});
    const auto pixels = words.subspan(headWords + planned.groups * groupWords);
    std::ranges::copy(pixels.first(stamps.size().area()), stamps.samples<std::uint32_t>());
    recording.stamps = std::make_shared<const Image>(std::move(stamps));
    return recording;
}

} // namespace lightbench
