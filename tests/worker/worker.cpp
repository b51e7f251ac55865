// The worker: a run in another process gives what it gives in this one, and whatever happens there is one error here.
// The program is its own worker, with an engine that misbehaves on request.
#include <QProcess>
#include <QTest>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>

#include "app/worker/worker_engine.h"
#include "app/worker/worker_loop.h"
#include "app/worker/worker_process.h"
#include "core/run/report_json.h"
#include "tests/gpu/gpu_support.h"
#include "tests/waiting.h"
#include "tests/worker/worker_fake.h"

using namespace lightbench;

namespace {
constexpr double timeoutSeconds = 0.5; // seconds; LongCheck takes three times as long
static_assert(longCheckMs > 2 * 1000 * timeoutSeconds);

std::string thisProgram() { return QCoreApplication::applicationFilePath().toStdString(); }

WorkerSettings fakeSettings() {
    WorkerSettings settings;
    settings.program = thisProgram();
    settings.arguments = {"--fake"};
    settings.timeOutSeconds = 30;
    settings.graceSeconds = 0.2;
    return settings;
}

RunRequest fakeRequest(Behaviour behaviour, Size size = {61, 47}, Format format = {SampleType::U8, 4}) {
    RunRequest request = requestOf(noiseImage(size, format),
                                   "gaussian sigma=2.7182818284590452 | "
                                   "convolution matrix=\"1,2,3;4,5.125,6;7,8,9\" | invert",
                                   {.verify = true, .repeat = 3});
    request.device = behaviour;
    return request;
}

std::string jsonOf(const Report& report) { return reportJson(report, "in.png", "out.png").text(); }

std::string processOf(const Report& report) { return report.warnings.at(1); }

/// Not there any more, or dead and not collected yet.
bool isGone(int process) {
    QFile file(QString("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly)) return true;
    const QByteArray stat = file.readAll();
    return stat.mid(stat.lastIndexOf(')') + 2).startsWith('Z');
}
} // namespace

class Worker : public QObject {
    Q_OBJECT
private slots:
    void reportComesWhole();
    void formats_data();
    void formats();
    void pointersStayShared();
    void largeImage();
    void resultsStayWhileOthersAreMade();
    void sameImageIsSentOnce();
    void devices();
    void errorComesWhole();
    void deathIsOneError_data();
    void deathIsOneError();
    void deathWhileIdleIsNone();
    void hangIsEnded();
    void checkMayTakeLong();
    void stopIsObeyed();
    void ignoredStopEndsIt();
    void inheritsNothingElse();
    void newerRunNeverEndsIt();
    void stopBeforeTheStart();
    void buildsAheadAndTells();
    void endsWithItsProgram();
    void missingProgram();
    void wrongProgram();
    void staleWorker();
};

void Worker::reportComesWhole() {
    const auto engine = makeWorkerEngine(fakeSettings());
    const RunRequest request = fakeRequest(Answer);
    std::vector<RunProgress> seen;
    const ReportPtr report = engine->run(request, {{}, [&](const RunProgress& p) { seen.push_back(p); }});
    Report expected = FakeEngine::reportOf(request);
    expected.ranInWorker = true;
    expected.warnings = report->warnings;
    QCOMPARE(jsonOf(*report), jsonOf(expected));
    QCOMPARE(seen.size(), std::size_t(1));
    QVERIFY(seen[0].stackIndex == 0 && seen[0].activity == "at work" && seen[0].fraction == 0.25 && !seen[0].checking);
    QVERIFY(sameSamples(*report->output, *expected.output));
    QVERIFY(sameSamples(*report->endToEndReference, *expected.endToEndReference));
    QCOMPARE(report->stack, request.stack);
    for (std::size_t i = 0; i < 3; ++i) {
        const StageReport &got = report->stages[i], &want = expected.stages[i];
        QVERIFY(sameSamples(*got.outputImage, *want.outputImage));
        QVERIFY(sameSamples(*got.referenceImage, *want.referenceImage));
        QVERIFY(got.parameters == want.parameters && got.tolerance == want.tolerance && got.analysis == want.analysis);
        QVERIFY(got.kernels[0].timingsUs == want.kernels[0].timingsUs && got.kernels[0].startUs == 17);
    }
    QCOMPARE(report->runs.size(), expected.runs.size());
    QCOMPARE(report->runs[1].kernelsMs, expected.runs[1].kernelsMs);
    QCOMPARE(report->runs[1].downloadMs, expected.runs[1].downloadMs);
    QCOMPARE(report->endToEnd.rmse, std::numeric_limits<double>::denorm_min());
}

void Worker::formats_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("channels");
    for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32})
        for (int channels : {1, 4})
            QTest::addRow("%s", Format{type, channels}.name().c_str()) << int(type) << channels;
}

