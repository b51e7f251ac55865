// Builds programs once, and keeps up to 64 of them.
#include "gpu/programs/program_cache.h"

#include <chrono>
#include <utility>

#include "core/base/error.h"
#include "core/device/compiler_macros.h"
#include "core/framework/user_path.h"
#include "core/source/build_messages.h"
#include "core/source/local_memory.h"
#include "gpu/driver/cl_error.h"
#include "gpu/driver/pocl_kernel_cache.h"
#include "gpu/programs/reported_arguments.h"

namespace lightbench {

namespace {
// Dragging a slider whose value is a define makes one program per step. Beyond this number the cache is cleared.
constexpr std::size_t maxPrograms = 64; // in-process compilers hold about 10 MB per program

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

bool isOfUser(const KernelPass& pass) { return pass.program.starts_with(userFolder); }

/// Nothing if the driver does not report them, or has no such kernel.
std::optional<std::vector<KernelParameter>> reportedParameters(const cl::Program& program, const KernelSource& source,
                                                               const KernelPass& pass) {
    try {
        if (const auto arguments = reportedArguments({program, pass.kernel.c_str()}, source.text)) {
            std::vector<KernelParameter> parameters;
            for (const KernelArgument& argument : *arguments)
                parameters.push_back({argument});
            return parameters;
        }
    } catch (const cl::Error&) {
        // named() says why the kernel cannot be made.
    }
    return std::nullopt;
}
} // namespace

ProgramCache::ProgramCache(cl::Context context, cl::Device device, const DeviceInfo& info, ProgramRewriter rewritten)
    : context_(std::move(context)), device_(std::move(device)), info_(info), rewritten_(std::move(rewritten)),
      roundsCorrectly_(device_.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) {}

std::string ProgramCache::optionsOf(const KernelSource& source, const KernelPass& pass,
                                    const std::string& moreOptions) const {
    std::string options = languageVersion(info_, source.text) == 300 ? "-cl-std=CL3.0" : "-cl-std=CL1.2";
    // References divide and take roots with correct rounding; GPUs do so only with this option.
    if (roundsCorrectly_) options += " -cl-fp32-correctly-rounded-divide-sqrt";
    if (isOfUser(pass)) options += std::string(" ") + argumentInfoOption;
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

/// What the compiler gets for a pass.
ProgramText ProgramCache::textFor(const KernelSource& source, const KernelPass& pass, const std::string& moreOptions) {
    ProgramText own{source.text, optionsOf(source, pass, moreOptions)};
    if (!rewritten_) return own;
    const std::lock_guard lock(mutex_);
    const std::pair key(pass.kernel, own);
    const auto known = rewrittenTexts_.find(key);
    if (known != rewrittenTexts_.end()) return known->second;
    return rewrittenTexts_.emplace(key, rewritten_(info_, pass.kernel, own)).first->second;
}

cl::Program ProgramCache::build(const std::string& filter, const std::string& path, const ProgramText& text,
                                Program& program) {
    cl::Program built(context_, text.text);
    // Calls OpenCL directly: the bindings fetch the log, and if that fails the build's error is lost.
    const cl_device_id device = device_();
    const cl_int code = clBuildProgram(built(), 1, &device, text.options.c_str(), nullptr, nullptr);
    const std::string log = logWithOwnFiles(buildLogOf(built, device_), text.text);
    if (code != CL_SUCCESS) failBuild(filter, path, code, log, text.options);
    const std::lock_guard lock(mutex_);
    logs_ += log;
    program.log = log;
    return built;
}

/// The first caller builds, outside the lock; the others wait for it.
ProgramCache::ProgramPtr ProgramCache::program(const std::string& filter, const std::string& path,
                                               const ProgramText& text) {
    std::promise<cl::Program> promise;
    const auto program = std::make_shared<Program>(Program{promise.get_future().share()});
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = programs_.find(text); found != programs_.end()) return found->second;
        if (programs_.size() >= maxPrograms) programs_.clear(), rewrittenTexts_.clear();
        programs_.emplace(text, program);
    }
    try {
        promise.set_value(build(filter, path, text, *program));
    } catch (...) {
        promise.set_exception(std::current_exception());
        const std::lock_guard lock(mutex_);
        programs_.erase(text); // so that the next caller tries again
    }
    return program;
}

