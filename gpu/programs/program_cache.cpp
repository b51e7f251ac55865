// Builds programs once, and keeps up to 64 of them.
#include "gpu/programs/program_cache.h"

#include <chrono>
#include <utility>

#include "core/base/error.h"
#include "gpu/driver/build_log.h"
#include "gpu/driver/cl_error.h"
#include "gpu/driver/pocl_kernel_cache.h"

namespace lightbench {

namespace {
// Dragging a slider whose value is a define makes one program per step. Beyond this number the cache is cleared.
constexpr std::size_t maxPrograms = 64; // in-process compilers hold about 10 MB per program

std::string keyOf(const std::string& options, const std::string& text) {
    std::string key;
    key.reserve(options.size() + 1 + text.size()); // texts are long and looked up on every run
    return key.append(options).append("\n").append(text);
}

/// The build log; empty if it cannot be read, so that the build's own error is reported.
std::string logOf(const cl::Program& program, const cl::Device& device) {
    try {
        return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    } catch (const cl::Error&) {
        return {};
    }
}

/// `isDeclared`: the program's text has a kernel of that name.
cl::Kernel named(const cl::Program& program, const std::string& filter, const std::string& path, const KernelPass& pass,
                 bool isDeclared) {
    try {
        return {program, pass.kernel.c_str()};
    } catch (const cl::Error& error) {
        if (error.err() != CL_INVALID_KERNEL_NAME) throw;
        if (isDeclared)
            throw Error(ErrorKind::Device,
                        filter + ": the driver built " + path + ", but cannot create its kernel " + pass.kernel + " (" +
                            clErrorName(error.err()) + " from " + clCallName(error) +
                            "). Try another variant or device; if all fail, the driver may be broken");
        throw Error(ErrorKind::Build, filter + ": " + path + " has no kernel called " + pass.kernel +
                                          ", which the plan launches; both must use one name");
    }
}
} // namespace

ProgramCache::ProgramCache(cl::Context context, cl::Device device, const DeviceInfo& info, ProgramRewriter rewritten)
    : context_(std::move(context)), device_(std::move(device)), info_(info), rewritten_(std::move(rewritten)),
      commonOptions_("-cl-std=CL1.2") {
    // References divide and take roots with correct rounding; GPUs do so only with this option.
    if (device_.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)
        commonOptions_ += " -cl-fp32-correctly-rounded-divide-sqrt";
}

std::string ProgramCache::optionsOf(const KernelPass& pass, const std::string& moreOptions) const {
    std::string options = commonOptions_;
    for (const auto& [name, value] : pass.defines)
        options += " -D " + name + "=" + value;
    return moreOptions.empty() ? options : options + " " + moreOptions;
}

std::string ProgramCache::takeLogs() {
    const std::lock_guard lock(mutex_);
    return std::exchange(logs_, {});
}

void ProgramCache::failBuild(const std::string& filter, const std::string& path, cl_int code, const std::string& log,
                             const std::string& options) const {
    if (const std::string problem = poclCacheProblem(); !problem.empty())
        throw Error(ErrorKind::Device, filter + " cannot be built on " + info_.name + ": " + problem, log);
    const std::string first = firstBuildError(log);
    const std::string why =
        first.empty() ? path + " (" + clErrorName(code) + " from clBuildProgram, no log). Try another variant or device"
                      : first;
    throw Error(ErrorKind::Build, filter + " does not build on " + info_.name + ": " + why,
                "options: " + options + "\n" + log);
}

/// The text that replaces a kernel's source, if anything does.
std::optional<ProgramText> ProgramCache::rewrittenFor(const std::string& kernel, const KernelSource& source,
                                                      const std::string& options) {
    if (!rewritten_) return std::nullopt;
    const std::string name = kernel + "\n" + keyOf(options, source.text);
    const std::lock_guard lock(mutex_);
    const auto known = texts_.find(name);
    if (known != texts_.end()) return known->second;
    return texts_.emplace(name, rewritten_(info_, kernel, {source.text, options})).first->second;
}

/// Builds a program. `options` are those of its pass, for messages.
cl::Program ProgramCache::build(const std::string& filter, const std::string& path, const std::string& options,
                                const Given& given) {
    cl::Program program(context_, given.text);
    // Calls OpenCL directly: the bindings fetch the log, and if that fails the build's error is lost.
    const cl_device_id device = device_();
    const cl_int code = clBuildProgram(program(), 1, &device, given.options.c_str(), nullptr, nullptr);
    if (code != CL_SUCCESS) failBuild(filter, path, code, logOf(program, device_), options);
    const std::string log = logOf(program, device_);
    const std::lock_guard lock(mutex_);
    logs_ += log;
    return program;
}

/// The first caller builds, outside the lock; the others wait for it.
ProgramCache::Built ProgramCache::program(const std::string& filter, const std::string& path,
                                          const std::string& options, const Given& given) {
    std::promise<cl::Program> promise;
    const Built built = promise.get_future().share();
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = programs_.find(given.key); found != programs_.end()) return found->second;
        if (programs_.size() >= maxPrograms) programs_.clear(), launched_.clear(), parameters_.clear(), texts_.clear();
        programs_.emplace(given.key, built);
    }
    try {
        promise.set_value(build(filter, path, options, given));
    } catch (...) {
        promise.set_exception(std::current_exception());
        const std::lock_guard lock(mutex_);
        programs_.erase(given.key); // so that the next caller tries again
    }
    return built;
}

