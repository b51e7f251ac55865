// One thread with one job. On devices that compile at the first launch it also launches each kernel.
#include "gpu/execution/build_ahead.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/thread_priority.h"

namespace lightbench {

namespace {
/// Some drivers compile separately for small and large NDRanges; the width decides, so one row of groups is enough.
cl::NDRange fewGroups(const KernelPass& pass) {
    constexpr std::size_t large = 65536;
    const auto shortened = [&](std::size_t global, int side) {
        const std::size_t local = std::size_t(std::max(1, side)); // a driver-chosen size is 0
        return std::min(global, global < large ? local : roundUp(large, local));
    };
    return {shortened(pass.global[0], pass.local.x), shortened(pass.global[1], pass.local.y)};
}

/// Buffers in place of the stage's own. Untouched pages cost nothing.
PlanBuffers trialBuffers(const cl::Context& context, const cl::CommandQueue& queue, const WantedBuild& wanted) {
    const auto make = [&](std::uint64_t bytes) {
        const std::uint64_t capacity = roundUp(std::size_t(std::max<std::uint64_t>(bytes, 4)), sizeof(cl_uint));
        return std::make_shared<Allocation>(Allocation{{context, CL_MEM_READ_WRITE, capacity}, capacity, nullptr});
    };
    const Plan& plan = wanted.resolved.plan;
    PlanBuffers buffers;
    buffers.input = make(wanted.input.bytes());
    buffers.output = plan.passesThrough ? buffers.input : make(plan.output.bytes());
    for (const ImageShape& image : plan.images)
        buffers.images.push_back(make(image.bytes()));
    for (const Scratch& scratch : plan.scratch) {
        const std::vector<std::byte>& contents = scratch.contents;
        buffers.scratch.push_back(make(scratch.bytes));
        if (!contents.empty())
            queue.enqueueWriteBuffer(buffers.scratch.back()->buffer, CL_TRUE, 0, contents.size(), contents.data());
    }
    return buffers;
}
} // namespace

WantedBuild buildOf(const PreparedStage& stage) {
    return {stage.input, stage.resolved, stage.sources, stage.snapshot.filters};
}

std::optional<WantedBuild> fallbackBuild(const PreparedStage& stage, const DeviceInfo& device) {
    std::optional<ResolvedStage> fallback = fallbackOf(stage.resolved, stage.requested, stage.input, device);
    if (!fallback) return std::nullopt;
    ProgramSources sources = programsOf(fallback->plan, *stage.snapshot.tuning.kernels);
    return WantedBuild{stage.input, std::move(*fallback), std::move(sources), stage.snapshot.filters};
}

bool isBuilt(ProgramCache& programs, const Plan& plan, const ProgramSources& sources) {
    return std::ranges::all_of(plan.passes, [&](const Pass& pass) {
        const auto* kernel = std::get_if<KernelPass>(&pass);
        return !kernel || programs.isReady(sources.at(kernel->program), *kernel);
    });
}

BuildAhead::BuildAhead(cl::Context context, cl::Device device, const DeviceInfo& info, ProgramCache& programs)
    : context_(std::move(context)), device_(std::move(device)), info_(info), programs_(programs),
      thread_([this](std::stop_token stop) { work(stop); }) {}

BuildAhead::~BuildAhead() {
    thread_.request_stop();
    wake_.notify_all();
}

void BuildAhead::replace(Job job) {
    {
        const std::lock_guard lock(mutex_);
        job_ = std::move(job);
        isNew_ = true;
    }
    wake_.notify_all();
}

bool BuildAhead::isReplaced() {
    const std::lock_guard lock(mutex_);
    return isNew_;
}

bool BuildAhead::take(Job& job, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, stop, [this] { return isNew_; })) return false;
    isNew_ = false;
    job = std::move(job_);
    job_ = {};
    return true;
}

/// False if a newer job came before the user stopped moving a slider.
bool BuildAhead::rests(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    return !wake_.wait_for(lock, stop, restTime, [this] { return isNew_; }) && !stop.stop_requested();
}

void BuildAhead::work(const std::stop_token& stop) {
    lowerThreadPriority(5); // compilers compete with the run that the user watches
    Job job;
    while (take(job, stop)) {
        if (!buildAll(job.now, stop)) continue;
        if (!job.rest.empty() && !(rests(stop) && buildAll(job.rest, stop))) continue;
        if (job.done) job.done();
    }
}

/// False if a newer job came or a build failed.
bool BuildAhead::buildAll(const std::vector<WantedBuild>& wanted, const std::stop_token& stop) {
    for (const WantedBuild& one : wanted) {
        if (stop.stop_requested() || isReplaced()) return false;
        try {
            if (!isBuilt(programs_, one.resolved.plan, one.sources)) build(one);
        } catch (const std::exception&) {
            return false; // reported by the run that needs it
        }
    }
    return true;
}

BuiltKernel BuildAhead::kernelOf(const WantedBuild& wanted, const KernelPass& pass) {
    return programs_.kernel(wanted.resolved.filter->id, wanted.sources.at(pass.program), pass);
}

void BuildAhead::build(const WantedBuild& wanted) {
    for (const Pass& pass : wanted.resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) kernelOf(wanted, *kernel);
    if (info_.type == DeviceType::Cpu) launchOnce(wanted);
}

/// True if it has arguments of image2d_t, which are not made for a trial.
static bool usesImageObjects(const KernelPass& pass) {
    return std::ranges::any_of(pass.arguments, [](const NamedArgument& argument) {
        return std::holds_alternative<ImageObjectRef>(argument.value);
    });
}

/// Launches the first few groups of each kernel, which wait for no others, on unused memory.
void BuildAhead::launchOnce(const WantedBuild& wanted) {
    cl::CommandQueue queue(context_, device_);
    const PlanBuffers buffers = trialBuffers(context_, queue, wanted);
    for (const Pass& pass : wanted.resolved.plan.passes) {
        if (const auto* fill = std::get_if<FillPass>(&pass)) {
            const DeviceBuffer& buffer = buffers.of(fill->buffer);
            queue.enqueueFillBuffer(buffer->buffer, cl_uint(fill->word), 0, std::size_t(buffer->capacity));
        } else if (const auto* kernelPass = std::get_if<KernelPass>(&pass)) {
            if (usesImageObjects(*kernelPass)) continue; // its first launch is in the run
            if (programs_.localBytes(wanted.sources.at(kernelPass->program), *kernelPass) > info_.localMemory)
                return; // the run says so
            BuiltKernel built = kernelOf(wanted, *kernelPass);
            setArguments(built, *kernelPass, buffers);
            queue.enqueueNDRangeKernel(built.kernel, cl::NullRange, fewGroups(*kernelPass), localRange(*kernelPass));
            queue.finish();
            built.launches->any = true;
        }
    }
}

} // namespace lightbench
