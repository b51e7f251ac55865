#include "gpu/execution/prepared_stage.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/framework/user_path.h"
#include "core/run/recorded_stage.h"
#include "gpu/execution/session.h"

namespace lightbench {

namespace {
/// A kernel as built takes smaller workgroups than its plan has, or another one. Its field is "workgroup".
class WorkgroupRefused : public Error {
public:
    WorkgroupRefused(const std::string& message, std::size_t most, std::optional<Workgroup> only)
        : Error(ErrorKind::Usage, message), items(most), required(only) {}
    std::size_t items; ///< what it takes at most; 0: none
    std::optional<Workgroup> required;
};

[[noreturn]] void failWorkgroup(const ErrorContext& errorContext, const std::string& why, std::size_t items,
                                std::optional<Workgroup> required = std::nullopt) {
    WorkgroupRefused error(errorContextText(errorContext) + ", workgroup " + workgroupText(errorContext.local) + ": " +
                               why,
                           items, required);
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
    if (requested.workgroup) return "Use a smaller workgroup";
    return requested.variant == "auto" ? "No variant has smaller workgroups: use another device"
                                       : "This variant has no smaller workgroups: use another variant";
}

void checkLimits(const DeviceSession& session, const CompiledKernel& compiled, std::uint64_t local,
                 const KernelPass& pass, const Stage& requested) {
    const std::size_t maxItems = compiled.largestWorkgroup, items = std::size_t(pass.local.items());
    if (items > maxItems)
        failWorkgroup(session.errorContext,
                      "kernel " + pass.kernel + " as built for " + session.info.name + " takes at most " +
                          std::to_string(maxItems) + " work-items per workgroup, not " + std::to_string(items) + ". " +
                          smallerRemedy(requested),
                      maxItems);
    if (local <= session.info.localMemory) return;
    const std::uint64_t arguments = localBytes(pass) - pass.localBytes; // which depend on the workgroup
    const bool isFixed = pass.program.starts_with(userFolder) && local > session.info.localMemory + arguments;
    failWorkgroup(session.errorContext,
                  "kernel " + pass.kernel + " needs " + byteText(double(local)) + " of local memory; " +
                      session.info.name + " has " + byteText(double(session.info.localMemory)) + " per workgroup. " +
                      (isFixed ? "Make the local arrays that it declares smaller" : smallerRemedy(requested)),
                  isFixed ? 0 : items / 2);
}

/// The text of a user's kernel need not tell what reqd_work_group_size requires: a macro may stand for it.
void checkRequired(const DeviceSession& session, const cl::Kernel& kernel, const KernelPass& pass) {
    const auto required = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(session.device);
    const Workgroup size{int(required[0]), int(required[1])};
    const bool isPlane = required[2] == 1;
    if (required[0] == 0 || (isPlane && size == pass.local)) return;
    failWorkgroup(session.errorContext,
                  "kernel " + pass.kernel + " takes workgroups of " + workgroupText(size) +
                      (isPlane ? "" : "x" + std::to_string(required[2])) +
                      " alone, as its reqd_work_group_size says. " +
                      (isPlane ? "Use that size" : "Images have rows and columns, so make its last number 1"),
                  0, isPlane ? std::optional(size) : std::nullopt);
}

/// Sets local arguments before buffers exist, because they count towards the kernel's local memory.
void setLocalArguments(BuiltKernel& built, const KernelPass& pass) {
    for (std::size_t i = 0; i < pass.arguments.size(); ++i)
        if (const auto* local = std::get_if<LocalArgument>(&pass.arguments[i].value))
            built.kernel.setArg(cl_uint(built.parameterIndices[i]), cl::Local(std::size_t(local->bytes)));
}

/// Reads the programs of a resolved stage, and makes it record or report probes if it should.
void readPrograms(PreparedStage& stage, const DeviceInfo& device) {
    if (stage.records) addRecording(stage.resolved, device);
    stage.sources = programsOf(stage.resolved.plan, *stage.snapshot.tuning.kernels);
    if (stage.probe) addProbes(stage.resolved, stage.sources, *stage.probe);
}

void findSecondImages(PreparedStage& stage, const std::vector<PreparedStage>& stages) {
    for (const std::string& name : imageParameterNames(*stage.resolved.filter)) {
        const ImageInput& requested = stage.requested.parameters.image(name);
        const auto isBefore = [&](const PreparedStage& one) { return one.stackIndex < requested.stage; };
        const int position = requested.isFile() ? -1 : int(std::ranges::count_if(stages, isBefore)) - 1;
        stage.images.push_back({requested.image, position});
    }
}
} // namespace

const DeviceBuffer& PlanBuffers::of(const BufferRef& ref) const {
    switch (ref.kind) {
    case BufferRef::Input: return input;
    case BufferRef::Output: return output;
    case BufferRef::Image: return images.at(std::size_t(ref.index));
    case BufferRef::Scratch: break;
    }
    return scratch.at(std::size_t(ref.index));
}

std::vector<PreparedStage> resolvedStages(DeviceSession& session, const Stack& stack, const ImageShape& input,
                                          const RunSnapshot& snapshot, const RunOptions& options) {
    std::vector<PreparedStage> stages;
    for (PlannedStage& planned : plannedStages(stack, input, session.info, snapshot.filters, snapshot.tuning)) {
        session.errorContext.stage = planned.stackIndex;
        PreparedStage& stage = stages.emplace_back(PreparedStage{std::move(planned), snapshot});
        stage.records = stage.stackIndex == options.record;
        stage.probe = options.probe;
        findSecondImages(stage, stages);
        readPrograms(stage, session.info);
    }
    return stages;
}

/// NVIDIA's driver (580, seen on an H200) always reports 256 but runs groups as large as the device allows. So the size
/// that a kernel was built for is used instead.
std::size_t maxWorkItems(const cl::Device& device, const cl::Kernel& kernel) {
    const auto builtFor = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
    return std::max<std::size_t>(kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device), builtFor[0] * builtFor[1]);
}