std::string ProgramCache::logOf(const KernelSource& source, const KernelPass& pass) {
    const ProgramPtr program = readyProgram(textFor(source, pass, {}));
    const std::lock_guard lock(mutex_);
    return program ? program->log : std::string();
}

LaunchesPtr ProgramCache::launchesOf(Program& program, const KernelPass& pass) {
    const std::lock_guard lock(mutex_);
    LaunchesPtr& launches = program.launches[pass.kernel + " " + workgroupText(pass.local)];
    if (!launches) launches = std::make_shared<Launches>();
    return launches;
}

/// What is known of a kernel of a program, or else make(). Texts are long and used on every run.
template <class Value, class Make>
Value ProgramCache::remembered(std::map<std::string, Value>& known, const std::string& kernel, const Make& make) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = known.find(kernel); found != known.end()) return found->second;
    }
    Value value = make();
    const std::lock_guard lock(mutex_);
    return known.emplace(kernel, std::move(value)).first->second;
}

ProgramCache::Parameters ProgramCache::parametersOf(Program& program, const KernelSource& source,
                                                    const KernelPass& pass) {
    return remembered(program.parameters, pass.kernel, [&] {
        Parameters parameters = isOfUser(pass) ? reportedParameters(program.built.get(), source, pass) : std::nullopt;
        return parameters ? parameters : kernelParameters(source.text, pass.kernel);
    });
}

std::uint64_t ProgramCache::declaredLocalBytesOf(Program& program, const KernelSource& source, const KernelPass& pass) {
    return remembered(program.localBytes, pass.kernel, [&]() -> std::uint64_t {
        try {
            const CompilerMacros compiler = compilerMacros(info_, source.text);
            Preprocessor preprocessor(compiler.defines, compiler.builtins);
            for (const auto& [name, value] : pass.defines)
                preprocessor.define(name, value);
            return declaredLocalBytes(preprocessor.run(source.text), pass.kernel);
        } catch (const Error&) {
            return 0; // a text that only a compiler can read: the driver has the last word
        }
    });
}

std::uint64_t ProgramCache::localBytes(const KernelSource& source, const KernelPass& pass,
                                       const std::string& moreOptions) {
    std::uint64_t bytes = 0;
    for (const NamedArgument& argument : pass.arguments)
        if (const auto* local = std::get_if<LocalArgument>(&argument.value)) bytes += local->bytes;
    const ProgramPtr program =
        mayDeclareLocalMemory(source.text) ? readyProgram(textFor(source, pass, moreOptions)) : nullptr;
    return program ? bytes + declaredLocalBytesOf(*program, source, pass) : bytes;
}

/// Null if the program is not built yet.
ProgramCache::ProgramPtr ProgramCache::readyProgram(const ProgramText& text) {
    const std::lock_guard lock(mutex_);
    const auto found = programs_.find(text);
    if (found == programs_.end()) return nullptr;
    const bool isReady = found->second->built.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    return isReady ? found->second : nullptr;
}

bool ProgramCache::isReady(const KernelSource& source, const KernelPass& pass) {
    const ProgramPtr program = readyProgram(textFor(source, pass, {}));
    return program && (info_.type != DeviceType::Cpu || launchesOf(*program, pass)->any);
}

BuiltKernel ProgramCache::kernel(const std::string& filter, const KernelSource& source, const KernelPass& pass,
                                 const std::string& moreOptions) {
    const ProgramText text = textFor(source, pass, moreOptions);
    const auto start = std::chrono::steady_clock::now();
    ProgramPtr ready = readyProgram(text);
    const bool wasThere = ready != nullptr;
    if (!ready) ready = program(filter, source.path, text);
    const cl::Program built = ready->built.get();
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    const Parameters parameters = parametersOf(*ready, source, pass);
    ArgumentMatch match = matchArguments(pass, parameters);
    BuiltKernel kernel{named(built, filter, source.path, pass, parameters.has_value()),
                       launchesOf(*ready, pass),
                       std::move(match.parameterIndices),
                       {},
                       wasThere ? 0.0 : taken.count()};
    if (!match.problem.empty()) throw Error(ErrorKind::Build, filter + ": " + source.path + ": " + match.problem);
    return kernel;
}

} // namespace lightbench
