// Patch detectors: training finds what it was shown, files read back and broken ones are refused, and everything that
// cannot be trained says why. Numbers are proved in outside_world.cpp.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/filters/detection/detector_text.h"
#include "core/filters/detection/detector_training.h"
#include "core/run/resolve.h"
#include "core/run/stack_resource.h"
#include "core/run/stack_text.h"
#include "core/run/verify.h"
#include "core/sample_images/sample_images.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/stage_of_file.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

const std::vector<DetectorKind> kinds{DetectorKind::RandomTrees, DetectorKind::BinaryPatterns};

/// Textures that differ from place to place.
Image texture(Size size) {
    Image image({size, {SampleType::U8, 1}});
    std::uint32_t noise = 7;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            noise = noise * 1664525u + 1013904223u;
            const int block = (x / 5 * 37 + y / 4 * 91 + x / 9 * (y / 7) * 13) % 200;
            image.row<std::uint8_t>(y)[x] = std::uint8_t(block + int(noise >> 27));
        }
    return image;
}

Point brightest(const Image& image) {
    Point best;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.at(x, y, 0) > image.at(best.x, best.y, 0)) best = {x, y};
    return best;
}

QByteArray problemOf(const std::string& stack, const ImageShape& shape) {
    return messageOf([&] { outputShape(parseStack(stack).front(), shape); }).toUtf8();
}

PatchDetector small(DetectorKind kind) { return trainDetector(texture({40, 30}), {kind, {10, 8, 9, 7}, 2, 3, 4}); }

/// On a made-up GPU.
Plan planOf(const Stage& stage) {
    DeviceInfo gpu;
    gpu.name = "made up";
    gpu.type = DeviceType::Gpu;
    gpu.maxWorkgroup = 1024;
    gpu.maxWorkItems = {1024, 1024, 64};
    gpu.localMemory = 48 << 10;
    gpu.globalMemory = gpu.maxAllocation = std::uint64_t(4) << 30;
    gpu.computeUnits = 16;
    return resolveStage(stage, {{640, 480}, {SampleType::U8, 1}}, gpu).plan;
}

} // namespace

class Detectors : public QObject {
    Q_OBJECT
private slots:
    void settingsDecideTheDetector();
    void findsTheObject();
    void findsTheObjectElsewhere();
    void leavesNothingAtTheEdge();
    void windowLargerThanTheImage();
    void textReadsBack();
    void brokenTextIsRefused();
    void filesInStacks();
    void refusals_data();
    void refusals();
    void stacksThatTrain();
    void trainingIsAStepOnTheHost();
    void tablesAreWhereTheVariantsSay();
    void patternsUseIntegralsPlan();
};

void Detectors::settingsDecideTheDetector() {
    const Image image = texture({64, 48});
    for (DetectorKind kind : kinds) {
        const TrainingSettings settings{kind, {20, 15, 12, 9}, 3, 4, 1};
        const PatchDetector detector = trainDetector(image, settings);
        QCOMPARE(QString::fromStdString(detectorProblem(detector)), QString());
        QVERIFY(detector == trainDetector(image, settings));
        QVERIFY(*trainedDetector(image, settings) == detector);
        QCOMPARE(trainedDetector(image, settings), trainedDetector(image.clone(), settings)); // kept, not trained anew
        TrainingSettings other = settings;
        other.seed = 2;
        QVERIFY(trainDetector(image, other).tests != detector.tests);
        QVERIFY(!(*trainedDetector(image, other) == detector));
    }
}

void Detectors::findsTheObject() {
    const ImagePtr scene = std::make_shared<const Image>(drawSample("texture"));
    for (const char* filter : {"random-trees trees=16 tests=10", "binary-patterns trees=16 tests=8"}) {
        const std::string stack = std::string(filter) + " rectangle=700,500,40,40";
        const ImagePtr found = runReference(scene, parseStack(stack));
        const Point at = brightest(*found);
        QVERIFY2(std::abs(at.x - 720) <= 2 && std::abs(at.y - 520) <= 2,
                 qPrintable(QString("%1: %2, %3").arg(filter).arg(at.x).arg(at.y)));
    }
}

/// Trained in one picture, found where another one shows the same thing.
void Detectors::findsTheObjectElsewhere() {
    const Image first = texture({96, 80});
    Image second({{120, 90}, {SampleType::U8, 1}});
    for (int y = 0; y < 90; ++y)
        for (int x = 0; x < 120; ++x)
            second.row<std::uint8_t>(y)[x] = std::uint8_t((x * 5 + y * 3) % 251);
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 24; ++x)
            second.row<std::uint8_t>(y + 55)[x + 70] = first.row<std::uint8_t>(y + 30)[x + 40];
    for (DetectorKind kind : kinds) {
        const PatchDetector detector = trainDetector(first, {kind, {40, 30, 24, 20}, 12, 7, 0});
        const Point at = brightest(detectorResponse(second, detector));
        QVERIFY2(std::abs(at.x - 82) <= 1 && std::abs(at.y - 65) <= 1,
                 qPrintable(QString("%1, %2").arg(at.x).arg(at.y)));
    }
}

