// Programs of one device, built once for each source and set of defines. Drivers keep binaries on disk by themselves
// (PoCL and NVIDIA do), so this cache lives as long as the process.
#pragma once

#include <map>
#include <string>

#include "core/plan.h"
#include "gpu/opencl.h"

namespace lightbench {

class ProgramCache {
public:
    ProgramCache(cl::Context context, cl::Device device, const DeviceInfo& info);
    /// A kernel object of its own for this pass. `source` is kernelSource(filter). Throws Error(Build): the message
    /// names kernels/NAME.cl:LINE and the first error, the details hold options and log.
    cl::Kernel kernel(const std::string& filter, const std::string& source, const KernelPass& pass);
    /// What the compiler is called with for this pass.
    std::string optionsOf(const KernelPass& pass) const;
    /// More options for programs that are asked for from now on, such as -cl-nv-verbose, in place of those before.
    void setMoreOptions(const std::string& options);
    /// What compilers said of programs that did build, since the last call of this.
    std::string takeLogs();
    /// Milliseconds spent building since the last call of this.
    double takeBuildMs();

private:
    const cl::Program& program(const std::string& filter, const std::string& source, const KernelPass& pass);
    [[noreturn]] void failBuild(const std::string& filter, cl_int code, const std::string& log,
                                const std::string& options) const;
    cl::Program build(const std::string& filter, const std::string& source, const std::string& options);

    cl::Context context_;
    cl::Device device_;
    std::string deviceName_;
    std::string commonOptions_, moreOptions_;
    std::map<std::string, cl::Program> programs_; ///< by options, a line end, and source
    double buildMs_ = 0;
    std::string logs_;
};

} // namespace lightbench
