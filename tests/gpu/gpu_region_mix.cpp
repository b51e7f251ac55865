// The kernel of regions and mixes on a device: every format, runs that rows and edges cut, and its row in the times.
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"

#include "core/run/recorded_stage.h"
#include "tests/test_program.h"

using namespace lightbench;

class GpuRegionMix : public QObject {
    Q_OBJECT
private slots:
    void everyFormatAndEdge_data();
    void everyFormatAndEdge();
    void timesNameIt();
    void hostVariantHasIt();
    void resultsAreReused();
    void recordsAllTheSame();

private:
    void compare(Size size, Format format, const std::string& stage);

    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void GpuRegionMix::everyFormatAndEdge_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("channels");
    for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32})
        for (int channels : {1, 4})
            QTest::newRow(Format{type, channels}.name().c_str()) << int(type) << channels;
}

void GpuRegionMix::compare(Size size, Format format, const std::string& stage) {
    const RunRequest request = requestOf(noiseImage(size, format), stage, {.verify = true});
    try {
        outputShape(request.stack[0], request.image->shape());
    } catch (const Error&) {
        return; // such a region lies beyond this image
    }
    const ReportPtr report = engine_->run(request);
    QVERIFY2(report->verdict() == Verdict::Match, stage.c_str());
    QVERIFY2(sameSamples(*report->output, *runReference(request.image, request.stack)), stage.c_str());
}

void GpuRegionMix::everyFormatAndEdge() {
    QFETCH(int, type);
    QFETCH(int, channels);
    for (const Size size : {Size{1, 1}, Size{37, 5}, Size{3, 40}, Size{64, 9}})
        for (const char* settings : {"mix=0.3", "mix=0", "region=0,0,1,1", "region=2,1,30,3",
                                     "region=1,0,2,900 mix=0.7", "region=0,3,64,2 mix=0.5", "region=35,2,99,99"}) {
            // The flip computes the whole image, and the median a part of it where that saves work.
            for (const char* filter : {"flip ", "median k=3 "})
                compare(size, {SampleType(type), channels}, std::string(filter) + settings);
            if (QTest::currentTestFailed()) return;
        }
}

void GpuRegionMix::timesNameIt() {
    const auto names = [this](const char* stack) {
        std::string all;
        const ReportPtr report = engine_->run(requestOf(noiseImage({40, 30}), stack));
        for (const KernelReport& kernel : report->stages.at(0).kernels)
            all += kernel.name + " ";
        return all;
    };
    QCOMPARE(names("invert"), std::string("invert_segments "));
    QCOMPARE(names("invert mix=0.5"), std::string("invert_segments region_mix_segments "));
}

void GpuRegionMix::hostVariantHasIt() {
    const RunRequest request = requestOf(noiseImage({40, 30}), "gaussian variant=cpu region=3,3,20,9 mix=0.4");
    QVERIFY(sameSamples(*engine_->run(request)->output, *runReference(request.image, request.stack)));
}

void GpuRegionMix::resultsAreReused() {
    const RunOptions options{.verify = true, .reuse = true};
    const RunRequest first = requestOf(noiseImage({40, 30}), "invert mix=0.5 | box", options);
    engine_->run(first);
    RunRequest second = first;
    second.stack = parseStack("invert mix=0.5 | box k=7");
    ReportPtr report = engine_->run(second);
    QVERIFY(report->stages[0].reused && !report->stages[1].reused);
    second.stack = parseStack("invert mix=0.6 | box k=7");
    report = engine_->run(second);
    QVERIFY(!report->stages[0].reused && report->verdict() == Verdict::Match);
    QVERIFY(sameSamples(*report->output, *runReference(second.image, second.stack)));
}

void GpuRegionMix::recordsAllTheSame() {
    RunRequest request =
        requestOf(noiseImage({40, 30}, {SampleType::U8, 1}), "floyd-steinberg region=3,3,20,9 mix=0.5", {.record = 0});
    const ReportPtr report = engine_->run(request);
    QVERIFY(report->recording);
    QVERIFY(report->recording->kernel.starts_with("floyd_steinberg"));
    QVERIFY(sameSamples(*report->output, *runReference(request.image, request.stack)));
}

LIGHTBENCH_TEST(GpuRegionMix, QCoreApplication)
#include "gpu_region_mix.moc"