void Detectors::leavesNothingAtTheEdge() {
    for (DetectorKind kind : kinds) {
        PatchDetector detector = small(kind);
        std::fill(detector.leaves.begin(), detector.leaves.end(), std::uint8_t(200));
        const Image response = detectorResponse(texture({40, 30}), detector);
        for (int y = 0; y < 30; ++y)
            for (int x = 0; x < 40; ++x) {
                const bool fits = x >= 4 && x < 40 - 4 && y >= 3 && y < 30 - 3;
                QCOMPARE(response.at(x, y, 0), fits ? 200.0 : 0.0);
            }
    }
}

void Detectors::windowLargerThanTheImage() {
    for (DetectorKind kind : kinds)
        for (const Size size : {Size{1, 1}, Size{8, 30}, Size{40, 6}}) {
            const Image response = detectorResponse(texture(size), small(kind));
            for (std::byte sample : response.bytes())
                QVERIFY(sample == std::byte{});
        }
}

void Detectors::textReadsBack() {
    for (DetectorKind kind : kinds) {
        const PatchDetector detector = small(kind);
        QVERIFY(readDetector(detectorText(detector), "here") == detector);
        QVERIFY(readDetector("# made by hand\r\n" + detectorText(detector), "here") == detector);
    }
}

/// Whatever becomes of a file, reading it gives a sound detector or one error that names the file.
void Detectors::brokenTextIsRefused() {
    for (DetectorKind kind : kinds) {
        const std::string text = detectorText(small(kind));
        std::uint32_t random = 3;
        int refused = 0;
        for (int i = 0; i < 2000; ++i) {
            random = random * 1664525u + 1013904223u;
            std::string broken = text;
            const std::size_t at = (random >> 8) % broken.size();
            if (i % 3 == 0) broken.resize(at);
            if (i % 3 == 1) broken[at] = char(random >> 24);
            if (i % 3 == 2) broken.insert(at, i % 2 ? "9" : "\n-");
            const auto error = errorOf([&] {
                const PatchDetector read = readDetector(broken, "broken.detector");
                QCOMPARE(QString::fromStdString(detectorProblem(read)), QString());
            });
            if (!error) continue;
            ++refused;
            QVERIFY(error->kind() == ErrorKind::Input);
            VERIFY_CONTAINS(QString::fromStdString(error->what()), "broken.detector");
        }
        QVERIFY2(refused > 800, qPrintable(QString::number(refused)));
    }
}

void Detectors::filesInStacks() {
    QTemporaryDir folder;
    QFile file(folder.filePath("object.detector"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(detectorText(small(DetectorKind::RandomTrees))));
    file.close();
    const Stack stack = parseStack("random-trees detector=object.detector", folder.path().toStdString());
    const ResourceFile& loaded = stack.front().parameters.resourceFile("detector");
    QVERIFY(*contentOf<PatchDetector>(loaded.resource) == small(DetectorKind::RandomTrees));
    QVERIFY(parseStack(stackText(stack)) == stack); // its path is absolute now
    QVERIFY(parseStack("random-trees detector=none").front() == makeStage("random-trees"));
    const ImageShape shape{{64, 48}, {SampleType::U8, 4}};
    const auto naming = [&](const char* filter) { return stageOfFile(filter, "detector", loaded.source); };
    VERIFY_CONTAINS(QString(problemOf(naming("binary-patterns"), shape)), "trained for random-trees");
    for (const char* more : {"rectangle=1,2,8,8", "trees=3", "tests=2", "seed=1"}) {
        const QString problem = problemOf(naming("random-trees") + " " + more, shape);
        VERIFY_CONTAINS(problem, "brings its own");
        QVERIFY2(problem.contains(more), qPrintable(problem));
    }
}

void Detectors::refusals_data() {
    QTest::addColumn<QString>("stack");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* stack, QSize size, const char* words) {
        QTest::newRow(name) << stack << size << words;
    };
    row("right of the image", "rectangle=60,10,8,8", {64, 48}, "leaves the image, which has 64 x 48 px");
    row("below the image", "rectangle=0,41,8,8", {64, 48}, "leaves the image");
    row("one pixel", "rectangle=3,3,1,1", {64, 48}, "2..4096 px");
    row("the whole image", "rectangle=0,0,64,48", {64, 48}, "no room beside it");
    row("nearly all", "rectangle=2,2,60,44", {64, 48}, "no room beside it");
    row("one pixel of image", "", {1, 1}, "the image is too small to train on");
    row("a line", "", {64, 1}, "the image is too small to train on");
    row("a huge rectangle", "rectangle=0,0,2147483647,5", {64, 48}, "rectangle=0,0,2147483647,5");
}

