// Second images: their text, their files, the stages that they mean, and what journals know of them.
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include "core/codecs/image_file.h"
#include "core/codecs/npy.h"
#include "core/experiment/point_images.h"
#include "core/framework/filter_catalog.h"
#include "core/run/stack_text.h"
#include "core/run/stage_images.h"
#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/stage_of_file.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
ImagePtr grays(std::initializer_list<std::uint8_t> samples) {
    return std::make_shared<const Image>(imageOf<std::uint8_t>(int(samples.size()), 1, 1, samples));
}

const ImageInput& with(const Stack& stack) { return stack.back().parameters.image("with"); }
} // namespace

class CoreTwoImages : public QObject {
    Q_OBJECT
private slots:
    void textsComeBack();
    void wrongTextsAreErrors();
    void filesAreReadOnceAndAgainWhenTheyChange();
    void stagesAreFound();
    void numbersFollowTheStages();
    void blendOfWholeNumbers();
    void alphaOfTheSecondCounts();
    void journalsKnowTheFile();
    void filesFollowTheSizeOfAPoint();

private:
    std::string write(const char* name, const Image& image) {
        const std::string path = folder_.filePath(name).toStdString();
        const std::vector<std::byte> bytes = writeNpy(image);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
        return path;
    }
    QTemporaryDir folder_;
};

void CoreTwoImages::textsComeBack() {
    for (const char* text : {"invert | blend mode=add with=1", "invert | mask-mix mask=1"})
        QCOMPARE(stackLine(parseStack(text)), std::string(text));
    QCOMPARE(stackLine(parseStack("blend with=input")), std::string("blend"));
    const std::string path = write("second.npy", *grays({1, 2, 3}));
    const Stack stack = parseStack("blend with=second.npy", folder_.path().toStdString());
    QCOMPARE(with(stack).file, path);
    QCOMPARE(stackLine(stack), stageOfFile("blend", "with", path));
    QVERIFY(parseStack(stackText(stack)) == stack);
    QCOMPARE(imageParameterNames(filterById("mask-mix")), (std::vector<std::string>{"with", "mask"}));
}

void CoreTwoImages::wrongTextsAreErrors() {
    VERIFY_CONTAINS(messageOf([] { parseStack("blend with=0"); }), "stages count from 1");
    VERIFY_CONTAINS(messageOf([] { parseStack("blend with=/no/such/file.npy"); }), "/no/such/file.npy");
    VERIFY_CONTAINS(
        messageOf([&] { parseStack(stageOfFile("blend", "with", folder_.filePath("a.png").toStdString())); }),
        "a.png does not exist");
    VERIFY_CONTAINS(messageOf([] { runReference(grays({1}), parseStack("invert | blend with=2")); }),
                    "with=2 is not a stage before this one");
    const std::string path = write("wide.npy", *grays({1, 2, 3, 4}));
    const auto error = errorOf([&] { runReference(grays({1}), parseStack(stageOfFile("blend", "with", path))); });
    VERIFY_CONTAINS(QString(error->what()), "Resize or crop one of them");
    QCOMPARE(error->field, std::string("with"));
}

void CoreTwoImages::filesAreReadOnceAndAgainWhenTheyChange() {
    const std::string path = write("changing.npy", *grays({1, 2, 3}));
    const Stack first = parseStack(stageOfFile("blend", "with", path)),
                second = parseStack(stageOfFile("blend", "with", path));
    QCOMPARE(with(first).image, with(second).image); // shared
    QVERIFY(first == second);
    write("changing.npy", *grays({1, 2, 4, 5}));
    const Stack third = parseStack(stageOfFile("blend", "with", path));
    QVERIFY(!(third == first));
    QCOMPARE(with(third).shape.size.width, 4);
}

void CoreTwoImages::stagesAreFound() {
    StageImages images(grays({7}));
    images.add(0, {{1, 1}, {}}, grays({8}));
    images.add(2, {{1, 1}, {}}, grays({9})); // the stage between is switched off
    const auto sample = [&](int stage, int at) {
        ParameterValues values;
        values.set("with", ImageInput{.stage = stage});
        return int(images.withImages(values, at).image("with").image->samples<std::uint8_t>()[0]);
    };
    QCOMPARE(sample(0, 3), 7);
    QCOMPARE(sample(1, 3), 8);
    QCOMPARE(sample(2, 3), 8);
    QCOMPARE(sample(3, 3), 9);
    const ImagePtr twice = runReference(grays({10}), parseStack("invert | !flip | invert | blend with=2 mode=add"));
    QCOMPARE(int(twice->samples<std::uint8_t>()[0]), 255); // 10 and 245
}

