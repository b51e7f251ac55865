// Enqueues kernels, fills and host steps on one in-order queue.
#include "gpu/chain/plan_runner.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "gpu/chain/host_step.h"
#include "gpu/programs/kernel_arguments.h"

namespace lightbench {

namespace {
constexpr cl_uint poisonWord = 0xA5A5A5A5;

[[noreturn]] void failWorkgroup(const ErrorContext& errorContext, const std::string& why, std::size_t items) {
    WorkgroupTooLarge error(
        errorContextText(errorContext) + ", workgroup " + workgroupText(errorContext.local) + ": " + why, items);
    error.stage = errorContext.stage;
    error.field = "workgroup";
    throw error;
}

/// Figures that a driver does not give stay 0.
CompiledKernel compiledFacts(const DeviceSession& session, const cl::Kernel& kernel) {
    CompiledKernel compiled;
    compiled.largestWorkgroup = maxWorkItems(session.device, kernel);
    compiled.localBytes = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(session.device);
    try {
        compiled.preferredMultiple =
            kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(session.device);
        compiled.privateBytes = kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(session.device);
    } catch (const cl::Error&) {
        return compiled;
    }
    return compiled;
}

/// If the workgroup was automatic, users see the error only if no smaller size works.
std::string smallerRemedy(const Stage& requested) {
    if (requested.workgroup) return "Take a smaller workgroup";
    return requested.variant == "auto" ? "No variant has smaller workgroups: take another device"
                                       : "This variant has no smaller workgroups: take another variant";
}

void checkLimits(const DeviceSession& session, const CompiledKernel& compiled, const KernelPass& pass,
                 const ErrorContext& errorContext, const Stage& requested) {
    const std::size_t maxItems = compiled.largestWorkgroup, items = std::size_t(pass.local.items());
    if (items > maxItems)
        failWorkgroup(errorContext,
                      "kernel " + pass.kernel + " as built for " + session.info.name + " takes at most " +
                          std::to_string(maxItems) + " work-items per workgroup, not " + std::to_string(items) + ". " +
                          smallerRemedy(requested),
                      maxItems);
    const std::uint64_t local = compiled.localBytes;
    if (local > session.info.localMemory)
        failWorkgroup(errorContext,
                      "kernel " + pass.kernel + " needs " + byteText(double(local)) + " of local memory; " +
                          session.info.name + " has " + byteText(double(session.info.localMemory)) +
                          " per workgroup. " + smallerRemedy(requested),
                      items / 2);
}

/// Sets local arguments before buffers exist, because they count towards the kernel's local memory.
void setLocalArguments(BuiltKernel& built, const KernelPass& pass) {
    for (std::size_t i = 0; i < pass.arguments.size(); ++i)
        if (const auto* local = std::get_if<LocalArgument>(&pass.arguments[i].value))
            built.kernel.setArg(cl_uint(built.parameterIndices[i]), cl::Local(std::size_t(local->bytes)));
}

void setErrorContext(ErrorContext& errorContext, const PreparedStage& stage, const std::string& action,
                     const KernelPass* kernel = nullptr) {
    errorContext.stage = stage.stackIndex;
    errorContext.filter = stage.resolved.filter->id;
    errorContext.variant = stage.resolved.variant->id;
    errorContext.action = action;
    errorContext.global = kernel ? kernel->global : std::array<std::size_t, 2>{0, 0};
    errorContext.local = kernel ? kernel->local : Workgroup{0, 0};
}
} // namespace

/// NVIDIA's driver (580, seen on an H200) always reports 256 but runs groups as large as the device allows. So the size
/// that a kernel was built for is used instead.
std::size_t maxWorkItems(const cl::Device& device, const cl::Kernel& kernel) {
    const auto builtFor = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
    return std::max<std::size_t>(kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device), builtFor[0] * builtFor[1]);
}

void prepareKernels(DeviceSession& session, PreparedStage& stage, ErrorContext& errorContext) {
    prepareKernels(session, session.programs, stage, errorContext);
}

void prepareKernels(DeviceSession& session, ProgramCache& programs, PreparedStage& stage, ErrorContext& errorContext) {
    stage.kernels.clear();
    for (const Pass& pass : stage.resolved.plan.passes) {
        stage.kernels.emplace_back();
        const auto* kernelPass = std::get_if<KernelPass>(&pass);
        if (!kernelPass) continue;
        setErrorContext(errorContext, stage, kernelPass->kernel, kernelPass);
        BuiltKernel& built = stage.kernels.back();
        const KernelSource& source = stage.sources.at(kernelPass->program);
        built = programs.kernel(stage.resolved.filter->id, source, *kernelPass, stage.moreOptions);
        stage.buildMs += built.buildMs;
        setLocalArguments(built, *kernelPass);
        built.compiled = compiledFacts(session, built.kernel);
        checkLimits(session, built.compiled, *kernelPass, errorContext, stage.requested);
    }
}

PlanRunner::PlanRunner(DeviceSession& session, ErrorContext& errorContext, Options options, HostLog* log)
    : session_(session), errorContext_(errorContext), options_(options), log_(log) {}

/// Records what the host did for the current pass.
HostSpan PlanRunner::note(HostWork work, const std::string& name, std::int64_t begin) {
    return log_ ? log_->add(work, errorContext_.stage, name, begin) : HostSpan{begin, hostNow()};
}

