// A stage that is ready to run on a device: resolved, with its kernels and its buffers. Executor prepares stages,
// PlanRunner enqueues their passes. Used from the engine's thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/engine.h"
#include "core/run/resolve.h"
#include "gpu/execution/buffer_pool.h"
#include "gpu/programs/program_cache.h"
#include "gpu/programs/program_sources.h"

namespace lightbench {

struct DeviceSession;

/// What the names in a stack refer to, fixed at the start of a run and valid for all of it.
struct RunSnapshot {
    FilterCatalog filters;
    Tuning tuning; ///< without stored choices for a measurement
};

/// The buffers of one plan.
struct PlanBuffers {
    DeviceBuffer input, output;
    std::vector<DeviceBuffer> images;  ///< one per second image
    std::vector<DeviceBuffer> scratch; ///< one per scratch buffer of the plan
    std::vector<cl::Image2D> objects;  ///< one per image object of the plan
    const DeviceBuffer& of(const BufferRef& ref) const;
};

struct PreparedStage : PlannedStage {
    RunSnapshot snapshot;
    ProgramSources sources{};           ///< the programs of its kernels
    bool records = false;               ///< records its order of pixels
    std::optional<Point> probe{};       ///< reports the values of lb_probe for it
    std::string moreOptions{};          ///< compiler options besides the plan's defines
    std::vector<BuiltKernel> kernels{}; ///< one per pass; empty if a pass is no kernel
    double buildMs = 0;                 ///< time to build its programs
    std::string fallbackFor{};          ///< the variant that is still being built; empty if this is the requested one
    /// A second image is a file, the result of an earlier stage, or the input of the first stage.
    struct SecondImage {
        ImagePtr file;             ///< null if it is no file
        int producerPosition = -1; ///< the position of the prepared stage that makes it; -1: none
    };
    std::vector<SecondImage> images{};
    PlanBuffers buffers{};
};

/// Resolves the enabled stages of a stack for this input and reads their programs. Of the options, `record` and `probe`
/// change plans and programs. Throws what resolveStage throws.
std::vector<PreparedStage> resolvedStages(DeviceSession& session, const Stack& stack, const ImageShape& input,
                                          const RunSnapshot& snapshot, const RunOptions& options = {});
/// Builds the kernels of a stage. If `auto` chose a workgroup that is too large for a kernel as built, a smaller one is
/// used, or a variant that has one. Throws Error(Build), or Error(Usage) that names kernel, size and limit.
void buildStage(DeviceSession& session, PreparedStage& stage);
/// Builds the kernels as planned, and checks limits known only after building: CL_KERNEL_WORK_GROUP_SIZE and
/// CL_KERNEL_LOCAL_MEM_SIZE. Throws like buildStage.
void buildAsPlanned(DeviceSession& session, PreparedStage& stage);
/// The same with programs of another cache of that device.
void buildAsPlanned(DeviceSession& session, ProgramCache& programs, PreparedStage& stage);
/// The largest workgroup that the device takes of a kernel, in work-items.
std::size_t maxWorkItems(const cl::Device& device, const cl::Kernel& kernel);

/// Sets the arguments of a pass at the positions of the kernel's parameters.
void setArguments(BuiltKernel& built, const KernelPass& pass, const PlanBuffers& buffers);
/// Gives a stage the buffers that it writes to: its output, image objects and scratch. make(bytes, buffer) makes one
/// without contents.
template <class Make> void makeOwnBuffers(PreparedStage& stage, BufferPool& pool, const Make& make) {
    const Plan& plan = stage.resolved.plan;
    PlanBuffers& buffers = stage.buffers;
    buffers.output = plan.passesThrough ? buffers.input : make(plan.output.bytes(), outputBuffer());
    for (const ImageObject& object : plan.imageObjects)
        buffers.objects.push_back(pool.imageObject(object));
    for (std::size_t i = 0; i < plan.scratch.size(); ++i) {
        const Scratch& scratch = plan.scratch[i];
        buffers.scratch.push_back(scratch.contents.empty() ? make(scratch.bytes, BufferRef{BufferRef::Scratch, int(i)})
                                                           : pool.constant(scratch.contents));
    }
}
/// Reads the samples of a device's buffer, outside of the timed transfers of a run.
ImagePtr downloadedImage(DeviceSession& session, const DeviceBuffer& buffer, const ImageShape& shape);
/// Reads the words of one of the stage's scratch buffers, likewise.
std::vector<std::uint32_t> downloadedWords(DeviceSession& session, const PreparedStage& stage, BufferRef buffer);
/// The local size for clEnqueueNDRangeKernel.
cl::NDRange localRange(const KernelPass& pass);
/// Notes in the session what is done for a stage, for errors.
void setErrorContext(DeviceSession& session, const PreparedStage& stage, const std::string& action,
                     const KernelPass* kernel = nullptr);

} // namespace lightbench