void Worker::formats() {
    QFETCH(int, type);
    QFETCH(int, channels);
    const auto engine = makeWorkerEngine(fakeSettings());
    for (Size size : {Size{1, 1}, Size{1, 61}, Size{61, 1}, Size{257, 131}}) {
        const RunRequest request = fakeRequest(Answer, size, {SampleType(type), channels});
        const ReportPtr report = engine->run(request);
        QVERIFY(sameSamples(*report->output, *FakeEngine::reportOf(request).output));
        QCOMPARE(report->input, request.image);
    }
}

/// The window tells by the pointer whether two images are the same.
void Worker::pointersStayShared() {
    const auto engine = makeWorkerEngine(fakeSettings());
    const ReportPtr report = engine->run(fakeRequest(Answer));
    QCOMPARE(report->stages[0].outputImage, report->input);
    QCOMPARE(report->stages[1].outputImage, report->output);
    QCOMPARE(report->stages[0].referenceImage, report->output);
    const ReportPtr echoed = engine->run(fakeRequest(Echo));
    QCOMPARE(echoed->output, echoed->input);
    RunRequest unchecked = fakeRequest(Answer);
    unchecked.options.verify = false;
    QVERIFY(!engine->run(unchecked)->stages[0].referenceImage);
}

void Worker::largeImage() {
    RunRequest request = fakeRequest(Answer, {7728, 4354});
    request.stack.resize(1);
    request.options.verify = false;
    const ReportPtr report = makeWorkerEngine(fakeSettings())->run(request);
    QVERIFY(sameSamples(*report->output, *FakeEngine::reportOf(request).output));
}

/// The worker uses a result's memory again, once nobody here has the result.
void Worker::resultsStayWhileOthersAreMade() {
    const auto engine = makeWorkerEngine(fakeSettings());
    std::vector<ReportPtr> held;
    for (int i = 0; i < 12; ++i) {
        RunRequest request = fakeRequest(Answer, {1500, 1000});
        Image image(request.image->shape());
        std::ranges::fill(image.bytes(), std::byte(i));
        request.image = std::make_shared<const Image>(std::move(image));
        held.push_back(engine->run(request));
        if (i % 3 == 0) held.erase(held.begin());
        for (const ReportPtr& report : held)
            QVERIFY(sameSamples(*report->output, *FakeEngine::reportOf({{report->input, {}, Answer, {}}, {}}).output));
    }
}

void Worker::sameImageIsSentOnce() {
    const auto engine = makeWorkerEngine(fakeSettings());
    RunRequest request = fakeRequest(Answer);
    QCOMPARE(engine->run(request)->warnings[0], std::string("another image"));
    QCOMPARE(engine->run(request)->warnings[0], std::string("the same image"));
    const RunRequest other = fakeRequest(Answer, {8, 8});
    QCOMPARE(engine->run(other)->warnings[0], std::string("another image"));
    QVERIFY(sameSamples(*engine->run(request)->output, *FakeEngine::reportOf(request).output));
}

void Worker::devices() {
    const auto engine = makeWorkerEngine(fakeSettings());
    const DeviceList& list = engine->devices();
    QCOMPARE(list.devices.size(), std::size_t(1));
    QCOMPARE(list.devices[0].name, std::string("a device of tests"));
    QVERIFY(list.devices[0].hasExtension("two") && list.devices[0].localMemory == 48 << 10);
    QCOMPARE(list.warnings, std::vector<std::string>{"a warning"});
    QVERIFY(engine->run(fakeRequest(Answer))->output);
}

void Worker::errorComesWhole() {
    const auto engine = makeWorkerEngine(fakeSettings());
    const std::string process = processOf(*engine->run(fakeRequest(Answer)));
    const Error error = errorOf(*engine, fakeRequest(Throw));
    QCOMPARE(error.kind(), ErrorKind::Build);
    QCOMPARE(error.what(), "it does not compile");
    QCOMPARE(error.details(), std::string("line one\nline two"));
    QCOMPARE(error.stage, 1);
    QCOMPARE(error.field, std::string("variant"));
    // It is no reason to end the worker.
    QCOMPARE(processOf(*engine->run(fakeRequest(Answer))), process);
}

void Worker::deathIsOneError_data() {
    QTest::addColumn<int>("behaviour");
    QTest::addColumn<QString>("how");
    QTest::newRow("abort") << int(Abort) << "signal 6";
    QTest::newRow("exit") << int(Exit) << "exit code 7";
}

