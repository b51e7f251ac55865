// OpenCL calls that fail, one in each run: the error names the call, the OpenCL error and a remedy, and the next run on
// the same engine works. The calls are caught here, before they reach the loader.
#include "tests/built_in_stacks.h"
#include "tests/gpu/caught_calls.h"
#include "tests/gpu/gpu_support.h"

#include <array>
#include <map>

#include "gpu/opencl_engine.h"

using namespace lightbench;

namespace {
struct Injection {
    std::string call; ///< that is to fail
    int number = 0;   ///< of its calls, from 1
    cl_int code = CL_OUT_OF_RESOURCES;
    bool hostMemory = false; ///< it is the host's memory that is short
    bool isDone = false;     ///< it has failed
};
Injection injection;
std::map<std::string, int> calls; ///< so far
} // namespace

bool caught::fails(const char* function) {
    const bool now = ++calls[function] == injection.number && injection.call == function;
    if (now) injection.isDone = true;
    if (now && injection.hostMemory) throw std::bad_alloc();
    return now;
}

cl_int caught::failure() { return injection.code; }

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
        engine.peakRates(device, {});
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

/// Those of `count` calls that fail, one in each run: all, or as many as `most`, from the first to the last.
std::vector<int> triedOf(int count, int most) {
    std::vector<int> tried;
    for (int i = 0; i < std::min(count, most); ++i)
        tried.push_back(count <= most ? i + 1 : 1 + i * (count - 1) / (most - 1));
    return tried;
}

/// One of its calls fails; of peak rates, which take long, three. The last calls may be those of the engine's end, and
/// a busy machine may make fewer. Whatever escapes the engine that is no Error ends this test.
/// tests/faults/failing_calls.py makes each call fail.
void GpuFailures::everyCall() {
    QFETCH(QString, call);
    QFETCH(int, count);
    QFETCH(int, work);
    int injected = 0;
    for (const int number : triedOf(count, Work(work) == Work::PeakRates ? 3 : 8)) {
        calls.clear();
        injection = {call.toStdString(), number};
        auto engine = makeDeclaredEngine();
        const std::optional<Error> error = outcomeOf(*engine, Work(work));
        const bool isOver = !injection.isDone;
        if (isOver) engine.reset();
        injected += injection.isDone;
        injection = {};
        if (isOver) continue;
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
    QVERIFY(injected > 0);
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