void buildAsPlanned(DeviceSession& session, PreparedStage& stage) { buildAsPlanned(session, session.programs, stage); }

void buildAsPlanned(DeviceSession& session, ProgramCache& programs, PreparedStage& stage) {
    stage.kernels.clear();
    for (const Pass& pass : stage.resolved.plan.passes) {
        BuiltKernel& built = stage.kernels.emplace_back();
        const auto* kernelPass = std::get_if<KernelPass>(&pass);
        if (!kernelPass) continue;
        setErrorContext(session, stage, kernelPass->kernel, kernelPass);
        const KernelSource& source = stage.sources.at(kernelPass->program);
        built = programs.kernel(stage.resolved.filter->id, source, *kernelPass, stage.moreOptions);
        stage.buildMs += built.buildMs;
        setLocalArguments(built, *kernelPass);
        built.compiled = compiledFacts(session, built.kernel);
        checkRequired(session, built.kernel, *kernelPass);
        const std::uint64_t reported = built.compiled.localBytes;
        const std::uint64_t local = reported ? reported : programs.localBytes(source, *kernelPass, stage.moreOptions);
        checkLimits(session, built.compiled, local, *kernelPass, stage.requested);
    }
}

/// A limit that is known only after a build counts like one of the device: `auto` takes a smaller workgroup or another
/// variant, and so do passes that have sizes of their own. It takes a size that a kernel requires, too.
void buildStage(DeviceSession& session, PreparedStage& stage) {
    DeviceInfo device = session.info;
    Stage wanted = stage.requested;
    std::optional<WorkgroupRefused> firstError;
    for (;;) {
        try {
            return buildAsPlanned(session, stage);
        } catch (const WorkgroupRefused& error) {
            if (!firstError) firstError = error;
            if (error.required && !wanted.workgroup)
                wanted.workgroup = error.required;
            else if (error.items == 0 || error.items >= device.maxWorkgroup)
                throw *firstError;
            else
                device.maxWorkgroup = error.items;
        }
        try {
            const RunSnapshot& snapshot = stage.snapshot;
            stage.resolved = resolveStage(wanted, stage.input, device, snapshot.filters, snapshot.tuning);
            readPrograms(stage, device);
        } catch (const Error&) { // nothing is so small
            throw *firstError;
        }
    }
}

