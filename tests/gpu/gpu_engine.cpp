// The engine on a real device: what a run reports, when it reuses, how it is cancelled, and that it stays usable.
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"

#include "core/base/statistics.h"
#include "gpu/execution/timing.h"
#include "tests/test_program.h"

using namespace lightbench;

class GpuEngine : public QObject {
    Q_OBJECT
private slots:
    void init() { engine_ = makeDeclaredEngine({.poison = true}); }
    void emptyStackGivesTheInput();
    void disabledStageIsSkipped();
    void chainEqualsTheReferences();
    void wantedWorkgroupsRun_data();
    void wantedWorkgroupsRun();
    void hostStepInTheMiddle();
    void repeatsAreMedians();
    void referencesAreTimedInMeasuredRuns();
    void memoryOfAMeasurementIsFreed();
    void kernelsOnOneTimeline();
    void reuseOfLeadingStages();
    void reuseAfterNoCheckIsChecked();
    void reuseNeedsTheSameImage();
    void cancelBetweenKernels();
    void cancelBeforeTheStart();
    void illegalWorkgroups_data();
    void illegalWorkgroups();
    void unknownDevice();
    void nonsenseOptions();
    void progressRises();

private:
    std::unique_ptr<Engine> engine_;
};

void GpuEngine::emptyStackGivesTheInput() {
    const ImagePtr image = noiseImage({33, 17});
    const ReportPtr report = engine_->run(requestOf(image, "", {.verify = true}));
    QCOMPARE(report->output, image);
    QVERIFY(report->stages.empty() && report->inputHistogram && report->outputHistogram);
    QCOMPARE(report->endToEnd.verdict, Verdict::NotChecked);
}

void GpuEngine::disabledStageIsSkipped() {
    const ImagePtr image = noiseImage({33, 17});
    const ReportPtr report = engine_->run(requestOf(image, "!grayscale | invert"));
    QCOMPARE(report->stages.size(), std::size_t(1));
    QCOMPARE(report->stages[0].stackIndex, 1);
    QCOMPARE(report->output->format(), image->format());
    QCOMPARE(engine_->run(requestOf(image, "!grayscale"))->output, image);
}

void GpuEngine::chainEqualsTheReferences() {
    const RunRequest request = requestOf(noiseImage({130, 61}), "grayscale | transpose | invert", {.verify = true});
    const ReportPtr report = engine_->run(request);
    QVERIFY(sameSamples(*report->output, *runReference(request.image, request.stack)));
    QCOMPARE(report->verdict(), Verdict::Match);
    QCOMPARE(report->endToEnd.verdict, Verdict::Match);
    for (const StageReport& stage : report->stages) {
        QVERIFY(stage.variantWasAuto && stage.workgroupWasAuto && stage.variant != "auto");
        QVERIFY(stage.outputImage && stage.referenceImage && stage.referenceMs > 0 && stage.referenceThreads > 0);
        QCOMPARE(stage.outputImage->shape(), stage.output);
    }
    QCOMPARE(report->stages.back().outputImage, report->output);
    const ReportPtr unchecked = engine_->run(requestOf(request.image, "grayscale | invert"));
    QVERIFY(!unchecked->checked && !unchecked->stages[0].outputImage && unchecked->stages[1].outputImage);
}

void GpuEngine::wantedWorkgroupsRun_data() {
    QTest::addColumn<QString>("stack");
    for (const char* stack : {"grayscale | gaussian sigma=2.5 variant=fused workgroup=32x8 | floyd-steinberg levels=2",
                              "gaussian sigma=5 workgroup=32x8", "convolution workgroup=16x16",
                              "median workgroup=16x16", "local-maximum workgroup=64", "histogram workgroup=256"})
        QTest::newRow(stack) << stack;
}

// Sizes that a CPU's fastest variants do not take, with `auto` and with a variant.
void GpuEngine::wantedWorkgroupsRun() {
    QFETCH(QString, stack);
    const RunRequest request = requestOf(noiseImage({130, 61}), stack.toStdString(), {.verify = true});
    const ReportPtr report = engine_->run(request);
    QVERIFY(report->verdict() == Verdict::Match || report->verdict() == Verdict::WithinTolerance);
    for (const StageReport& stage : report->stages)
        if (const auto wanted = request.stack[std::size_t(stage.stackIndex)].workgroup)
            QVERIFY(stage.workgroup == *wanted);
}

