// The parts of gpu/ that need no device: build logs, medians, names of errors, what may be reused.
#include <QTest>

#include "core/base/statistics.h"
#include "gpu/driver/cl_error.h"
#include "gpu/execution/reuse_cache.h"
#include "gpu/execution/timing.h"
#include "tests/test_program.h"

using namespace lightbench;

class GpuUnits : public QObject {
    Q_OBJECT
private slots:
    void buildLog_data();
    void buildLog();
    void medians();
    void errorNames();
    void remedies();
    void eventsWithoutTimesAreToldOf();
    void reusableStages();
    void limitDropsTheEarliest();
};

void GpuUnits::buildLog_data() {
    QTest::addColumn<QString>("log");
    QTest::addColumn<QString>("first");
    QTest::newRow("PoCL") << "warning: something\nerror: kernels/gaussian.cl:12:5: use of undeclared identifier 'x'\n"
                          << "kernels/gaussian.cl:12: use of undeclared identifier 'x'";
    QTest::newRow("clang, NVIDIA")
        << "kernels/prelude.clh:3:1: warning: unused\nkernels/median.cl:40:17: error: expected "
           "';'\n   int x\n  ^\n1 error generated.\n"
        << "kernels/median.cl:40: expected ';'";
    QTest::newRow("heading") << "Error(s) while linking: \nCannot find symbol exit in kernel library\nfailed"
                             << "Error(s) while linking: Cannot find symbol exit in kernel library";
    QTest::newRow("no column") << "kernels/median.cl:40: error: expected ';'\n"
                               << "kernels/median.cl:40: expected ';'";
    QTest::newRow("no place") << "note: a\nptxas error : too much shared data\n"
                              << "ptxas error : too much shared data";
    QTest::newRow("no error") << "out of registers\nmore\n"
                              << "out of registers";
    QTest::newRow("empty") << ""
                           << "";
}

void GpuUnits::buildLog() {
    QFETCH(QString, log);
    QFETCH(QString, first);
    QCOMPARE(QString::fromStdString(firstBuildError(log.toStdString())), first);
}

void GpuUnits::medians() {
    QCOMPARE(medianOf({}), 0.0);
    QCOMPARE(medianOf({3}), 3.0);
    QCOMPARE(medianOf({9, 1, 2}), 2.0);
    QCOMPARE(medianOf({4, 1, 3, 2}), 2.5);
    QCOMPARE(summaryOf({7}).spread(), 0.0);
    QCOMPARE(summaryOf({5, 1, 2, 3, 4}).spread(), 1.0); // quartiles 2 and 4
}

void GpuUnits::errorNames() {
    QCOMPARE(clErrorName(CL_OUT_OF_RESOURCES), std::string("CL_OUT_OF_RESOURCES"));
    QCOMPARE(clErrorName(-9999), std::string("OpenCL error -9999"));
    QVERIFY(isOutOfMemory(CL_MEM_OBJECT_ALLOCATION_FAILURE));
    QVERIFY(!isOutOfMemory(CL_INVALID_VALUE));
    DeviceInfo device;
    device.name = "Device";
    const ErrorContext errorContext{2, "median", "network", "median_network", {64, 32}, {16, 2}};
    const Error error =
        deviceError(cl::Error(CL_INVALID_WORK_GROUP_SIZE, "clEnqueueNDRangeKernel"), device, errorContext);
    QCOMPARE(error.kind(), ErrorKind::Device);
    QCOMPARE(error.stage, 2);
    for (const char* part : {"median (network)", "Device", "median_network", "CL_INVALID_WORK_GROUP_SIZE"})
        QVERIFY2(std::string(error.what()).find(part) != std::string::npos, error.what());
    QVERIFY2(error.details().find("global size 64 x 32, local size 16x2") != std::string::npos,
             error.details().c_str());
    // Arguments that do not suit are the plan's fault, not the driver's.
    for (cl_int code : {CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE, CL_INVALID_ARG_SIZE, CL_INVALID_KERNEL_ARGS}) {
        const std::string said = deviceError(cl::Error(code, "clSetKernelArg"), device, errorContext).what();
        QVERIFY2(said.find("its filter") != std::string::npos && said.find("driver") == std::string::npos,
                 said.c_str());
    }
}