LaunchFlag ProgramCache::launchFlag(const std::string& key, const KernelPass& pass) {
    const std::lock_guard lock(mutex_);
    LaunchFlag& flag = launched_[pass.kernel + " " + workgroupText(pass.local) + "\n" + key];
    if (!flag) flag = std::make_shared<std::atomic_bool>(false);
    return flag;
}

/// Parsed once per program, since texts are long and used on every run.
ProgramCache::Parameters ProgramCache::parametersOf(const std::string& key, const KernelSource& source,
                                                    const KernelPass& pass) {
    const std::string name = pass.kernel + "\n" + key;
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = parameters_.find(name); known != parameters_.end()) return known->second;
    }
    Parameters parameters = kernelParameters(source.text, pass.kernel);
    const std::lock_guard lock(mutex_);
    return parameters_.emplace(name, std::move(parameters)).first->second;
}

bool ProgramCache::isThere(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = programs_.find(key);
    return found != programs_.end() && found->second.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

bool ProgramCache::isReady(const KernelSource& source, const KernelPass& pass) {
    const std::string options = optionsOf(pass);
    const auto other = rewrittenFor(pass.kernel, source, options);
    const std::string key = other ? keyOf(other->options, other->text) : keyOf(options, source.text);
    return isThere(key) && (info_.type != DeviceType::Cpu || *launchFlag(key, pass));
}

BuiltKernel ProgramCache::kernel(const std::string& filter, const KernelSource& source, const KernelPass& pass,
                                 const std::string& moreOptions) {
    const std::string options = optionsOf(pass, moreOptions);
    const auto other = rewrittenFor(pass.kernel, source, options);
    const std::string& text = other ? other->text : source.text;
    const std::string& givenOptions = other ? other->options : options;
    const std::string key = keyOf(givenOptions, text);
    const auto start = std::chrono::steady_clock::now();
    const bool wasThere = isThere(key);
    const cl::Program built = program(filter, source.path, options, {text, givenOptions, key}).get();
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    const Parameters parameters = parametersOf(key, source, pass);
    ArgumentMatch match = matchArguments(pass, parameters);
    BuiltKernel kernel{named(built, filter, source.path, pass, parameters.has_value()),
                       launchFlag(key, pass),
                       std::move(match.parameterIndices),
                       {},
                       wasThere ? 0.0 : taken.count()};
    if (!match.problem.empty()) throw Error(ErrorKind::Build, filter + ": " + source.path + ": " + match.problem);
    return kernel;
}

} // namespace lightbench
