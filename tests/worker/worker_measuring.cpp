// Measurements in the worker: a result comes as it was, an image is sent once, and a death is one error.
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <string_view>

#include "app/worker/worker_engine.h"
#include "app/worker/worker_loop.h"
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"
#include "tests/worker/worker_fake.h"

using namespace lightbench;

namespace {
MeasureRequest fakeMeasurement(Behaviour behaviour, const ImagePtr& image = noiseImage({61, 47})) {
    return {{image, parseStack("gaussian | invert"), behaviour, builtInFilters()},
            {.repeat = 7, .buffers = 3, .capMs = 1.5, .buildOptions = "-an-option"}};
}

auto valuesOf(const Summary& s) { return std::array{s.minimum, s.lowerQuartile, s.median, s.upperQuartile, s.maximum}; }

WorkerSettings fakeWorker() {
    WorkerSettings settings;
    settings.program = QCoreApplication::applicationFilePath().toStdString();
    settings.timeOutSeconds = 30;
    return settings;
}
} // namespace

class WorkerMeasuring : public QObject {
    Q_OBJECT
private slots:
    void measurementComesWhole();
    void twoImagesAreKept();
    void deathOfAMeasurement();
    void imageThatDoesNotFit();
    void slowMeasurements_data();
    void slowMeasurements();
};

void WorkerMeasuring::measurementComesWhole() {
    const auto engine = makeWorkerEngine(fakeWorker());
    const MeasureRequest request = fakeMeasurement(Answer);
    const Measurement got = engine->measure(request, {}), want = FakeEngine::resultOf(request, false);
    QCOMPARE(got.stages.size(), want.stages.size());
    for (std::size_t i = 0; i < want.stages.size(); ++i) {
        QVERIFY(got.stages[i].kernels[0].timingsUs == want.stages[i].kernels[0].timingsUs);
        QVERIFY(got.stages[i].parameters == want.stages[i].parameters && !got.stages[i].outputImage);
        QVERIFY(got.stages[i].difference.rmse == want.stages[i].difference.rmse);
    }
    QCOMPARE(got.buildOptions, want.buildOptions);
    QCOMPARE(valuesOf(got.stageSpanUs.at(1)), valuesOf(want.stageSpanUs.at(1)));
    QCOMPARE(valuesOf(got.spanUs), valuesOf(want.spanUs));
    QCOMPARE(valuesOf(got.sumUs), valuesOf(want.sumUs));
    QCOMPARE(valuesOf(got.wallUs), valuesOf(want.wallUs));
    QVERIFY(got.repeats == want.repeats && got.warmUps == want.warmUps && got.buffers == want.buffers);
    QVERIFY(got.buildMs == want.buildMs && got.buildLog == want.buildLog);
    const PeakRates peakRates = engine->peakRates(Answer, {});
    QVERIFY(peakRates.readGbPerS.form == "a launch" && peakRates.copyGbPerS.best == 2.5 && peakRates.rounds == 3);
    QVERIFY(peakRates.gigaOperationsPerS.minimum == 0.1 && peakRates.bytes == 1ull << 34);
    QVERIFY(peakRates.localGbPerS.form == "local" && peakRates.launchUs == 6.5);
}

/// A sweep measures one image and checks another.
void WorkerMeasuring::twoImagesAreKept() {
    const auto engine = makeWorkerEngine(fakeWorker());
    const ImagePtr first = noiseImage({61, 47}), second = noiseImage({8, 5}), third = noiseImage({9, 5});
    const auto sent = [&](const ImagePtr& image) {
        return engine->measure(fakeMeasurement(Answer, image), {}).warnings.at(0) == "new";
    };
    QVERIFY(sent(first) && sent(second) && !sent(first) && !sent(second) && sent(third) && !sent(second));
    QVERIFY(sent(first));
}

void WorkerMeasuring::deathOfAMeasurement() {
    const auto engine = makeWorkerEngine(fakeWorker());
    const auto errorText = [&](Behaviour behaviour) {
        try {
            engine->measure(fakeMeasurement(behaviour), {});
        } catch (const Error& error) {
            return QString(error.what());
        }
        return QString();
    };
    QVERIFY2(errorText(Abort).contains("signal 6"), qPrintable(errorText(Abort)));
    QVERIFY2(errorText(Exit).contains("exit code 7"), qPrintable(errorText(Exit)));
    QCOMPARE(engine->measure(fakeMeasurement(Answer), {}).repeats, 7);
}

/// The worker has less memory than the program: that is the request's error, and the worker lives on.
void WorkerMeasuring::imageThatDoesNotFit() {
#ifdef __SANITIZE_ADDRESS__
    QSKIP("the sanitizer needs all the addresses that there are");
#endif
    WorkerSettings settings = fakeWorker();
    settings.arguments = {"--little-memory"};
    const auto engine = makeWorkerEngine(settings);
    const auto large = std::make_shared<const Image>(Image({{16384, 8192}, {SampleType::U8, 1}}));
    for (int i : {0, 1}) {
        try {
            engine->measure(fakeMeasurement(Answer, large), {});
            QFAIL("it fits");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).startsWith("not enough memory for an image of 16384 x 8192"), error.what());
            QVERIFY(i == 0 || error.kind() == ErrorKind::Input);
        }
        const Measurement small = engine->measure(fakeMeasurement(Answer), {});
        QCOMPARE(small.repeats, 7);
    }
}

void WorkerMeasuring::slowMeasurements_data() {
    QTest::addColumn<QString>("stack");
    QTest::addColumn<bool>("waits");
    QTest::newRow("slow in itself") << "gaussian variant=two-pass" << false;
    QTest::newRow("needs progress") << "floyd-steinberg variant=row-per-item" << true;
}
/// Only of a variant that may wait for ever it is said that it waits.
void WorkerMeasuring::slowMeasurements() {
    QFETCH(QString, stack);
    QFETCH(bool, waits);
    WorkerSettings settings = fakeWorker();
    settings.timeOutSeconds = 0.3;
    MeasureRequest request = fakeMeasurement(Hang);
    request.stack = parseStack(stack.toStdString());
    QCOMPARE(needsProgress(request.stack), waits);
    try {
        makeWorkerEngine(settings)->measure(request, {});
        QFAIL("it ended");
    } catch (const WorkerEnded& error) {
        const QString text = error.what();
        QVERIFY2(text.startsWith(stack + " made no progress for 0.3 s and was ended"), error.what());
        QCOMPARE(text.contains("waits for other work-items"), waits);
    }
}

namespace {
/// This process may grow by so much.
void limitMemory(rlim_t more) {
    std::ifstream statm("/proc/self/statm");
    rlim_t pages = 0;
    statm >> pages;
    const rlim_t maximum = pages * rlim_t(sysconf(_SC_PAGESIZE)) + more;
    const rlimit limit{maximum, maximum};
    setrlimit(RLIMIT_AS, &limit);
}
} // namespace

int main(int count, char** words) {
    const int socket = workerSocket(count, words);
    if (socket >= 0 && std::string_view(words[1]) == "--little-memory") limitMemory(rlim_t(64) << 20);
    if (socket >= 0) serveWorker(socket, [] { return std::make_unique<FakeEngine>(); });
    QCoreApplication application(count, words);
    WorkerMeasuring tests;
    return QTest::qExec(&tests, count, words);
}
#include "worker_measuring.moc"