/// What to do follows from the call, too: no kernel is at fault before one runs.
void GpuUnits::remedies() {
    DeviceInfo device;
    device.name = "Device";
    const auto remedyOf = [&](cl_int code, const char* call) {
        return QString(deviceError(cl::Error(code, call), device, {}).what()).section(". ", 1);
    };
    for (const char* call : {"clCreateContext", "clCreateCommandQueue", "clCreateBuffer", "clBuildProgram"}) {
        QVERIFY2(!remedyOf(CL_OUT_OF_RESOURCES, call).contains("kernel"), call);
        QVERIFY2(remedyOf(CL_OUT_OF_RESOURCES, call).contains("close other programs"), call);
    }
    QVERIFY(!remedyOf(CL_OUT_OF_HOST_MEMORY, "clCreateContext").contains("image"));
    for (const char* call : {"clEnqueueNDRangeKernel", "clFinish", "clEnqueueReadBuffer"})
        QVERIFY2(remedyOf(CL_OUT_OF_RESOURCES, call).contains("outside its buffers"), call);
    const QString looking = deviceError(cl::Error(-9999, "clGetPlatformIDs"), "looking for OpenCL devices").what();
    QVERIFY2(looking.contains("install the driver again") && !looking.contains("variant"), qPrintable(looking));
}

void GpuUnits::eventsWithoutTimesAreToldOf() {
    std::vector<std::string> warnings;
    TimedCommand host;
    host.hostUs = 12;
    QCOMPARE(runMicroseconds(host, "work", warnings), 12.0);
    QVERIFY(warnings.empty());
    // A null event is one that the driver gives no times for.
    TimedCommand broken;
    broken.events.emplace_back();
    QCOMPARE(runMicroseconds(broken, "kernel", warnings), 0.0);
    QCOMPARE(runMicroseconds(broken, "kernel", warnings), 0.0);
    QCOMPARE(warnings.size(), std::size_t(1));
}

namespace {
CachedStage stageNamed(const std::string& filter, bool onDevice) {
    CachedStage stage;
    stage.key.filter = filter;
    if (onDevice) stage.output = std::make_shared<Allocation>(Allocation{{}, 1000, nullptr, 0});
    return stage;
}
} // namespace

void GpuUnits::reusableStages() {
    const auto image = std::make_shared<const Image>(Image({{1, 1}, {}}));
    const auto other = std::make_shared<const Image>(Image({{1, 1}, {}}));
    CachedStack chain;
    chain.image = image;
    for (const char* name : {"a", "b", "c"})
        chain.stages.push_back(stageNamed(name, true));
    const auto keys = [](std::initializer_list<const char*> names) {
        std::vector<StageKey> all;
        for (const char* name : names)
            all.push_back(stageNamed(name, false).key);
        return all;
    };
    QCOMPARE(chain.reusable(image, keys({"a", "b", "c"}), false), std::size_t(3));
    QCOMPARE(chain.reusable(image, keys({"a", "b", "x", "c"}), false), std::size_t(2));
    QCOMPARE(chain.reusable(image, keys({"x", "b", "c"}), false), std::size_t(0));
    QCOMPARE(chain.reusable(other, keys({"a", "b", "c"}), false), std::size_t(0));
    // Without a's buffer the run can still start after b, but a can no longer be checked.
    chain.stages[0].output.reset();
    QCOMPARE(chain.reusable(image, keys({"a", "b", "x"}), false), std::size_t(2));
    QCOMPARE(chain.reusable(image, keys({"a", "b", "x"}), true), std::size_t(0));
    chain.stages[0].report.outputImage = chain.stages[0].report.referenceImage = image;
    QCOMPARE(chain.reusable(image, keys({"a", "b", "x"}), true), std::size_t(2));
    chain.stages[1].output.reset();
    QCOMPARE(chain.reusable(image, keys({"a", "b", "x"}), false), std::size_t(0));
}

void GpuUnits::limitDropsTheEarliest() {
    CachedStack chain;
    for (const char* name : {"a", "b", "c"})
        chain.stages.push_back(stageNamed(name, true));
    chain.stages.insert(chain.stages.begin() + 2, stageNamed("analysis of b", false));
    chain.stages[2].output = chain.stages[1].output;
    chain.limit(3000);
    QVERIFY(chain.stages[0].output);
    chain.limit(2999);
    QVERIFY(!chain.stages[0].output && chain.stages[1].output && chain.stages[3].output);
}

LIGHTBENCH_TEST(GpuUnits, QCoreApplication)
#include "gpu_units.moc"