void Worker::deathIsOneError() {
    QFETCH(int, behaviour);
    QFETCH(QString, how);
    const auto engine = makeWorkerEngine(fakeSettings());
    const std::string process = processOf(*engine->run(fakeRequest(Answer)));
    const Error error = errorOf(*engine, fakeRequest(Behaviour(behaviour)));
    QCOMPARE(error.kind(), ErrorKind::Device);
    const QString text = error.what();
    QVERIFY2(text.contains("gaussian variant=fused") && text.contains(how) && !text.contains('\n'), error.what());
    QVERIFY2(text.contains(": one of the kernels gaussian_rows and gaussian_columns crashed"), error.what());
    QCOMPARE(error.stage, 0);
    QCOMPARE(error.field, std::string("variant"));
    QVERIFY(processOf(*engine->run(fakeRequest(Answer))) != process);
}

void Worker::deathWhileIdleIsNone() {
    const auto engine = makeWorkerEngine(fakeSettings());
    const RunRequest request = fakeRequest(Answer);
    const std::string process = processOf(*engine->run(request));
    const int id = QString::fromStdString(process).section(' ', 1).toInt();
    kill(id, SIGKILL);
    QTRY_VERIFY(isGone(id));
    QVERIFY(processOf(*engine->run(request)) != process);
}

void Worker::hangIsEnded() {
    WorkerSettings settings = fakeSettings();
    settings.timeOutSeconds = timeoutSeconds;
    const auto engine = makeWorkerEngine(settings);
    const Error error = errorOf(*engine, fakeRequest(IgnoreStop));
    QCOMPARE(error.kind(), ErrorKind::Device);
    const QString text = error.what();
    QVERIFY2(text.contains("no progress for 0.5 s") && text.contains("gaussian variant=fused"), error.what());
    QCOMPARE(error.stage, 0);
    QVERIFY(engine->run(fakeRequest(Answer))->output);
}

void Worker::checkMayTakeLong() {
    WorkerSettings settings = fakeSettings();
    settings.timeOutSeconds = timeoutSeconds;
    QVERIFY(makeWorkerEngine(settings)->run(fakeRequest(LongCheck))->output);
}

void Worker::stopIsObeyed() {
    WorkerSettings settings = fakeSettings();
    settings.graceSeconds = 30;
    const auto engine = makeWorkerEngine(settings);
    const std::string process = processOf(*engine->run(fakeRequest(Answer)));
    std::stop_source stop;
    const RunMonitor monitor{stop.get_token(), [&](const RunProgress&) { stop.request_stop(); }};
    const Error error = errorOf(*engine, fakeRequest(WaitForStop), monitor);
    QCOMPARE(error.kind(), ErrorKind::Cancelled);
    QCOMPARE(error.what(), "stopped as asked");
    // It stopped by itself, so it goes on; the stop does not reach the next run.
    QCOMPARE(processOf(*engine->run(fakeRequest(Answer))), process);
}

void Worker::ignoredStopEndsIt() {
    const auto engine = makeWorkerEngine(fakeSettings());
    const std::string process = processOf(*engine->run(fakeRequest(Answer)));
    std::stop_source stop;
    const RunMonitor monitor{stop.get_token(), [&](const RunProgress&) { stop.request_stop(); }};
    QCOMPARE(errorOf(*engine, fakeRequest(IgnoreStop), monitor).kind(), ErrorKind::Cancelled);
    QVERIFY(isGone(QString::fromStdString(process).section(' ', 1).toInt()));
    QVERIFY(processOf(*engine->run(fakeRequest(Answer))) != process);
}

/// A pipe that a library opened at the wrong moment must end for its reader while the worker lives.
void Worker::inheritsNothingElse() {
    std::array<int, 2> ends{};
    QCOMPARE(pipe(ends.data()), 0); // inherited by every child
    const auto engine = makeWorkerEngine(fakeSettings());
    QVERIFY(engine->run(fakeRequest(Answer))->output);
    close(ends[1]);
    pollfd reader{ends[0], POLLIN, 0};
    QCOMPARE(poll(&reader, 1, 10000), 1);
    char byte = 0;
    QCOMPARE(read(ends[0], &byte, 1), ssize_t(0));
    close(ends[0]);
}

/// A slider that moves stops runs too; a slow kernel then ends by itself.
void Worker::newerRunNeverEndsIt() {
    const auto engine = makeWorkerEngine(fakeSettings()); // 0.2 s of grace
    const RunRequest request = fakeRequest(LongCheck);    // ignores stops for 1.5 s
    const std::string process = processOf(*engine->run(fakeRequest(Answer)));
    std::stop_source stop, abort;
    RunMonitor monitor{stop.get_token(), [&](const RunProgress&) { stop.request_stop(); }};
    monitor.abort = abort.get_token();
    QCOMPARE(processOf(*engine->run(request, monitor)), process);
    // The user gives up.
    abort.request_stop();
    QCOMPARE(errorOf(*engine, fakeRequest(IgnoreStop), monitor).kind(), ErrorKind::Cancelled);
    QVERIFY(isGone(QString::fromStdString(process).section(' ', 1).toInt()));
}

