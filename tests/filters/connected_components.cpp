// connected-components on pictures that are hard for it: parts that wind through every tile, that are united late, that
// are as many or as few as can be.
#include "core/run/stack_text.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {

using IsSet = bool (*)(int x, int y, Size size);

/// Rings one inside the other, and a gap in each through which a line goes on to the next.
bool spiral(int x, int y, Size size) {
    const int ring = std::min({x, y, size.width - 1 - x, size.height - 1 - y});
    const bool isGap = x == ring && y == ring + 1;
    return (ring % 2 == 0) != isGap;
}

ImagePtr pictureOf(Size size, IsSet isSet) {
    Image image({size, {SampleType::U8, 1}});
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.row<std::uint8_t>(y)[x] = isSet(x, y, size) ? 255 : 0;
    return std::make_shared<const Image>(std::move(image));
}

} // namespace

class ConnectedComponents : public QObject {
    Q_OBJECT
private slots:
    void hardPictures_data();
    void hardPictures();
    void manyParts();

private:
    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void ConnectedComponents::hardPictures_data() {
    QTest::addColumn<IsSet>("isSet");
    QTest::newRow("all") << IsSet([](int, int, Size) { return true; });
    QTest::newRow("none") << IsSet([](int, int, Size) { return false; });
    QTest::newRow("spiral") << IsSet(spiral);
    QTest::newRow("checkers") << IsSet([](int x, int y, Size) { return (x + y) % 2 == 0; });
    QTest::newRow("alone") << IsSet([](int x, int y, Size) { return x % 2 == 0 && y % 2 == 0; });
    QTest::newRow("comb upwards") << IsSet([](int x, int y, Size size) { return x % 2 == 0 || y == size.height - 1; });
    QTest::newRow("comb to the left") << IsSet(
        [](int x, int y, Size size) { return y % 2 == 0 || x == size.width - 1; });
    QTest::newRow("diagonals") << IsSet([](int x, int y, Size) { return (x + 2 * y) % 5 < 2; });
    QTest::newRow("corners of words") << IsSet([](int x, int y, Size) { return (x / 32 + y) % 2 == 0; });
}

void ConnectedComponents::hardPictures() {
    QFETCH(IsSet, isSet);
    for (const Size size : {Size{300, 170}, Size{31, 70}, Size{33, 65}, Size{64, 70}, Size{128, 17}, Size{1, 300},
                            Size{520, 1}, Size{1, 1}})
        for (const char* connectivity : {"4", "8"})
            for (const char* how : {"union-find workgroup=1", "union-find workgroup=64", "strips"}) {
                const std::string stack =
                    std::string("connected-components show=label connectivity=") + connectivity + " variant=" + how;
                const ReportPtr report = engine_->run(requestOf(pictureOf(size, isSet), stack, {.verify = true}));
                QVERIFY2(report->stages.at(0).difference.verdict == Verdict::Match, stack.c_str());
            }
}

// More chunks than the prefix sum has lanes.
void ConnectedComponents::manyParts() {
    const ImagePtr image = pictureOf({1100, 2100}, [](int x, int y, Size) { return x % 2 == 0 && y % 2 == 0; });
    for (const char* how : {"union-find", "strips"}) {
        const std::string stack = std::string("connected-components show=label variant=") + how;
        const ReportPtr report = engine_->run(requestOf(image, stack, {.verify = true}));
        QVERIFY2(report->stages.at(0).difference.verdict == Verdict::Match, how);
        QCOMPARE(report->output->row<std::uint32_t>(2098)[1098], 550u * 1050u);
    }
}

LIGHTBENCH_TEST(ConnectedComponents, QCoreApplication)
#include "connected_components.moc"
