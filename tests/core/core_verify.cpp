// The checks of a chain against its references, without a device: made-up results take a device's place.
#include <cstring>
#include <stop_token>

#include <QTest>

#include "core/base/parallel.h"
#include "core/base/statistics.h"
#include "core/run/grown_difference.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;
using std::string;

namespace {
ImagePtr colours() {
    return std::make_shared<const Image>(drawnImage<std::uint8_t>(
        31, 17, 4, [](int x, int y, int c) { return std::uint8_t(c == 3 ? 255 : x * 8 + y * 3 * c); }));
}

StageReport stageOf(const string& text, const string& variant) {
    const Stage stage = parseStack(text).front();
    StageReport report;
    report.filter = stage.filter;
    report.variant = variant;
    report.parameters = stage.parameters;
    return report;
}

ImagePtr withOneSampleOff(const ImagePtr& image) {
    Image other = image->clone();
    other.samples<std::uint8_t>()[40] ^= 1;
    return std::make_shared<const Image>(std::move(other));
}

ImagePtr reference(const ImagePtr& image, const string& stack) { return runReference(image, parseStack(stack)); }
} // namespace

class CoreVerify : public QObject {
    Q_OBJECT
private slots:
    void referencesOfAStack();
    void anExactChainSharesItsImages();
    void aStagesMistakeIsNotBlamedOnTheNext();
    void reusedStagesCount();
    void analysesAreChecked();
    void noStageIsNotChecked();
    void stoppedChecksThrow();
    void reportsSumTheirStages();
    void theMedianRunIsOneRepeat();
    void noFactorFromAColdRun();
    void referencesAreTimedLikeKernels();
    void theCpuVariantIsExact();
    void withoutAReference();
    void aChainSaysWhyItEnds();
    void aGrownDifferenceHasItsCause();
};

void CoreVerify::referencesOfAStack() {
    const ImagePtr image = colours();
    const ImagePtr result = reference(image, "grayscale | !invert | transpose");
    QVERIFY(result->shape() == (ImageShape{{17, 31}, {SampleType::U8, 1}}));
    const auto at = [&](int c) { return std::uint32_t(image->at(5, 3, c)); };
    QCOMPARE(std::uint32_t(result->at(3, 5, 0)), (19595 * at(0) + 38470 * at(1) + 7471 * at(2) + 32768) >> 16);
    QCOMPARE(reference(image, ""), image);
    const auto floats = std::make_shared<const Image>(imageOf<float>(1, 1, 1, {0.5f}));
    const auto error = errorOf([&] { reference(floats, "invert | random-trees"); });
    QVERIFY(error && error->kind() == ErrorKind::Usage);
    QCOMPARE(error->stage, 1);
}

void CoreVerify::anExactChainSharesItsImages() {
    const ImagePtr image = colours();
    StackVerifier verifier(image, builtInFilters());
    StageReport gray = stageOf("grayscale", "plain");
    const ImagePtr grayOutput = reference(image, "grayscale");
    verifier.check(gray, image, grayOutput);
    QVERIFY(gray.difference.verdict == Verdict::Match);
    QCOMPARE(gray.referenceImage, grayOutput); // one image in memory, not two
    QVERIFY(gray.referenceMs > 0);
    QCOMPARE(gray.referenceThreads, parallelThreads());
    StageReport inverted = stageOf("invert", "cpu");
    // The next stage's input comes in memory of its own, as a download would.
    const auto downloaded = std::make_shared<const Image>(grayOutput->clone());
    const ImagePtr output = reference(image, "grayscale | invert");
    verifier.check(inverted, downloaded, output);
    QCOMPARE(verifier.chainReference(), inverted.referenceImage); // the stage's reference served the chain as well
    const Difference whole = verifier.endToEnd(output);
    QVERIFY(whole.verdict == Verdict::Match);
    QCOMPARE(whole.samples, std::uint64_t(31 * 17));
}

