// Caches the built programs of one device by source and options, for the lifetime of the process. Drivers such as PoCL
// and NVIDIA's keep binaries on disk themselves. Thread-safe.
#pragma once

#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/framework/kernel_library.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/plan.h"
#include "core/run/report.h"
#include "gpu/driver/opencl.h"
#include "gpu/programs/program_sources.h"

namespace lightbench {

/// What is known of a kernel's launches with one workgroup.
struct Launches {
    std::atomic_bool any{false};        ///< drivers such as PoCL compile at the first one
    std::atomic<double> usPerItem{0.0}; ///< microseconds per work-item, at the last launch with times; 0: not known
};
using LaunchesPtr = std::shared_ptr<Launches>;

struct BuiltKernel {
    cl::Kernel kernel; ///< a separate kernel object
    LaunchesPtr launches;
    std::vector<std::size_t> parameterIndices; ///< for each argument of the pass, its parameter's index
    CompiledKernel compiled{};                 ///< filled in by buildAsPlanned
    double buildMs = 0; ///< milliseconds that this call spent building or waiting; 0 if the program existed
    /// Those that it was given as arguments. A kernel does not retain them, and launches may still wait in the queue.
    std::vector<std::pair<SamplerArgument, cl::Sampler>> samplers{};
};

/// Thread-safe: the engine's thread and the one that builds ahead (gpu/execution/build_ahead.h) share it.
class ProgramCache {
public:
    ProgramCache(cl::Context context, cl::Device device, const DeviceInfo& info, ProgramRewriter rewritten = {});
    /// Returns the kernel of a pass, waiting if another thread builds its program. `filter` is the name in messages,
    /// `source` the pass's program, `moreOptions` such as -cl-nv-verbose. Throws Error(Build): the message names
    /// kernels/NAME.cl:LINE and the first error, the details have options and log. It also throws if the pass's
    /// arguments do not match the kernel's parameters.
    BuiltKernel kernel(const std::string& filter, const KernelSource& source, const KernelPass& pass,
                       const std::string& moreOptions = {});
    /// True if kernel() would return at once and the first launch would not compile.
    bool isReady(const KernelSource& source, const KernelPass& pass);
    /// The compiler options for this pass, whose program is `source`.
    std::string optionsOf(const KernelSource& source, const KernelPass& pass,
                          const std::string& moreOptions = {}) const;
    /// The local memory that a built pass needs, at least: what its kernel declares, and its arguments. For drivers
    /// that report nothing: PoCL from 5.0 on ends the process at a launch where it is too much.
    std::uint64_t localBytes(const KernelSource& source, const KernelPass& pass, const std::string& moreOptions = {});
    /// The compiler output of successful builds since the last call.
    std::string takeLogs();
    /// What the compiler printed when the program of a pass was built; empty if it is not there. Drivers with a cache
    /// of their own print nothing when they find a program in it.
    std::string logOf(const KernelSource& source, const KernelPass& pass);

private:
    using Parameters = std::optional<std::vector<KernelParameter>>;
    /// The maps are guarded by mutex_.
    struct Program {
        std::shared_future<cl::Program> built;
        std::string log{};
        std::map<std::string, Parameters> parameters;      ///< by kernel; nothing: the text declares no such kernel
        std::map<std::string, LaunchesPtr> launches;       ///< by kernel and workgroup
        std::map<std::string, std::uint64_t> localBytes{}; ///< by kernel: what it declares
    };
    using ProgramPtr = std::shared_ptr<Program>;

    ProgramText textFor(const KernelSource& source, const KernelPass& pass, const std::string& moreOptions);
    ProgramPtr readyProgram(const ProgramText& text);
    ProgramPtr program(const std::string& filter, const std::string& path, const ProgramText& text);
    cl::Program build(const std::string& filter, const std::string& path, const ProgramText& text, Program& program);
    [[noreturn]] void failBuild(const std::string& filter, const std::string& path, cl_int code, const std::string& log,
                                const std::string& options) const;
    template <class Value, class Make>
    Value remembered(std::map<std::string, Value>& known, const std::string& kernel, const Make& make);
    std::uint64_t declaredLocalBytesOf(Program& program, const KernelSource& source, const KernelPass& pass);
    Parameters parametersOf(Program& program, const KernelSource& source, const KernelPass& pass);
    LaunchesPtr launchesOf(Program& program, const KernelPass& pass);

    cl::Context context_;
    cl::Device device_;
    const DeviceInfo info_;
    const ProgramRewriter rewritten_; ///< empty: programs are built unchanged
    const bool roundsCorrectly_;
    std::mutex mutex_;
    std::map<ProgramText, ProgramPtr> programs_; ///< guarded by mutex_
    /// Guarded by mutex_; what replaces a text for one kernel.
    std::map<std::pair<std::string, ProgramText>, ProgramText> rewrittenTexts_;
    std::string logs_; ///< guarded by mutex_
};

} // namespace lightbench
