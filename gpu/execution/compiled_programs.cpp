// Builds with the options that make a compiler talk, and asks OpenCL for each figure.
#include "gpu/execution/compiled_programs.h"

#include <algorithm>
#include <chrono>

#include "core/source/build_messages.h"
#include "gpu/driver/cl_error.h"
#include "gpu/execution/session.h"

namespace lightbench {

namespace {
/// What `ask` returns; nothing if the driver does not know.
template <class Ask> std::optional<std::uint64_t> reported(const Ask& ask) {
    try {
        return ask();
    } catch (const cl::Error&) {
        return {};
    }
}

/// True for NVIDIA's compiler, which says how many registers it used if it is asked.
bool takesVerbose(const cl::Device& device) {
    return device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_nv_compiler_options") != std::string::npos;
}

/// NVIDIA's driver keeps compiled programs on disk, and says nothing of a program that it finds there (580, seen on an
/// H200). It looks for equal PTX, so an empty kernel with a new name makes it compile again.
ProgramRewriter withNewKernel() {
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    const std::string added = "\nkernel void lightbench_compiles_again_" + std::to_string(now) + "(void) {}\n";
    return [added](const DeviceInfo&, const std::string&, const ProgramText& program) {
        return ProgramText{program.text + added, program.options};
    };
}

KernelResources reportedFigures(const KernelPass& pass, const cl::Kernel& kernel, const cl::Device& device) {
    KernelResources figures{.kernel = pass.kernel, .workItems = std::uint64_t(pass.local.items())};
    figures.privateBytes = reported([&] { return kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(device); });
    figures.localBytes = reported([&] { return kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device); });
    figures.preferredMultiple =
        reported([&] { return kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device); });
    figures.largestWorkgroup = reported([&] { return maxWorkItems(device, kernel); });
    return figures;
}

std::string binaryOf(const cl::Program& program) {
    try {
        const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
        return binaries.empty() ? std::string() : std::string(binaries[0].begin(), binaries[0].end());
    } catch (const cl::Error&) {
        return {};
    }
}
} // namespace

std::vector<CompiledProgram> compiledPrograms(DeviceSession& session, PreparedStage stage) {
    const bool isVerbose = takesVerbose(session.device);
    ProgramCache programs(session.context, session.device, session.info,
                          isVerbose ? withNewKernel() : ProgramRewriter());
    if (isVerbose) stage.moreOptions = "-cl-nv-verbose";
    buildAsPlanned(session, programs, stage);
    std::vector<CompiledProgram> all;
    for (std::size_t i = 0; i < stage.kernels.size(); ++i) {
        const auto* pass = std::get_if<KernelPass>(&stage.resolved.plan.passes[i]);
        if (!pass) continue;
        const std::string options = programs.optionsOf(stage.sources.at(pass->program), *pass, stage.moreOptions);
        const auto same = [&](const CompiledProgram& one) {
            return one.program == pass->program && one.options == options;
        };
        auto program = std::ranges::find_if(all, same);
        const cl::Kernel& kernel = stage.kernels[i].kernel;
        if (program == all.end()) {
            const auto built = kernel.getInfo<CL_KERNEL_PROGRAM>();
            std::string log = logWithOwnFiles(buildLogOf(built, session.device), built.getInfo<CL_PROGRAM_SOURCE>());
            if (log.empty()) log = session.programs.logOf(stage.sources.at(pass->program), *pass);
            program = all.insert(all.end(), {pass->program, options, {}, log, codeText(binaryOf(built))});
        }
        if (std::ranges::find(program->kernels, pass->kernel, &KernelResources::kernel) == program->kernels.end())
            program->kernels.push_back(reportedFigures(*pass, kernel, session.device));
    }
    for (CompiledProgram& program : all)
        addFiguresOfLog(program.kernels, program.log);
    return all;
}

} // namespace lightbench