void CoreVerify::aStagesMistakeIsNotBlamedOnTheNext() {
    const ImagePtr image = colours();
    StackVerifier verifier(image, builtInFilters());
    StageReport gray = stageOf("grayscale", "plain"), inverted = stageOf("invert", "plain");
    const ImagePtr wrong = withOneSampleOff(reference(image, "grayscale"));
    verifier.check(gray, image, wrong);
    QVERIFY(gray.difference.verdict == Verdict::Mismatch);
    QCOMPARE(gray.difference.mismatched, std::uint64_t(1));
    QVERIFY(*gray.difference.firstMismatch == (Point{40 % 31, 40 / 31}));
    const ImagePtr output = reference(wrong, "invert");
    verifier.check(inverted, wrong, output);
    QVERIFY(inverted.difference.verdict == Verdict::Match);
    const Difference whole = verifier.endToEnd(output);
    QVERIFY(whole.verdict == Verdict::Mismatch);
    QCOMPARE(whole.mismatched, std::uint64_t(1));
}

void CoreVerify::reusedStagesCount() {
    const ImagePtr image = colours();
    StackVerifier first(image, builtInFilters()), second(image, builtInFilters());
    StageReport gray = stageOf("grayscale", "plain");
    const ImagePtr wrong = withOneSampleOff(reference(image, "grayscale"));
    first.check(gray, image, wrong);
    second.reuse(gray, image, wrong);
    QCOMPARE(second.chainReference(), gray.referenceImage);
    QVERIFY(second.endToEnd(wrong).verdict == Verdict::Mismatch);
}

void CoreVerify::analysesAreChecked() {
    const ImagePtr image = colours();
    StageReport counted = stageOf("histogram", "cpu");
    counted.analysis = filterById("histogram").analyse(*image, counted.parameters);
    StackVerifier verifier(image, builtInFilters());
    verifier.check(counted, image, image);
    QVERIFY(counted.difference.verdict == Verdict::Match);
    QCOMPARE(verifier.chainReference(), image);
    counted.analysis[100] += 1;
    verifier.check(counted, image, image);
    QVERIFY(counted.difference.verdict == Verdict::Mismatch);
    QVERIFY(*counted.difference.firstMismatch == (Point{100, 0}));
}

void CoreVerify::noStageIsNotChecked() {
    const ImagePtr image = colours();
    QVERIFY(StackVerifier(image, builtInFilters()).endToEnd(image).verdict == Verdict::NotChecked);
}

void CoreVerify::stoppedChecksThrow() {
    std::stop_source source;
    source.request_stop();
    const CancelScope scope(source.get_token());
    const ImagePtr image = colours();
    StackVerifier verifier(image, builtInFilters());
    StageReport gray = stageOf("grayscale", "plain");
    const auto error = errorOf([&] { verifier.check(gray, image, image); });
    QVERIFY(error && error->kind() == ErrorKind::Cancelled);
    QVERIFY(errorOf([&] { parallelRows(10, [](int) {}); })->kind() == ErrorKind::Cancelled);
    {
        const CancelScope inner{std::stop_token()};
        QVERIFY(!errorOf([&] { parallelRows(10, [](int) {}); }));
    }
    QVERIFY(errorOf([] { checkCancelled(); }).has_value());
}

void CoreVerify::reportsSumTheirStages() {
    Report report;
    QVERIFY(report.verdict() == Verdict::NotChecked);
    report.stages.resize(3);
    report.stages[0].gpuMs = 1.5;
    report.stages[2].gpuMs = 2;
    report.stages[1].referenceMs = 7;
    QCOMPARE(report.gpuMs(), 3.5);
    QCOMPARE(report.referenceMs(), 7.0);
    report.stages[0].difference.verdict = Verdict::Match;
    QVERIFY(report.verdict() == Verdict::Match);
    report.stages[2].difference.verdict = Verdict::WithinTolerance;
    QVERIFY(report.verdict() == Verdict::WithinTolerance);
    report.stages[1].difference.verdict = Verdict::Mismatch;
    QVERIFY(report.verdict() == Verdict::Mismatch);
}