/// The kernel's sampler of this kind, made on first use.
static const cl::Sampler& samplerOf(BuiltKernel& built, const SamplerArgument& sampler) {
    using Made = std::pair<SamplerArgument, cl::Sampler>;
    const auto found = std::ranges::find(built.samplers, sampler, &Made::first);
    if (found != built.samplers.end()) return found->second;
    constexpr cl_addressing_mode outside[] = {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                              CL_ADDRESS_MIRRORED_REPEAT};
    const auto filter = cl_filter_mode(sampler.isLinear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST);
    cl::Sampler result(built.kernel.getInfo<CL_KERNEL_CONTEXT>(), cl_bool(sampler.isNormalized),
                       outside[sampler.outside], filter);
    return built.samplers.emplace_back(sampler, std::move(result)).second;
}

void setArguments(BuiltKernel& built, const KernelPass& pass, const PlanBuffers& buffers) {
    for (std::size_t i = 0; i < pass.arguments.size(); ++i) {
        const auto position = cl_uint(built.parameterIndices[i]);
        std::visit(
            [&](const auto& value) {
                using T = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<T, BufferRef>)
                    built.kernel.setArg(position, buffers.of(value)->buffer);
                else if constexpr (std::is_same_v<T, LocalArgument>)
                    built.kernel.setArg(position, cl::Local(std::size_t(value.bytes)));
                else if constexpr (std::is_same_v<T, ImageObjectRef>)
                    built.kernel.setArg(position, buffers.objects.at(std::size_t(value.index)));
                else if constexpr (std::is_same_v<T, SamplerArgument>)
                    built.kernel.setArg(position, samplerOf(built, value));
                else if constexpr (std::is_same_v<T, ByteArgument>)
                    built.kernel.setArg(position, value.bytes.size(), value.bytes.data());
                else
                    built.kernel.setArg(position, value);
            },
            pass.arguments[i].value);
    }
}

cl::NDRange localRange(const KernelPass& pass) {
    if (pass.local == driverChosenWorkgroup) return cl::NullRange;
    return {std::size_t(pass.local.x), std::size_t(pass.local.y)};
}

void setErrorContext(DeviceSession& session, const PreparedStage& stage, const std::string& action,
                     const KernelPass* kernel) {
    ErrorContext& errorContext = session.errorContext;
    errorContext.stage = stage.stackIndex;
    errorContext.filter = stage.resolved.filter->id;
    errorContext.variant = stage.resolved.variant->id;
    errorContext.action = action;
    errorContext.global = kernel ? kernel->global : std::array<std::size_t, 2>{0, 0};
    errorContext.local = kernel ? kernel->local : Workgroup{0, 0};
}

ImagePtr downloadedImage(DeviceSession& session, const DeviceBuffer& buffer, const ImageShape& shape) {
    Image image = Image::shareable(shape);
    const std::span<std::byte> bytes = image.bytes();
    if (session.transfer.serves(bytes.size())) {
        TimedCommand command;
        session.transfer.download(buffer->buffer, bytes, command).finish();
    } else {
        session.queue.enqueueReadBuffer(buffer->buffer, CL_TRUE, 0, bytes.size(), bytes.data());
    }
    return std::make_shared<const Image>(std::move(image));
}

std::vector<std::uint32_t> downloadedWords(DeviceSession& session, const PreparedStage& stage, BufferRef buffer) {
    std::vector<std::uint32_t> words(stage.resolved.plan.scratchOf(buffer).bytes / sizeof(std::uint32_t));
    session.queue.enqueueReadBuffer(stage.buffers.of(buffer)->buffer, CL_TRUE, 0, words.size() * sizeof words[0],
                                    words.data());
    return words;
}

} // namespace lightbench