void CoreTwoImages::numbersFollowTheStages() {
    const Stack stack = parseStack("invert | flip | blend with=2");
    const Stage moved = renumbered(stack[2], [](int number) { return number + 5; });
    QCOMPARE(moved.parameters.image("with").stage, 7);
    QVERIFY(renumbered(stack[1], [](int) { return 1; }) == stack[1]);
    QCOMPARE(stackImageParameter(stack[2]), std::string("with"));
    QCOMPARE(stackImageParameter(stack[1]), std::string());
}

void CoreTwoImages::blendOfWholeNumbers() {
    const std::string path = write("w.npy", *grays({0, 10, 128, 200, 255}));
    const auto made = [&](const std::string& mode) {
        const ImagePtr result = runReference(grays({255, 100, 3, 200, 77}),
                                             parseStack(stageOfFile("blend", "with", path) + " mode=" + mode));
        const auto* samples = result->samples<std::uint8_t>();
        return std::vector<int>(samples, samples + 5);
    };
    QCOMPARE(made("normal"), (std::vector<int>{0, 10, 128, 200, 255}));
    QCOMPARE(made("multiply"), (std::vector<int>{0, 4, 2, 157, 77}));
    QCOMPARE(made("screen"), (std::vector<int>{255, 106, 129, 243, 255}));
    QCOMPARE(made("difference"), (std::vector<int>{255, 90, 125, 0, 178}));
    QCOMPARE(made("add"), (std::vector<int>{255, 110, 131, 255, 255}));
    QCOMPARE(made("min"), (std::vector<int>{0, 10, 3, 200, 77}));
    QCOMPARE(made("max"), (std::vector<int>{255, 100, 128, 200, 255}));
}

void CoreTwoImages::alphaOfTheSecondCounts() {
    const auto pixel = [](std::initializer_list<std::uint8_t> samples) {
        return std::make_shared<const Image>(imageOf<std::uint8_t>(1, 1, 4, samples));
    };
    const std::string path = write("clear.npy", *pixel({200, 100, 0, 128}));
    const ImagePtr result = runReference(pixel({0, 100, 250, 77}), parseStack(stageOfFile("blend", "with", path)));
    const auto* samples = result->samples<std::uint8_t>();
    QCOMPARE((std::vector<int>(samples, samples + 4)), (std::vector<int>{100, 100, 125, 77})); // 128 / 255 of it
}

void CoreTwoImages::journalsKnowTheFile() {
    const std::string path = write("journal.npy", *grays({1, 2, 3}));
    PointImages images(grays({1, 2, 3}));
    ExperimentPoint point;
    point.filters = builtInFilters();
    point.image = "photo.png";
    point.stack = parseStack("invert");
    const std::string alone = images.hashOf(point);
    point.stack = parseStack(stageOfFile("blend", "with", path));
    const std::string first = images.hashOf(point);
    QVERIFY(first != alone && first.starts_with(alone));
    write("journal.npy", *grays({1, 2, 4, 5}));
    point.stack = parseStack(stageOfFile("blend", "with", path));
    QVERIFY(images.hashOf(point) != first);
}

// A point that is slow is tried, and checked, on a smaller image.
void CoreTwoImages::filesFollowTheSizeOfAPoint() {
    const std::string path = write("turned.npy", Image({{4, 6}, {SampleType::U8, 1}}));
    const ImageShape large{{6, 4}, {SampleType::U8, 1}}, small{{3, 2}, {SampleType::U8, 1}};
    const Stack stack = parseStack("!crop | transpose | " + stageOfFile("blend", "with", path));
    QVERIFY(with(fitted(stack, builtInFilters(), large, small)).shape.size == (Size{2, 3}));
    QVERIFY(fitted(stack, builtInFilters(), large, large) == stack);
    const Stack limited = fitted(parseStack("invert region=4,2,2,1"), builtInFilters(), large, small);
    QCOMPARE(limited[0].parameters.rectangle("region"), (Rectangle{2, 1, 1, 1}));
    const Stack wrong = parseStack(stageOfFile("blend", "with", path)); // of another size in any case
    QVERIFY(fitted(wrong, builtInFilters(), large, small) == wrong);
}

LIGHTBENCH_TEST(CoreTwoImages, QCoreApplication)
#include "core_two_images.moc"