std::vector<TimedCommand> PlanRunner::run(PreparedStage& stage) {
    std::vector<TimedCommand> commands;
    setErrorContext(errorContext_, stage, "fill");
    if (options_.poison) poison(stage);
    const std::vector<Pass>& passes = stage.resolved.plan.passes;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        checkCancelled();
        if (std::holds_alternative<KernelPass>(passes[i]))
            runKernel(stage, i, commands);
        else if (const auto* fill = std::get_if<FillPass>(&passes[i]))
            runFill(stage, *fill, commands);
        else
            runHost(stage, std::get<HostPass>(passes[i]), commands);
        afterPass(commands);
    }
    if (options_.poison) checkGuards(stage);
    return commands;
}

void PlanRunner::runKernel(PreparedStage& stage, std::size_t index, std::vector<TimedCommand>& commands) {
    const auto& pass = std::get<KernelPass>(stage.resolved.plan.passes[index]);
    setErrorContext(errorContext_, stage, pass.kernel, &pass);
    BuiltKernel& built = stage.kernels[index];
    const std::int64_t begin = hostNow();
    setArguments(built, pass, [&](const BufferRef& ref) { return bufferOf(stage, ref)->buffer; });
    note(HostWork::Prepare, "arguments of " + pass.kernel, begin);
    if (!*built.launched) return launchFirst(built, pass, commands);
    commands.push_back(launch(built, pass));
    note(HostWork::Enqueue, pass.kernel, commands.back().call.begin);
}

TimedCommand PlanRunner::launch(const BuiltKernel& built, const KernelPass& pass) {
    TimedCommand command{std::vector<cl::Event>(1)};
    command.call.begin = hostNow();
    session_.queue.enqueueNDRangeKernel(built.kernel, cl::NullRange, cl::NDRange(pass.global[0], pass.global[1]),
                                        localRange(pass), nullptr, &command.events[0]);
    command.call.end = hostNow();
    return command;
}

/// Waits before and after, so that the span contains only the compiler and the kernel.
void PlanRunner::launchFirst(BuiltKernel& built, const KernelPass& pass, std::vector<TimedCommand>& commands) {
    wait("what came before");
    commands.push_back(launch(built, pass));
    commands.back().isFirstLaunch = true;
    const HostSpan call = commands.back().call;
    if (log_) log_->add({HostWork::Build, errorContext_.stage, pass.kernel + " at its first launch", call});
    session_.queue.finish();
    *built.launched = true;
    const HostSpan waited = note(HostWork::Wait, pass.kernel, call.end);
    std::vector<std::string> unreported; // for drivers without timestamps
    const double takenMs = double(waited.end - call.begin) / 1e6;
    compileMs_ += std::max(0.0, takenMs - runMicroseconds(commands.back(), pass.kernel, unreported) / 1000);
}

void PlanRunner::wait(const std::string& what) {
    const std::int64_t begin = hostNow();
    session_.queue.finish();
    note(HostWork::Wait, what, begin);
}

void PlanRunner::runFill(const PreparedStage& stage, const FillPass& pass, std::vector<TimedCommand>& commands) {
    setErrorContext(errorContext_, stage, "fill");
    TimedCommand command{std::vector<cl::Event>(1)};
    const std::int64_t begin = hostNow();
    // Capacities are multiples of four bytes, sizes need not be.
    session_.queue.enqueueFillBuffer(bufferOf(stage, pass.buffer)->buffer, cl_uint(pass.word), 0,
                                     roundUp(std::size_t(bytesOf(stage, pass.buffer)), sizeof(cl_uint)), nullptr,
                                     &command.events[0]);
    command.call = note(HostWork::Enqueue, "fill", begin);
    commands.push_back(std::move(command));
}

void PlanRunner::runHost(const PreparedStage& stage, const HostPass& pass, std::vector<TimedCommand>& commands) {
    const std::string name = pass.name();
    setErrorContext(errorContext_, stage, name);
    constexpr HostWork works[]{HostWork::Wait, HostWork::Step, HostWork::Enqueue};
    const char* const names[]{"download", name.c_str(), "upload"};
    std::vector<TimedCommand> step = runHostStep(session_.queue, stage, pass);
    for (std::size_t i = 0; i < step.size(); ++i) {
        if (log_) log_->add({works[i], stage.stackIndex, names[i], step[i].call});
        commands.push_back(std::move(step[i]));
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
    const std::size_t begin = roundUp(std::size_t(bytes), sizeof poisonWord); // fills end at whole words
    std::vector<cl_uint> guard((std::size_t(buffer->capacity) - begin) / sizeof poisonWord);
    session_.queue.enqueueReadBuffer(buffer->buffer, CL_TRUE, begin, guard.size() * sizeof poisonWord, guard.data());
    const auto changed = std::ranges::find_if(guard, [](cl_uint word) { return word != poisonWord; });
    if (changed == guard.end()) return;
    const auto distance = std::size_t(changed - guard.begin()) * sizeof poisonWord;
    throw Error(ErrorKind::Device, errorContextText(errorContext_) + " writes " + std::to_string(distance) +
                                       " bytes beyond " + name + " of " + std::to_string(bytes) +
                                       " bytes: a kernel or its plan is wrong");
}

void PlanRunner::afterPass(const std::vector<TimedCommand>& commands) {
    if (!options_.stepwise) return;
    wait(errorContext_.action);
    checkFinished(commands.back());
    checkCancelled();
}

void checkFinished(const TimedCommand& command) {
    for (const cl::Event& event : command.events) {
        const cl_int status = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
        if (status < 0) throw cl::Error(status, "the command");
    }
}

} // namespace lightbench
