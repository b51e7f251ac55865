// Programs of one device, built once for each source and set of defines. Drivers keep binaries on disk by themselves
// (PoCL and NVIDIA do), so this cache lives as long as the process.
#pragma once

#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/filter/kernel_library.h"
#include "core/filter/kernel_signature.h"
#include "core/filter/plan.h"
#include "gpu/driver/opencl.h"
#include "gpu/programs/program_text.h"

namespace lightbench {

/// Whether one kernel with one workgroup was launched before: drivers such as PoCL compile at the first launch.
using LaunchFlag = std::shared_ptr<std::atomic_bool>;

struct BuiltKernel {
    cl::Kernel kernel; ///< an object of its own
    LaunchFlag launched;
    std::vector<std::size_t> positions; ///< of its parameters, for each argument of the pass
    double buildMs = 0; ///< milliseconds that this call built, or waited for a build; 0 if the program was there
};

/// May be called from several threads: the engine's, and the one that builds ahead (gpu/programs/build_ahead.h).
class ProgramCache {
public:
    ProgramCache(cl::Context context, cl::Device device, const DeviceInfo& info, ProgramRewriter rewritten = {});
    /// The kernel of this pass, for a filter that messages name; what is being built elsewhere is waited for. `source`
    /// is the pass's program, `moreOptions` such as -cl-nv-verbose. Throws Error(Build): the message names
    /// kernels/NAME.cl:LINE and the first error, the details hold options and log; or it says in what the pass's
    /// arguments and the kernel's parameters differ.
    BuiltKernel kernel(const std::string& filter, const KernelSource& source, const KernelPass& pass,
                       const std::string& moreOptions = {});
    /// Whether kernel() would return at once, and its first launch not compile.
    bool isReady(const KernelSource& source, const KernelPass& pass);
    /// What the compiler is called with for this pass.
    std::string optionsOf(const KernelPass& pass, const std::string& moreOptions = {}) const;
    /// What compilers said of programs that did build, since the last call of this.
    std::string takeLogs();

private:
    using Built = std::shared_future<cl::Program>;
    using Parameters = std::optional<std::vector<KernelParameter>>;
    /// What a compiler is given, and what programs_ calls it.
    struct Given {
        const std::string &text, &options, &key;
    };
    std::optional<ProgramText> rewrittenFor(const std::string& kernel, const KernelSource& source,
                                            const std::string& options);
    Built program(const std::string& filter, const std::string& path, const std::string& options, const Given& given);
    [[noreturn]] void failBuild(const std::string& filter, const std::string& path, cl_int code, const std::string& log,
                                const std::string& options) const;
    cl::Program build(const std::string& filter, const std::string& path, const std::string& options,
                      const Given& given);
    bool isThere(const std::string& key);
    LaunchFlag launchFlag(const std::string& key, const KernelPass& pass);
    Parameters parametersOf(const std::string& key, const KernelSource& source, const KernelPass& pass);

    cl::Context context_;
    cl::Device device_;
    const DeviceInfo info_;
    const ProgramRewriter rewritten_; ///< empty: programs are built as they are
    std::string commonOptions_;
    std::mutex mutex_;
    std::map<std::string, Built> programs_;        ///< guarded by mutex_; by options, a line end, and text
    std::map<std::string, LaunchFlag> launched_;   ///< guarded by mutex_; the same with kernel and workgroup before it
    std::map<std::string, Parameters> parameters_; ///< guarded by mutex_; by kernel, a line end, and what programs_ has
    std::map<std::string, ProgramText> texts_;     ///< guarded by mutex_; those rewritten, by the same of theirs before
    std::string logs_;                             ///< guarded by mutex_
};

} // namespace lightbench
