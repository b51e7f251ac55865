// One thread with one job. On devices that compile at the first launch it also launches each kernel.
#include "gpu/programs/build_ahead.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/thread_priority.h"
#include "gpu/programs/kernel_arguments.h"
#include "gpu/programs/program_cache.h"

namespace lightbench {

namespace {

/// Lowers the priority, because compilers compete with the run that the user watches.
void yieldToRuns() { lowerThreadPriority(5); }

template <class Use> void forKernels(const WantedBuild& build, Use use) {
    for (const Pass& pass : build.resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass)) use(*kernel, build.sources.at(kernel->program));
}

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
class TrialBuffers {
public:
    TrialBuffers(const cl::Context& context, const cl::CommandQueue& queue, const WantedBuild& wanted) {
        const Plan& plan = wanted.resolved.plan;
        input_ = make(context, wanted.input.bytes());
        output_ = plan.passesThrough ? input_ : make(context, plan.output.bytes());
        for (const ImageShape& image : plan.images)
            images_.push_back(make(context, image.bytes()));
        for (const Scratch& scratch : plan.scratch) {
            scratch_.push_back(make(context, scratch.bytes));
            if (!scratch.contents.empty())
                queue.enqueueWriteBuffer(scratch_.back(), CL_TRUE, 0, scratch.contents.size(), scratch.contents.data());
        }
    }
    const cl::Buffer& of(const BufferRef& ref) const {
        return ref.kind == BufferRef::Input    ? input_
               : ref.kind == BufferRef::Output ? output_
               : ref.kind == BufferRef::Image  ? images_.at(std::size_t(ref.index))
                                               : scratch_.at(std::size_t(ref.index));
    }

private:
    static cl::Buffer make(const cl::Context& context, std::uint64_t bytes) {
        return {context, CL_MEM_READ_WRITE, roundUp(std::size_t(std::max<std::uint64_t>(bytes, 4)), sizeof(cl_uint))};
    }
    cl::Buffer input_, output_;
    std::vector<cl::Buffer> images_, scratch_;
};
} // namespace

bool isBuilt(ProgramCache& programs, const WantedBuild& build) {
    bool built = true;
    forKernels(build, [&](const KernelPass& pass, const KernelSource& source) {
        built = built && programs.isReady(source, pass);
    });
    return built;
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
    yieldToRuns();
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
            if (!isBuilt(programs_, one)) build(one);
        } catch (const std::exception&) {
            return false; // reported by the run that needs it
        }
    }
    return true;
}

void BuildAhead::build(const WantedBuild& wanted) {
    forKernels(wanted, [&](const KernelPass& pass, const KernelSource& source) {
        programs_.kernel(wanted.resolved.filter->id, source, pass);
    });
    if (info_.type == DeviceType::Cpu) launchOnce(wanted);
}

/// Launches the first few groups of each kernel, which wait for no others, on unused memory.
void BuildAhead::launchOnce(const WantedBuild& wanted) {
    cl::CommandQueue queue(context_, device_);
    const TrialBuffers buffers(context_, queue, wanted);
    for (const Pass& pass : wanted.resolved.plan.passes) {
        if (const auto* fill = std::get_if<FillPass>(&pass)) {
            const cl::Buffer& buffer = buffers.of(fill->buffer);
            queue.enqueueFillBuffer(buffer, cl_uint(fill->word), 0, buffer.getInfo<CL_MEM_SIZE>());
        } else if (const auto* kernelPass = std::get_if<KernelPass>(&pass)) {
            BuiltKernel built =
                programs_.kernel(wanted.resolved.filter->id, wanted.sources.at(kernelPass->program), *kernelPass);
            setArguments(built, *kernelPass, [&](const BufferRef& ref) { return buffers.of(ref); });
            queue.enqueueNDRangeKernel(built.kernel, cl::NullRange, fewGroups(*kernelPass), localRange(*kernelPass));
            queue.finish();
            *built.launched = true;
        }
    }
}

} // namespace lightbench