void Detectors::refusals() {
    QFETCH(QString, stack);
    QFETCH(QSize, size);
    QFETCH(QString, words);
    for (DetectorKind kind : kinds) {
        const std::string text = detectorFilterId(kind) + " " + stack.toStdString();
        const ImageShape shape{{size.width(), size.height()}, {SampleType::U8, 1}};
        const auto error = errorOf([&] { outputShape(parseStack(text).front(), shape); });
        QVERIFY(error && error->kind() == ErrorKind::Usage);
        QCOMPARE(QString::fromStdString(error->field), QString("rectangle"));
        QVERIFY2(QString::fromStdString(error->what()).contains(words), error->what());
        QVERIFY2(std::string(error->what()).starts_with(detectorFilterId(kind) + ": "), error->what());
    }
}

void Detectors::stacksThatTrain() {
    const ImagePtr image = std::make_shared<const Image>(texture({64, 48}));
    const auto trained = [&](const char* stack) {
        return makeResource(image, parseStack(stack), builtInFilters()).resource;
    };
    const ResourcePtr plain = trained("random-trees rectangle=20,15,12,9");
    QVERIFY(*plain == *trained("! invert | random-trees rectangle=20,15,12,9 | ! invert"));
    QVERIFY(!(*plain == *trained("invert | random-trees rectangle=20,15,12,9")));
    VERIFY_CONTAINS(messageOf([&] { trained("random-trees | invert"); }), "not with invert");
    QCOMPARE(messageOf([&] { makeResource(image, {}, builtInFilters()); }),
             QString("the stack should end with a filter that learns an object, "
                     "binary-patterns, random-trees or template-matching"));
}

void Detectors::trainingIsAStepOnTheHost() {
    const DetectorPtr file = std::make_shared<const PatchDetector>(small(DetectorKind::RandomTrees));
    Stage stage = parseStack("random-trees rectangle=10,8,9,7 trees=2 tests=3 seed=4").front();
    const Plan trained = planOf(stage);
    QCOMPARE(std::get<HostPass>(trained.passes.front()).name(), std::string("train"));
    QVERIFY(trained.scratch[0].contents.empty() && trained.scratch[1].contents.empty());
    stage = makeStage("random-trees");
    stage.parameters.set("detector",
                         ResourceFile{"made up", "detector", std::make_shared<const ResourceOf<PatchDetector>>(*file)});
    const Plan loaded = planOf(stage); // no step on the host: the tables go up once
    QCOMPARE(loaded.passes.size() + 1, trained.passes.size());
    QVERIFY(loaded.scratch[1].contents == bytesOf(file->leaves));
    QCOMPARE(loaded.scratch[0].contents.size(), std::size_t(2 * 4 * 2 * 4)); // a fourth test fills a tree up
}

/// The last pass of a variant.
KernelPass detection(const std::string& stack) {
    return std::get<KernelPass>(planOf(parseStack(stack).front()).passes.back());
}

void Detectors::tablesAreWhereTheVariantsSay() {
    for (const std::string filter : {"random-trees", "binary-patterns"}) {
        const std::string settings = filter + " rectangle=0,0,8,8 trees=16 tests=5 variant=";
        QCOMPARE(localBytes(detection(settings + "plain")), std::uint64_t(0));
        QCOMPARE(localBytes(detection(settings + "packed")), std::uint64_t(0));
        const std::uint64_t leaves = 16 * leavesPerTree(filter == "random-trees" ? kinds[0] : kinds[1], 5);
        QVERIFY(localBytes(detection(settings + "local-tables")) > leaves);
        const KernelPass large = detection(filter + " trees=16 tests=10 variant=local-tables"); // what fits, not more
        QVERIFY(localBytes(large) <= 24 << 10);
    }
}

void Detectors::patternsUseIntegralsPlan() {
    int integral = 0;
    for (const Pass& pass : planOf(makeStage("binary-patterns")).passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && kernel->program.starts_with("integral/"))
            ++integral;
    QVERIFY(integral > 0);
    for (const Pass& pass : planOf(makeStage("random-trees")).passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass))
            QVERIFY(kernel->program.starts_with("patch_detector/"));
}

LIGHTBENCH_TEST(Detectors, NoApplication)
#include "detectors.moc"