void CoreVerify::theMedianRunIsOneRepeat() {
    Report report;
    QCOMPARE(report.medianRepeat().wallMs, 0.0);
    report.runs = {{10, 1, 6, 2}, {8, 4, 2, 1}, {30, 2, 3, 4}, {12, 5, 5, 5}};
    const RepeatParts run = report.medianRepeat(); // the lower of the two in the middle, with its own parts
    QVERIFY(run.wallMs == 10 && run.uploadMs == 1 && run.kernelsMs == 6 && run.downloadMs == 2);
    QCOMPARE(run.otherMs(), 1.0);
    QCOMPARE(report.runs[3].otherMs(), 0.0); // two clocks: never below zero
}

void CoreVerify::noFactorFromAColdRun() {
    Report report;
    report.runs = {{10, 1, 6, 2}};
    report.stages.resize(2);
    for (StageReport& stage : report.stages) {
        stage.gpuMs = 3;
        stage.referenceMs = 60;
    }
    QCOMPARE(report.stages[0].speedup(), 0.0);
    QCOMPARE(report.speedup(), 0.0);
    report.stages[0].referenceTimingsMs = {59, 60, 70};
    QCOMPARE(report.stages[0].speedup(), 20.0);
    QCOMPARE(report.speedup(), 0.0); // the other stage's was not measured
    report.stages[1].referenceTimingsMs = {60};
    QCOMPARE(report.speedup(), 12.0);
    report.stages[1].reused = true; // its reference is in the sum, its kernels are not in the run
    QCOMPARE(report.speedup(), 0.0);
}

void CoreVerify::referencesAreTimedLikeKernels() {
    const ImagePtr image = colours();
    StackVerifier verifier(image, builtInFilters());
    StageReport gray = stageOf("grayscale", "plain");
    verifier.check(gray, image, reference(image, "grayscale"));
    QVERIFY(gray.referenceTimingsMs.empty()); // the check itself is quick
    timeReference(gray, *image, gray.parameters, 5, builtInFilters(), 60000);
    QCOMPARE(gray.referenceTimingsMs.size(), std::size_t(5));
    QCOMPARE(gray.referenceMs, summaryOf(gray.referenceTimingsMs).median);
    QCOMPARE(gray.referenceSpreadMs, summaryOf(gray.referenceTimingsMs).spread());
    timeReference(gray, *image, gray.parameters, 1000, builtInFilters(), 0); // no time left: still one that is warm
    QCOMPARE(gray.referenceTimingsMs.size(), std::size_t(1));
    StageReport counted = stageOf("histogram", "auto");
    timeReference(counted, *image, counted.parameters, 2, builtInFilters(), 60000);
    QCOMPARE(counted.referenceTimingsMs.size(), std::size_t(2));
    std::stop_source stopped;
    stopped.request_stop();
    const CancelScope scope(stopped.get_token());
    QVERIFY(errorOf([&] { timeReference(gray, *image, gray.parameters, 1000, builtInFilters(), 60000); })->kind() ==
            ErrorKind::Cancelled);
}

void CoreVerify::theCpuVariantIsExact() {
    const ImagePtr image = colours();
    StackVerifier verifier(image, builtInFilters());
    StageReport blurred = stageOf("gaussian", "cpu");
    verifier.check(blurred, image, withOneSampleOff(reference(image, "gaussian")));
    QVERIFY(blurred.tolerance.isExact());
    QVERIFY(blurred.difference.verdict == Verdict::Mismatch);
}

void CoreVerify::aChainSaysWhyItEnds() {
    const ImagePtr image = colours();
    for (const bool isWaiting : {false, true}) {
        const auto none = [isWaiting](const Filter&, const Image&, const ParameterValues&) {
            StageReference reference;
            reference.problem = isWaiting ? "it has not been allowed to run" : "no module named numpy";
            reference.isWaiting = isWaiting;
            return reference;
        };
        StackVerifier verifier(image, builtInFilters(), none);
        StageReport stage = stageOf("invert", "plain");
        verifier.check(stage, image, image);
        const Verdict verdict = isWaiting ? Verdict::ReferenceWaits : Verdict::ReferenceFailed;
        QVERIFY(stage.difference.verdict == verdict);
        QVERIFY(verifier.endToEnd(image).verdict == verdict); // and not: no reference
    }
}

