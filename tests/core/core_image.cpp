// Images (storage, shapes, limits) and the border rule.
#include <sys/resource.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryFile>
#include <QTest>

#include "core/framework/border.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

class CoreImage : public QObject {
    Q_OBJECT
private slots:
    void shapesHaveSizesAndNames();
    void samplesLieRowByRow();
    void cloneIsEqualAndSeparate();
    void impossibleShapesAreErrors();
    void tooLittleMemoryIsAnError();
    void bordersNearTheEdge_data();
    void bordersNearTheEdge();
    void bordersFarOutside();
    void bordersOfOnePixel();
    void borderNamesMatchTheParameter();
    void memoryIsShared();
    void memoryThatIsNotSharedOrTooSmall();
    void memoryIsUsedAgain();
    void memoryThatIsKeptIsBounded();
};

void CoreImage::shapesHaveSizesAndNames() {
    const ImageShape shape{{7728, 4354}, {SampleType::U16, 4}};
    QCOMPARE(shape.bytes(), std::size_t(7728) * 4354 * 8);
    QCOMPARE(shape.samples(), std::size_t(7728) * 4354 * 4);
    QCOMPARE(shape.name(), std::string("7728 x 4354, RGBA 16-bit"));
    QCOMPARE((Format{SampleType::F32, 1}.name()), std::string("gray 32-bit float"));
    QCOMPARE((Format{SampleType::U32, 1}.name()), std::string("gray 32-bit unsigned"));
    QCOMPARE((Format{SampleType::U8, 4}.colourChannels()), 3);
    QCOMPARE((Format{SampleType::U8, 1}.colourChannels()), 1);
    QCOMPARE((Format{SampleType::F32, 1}.fullScale()), 1.0);
    QCOMPARE((Format{SampleType::U16, 1}.fullScale()), 65535.0);
}

void CoreImage::samplesLieRowByRow() {
    const auto image = imageOf<std::uint16_t>(2, 2, 4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 65535});
    QCOMPARE(image.row<std::uint16_t>(1)[0], std::uint16_t(9));
    QCOMPARE(image.at(1, 0, 2), 7.0);
    QCOMPARE(image.at(1, 1, 3), 65535.0);
    QCOMPARE(imageOf<float>(1, 2, 1, {0.5f, -2.f}).at(0, 1, 0), -2.0);
    QCOMPARE(imageOf<std::uint32_t>(1, 1, 1, {4294967295u}).at(0, 0, 0), 4294967295.0);
}

void CoreImage::cloneIsEqualAndSeparate() {
    const auto image = imageOf<std::uint8_t>(3, 1, 1, {1, 2, 3});
    Image copy = image.clone();
    QVERIFY(copy.shape() == image.shape());
    QCOMPARE(copy.at(2, 0, 0), 3.0);
    copy.samples<std::uint8_t>()[2] = 9;
    QCOMPARE(image.at(2, 0, 0), 3.0);
}

void CoreImage::impossibleShapesAreErrors() {
    for (Size size : {Size{0, 5}, Size{5, 0}, Size{-1, 5}, Size{0, 0}}) {
        const auto error = errorOf([&] { Image({size, {SampleType::U8, 1}}); });
        QVERIFY(error && error->kind() == ErrorKind::Input);
    }
    const QString message = messageOf([] { Image({{60000, 60000}, {SampleType::U8, 4}}); });
    VERIFY_CONTAINS(message, "60000 x 60000");
    VERIFY_CONTAINS(message, "too large");
    VERIFY_CONTAINS(messageOf([] { Image({{0x7fffffff, 0x7fffffff}, {SampleType::F32, 4}}); }), "too large");
    QVERIFY_EXCEPTION_THROWN(Image({{1, 1}, {SampleType::U8, 3}}), std::logic_error);
}

void CoreImage::tooLittleMemoryIsAnError() {
#if defined(__SANITIZE_ADDRESS__)
    QSKIP("the address sanitizer ends the program where memory runs out");
#endif
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
    const rlimit tight{rlim_t(4) << 30, before.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_AS, &tight), 0);
    const auto error = errorOf([] { Image({{0x7fffffff, 1}, {SampleType::F32, 1}}); });
    setrlimit(RLIMIT_AS, &before);
    QVERIFY(error.has_value());
    QVERIFY(error->kind() == ErrorKind::Input);
    VERIFY_CONTAINS(QString::fromStdString(error->what()), "not enough memory");
}

void CoreImage::bordersNearTheEdge_data() {
    QTest::addColumn<int>("border");
    QTest::addColumn<QString>("seen"); // positions -4..8 of a row of five, 0..4; . for constant
    QTest::newRow("replicate") << int(Border::Replicate) << "0000012344444";
    QTest::newRow("reflect101") << int(Border::Reflect101) << "4321012343210";
    QTest::newRow("wrap") << int(Border::Wrap) << "1234012340123";
    QTest::newRow("constant") << int(Border::Constant) << "....01234....";
}

void CoreImage::bordersNearTheEdge() {
    QFETCH(int, border);
    QFETCH(QString, seen);
    QString found;
    for (int i = -4; i <= 8; ++i) {
        const int index = borderIndex(i, 5, Border(border));
        found += index < 0 ? QStringLiteral(".") : QString::number(index);
    }
    QCOMPARE(found, seen);
}

