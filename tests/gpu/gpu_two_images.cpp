// Stages of two images on a device: files and earlier stages, in runs, reuse, checks and measurements.
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"

#include "tests/test_program.h"

using namespace lightbench;

namespace {
constexpr Size oddSize{67, 41};
constexpr ImageShape shape{oddSize, {SampleType::U8, 4}};

/// As if it had been read from a file of that name.
ParameterValue fileOf(const ImagePtr& image, const std::string& name = "/made/up.png") {
    return ImageInput{name, 0, image, image->shape()};
}

RunRequest withFile(const std::string& stack, const ImagePtr& file, RunOptions options) {
    RunRequest request = requestOf(noiseImage(oddSize), stack, options);
    request.stack.back().parameters.set("with", fileOf(file));
    return request;
}
} // namespace

class GpuTwoImages : public QObject {
    Q_OBJECT
private slots:
    void earlierStages_data();
    void earlierStages();
    void earlierStagesLiveLongEnough();
    void hostVariantTakesThem();
    void filesAreTaken();
    void reuseNoticesAnotherFile();
    void reuseKeepsWhatLaterStagesNeed();
    void reuseKnowsWhoMadeIt();
    void checksUseTheDevicesOwnImages();
    void othersAreRefused_data();
    void othersAreRefused();
    void measuringTakesThem();
    void opaqueAndClearStretchesAreMixed_data();
    void opaqueAndClearStretchesAreMixed();
    void everyProductIsTheReferences();

private:
    void runsAsItsReference(const RunRequest& request) {
        const ReportPtr report = engine_->run(request);
        QVERIFY2(sameSamples(*report->output, *runReference(request.image, request.stack)),
                 stackLine(request.stack).c_str());
    }
    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void GpuTwoImages::earlierStages_data() {
    QTest::addColumn<QString>("stack");
    for (const char* stack :
         {"blend mode=screen", "invert | blend mode=difference with=input",
          "invert | transpose | transpose | blend mode=multiply with=1",
          "invert | blend mode=add with=1 | blend mode=max with=1", "!invert | flip | blend mode=min with=1",
          "flip | !invert | blend mode=min with=2", "invert | histogram | flip | blend with=2 mode=difference",
          "grayscale | threshold | median k=3 | mask-mix with=1 mask=2",
          "flip | mask-mix with=input mask=1 region=3,3,20,20 mix=0.7"})
        QTest::newRow(stack) << QString(stack);
}

void GpuTwoImages::earlierStages() {
    QFETCH(QString, stack);
    for (const bool verify : {false, true}) {
        const RunRequest request = requestOf(noiseImage(oddSize), stack.toStdString(), {.verify = verify, .repeat = 2});
        const ReportPtr report = engine_->run(request);
        QVERIFY(sameSamples(*report->output, *runReference(request.image, request.stack)));
        QVERIFY(!verify || (report->verdict() == Verdict::Match && report->endToEnd.verdict == Verdict::Match));
    }
}

// Without a check, buffers are handed on from stage to stage.
void GpuTwoImages::earlierStagesLiveLongEnough() {
    runsAsItsReference(requestOf(noiseImage(oddSize), "invert | flip | invert | flip | invert | box k=3 variant=cpu | "
                                                      "invert | blend mode=difference with=1 | invert | blend with=2"));
}

void GpuTwoImages::hostVariantTakesThem() {
    runsAsItsReference(requestOf(noiseImage(oddSize), "flip | mask-mix variant=cpu with=input mask=1"));
    runsAsItsReference(withFile("flip | blend mode=multiply variant=cpu", noiseImage(oddSize, shape.format, 9), {}));
}

void GpuTwoImages::filesAreTaken() {
    for (const Format format : {shape.format, Format{SampleType::U16, 1}, Format{SampleType::F32, 4}}) {
        RunRequest request =
            withFile("blend mode=screen", noiseImage(oddSize, format, 5), {.verify = true, .repeat = 3});
        request.image = noiseImage(oddSize, format);
        const ReportPtr report = engine_->run(request);
        QVERIFY(report->verdict() == Verdict::Match);
        QVERIFY(sameSamples(*report->output, *runReference(request.image, request.stack)));
    }
}

void GpuTwoImages::reuseNoticesAnotherFile() {
    const RunOptions options{.verify = true, .reuse = true};
    RunRequest request = withFile("flip | blend mode=add", noiseImage(oddSize, shape.format, 5), options);
    const ImagePtr image = request.image;
    engine_->run(request);
    request.stack.push_back(makeStage("invert"));
    QVERIFY(engine_->run(request)->stages[1].reused);
    // The same samples, read again.
    request.stack[1].parameters.set("with", fileOf(noiseImage(oddSize, shape.format, 5)));
    QVERIFY(engine_->run(request)->stages[1].reused);
    // The file has changed.
    request.stack[1].parameters.set("with", fileOf(noiseImage(oddSize, shape.format, 6)));
    const ReportPtr report = engine_->run(request);
    QVERIFY(report->stages[0].reused && !report->stages[1].reused);
    QVERIFY(report->verdict() == Verdict::Match);
    QVERIFY(sameSamples(*report->output, *runReference(image, request.stack)));
}

void GpuTwoImages::reuseKeepsWhatLaterStagesNeed() {
    RunRequest request =
        requestOf(noiseImage(oddSize), "invert | flip | box k=3 | blend mode=add with=1", {.reuse = true});
    runsAsItsReference(request);
    for (const char* last : {"blend mode=multiply with=1", "blend mode=screen with=input", "blend mode=max with=2"}) {
        request.stack.back() = parseStack(last).front();
        runsAsItsReference(request);
    }
}

// Numbers count stages that are switched off; the same number may be another stage's image.
void GpuTwoImages::reuseKnowsWhoMadeIt() {
    RunRequest request =
        requestOf(noiseImage(oddSize), "invert | flip | blend mode=difference with=1 | invert", {.reuse = true});
    runsAsItsReference(request);
    request.stack = parseStack("!grayscale | invert | flip | blend mode=difference with=1 | invert");
    runsAsItsReference(request);
    request.stack = parseStack("!grayscale | invert | flip | blend mode=difference with=2 | invert");
    runsAsItsReference(request);
}

// A stage is checked on the device's own input and on its own second image: what an inexact stage before it did is not
// blamed on it.
void GpuTwoImages::checksUseTheDevicesOwnImages() {
    const RunRequest request =
        requestOf(noiseImage({320, 240}), "gaussian sigma=2 | invert | blend mode=difference with=1",
                  {.verify = true, .repeat = 2, .warmUp = true});
    const ReportPtr report = engine_->run(request);
    QCOMPARE(report->stages[2].difference.verdict, Verdict::Match);
    QVERIFY(!report->stages[2].referenceTimingsMs.empty());
}

void GpuTwoImages::othersAreRefused_data() {
    QTest::addColumn<QString>("stack");
    QTest::addColumn<QString>("words");
    QTest::newRow("later") << "invert | blend with=2"
                           << "with=2 is not a stage before this one, which is stage 2";
    QTest::newRow("size") << "crop | blend with=input"
                          << "Resize or crop one of them";
    QTest::newRow("channels") << "grayscale | blend with=input"
                              << "Make the second image grayscale, too";
    QTest::newRow("gray") << "grayscale | colour-map | blend with=1"
                          << "Put grayscale before this stage";
    QTest::newRow("type") << "grayscale | prefix-sum | mask-mix"
                          << "mask-mix takes";
}

void GpuTwoImages::othersAreRefused() {
    QFETCH(QString, stack);
    QFETCH(QString, words);
    const RunRequest request = requestOf(noiseImage(oddSize), stack.toStdString());
    const Error error = errorOf(*engine_, request);
    QCOMPARE(error.kind(), ErrorKind::Usage);
    QCOMPARE(error.stage, int(request.stack.size()) - 1);
    QVERIFY2(QString(error.what()).contains(words), error.what());
}

void GpuTwoImages::measuringTakesThem() {
    for (const char* stack : {"invert | flip | blend mode=add with=1", "flip | blend mode=add with=input"}) {
        const RunRequest request = requestOf(noiseImage(oddSize), stack);
        const Measurement found =
            engine_->measure(measurementOf(request, {.repeat = 3, .buffers = 3, .check = true}), {});
        QVERIFY(worstVerdict(found.stages) == Verdict::Match);
    }
    const RunRequest request = withFile("flip | blend mode=add", noiseImage(oddSize, shape.format, 5), {});
    for (int again = 0; again < 2; ++again) {
        const Measurement found =
            engine_->measure(measurementOf(request, {.repeat = 3, .buffers = 3, .check = true}), {});
        QVERIFY(worstVerdict(found.stages) == Verdict::Match);
    }
}

void GpuTwoImages::opaqueAndClearStretchesAreMixed_data() {
    QTest::addColumn<QString>("mode");
    for (const char* mode : {"normal", "multiply", "screen", "difference", "add", "min", "max"})
        QTest::newRow(mode) << QString(mode);
}

// Kernels may pass over what needs no mixing: whole vectors of it, and vectors that only begin or end so.
void GpuTwoImages::opaqueAndClearStretchesAreMixed() {
    QFETCH(QString, mode);
    for (const SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32}) {
        const Format format{type, 4};
        Image second = testImage({{256, 5}, format}, Picture::Noise, 7);
        withSampleType(type, [&](auto zero) {
            using T = decltype(zero);
            for (int y = 0; y < 5; ++y)
                for (int x = 0; x < 256; ++x)
                    if (const int stretch = (x + 9 * y) / 40 % 3; stretch < 2)
                        second.row<T>(y)[4 * x + 3] = T(stretch * format.fullScale());
        });
        RunRequest request = requestOf(noiseImage({256, 5}, format), "blend mode=" + mode.toStdString());
        request.stack.back().parameters.set("with", fileOf(std::make_shared<const Image>(std::move(second))));
        runsAsItsReference(request);
    }
}

void GpuTwoImages::everyProductIsTheReferences() {
    const Format gray{SampleType::U8, 1};
    const auto across = std::make_shared<Image>(ImageShape{{256, 256}, gray});
    const auto down = std::make_shared<Image>(across->shape());
    for (int y = 0; y < 256; ++y)
        for (int x = 0; x < 256; ++x) {
            across->row<std::uint8_t>(y)[x] = std::uint8_t(x);
            down->row<std::uint8_t>(y)[x] = std::uint8_t(y);
        }
    for (const char* mode : {"multiply", "screen", "add", "difference"}) {
        RunRequest request = requestOf(across, std::string("blend mode=") + mode);
        request.stack.back().parameters.set("with", fileOf(down));
        runsAsItsReference(request);
    }
}

LIGHTBENCH_TEST(GpuTwoImages, QCoreApplication)
#include "gpu_two_images.moc"
