// Every OpenCL call that fails, once for each time it is made: the error names the call, the OpenCL error and
// a remedy, and the next run on the same engine works. The calls are caught here, before they reach the loader.
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"

#include <dlfcn.h>

#include <array>
#include <map>

#include "gpu/driver/opencl.h"
#include "gpu/opencl_engine.h"

using namespace lightbench;

namespace {
struct Injection {
    std::string call; ///< that is to fail
    int number = 0;   ///< of its calls, from 1
    cl_int code = CL_OUT_OF_RESOURCES;
    bool hostMemory = false; ///< it is the host's memory that is short
};
Injection injection;
std::map<std::string, int> calls; ///< so far

bool fails(const char* name) {
    const bool now = ++calls[name] == injection.number && injection.call == name;
    if (now && injection.hostMemory) throw std::bad_alloc();
    return now;
}

template <class F> F* real(const char* name) { return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name)); }
} // namespace

// A call that gives its error code back, and one that gives it through its last argument.
#define CAUGHT(name, parameters, ...)                                                                                  \
    extern "C" cl_int name parameters {                                                                                \
        return fails(#name) ? injection.code : real<cl_int parameters>(#name)(__VA_ARGS__);                            \
    }
#define CAUGHT_MAKER(type, name, parameters, ...)                                                                      \
    extern "C" type name parameters {                                                                                  \
        if (!fails(#name)) return real<type parameters>(#name)(__VA_ARGS__);                                           \
        *error = injection.code;                                                                                       \
        return nullptr;                                                                                                \
    }
#define CAUGHT_COUNT(what, type)                                                                                       \
    CAUGHT(clRetain##what, (type object), object)                                                                      \
    CAUGHT(clRelease##what, (type object), object)

CAUGHT(clGetPlatformIDs, (cl_uint n, cl_platform_id* all, cl_uint* count), n, all, count)
CAUGHT(clGetPlatformInfo, (cl_platform_id o, cl_platform_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetDeviceIDs, (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id* all, cl_uint* count), p, t, n, all,
       count)
CAUGHT(clGetDeviceInfo, (cl_device_id o, cl_device_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetProgramInfo, (cl_program o, cl_program_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetProgramBuildInfo, (cl_program o, cl_device_id d, cl_program_build_info i, size_t n, void* v, size_t* r), o,
       d, i, n, v, r)
CAUGHT(clGetKernelWorkGroupInfo,
       (cl_kernel o, cl_device_id d, cl_kernel_work_group_info i, size_t n, void* v, size_t* r), o, d, i, n, v, r)
CAUGHT(clGetEventInfo, (cl_event o, cl_event_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT(clGetEventProfilingInfo, (cl_event o, cl_profiling_info i, size_t n, void* v, size_t* r), o, i, n, v, r)
CAUGHT_MAKER(cl_context, clCreateContext,
             (const cl_context_properties* p, cl_uint n, const cl_device_id* d,
              void(CL_CALLBACK* f)(const char*, const void*, size_t, void*), void* u, cl_int* error),
             p, n, d, f, u, error)
CAUGHT_MAKER(cl_command_queue, clCreateCommandQueue,
             (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int* error), c, d, p, error)
CAUGHT_MAKER(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t n, void* h, cl_int* error), c, f, n, h,
             error)
CAUGHT_MAKER(cl_program, clCreateProgramWithSource,
             (cl_context c, cl_uint n, const char** s, const size_t* l, cl_int* error), c, n, s, l, error)
CAUGHT_MAKER(cl_kernel, clCreateKernel, (cl_program p, const char* name, cl_int* error), p, name, error)
CAUGHT(clBuildProgram,
       (cl_program p, cl_uint n, const cl_device_id* d, const char* o, void(CL_CALLBACK* f)(cl_program, void*),
        void* u),
       p, n, d, o, f, u)
CAUGHT(clSetKernelArg, (cl_kernel k, cl_uint i, size_t n, const void* v), k, i, n, v)
CAUGHT(clEnqueueNDRangeKernel,
       (cl_command_queue q, cl_kernel k, cl_uint d, const size_t* o, const size_t* g, const size_t* l, cl_uint n,
        const cl_event* w, cl_event* e),
       q, k, d, o, g, l, n, w, e)
CAUGHT(clEnqueueReadBuffer,
       (cl_command_queue q, cl_mem b, cl_bool s, size_t o, size_t n, void* p, cl_uint c, const cl_event* w,
        cl_event* e),
       q, b, s, o, n, p, c, w, e)
CAUGHT(clEnqueueWriteBuffer,
       (cl_command_queue q, cl_mem b, cl_bool s, size_t o, size_t n, const void* p, cl_uint c, const cl_event* w,
        cl_event* e),
       q, b, s, o, n, p, c, w, e)
CAUGHT(clEnqueueFillBuffer,
       (cl_command_queue q, cl_mem b, const void* p, size_t m, size_t o, size_t n, cl_uint c, const cl_event* w,
        cl_event* e),
       q, b, p, m, o, n, c, w, e)
CAUGHT(clFinish, (cl_command_queue q), q)
CAUGHT_COUNT(Device, cl_device_id)
CAUGHT_COUNT(Context, cl_context)
CAUGHT_COUNT(CommandQueue, cl_command_queue)
CAUGHT_COUNT(MemObject, cl_mem)
CAUGHT_COUNT(Program, cl_program)
CAUGHT_COUNT(Kernel, cl_kernel)
CAUGHT_COUNT(Event, cl_event)

class GpuFailures : public QObject {
    Q_OBJECT
private slots:
    void everyCall_data();
    void everyCall();
    void noMemoryForADevice();
};

namespace {
RunRequest usualRun() {
    return requestOf(noiseImage({100, 50}), "grayscale | equalize | gaussian sigma=1 | histogram", {.verify = true});
}

enum class Work { Run, Record, Measure, PeakRates };
constexpr std::array<const char*, 4> workNames{"running", "recording", "measuring", "measuring peak rates"};

void doWork(Engine& engine, Work work, int device) {
    RunRequest run = usualRun();
    run.device = device;
    if (work == Work::Record) {
        run.stack = parseStack("floyd-steinberg");
        run.options.verify = false;
        run.options.record = 0;
    }
    if (work == Work::PeakRates)
        engine.ceilings(device, {});
    else if (work == Work::Measure)
        engine.measure(measurementOf(run, {.repeat = 1, .buffers = 2, .capMs = 1}), {});
    else
        engine.run(run);
}

/// What a caller sees of the work: empty if nothing failed.
std::optional<Error> outcomeOf(Engine& engine, Work work = Work::Run, int device = 0) {
    try {
        doWork(engine, work, device);
        return std::nullopt;
    } catch (const Error& error) {
        return error;
    }
}

std::map<std::string, int> callsOf(Work work) {
    injection = {};
    calls.clear();
    outcomeOf(*makeDeclaredEngine(), work);
    return calls;
}
} // namespace

void GpuFailures::everyCall_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("work");
    const auto add = [](const auto& call, Work work) {
        QTest::addRow("%s %s", workNames[std::size_t(work)], call.first.c_str())
            << QString::fromStdString(call.first) << call.second << int(work);
    };
    const std::map<std::string, int> running = callsOf(Work::Run);
    QVERIFY(running.size() > 20);
    for (const auto& call : running)
        add(call, Work::Run);
    for (const auto& call : callsOf(Work::Record))
        add(call, Work::Record);
    // What is behind the calls is the same, but for these.
    const std::map<std::string, int> measuring = callsOf(Work::Measure), rates = callsOf(Work::PeakRates);
    for (const char* call : {"clCreateBuffer", "clEnqueueWriteBuffer", "clEnqueueNDRangeKernel", "clEnqueueReadBuffer"})
        if (const auto found = measuring.find(call); found != measuring.end()) add(*found, Work::Measure);
    for (const char* call :
         {"clCreateBuffer", "clCreateProgramWithSource", "clBuildProgram", "clCreateKernel", "clEnqueueNDRangeKernel"})
        if (const auto found = rates.find(call); found != rates.end()) add(*found, Work::PeakRates);
}

/// The n-th of its calls fails, for every n; of peak rates, which take long, for the first three. Whatever escapes the
/// engine that is no Error ends this test.
void GpuFailures::everyCall() {
    QFETCH(QString, call);
    QFETCH(int, count);
    QFETCH(int, work);
    const int last = Work(work) == Work::PeakRates ? std::min(count, 3) : count;
    for (int number = 1; number <= last; ++number) {
        calls.clear();
        injection = {call.toStdString(), number};
        const auto engine = makeDeclaredEngine();
        const std::optional<Error> error = outcomeOf(*engine, Work(work));
        injection = {};
        if (error) {
            const QString text = error->what();
            const QString kind = call.startsWith("clRetain") ? "retaining an OpenCL object" : call;
            QVERIFY2(error->kind() == ErrorKind::Device || error->kind() == ErrorKind::Build, error->what());
            QVERIFY2(text.contains("CL_OUT_OF_RESOURCES") || text.contains("not enough device memory"), error->what());
            QVERIFY2(text.contains(kind) || text.contains("not enough device memory"), error->what());
            QVERIFY2(text.contains(". T") || text.contains("install") || text.contains("check that"), error->what());
        }
        const std::optional<Error> again = outcomeOf(*engine, Work::Run);
        // Devices are looked for once: an engine that found none stays without.
        if (again && !engine->devices().devices.empty()) QFAIL(again->what());
    }
}

/// A device that could not be opened leaves nothing behind that another one's run would stumble over.
void GpuFailures::noMemoryForADevice() {
    const auto engine = makeDeclaredEngine();
    if (engine->devices().devices.size() < 2) QSKIP("needs two devices");
    calls.clear();
    injection = {"clCreateContext", 1, CL_SUCCESS, true};
    const std::optional<Error> error = outcomeOf(*engine);
    injection = {};
    QVERIFY(error && QString(error->what()).contains("the computer has not enough memory"));
    for (int device : {1, 0})
        QVERIFY(!outcomeOf(*engine, Work::Run, device));
}

int main(int count, char** words) {
    qputenv("POCL_DEVICES", "pthread basic");
    QCoreApplication application(count, words);
    GpuFailures tests;
    return QTest::qExec(&tests, count, words);
}
#include "gpu_failures.moc"