/// A step in one sample before a dither changes what comes after it.
void CoreVerify::aGrownDifferenceHasItsCause() {
    const ImagePtr image = colours(), blurred = withOneSampleOff(reference(image, "gaussian"));
    const Point off{10, 0}; // sample 40
    for (const char* later : {"floyd-steinberg", "threshold"}) {
        Report report;
        report.checked = true;
        report.filters = builtInFilters();
        report.input = image;
        report.stages = {stageOf("gaussian", "two-pass"), stageOf(later, "cpu")};
        report.stages[1].stackIndex = 1;
        Image result = reference(blurred, later)->clone();
        const bool reaches = later == std::string_view("floyd-steinberg");
        if (!reaches) std::memset(result.bytes().data(), 1, 4);
        report.output = std::make_shared<const Image>(std::move(result));
        report.stages[0].outputImage = blurred;
        report.stages[0].referenceImage = reference(image, "gaussian");
        report.stages[0].difference = compareImages(*blurred, *report.stages[0].referenceImage, {.maxSteps = 1});
        for (StageReport& one : report.stages)
            one.difference.verdict = Verdict::WithinTolerance;
        report.endToEnd = {.verdict = Verdict::Mismatch, .firstMismatch = reaches ? Point{12, 0} : Point{0, 0}};
        QVERIFY(hasGrown(report));
        const auto grown = grownDifference(report);
        QVERIFY(grown && grown->stage == 0 && grown->samples == 1);
        QCOMPARE(grownText(*grown), "gaussian (stage 1) rounds 1 sample otherwise than its reference, and " +
                                        string(later) + " (stage 2) makes that large");
        // A threshold looks at one pixel: nothing in another can reach it.
        QVERIFY(reaches ? grown->cause == off : !grown->cause);
        report.stages[0].difference.verdict = Verdict::Mismatch; // then a stage is wrong
        QVERIFY(!hasGrown(report) && !grownDifference(report));
    }
}

/// A stage that nothing can prove is told apart from one that nobody checked; those beside it are checked all the same.
void CoreVerify::withoutAReference() {
    const ImagePtr image = colours();
    Filter blind = filterById("invert");
    blind.id = "blind";
    blind.reference = nullptr;
    const FilterCatalog filters = builtInFilters().with({blind});
    StackVerifier verifier(image, filters);
    Report report;
    report.stages = {stageOf("grayscale", "plain"), stageOf("grayscale", "plain")};
    report.stages[1].filter = "blind";
    const ImagePtr gray = reference(image, "grayscale");
    verifier.check(report.stages[0], image, gray);
    verifier.check(report.stages[1], gray, gray);
    QVERIFY(report.stages[0].difference.verdict == Verdict::Match);
    QVERIFY(report.stages[1].difference.verdict == Verdict::NoReference && !report.stages[1].referenceImage);
    timeReference(report.stages[1], *gray, report.stages[1].parameters, 3, filters, 1000);
    QVERIFY(report.stages[1].referenceTimingsMs.empty());
    StageReport after = stageOf("grayscale", "plain");
    verifier.check(after, gray, gray);
    QVERIFY(after.difference.verdict == Verdict::Match);
    QVERIFY(!verifier.chainReference() && verifier.endToEnd(gray).verdict == Verdict::NoReference);
    report.stages.push_back(after);
    QVERIFY(report.verdict() == Verdict::NoReference);
    QCOMPARE(verdictName(report.verdict()), std::string("not checked: no reference"));
    report.stages[2].difference.verdict = Verdict::Mismatch;
    QVERIFY(report.verdict() == Verdict::Mismatch);
    const auto error = errorOf([&] { runReference(image, {makeStage("blind", filters)}, filters); });
    QVERIFY(error && error->kind() == ErrorKind::Usage && error->stage == 0);
}

LIGHTBENCH_TEST(CoreVerify, NoApplication)
#include "core_verify.moc"