void GpuEngine::hostStepInTheMiddle() {
    const ImagePtr image = noiseImage({64, 40});
    const ReportPtr report = engine_->run(requestOf(image, "invert | grayscale variant=cpu | invert"));
    QVERIFY(sameSamples(*report->output, *runReference(image, parseStack("invert | grayscale | invert"))));
    const std::vector<KernelReport>& rows = report->stages[1].kernels;
    QCOMPARE(rows.size(), std::size_t(3));
    QCOMPARE(rows[0].name, std::string("download"));
    QCOMPARE(rows[2].name, std::string("upload"));
    QVERIFY(rows[0].onHost && rows[1].onHost && rows[2].onHost && rows[1].runUs > 0);
}

void GpuEngine::repeatsAreMedians() {
    const RunOptions options{.verify = false, .repeat = 5, .warmUp = true};
    const ReportPtr report = engine_->run(requestOf(noiseImage({320, 200}), "grayscale | invert", options));
    QCOMPARE(report->repeats, 5);
    double gpuMs = 0, queueMs = 0;
    for (const StageReport& stage : report->stages) {
        double sum = 0;
        for (const KernelReport& kernel : stage.kernels) {
            QCOMPARE(kernel.timingsUs.size(), std::size_t(5));
            QCOMPARE(kernel.runUs, medianOf(kernel.timingsUs));
            QVERIFY(kernel.runUs > 0 && kernel.bytes > 0);
            QCOMPARE(kernel.gbPerS, double(kernel.bytes) / kernel.runUs / 1000);
            sum += kernel.runUs / 1000;
            queueMs += (kernel.queuedUs + kernel.submitUs) / 1000;
        }
        QCOMPARE(stage.gpuMs, sum);
        gpuMs += sum;
    }
    QCOMPARE(report->gpuMs(), gpuMs);
    QCOMPARE(report->queueMs, queueMs);
    QCOMPARE(report->runs.size(), std::size_t(5));
    QVERIFY(report->warmedUp);
    std::vector<double> walls;
    for (std::size_t i = 0; i < 5; ++i) {
        const RepeatParts& run = report->runs[i];
        double kernels = 0;
        for (const StageReport& stage : report->stages)
            for (const KernelReport& kernel : stage.kernels)
                kernels += kernel.timingsUs[i] / 1000;
        QCOMPARE(run.kernelsMs, kernels);
        QVERIFY(run.wallMs > 0 && run.downloadMs > 0);
        walls.push_back(run.wallMs);
    }
    QCOMPARE(report->wallMs, medianOf(walls));
    QCOMPARE(report->medianRepeat().wallMs, report->wallMs); // of an odd number
    QVERIFY2(report->warnings.empty(), "this driver keeps times");
}

void GpuEngine::referencesAreTimedInMeasuredRuns() {
    const ImagePtr image = noiseImage({320, 200});
    const ReportPtr live = engine_->run(requestOf(image, "grayscale | invert", {.verify = true}));
    QCOMPARE(live->speedup(), 0.0);
    QVERIFY(live->stages[0].referenceMs > 0 && live->stages[0].referenceTimingsMs.empty());
    const RunOptions options{.verify = true, .repeat = 3, .warmUp = true};
    const ReportPtr measured = engine_->run(requestOf(image, "grayscale | invert", options));
    for (const StageReport& stage : measured->stages)
        QVERIFY(!stage.referenceTimingsMs.empty() && stage.referenceTimingsMs.size() <= 3 && stage.speedup() > 0);
    QCOMPARE(measured->speedup(), measured->referenceMs() / measured->medianRepeat().wallMs);
    // The reference of a stage that has not changed is not timed again, and that of another is.
    const ReportPtr again = engine_->run(requestOf(image, "grayscale | threshold", options));
    QCOMPARE(again->stages[0].referenceTimingsMs, measured->stages[0].referenceTimingsMs);
    QCOMPARE(again->stages[0].referenceMs, measured->stages[0].referenceMs);
    QVERIFY(again->stages[1].referenceTimingsMs != measured->stages[1].referenceTimingsMs);
    const ReportPtr other = engine_->run(requestOf(noiseImage({320, 201}), "grayscale", options));
    QVERIFY(other->stages[0].referenceTimingsMs != measured->stages[0].referenceTimingsMs);
}