/// The fake has built as soon as it is asked, and tells it once for each request.
void Worker::buildsAheadAndTells() {
    const auto engine = makeWorkerEngine(fakeSettings());
    const RunRequest request = fakeRequest(Answer);
    std::atomic<int> built = 0, ran = 0;
    engine->buildAhead(request, [&] { ++built; });
    QTRY_COMPARE(built.load(), 1);
    RunMonitor monitor;
    monitor.built = [&] { ++ran; };
    engine->run(request, monitor);
    QTRY_COMPARE(ran.load(), 1);
    engine->run(request); // asks for no notice
    QCOMPARE(built.load(), 1);
    QCOMPARE(ran.load(), 1);
    // A worker that ends at once is left to the run that follows.
    engine->buildAhead(fakeRequest(Abort), {});
    QVERIFY(engine->run(request)->output);
}

void Worker::stopBeforeTheStart() {
    const auto engine = makeWorkerEngine(fakeSettings());
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(errorOf(*engine, fakeRequest(WaitForStop), {stop.get_token(), {}}).kind(), ErrorKind::Cancelled);
}

void Worker::endsWithItsProgram() {
    QProcess program;
    program.start(QCoreApplication::applicationFilePath(), {"--hang"});
    QByteArray errors;
    int worker = 0;
    const auto hears = [&] {
        program.waitForReadyRead(100);
        errors += program.readAllStandardError();
        const QRegularExpressionMatch match = QRegularExpression("worker (\\d+) hangs").match(errors);
        worker = match.captured(1).toInt();
        return worker > 0;
    };
    QTRY_VERIFY(hears());
    QVERIFY(!isGone(worker));
    program.kill();
    QVERIFY(program.waitForFinished());
    QTRY_VERIFY(isGone(worker));
}

void Worker::missingProgram() {
    WorkerSettings settings = fakeSettings();
    settings.program = "/nowhere/lightbench-worker";
    const auto engine = makeWorkerEngine(settings);
    const Error error = errorOf(*engine, fakeRequest(Answer));
    QCOMPARE(error.kind(), ErrorKind::Device);
    QVERIFY2(QString(error.what()).contains("/nowhere/lightbench-worker: No such file"), error.what());
    QVERIFY(engine->devices().devices.empty() && engine->devices().warnings.size() == 1);
}

void Worker::wrongProgram() {
    WorkerSettings settings = fakeSettings();
    settings.program = "/bin/sh";
    settings.arguments = {"-c", "echo lightbench-worker of another age, and much more >&3; sleep 60"};
    Error error = errorOf(*makeWorkerEngine(settings), fakeRequest(Answer));
    QVERIFY2(QString(error.what()).contains("/bin/sh sent a message without its mark"), error.what());
    settings.arguments = {"-c", "exit 3"};
    error = errorOf(*makeWorkerEngine(settings), fakeRequest(Answer));
    QVERIFY2(QString(error.what()).contains("exit code 3"), error.what());
}

/// A worker of another build, whose messages have other fields: refused before anything is asked of it.
void Worker::staleWorker() {
    WorkerSettings settings = fakeSettings();
    settings.arguments = {"--stale"};
    const Error error = errorOf(*makeWorkerEngine(settings), fakeRequest(Answer));
    const QString text = error.what();
    QCOMPARE(error.kind(), ErrorKind::Device);
    QVERIFY2(text.contains("is of another version than this program") && !text.contains('\n'), error.what());
    QVERIFY2(text.contains("fields of another build\" in place of \"lightbench-worker "), error.what());
    QVERIFY2(text.contains("; install Lightbench again"), error.what());
}

int main(int count, char** words) {
    const auto is = [&](const char* mode) { return count > 1 && std::string(words[1]) == mode; };
    const int socket = workerSocket(count, words);
    if (socket >= 0 && is("--stale")) serveAsAnotherBuild(socket);
    if (socket >= 0 && is("--fake")) serveWorker(socket, [] { return std::make_unique<FakeEngine>(); });
    QCoreApplication application(count, words);
    if (is("--hang")) makeWorkerEngine(fakeSettings())->run(fakeRequest(Hang));
    Worker tests;
    return QTest::qExec(&tests, count, words);
}
#include "worker.moc"
