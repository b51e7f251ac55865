// Kernels, fills and host steps on one in-order queue.
#include "gpu/chain/plan_runner.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "gpu/chain/host_step.h"
#include "gpu/programs/kernel_arguments.h"

namespace lightbench {

namespace {
constexpr cl_uint poisonWord = 0xA5A5A5A5;

[[noreturn]] void failWorkgroup(const RunPlace& place, const std::string& why) {
    Error error(ErrorKind::Usage, placeName(place) + ", workgroup " + workgroupText(place.local) + ": " + why);
    error.stage = place.stage;
    error.field = "workgroup";
    throw error;
}

/// NVIDIA's driver (580, seen on an H200) always says 256, yet runs groups as large as the device allows; a size that
/// the kernel was built for is therefore believed.
std::size_t mostWorkItems(const DeviceSession& session, const cl::Kernel& kernel) {
    const auto builtFor = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(session.device);
    return std::max<std::size_t>(kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(session.device),
                                 builtFor[0] * builtFor[1]);
}

void checkLimits(const DeviceSession& session, const cl::Kernel& kernel, const KernelPass& pass,
                 const RunPlace& place) {
    const std::size_t mostItems = mostWorkItems(session, kernel);
    if (std::size_t(pass.local.items()) > mostItems)
        failWorkgroup(place, "kernel " + pass.kernel + " as built for " + session.info.name + " takes at most " +
                                 std::to_string(mostItems) + " work-items per workgroup, not " +
                                 std::to_string(pass.local.items()) + ". Take a smaller workgroup");
    const cl_ulong local = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(session.device);
    if (local > session.info.localMemory)
        failWorkgroup(place, "kernel " + pass.kernel + " needs " + byteText(double(local)) + " of local memory; " +
                                 session.info.name + " has " + byteText(double(session.info.localMemory)) +
                                 " per workgroup. Take a smaller workgroup");
}

/// Before buffers are there: a kernel's local memory is judged with them.
void setLocalArguments(BuiltKernel& built, const KernelPass& pass) {
    for (std::size_t i = 0; i < pass.arguments.size(); ++i)
        if (const auto* local = std::get_if<LocalArgument>(&pass.arguments[i].value))
            built.kernel.setArg(cl_uint(built.positions[i]), cl::Local(std::size_t(local->bytes)));
}

void setPlace(RunPlace& place, const PreparedStage& stage, const std::string& action,
              const KernelPass* kernel = nullptr) {
    place.stage = stage.stackIndex;
    place.filter = stage.resolved.filter->id;
    place.variant = stage.resolved.variant->id;
    place.action = action;
    place.global = kernel ? kernel->global : std::array<std::size_t, 2>{0, 0};
    place.local = kernel ? kernel->local : Workgroup{0, 0};
}
} // namespace

void prepareKernels(DeviceSession& session, PreparedStage& stage, RunPlace& place) {
    stage.kernels.clear();
    for (const Pass& pass : stage.resolved.plan.passes) {
        stage.kernels.emplace_back();
        const auto* kernelPass = std::get_if<KernelPass>(&pass);
        if (!kernelPass) continue;
        setPlace(place, stage, kernelPass->kernel, kernelPass);
        BuiltKernel& built = stage.kernels.back();
        const KernelSource& source = stage.sources.at(kernelPass->program);
        built = session.programs.kernel(stage.resolved.filter->id, source, *kernelPass, stage.moreOptions);
        stage.buildMs += built.buildMs;
        setLocalArguments(built, *kernelPass);
        checkLimits(session, built.kernel, *kernelPass, place);
    }
}

PlanRunner::PlanRunner(DeviceSession& session, RunPlace& place, Options options, HostLog* log)
    : session_(session), place_(place), options_(options), log_(log) {}

/// What the host did for the pass at the place.
HostSpan PlanRunner::note(HostWork work, const std::string& name, std::int64_t begin) {
    return log_ ? log_->add(work, place_.stage, name, begin) : HostSpan{begin, hostNow()};
}

std::vector<Mark> PlanRunner::run(PreparedStage& stage) {
    std::vector<Mark> marks;
    setPlace(place_, stage, "fill");
    if (options_.poison) poison(stage);
    const std::vector<Pass>& passes = stage.resolved.plan.passes;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        checkCancelled();
        if (std::holds_alternative<KernelPass>(passes[i]))
            runKernel(stage, i, marks);
        else if (const auto* fill = std::get_if<FillPass>(&passes[i]))
            runFill(stage, *fill, marks);
        else
            runHost(stage, std::get<HostPass>(passes[i]), marks);
        afterPass(marks);
    }
    if (options_.poison) checkGuards(stage);
    return marks;
}

void PlanRunner::runKernel(PreparedStage& stage, std::size_t index, std::vector<Mark>& marks) {
    const auto& pass = std::get<KernelPass>(stage.resolved.plan.passes[index]);
    setPlace(place_, stage, pass.kernel, &pass);
    BuiltKernel& built = stage.kernels[index];
    const std::int64_t begin = hostNow();
    setArguments(built, pass, [&](const BufferRef& ref) { return bufferOf(stage, ref)->buffer; });
    note(HostWork::Prepare, "arguments of " + pass.kernel, begin);
    if (!*built.launched) return launchFirst(built, pass, marks);
    marks.push_back(launch(built, pass));
    note(HostWork::Enqueue, pass.kernel, marks.back().call.begin);
}