/// A run after a race says what it holds itself.
void GpuEngine::memoryOfAMeasurementIsFreed() {
    MeasureRequest request;
    request.image = noiseImage({640, 480});
    request.stack = parseStack("gaussian");
    request.filters = builtInFilters();
    request.options = {.repeat = 1, .buffers = 8, .check = false};
    engine_->measure(request, {});
    const ReportPtr tiny = engine_->run(requestOf(noiseImage({1, 1}), "invert"));
    QVERIFY2(tiny->deviceBytes < 100000, qPrintable(QString::number(tiny->deviceBytes)));
}

void GpuEngine::kernelsOnOneTimeline() {
    const ReportPtr report = engine_->run(requestOf(noiseImage({320, 200}), "grayscale | invert | transpose"));
    QCOMPARE(report->stages[0].kernels[0].startUs, 0.0);
    for (int i = 1; i < 3; ++i) {
        const KernelReport& before = report->stages[std::size_t(i) - 1].kernels.back();
        QVERIFY(report->stages[std::size_t(i)].kernels[0].startUs >= before.startUs + before.timingsUs.back() - 1);
    }
}

void GpuEngine::reuseOfLeadingStages() {
    const ImagePtr image = noiseImage({200, 120});
    const RunOptions options{.verify = true, .reuse = true};
    const ReportPtr first = engine_->run(requestOf(image, "grayscale | invert | transpose", options));
    for (const StageReport& stage : first->stages)
        QVERIFY(!stage.reused);
    const ReportPtr second = engine_->run(requestOf(image, "grayscale | invert | invert", options));
    QVERIFY(second->stages[0].reused && second->stages[1].reused && !second->stages[2].reused);
    QCOMPARE(second->stages[0].kernels[0].timingsUs, first->stages[0].kernels[0].timingsUs);
    QCOMPARE(second->stages[0].referenceMs, first->stages[0].referenceMs);
    QCOMPARE(second->stages[0].outputImage, first->stages[0].outputImage);
    QCOMPARE(second->verdict(), Verdict::Match);
    QVERIFY(sameSamples(*second->output, *runReference(image, parseStack("grayscale"))));
    // A stage put in front of it changes everything behind it.
    const ReportPtr third = engine_->run(requestOf(image, "invert | grayscale | invert", options));
    for (const StageReport& stage : third->stages)
        QVERIFY(!stage.reused);
    // Taking a stage away leaves nothing to run, and without `reuse` all is run.
    QVERIFY(engine_->run(requestOf(image, "invert | grayscale", options))->stages[1].reused);
    QVERIFY(!engine_->run(requestOf(image, "invert | grayscale"))->stages[0].reused);
}

void GpuEngine::reuseAfterNoCheckIsChecked() {
    const ImagePtr image = noiseImage({200, 120});
    engine_->run(requestOf(image, "invert | grayscale", {.reuse = true}));
    const ReportPtr checked = engine_->run(requestOf(image, "invert | grayscale", {.verify = true, .reuse = true}));
    QVERIFY(checked->stages[0].reused && checked->stages[1].reused);
    QCOMPARE(checked->verdict(), Verdict::Match);
    QCOMPARE(checked->endToEnd.verdict, Verdict::Match);
    QVERIFY(checked->stages[0].referenceImage && checked->stages[0].outputImage);
    // And the other way: what was checked before is not shown when nobody asked for it.
    const ReportPtr plain = engine_->run(requestOf(image, "invert | grayscale", {.reuse = true}));
    QVERIFY(plain->stages[1].reused && !plain->checked);
    QCOMPARE(plain->verdict(), Verdict::NotChecked);
}

