// A run that may be stopped enqueues ahead, as a measurement does. The OpenCL calls are caught here and listed, so that
// the test sees the order of launches and waits.
#include "tests/built_in_stacks.h"
#include "tests/gpu/caught_calls.h"
#include "tests/gpu/gpu_support.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/definition/defined_filters.h"
#include "gpu/opencl_engine.h"

using namespace lightbench;

namespace {
const std::string launch = "clEnqueueNDRangeKernel";
std::vector<std::string> calls; ///< launches and waits, so far
bool hasTimes = true;           ///< of events
} // namespace

bool caught::fails(const char* function) {
    const std::string name = function;
    if (name == launch || name == "clFinish" || name == "clWaitForEvents") calls.push_back(name);
    return !hasTimes && name == "clGetEventProfilingInfo";
}

cl_int caught::failure() { return CL_PROFILING_INFO_NOT_AVAILABLE; }

class GpuAhead : public QObject {
    Q_OBJECT
private slots:
    void init() {
        hasTimes = true;
        image_ = noiseImage({100, 50});
        engine_ = makeDeclaredEngine();
    }
    void launchesFollowEachOther();
    void unknownTimesAreWaitedFor();
    void kernelsThatMayEndTheProcess();
    void nothingIsLaunchedAfterAStop();
    void stagesAreReportedInOrder();
    void guardedRunsToo();

private:
    /// Runs it with a token that could stop it, and lists the calls.
    ReportPtr run(const RunOptions& options = {},
                  const char* stack = "grayscale | gaussian sigma=1 | invert | transpose | invert") {
        std::stop_source stop;
        RunMonitor monitor{stop.get_token(), [this, &stop](const RunProgress& progress) {
                               if (progress.kernels.empty()) return;
                               seen_.push_back(progress.stackIndex);
                               if (progress.stackIndex == stopAt_) stop.request_stop();
                               if (progress.stackIndex == stopAt_) calls.emplace_back("stop");
                           }};
        calls.clear();
        seen_.clear();
        return engine_->run({{image_, parseStack(stack, filters_), 0, filters_}, options}, monitor);
    }
    /// How many waits lie between the first launch and the last.
    static std::ptrdiff_t waitsBetween() {
        const auto first = std::ranges::find(calls, launch);
        const auto last = std::find(calls.rbegin(), calls.rend(), launch).base();
        return first < last ? std::count_if(first, last, [](const std::string& one) { return one != launch; }) : 0;
    }

    const FilterCatalog filters_ = withDefinitions(
        builtInFilters(),
        {{"mine", "kernel void mine(global const uchar4* src, global uchar4* dst, int width, int height) {\n"
                  "    const int x = get_global_id(0), y = get_global_id(1);\n"
                  "    if (x < width && y < height) dst[y * width + x] = src[y * width + x];\n}\n"}});
    ImagePtr image_;
    std::unique_ptr<Engine> engine_;
    std::vector<int> seen_; ///< stages whose kernels were said to run
    int stopAt_ = -1;
};

/// A busy machine may make a kernel seem slow, so one run of several counts.
void GpuAhead::launchesFollowEachOther() {
    run(); // learns how long the kernels take
    std::ptrdiff_t fewest = 100;
    for (int attempt = 0; attempt < 20 && fewest > 0; ++attempt) {
        run();
        QVERIFY(std::ranges::count(calls, launch) >= 5);
        fewest = std::min(fewest, waitsBetween());
    }
    QCOMPARE(fewest, 0);
    QVERIFY(std::ranges::find(calls, launch) != calls.end() && calls.back() != launch); // it waits in the end
}

/// Without times of events, nobody knows how long a stop would take. The image is so large that no kernel is done
/// before the next could be launched.
void GpuAhead::unknownTimesAreWaitedFor() {
    hasTimes = false;
    image_ = noiseImage({1500, 1000});
    const ReportPtr first = run(), second = run();
    QVERIFY(waitsBetween() > 0);
    QVERIFY(sameSamples(*first->output, *second->output));
}

/// On the host's processor a user's kernel is announced before it is launched, so that a crash names it.
void GpuAhead::kernelsThatMayEndTheProcess() {
    if (!engine_->devices().devices[0].isHostCpu) QSKIP("needs a device that is the host's processor");
    image_ = noiseImage({1500, 1000});
    run({}, "gaussian sigma=5 | mine");
    run({}, "gaussian sigma=5 | mine");
    QVERIFY(waitsBetween() > 0);
}

void GpuAhead::nothingIsLaunchedAfterAStop() {
    run();
    for (stopAt_ = 0; stopAt_ < 5; ++stopAt_) {
        ErrorKind kind = ErrorKind::Usage;
        try {
            run();
        } catch (const Error& error) {
            kind = error.kind();
        }
        QCOMPARE(kind, ErrorKind::Cancelled);
        QCOMPARE(std::count(std::ranges::find(calls, "stop"), calls.end(), launch), 0);
        QCOMPARE(seen_.back(), stopAt_);
    }
    stopAt_ = -1;
    const ReportPtr after = run();
    QVERIFY(sameSamples(*after->output, *runReference(image_, after->stack)));
}

/// Each once in each repeat, however much was enqueued ahead.
void GpuAhead::stagesAreReportedInOrder() {
    run();
    run({.repeat = 2});
    QVERIFY(seen_ == (std::vector<int>{0, 1, 2, 3, 4, 0, 1, 2, 3, 4}));
}

void GpuAhead::guardedRunsToo() {
    const ReportPtr report = run({.guarded = true});
    QVERIFY(sameSamples(*report->output, *runReference(image_, report->stack)));
}

int main(int count, char** words) {
    QCoreApplication application(count, words);
    GpuAhead tests;
    return QTest::qExec(&tests, count, words);
}
#include "gpu_ahead.moc"