Mark PlanRunner::launch(const BuiltKernel& built, const KernelPass& pass) {
    Mark mark{std::vector<cl::Event>(1)};
    mark.call.begin = hostNow();
    session_.queue.enqueueNDRangeKernel(built.kernel, cl::NullRange, cl::NDRange(pass.global[0], pass.global[1]),
                                        localRange(pass), nullptr, &mark.events[0]);
    mark.call.end = hostNow();
    return mark;
}

/// Between two waits, so that what lies between them is the compiler and the kernel alone.
void PlanRunner::launchFirst(BuiltKernel& built, const KernelPass& pass, std::vector<Mark>& marks) {
    wait("what came before");
    marks.push_back(launch(built, pass));
    marks.back().isFirstLaunch = true;
    const HostSpan call = marks.back().call;
    if (log_) log_->add({HostWork::Build, place_.stage, pass.kernel + " at its first launch", call});
    session_.queue.finish();
    *built.launched = true;
    const HostSpan waited = note(HostWork::Wait, pass.kernel, call.end);
    std::vector<std::string> untold; // of a driver without times: the run's own marks tell
    const double takenMs = double(waited.end - call.begin) / 1e6;
    compileMs_ += std::max(0.0, takenMs - runMicroseconds(marks.back(), pass.kernel, untold) / 1000);
}

void PlanRunner::wait(const std::string& what) {
    const std::int64_t begin = hostNow();
    session_.queue.finish();
    note(HostWork::Wait, what, begin);
}

void PlanRunner::runFill(const PreparedStage& stage, const FillPass& pass, std::vector<Mark>& marks) {
    setPlace(place_, stage, "fill");
    Mark mark{std::vector<cl::Event>(1)};
    const std::int64_t begin = hostNow();
    // Capacities are multiples of the word's four bytes, sizes need not be.
    session_.queue.enqueueFillBuffer(bufferOf(stage, pass.buffer)->buffer, cl_uint(pass.word), 0,
                                     roundUp(std::size_t(bytesOf(stage, pass.buffer)), sizeof(cl_uint)), nullptr,
                                     &mark.events[0]);
    mark.call = note(HostWork::Enqueue, "fill", begin);
    marks.push_back(std::move(mark));
}

void PlanRunner::runHost(const PreparedStage& stage, const HostPass& pass, std::vector<Mark>& marks) {
    setPlace(place_, stage, pass.name);
    constexpr HostWork works[]{HostWork::Wait, HostWork::Step, HostWork::Enqueue};
    const char* const names[]{"download", pass.name.c_str(), "upload"};
    std::vector<Mark> step = runHostStep(session_.queue, stage, pass);
    for (std::size_t i = 0; i < step.size(); ++i) {
        if (log_) log_->add({works[i], stage.stackIndex, names[i], step[i].call});
        marks.push_back(std::move(step[i]));
    }
}

void PlanRunner::poison(const PreparedStage& stage) {
    const auto fill = [&](const DeviceBuffer& buffer) {
        session_.queue.enqueueFillBuffer(buffer->buffer, poisonWord, 0, std::size_t(buffer->capacity));
    };
    const Plan& plan = stage.resolved.plan;
    if (!plan.passesThrough) fill(stage.outputBuffer);
    for (std::size_t i = 0; i < plan.scratch.size(); ++i)
        if (plan.scratch[i].contents.empty()) fill(stage.scratch[i]);
}

void PlanRunner::checkGuards(const PreparedStage& stage) {
    const Plan& plan = stage.resolved.plan;
    if (!plan.passesThrough) checkGuard(stage.outputBuffer, plan.output.bytes(), "its output");
    for (std::size_t i = 0; i < plan.scratch.size(); ++i)
        if (plan.scratch[i].contents.empty())
            checkGuard(stage.scratch[i], plan.scratch[i].bytes, "its buffer \"" + plan.scratch[i].name + "\"");
}

void PlanRunner::checkGuard(const DeviceBuffer& buffer, std::uint64_t bytes, const std::string& name) {
    const std::size_t begin = roundUp(std::size_t(bytes), sizeof poisonWord); // fills end on whole words
    std::vector<cl_uint> guard((std::size_t(buffer->capacity) - begin) / sizeof poisonWord);
    session_.queue.enqueueReadBuffer(buffer->buffer, CL_TRUE, begin, guard.size() * sizeof poisonWord, guard.data());
    const auto changed = std::ranges::find_if(guard, [](cl_uint word) { return word != poisonWord; });
    if (changed == guard.end()) return;
    const auto distance = std::size_t(changed - guard.begin()) * sizeof poisonWord;
    throw Error(ErrorKind::Device, placeName(place_) + " writes " + std::to_string(distance) + " bytes beyond " + name +
                                       " of " + std::to_string(bytes) + " bytes: a kernel or its plan is wrong");
}

void PlanRunner::afterPass(const std::vector<Mark>& marks) {
    if (!options_.stepwise) return;
    wait(place_.action);
    checkFinished(marks.back());
    checkCancelled();
}

void checkFinished(const Mark& mark) {
    for (const cl::Event& event : mark.events) {
        const cl_int status = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
        if (status < 0) throw cl::Error(status, "the command");
    }
}

} // namespace lightbench