void GpuEngine::reuseNeedsTheSameImage() {
    const RunOptions options{.reuse = true};
    engine_->run(requestOf(noiseImage({64, 64}), "grayscale", options));
    const ImagePtr other = noiseImage({64, 64}, {SampleType::U8, 4}, 2);
    const ReportPtr report = engine_->run(requestOf(other, "grayscale", options));
    QVERIFY(!report->stages[0].reused);
    QVERIFY(sameSamples(*report->output, *runReference(other, parseStack("grayscale"))));
}

void GpuEngine::cancelBetweenKernels() {
    const ImagePtr image = noiseImage({256, 256});
    const RunOptions options{.reuse = true};
    engine_->run(requestOf(image, "grayscale | invert", options));
    std::stop_source stop;
    int seen = -1;
    const RunMonitor monitor{stop.get_token(), [&](const RunProgress& progress) {
                                 if (progress.activity == "transpose") stop.request_stop();
                                 if (!progress.activity.starts_with("building"))
                                     seen = std::max(seen, progress.stackIndex);
                             }};
    const RunRequest longer = requestOf(image, "grayscale | invert | transpose | invert | transpose", options);
    QCOMPARE(errorOf(*engine_, longer, monitor).kind(), ErrorKind::Cancelled);
    QCOMPARE(seen, 2); // nothing was begun after the stage that was at work
    const ReportPtr after = engine_->run(longer);
    QVERIFY(sameSamples(*after->output, *runReference(image, longer.stack)));
    QVERIFY(after->stages[1].reused && !after->stages[2].reused);
}

void GpuEngine::cancelBeforeTheStart() {
    std::stop_source stop;
    stop.request_stop();
    const RunRequest request = requestOf(noiseImage({32, 32}), "grayscale");
    QCOMPARE(errorOf(*engine_, request, {stop.get_token(), {}}).kind(), ErrorKind::Cancelled);
    QVERIFY(engine_->run(request)->output);
}

void GpuEngine::illegalWorkgroups_data() {
    QTest::addColumn<QString>("stack");
    QTest::newRow("one") << "invert | grayscale workgroup=7777";
    QTest::newRow("both") << "invert | grayscale workgroup=4096x4096";
}

void GpuEngine::illegalWorkgroups() {
    QFETCH(QString, stack);
    const Error error = errorOf(*engine_, requestOf(noiseImage({32, 32}), stack.toStdString()));
    QCOMPARE(error.kind(), ErrorKind::Usage);
    QCOMPARE(error.field, std::string("workgroup"));
    QCOMPARE(error.stage, 1);
    const std::string limit = std::to_string(engine_->devices().devices[0].maxWorkItems[0]);
    QVERIFY2(std::string(error.what()).find(limit) != std::string::npos, error.what());
}

void GpuEngine::unknownDevice() {
    RunRequest request = requestOf(noiseImage({8, 8}), "grayscale");
    for (int index : {-1, 99}) {
        request.device = index;
        const Error error = errorOf(*engine_, request);
        QCOMPARE(error.kind(), ErrorKind::Device);
        QVERIFY2(std::string(error.what()).find(engine_->devices().devices[0].name) != std::string::npos, error.what());
    }
}

void GpuEngine::nonsenseOptions() {
    QCOMPARE(errorOf(*engine_, requestOf(nullptr, "grayscale")).kind(), ErrorKind::Input);
    for (int repeat : {0, -1, 1001}) {
        const Error error = errorOf(*engine_, requestOf(noiseImage({8, 8}), "grayscale", {.repeat = repeat}));
        QCOMPARE(error.kind(), ErrorKind::Usage);
    }
}

void GpuEngine::progressRises() {
    std::vector<double> fractions;
    const RunMonitor monitor{{}, [&](const RunProgress& progress) { fractions.push_back(progress.fraction); }};
    engine_->run(requestOf(noiseImage({64, 64}), "grayscale | invert", {.verify = true, .repeat = 3}), monitor);
    QVERIFY(fractions.size() > 6 && std::ranges::is_sorted(fractions));
    QCOMPARE(fractions.back(), 1.0);
}

LIGHTBENCH_TEST(GpuEngine, QCoreApplication)
#include "gpu_engine.moc"