void CoreImage::bordersFarOutside() {
    // A walker that steps one pixel at a time and turns at the ends is the plain meaning of reflect101.
    for (int n : {2, 3, 7}) {
        int position = 0, direction = 1;
        for (int i = 0; i < 100; ++i) {
            QCOMPARE(borderIndex(i, n, Border::Reflect101), position);
            QCOMPARE(borderIndex(-i, n, Border::Reflect101), position);
            QCOMPARE(borderIndex(i, n, Border::Wrap), i % n);
            QCOMPARE(borderIndex(i - 1000 * n, n, Border::Wrap), i % n);
            if (position + direction < 0 || position + direction >= n) direction = -direction;
            position += direction;
        }
    }
    const int huge = std::numeric_limits<int>::max();
    for (Border border : {Border::Replicate, Border::Reflect101, Border::Wrap})
        for (int n : {1, 2, 1000, huge})
            for (int i : {-huge - 1, -huge, huge}) {
                const int index = borderIndex(i, n, border);
                QVERIFY(index >= 0 && index < n);
            }
    QCOMPARE(borderIndex(-huge, 10, Border::Constant), -1);
}

void CoreImage::bordersOfOnePixel() {
    for (int i = -5; i <= 5; ++i) {
        QCOMPARE(borderIndex(i, 1, Border::Replicate), 0);
        QCOMPARE(borderIndex(i, 1, Border::Reflect101), 0);
        QCOMPARE(borderIndex(i, 1, Border::Wrap), 0);
        QCOMPARE(borderIndex(i, 1, Border::Constant), i == 0 ? 0 : -1);
    }
}

void CoreImage::borderNamesMatchTheParameter() {
    const Parameter parameter = borderParameter();
    QCOMPARE(parameter.choices.size(), std::size_t(4));
    for (std::size_t i = 0; i < parameter.choices.size(); ++i)
        QCOMPARE(std::size_t(borderByName(parameter.choices[i].name)), i);
    QCOMPARE(std::get<std::string>(parameter.initial), std::string("replicate"));
}

// Two mappings of one memory, as two processes have them.
void CoreImage::memoryIsShared() {
    const ImageShape shape{{1000, 300}, {SampleType::U8, 4}};
    Image image = Image::shareable(shape);
    QVERIFY(image.descriptor() >= 0);
    std::ranges::fill(image.bytes(), std::byte(7));
    const Image other = Image::shared(shape, dup(image.descriptor()));
    QVERIFY(other == image);
    image.bytes()[5] = std::byte(8);
    QCOMPARE(int(other.bytes()[5]), 8);
    Image moved = std::move(image);
    image = Image();
    QCOMPARE(int(moved.bytes()[5]), 8);
    QVERIFY(moved.clone().descriptor() < 0);
    QVERIFY(ftruncate(moved.descriptor(), 10) != 0); // whoever maps it relies on its length
}

void CoreImage::memoryThatIsNotSharedOrTooSmall() {
    QVERIFY(Image::shareable({{100, 100}, {SampleType::U8, 1}}).descriptor() < 0);
    const Image image = Image::shareable({{1024, 1024}, {SampleType::U8, 1}});
    QVERIFY_EXCEPTION_THROWN(Image::shared({{1024, 1025}, {SampleType::U8, 1}}, dup(image.descriptor())), Error);
    QTemporaryFile file; // anybody could shorten it
    QVERIFY(file.open() && file.resize(2 << 20));
    QVERIFY_EXCEPTION_THROWN(Image::shared({{1024, 1024}, {SampleType::U8, 1}}, dup(file.handle())), Error);
}

void CoreImage::memoryIsUsedAgain() {
    ImageMemory::releaseKept();
    constexpr std::size_t bytes = 3 << 20;
    const auto addressOf = [](std::size_t size) { return ImageMemory::shareable(size).data(); };
    ImageMemory first = ImageMemory::shareable(bytes), second = ImageMemory::shareable(bytes);
    std::byte* const known = first.data();
    first.freeze();
    first = {};
    QVERIFY(addressOf(bytes + 1) != known && second.data() != known);
    ImageMemory again = ImageMemory::shareable(bytes);
    QCOMPARE(again.data(), known);
    std::ranges::fill(std::span(again.data(), bytes), std::byte(5)); // frozen no more
    const ImageMemory other = ImageMemory::shared(dup(again.descriptor()), bytes);
    again = {}; // what another mapping has is for its owner to know (app/worker/channel.h)
    QCOMPARE(int(other.data()[bytes - 1]), 5);
}

/// As many as fit are kept, the newest.
void CoreImage::memoryThatIsKeptIsBounded() {
    ImageMemory::releaseKept();
    constexpr std::size_t bytes = ImageMemory::maxKeptBytes / 4;
    const auto fileCount = [] { return QDir("/proc/self/fd").entryList(QDir::System | QDir::Files).size(); };
    const auto before = fileCount();
    {
        std::vector<ImageMemory> many;
        for (int i = 0; i < 6; ++i)
            many.push_back(ImageMemory::shareable(bytes));
        QCOMPARE(fileCount(), before + 6);
    }
    QCOMPARE(fileCount(), before + 4);
    ImageMemory::releaseKept();
    QCOMPARE(fileCount(), before);
    { const ImageMemory large = ImageMemory::shareable(ImageMemory::maxKeptBytes / 2 + 1); }
    QCOMPARE(fileCount(), before);
}

LIGHTBENCH_TEST(CoreImage, NoApplication)
#include "core_image.moc"
