// Float images beyond 0 to 1: the view says what it clips, and shows the whole range when asked to.
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

#include "tests/test_program.h"
#include "tests/view/view_fixture.h"

using namespace lightbench;

namespace {

template <class F> ImagePtr floats(Size size, F value) {
    Image image({size, {SampleType::F32, 1}});
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.row<float>(y)[x] = float(value(x, y));
    return std::make_shared<const Image>(std::move(image));
}

} // namespace

class ViewRangeTest : public QObject, private ViewFixture {
    Q_OBJECT

private slots:
    void init() { showView(); }
    void cleanup() { view_.reset(); }

    void rangesAreOfFiniteColours() {
        const float infinity = std::numeric_limits<float>::infinity();
        const auto rangeOf = [](std::initializer_list<float> samples) {
            return sampleRange(*floats({int(samples.size()), 1}, [&](int x, int) { return samples.begin()[x]; }));
        };
        QCOMPARE(rangeOf({0, 0.5f, 1}), (SampleRange{0, 1, false, false}));
        QCOMPARE(rangeOf({0, 255}), (SampleRange{0, 255, false, true}));
        QCOMPARE(rangeOf({-2, 0.5f}), (SampleRange{-2, 0.5, true, false}));
        QCOMPARE(rangeOf({0.25f, std::nanf(""), 0.5f, infinity}), (SampleRange{0.25, 0.5, false, true}));
        QCOMPARE(rangeOf({-infinity}), (SampleRange{0, 1, true, false}));
        QVERIFY(!sampleRange(*flat({4, 4}, 255)).isClipped());
        Image rgba({{1, 1}, {SampleType::F32, 4}});
        std::copy_n(std::initializer_list<float>{0, 0.5f, 1, 7}.begin(), 4, rgba.samples<float>());
        QVERIFY(!sampleRange(rgba).isClipped()); // alpha is no colour
    }

    void whatIsClippedIsSaid() {
        QSignalSpy notified(view_.get(), &ImageView::viewRangeChanged);
        view_->setBefore(floats({64, 64}, [](int x, int) { return x * 4; }));
        settle();
        QCOMPARE(view_->viewRange().description(), QStringLiteral("clipped above 1"));
        QVERIFY(notified.count() > 0);
        view_->setBefore(floats({64, 64}, [](int x, int) { return x - 10; }));
        QCOMPARE(view_->viewRange().description(), QStringLiteral("clipped below 0 and above 1"));
        view_->setBefore(floats({64, 64}, [](int x, int) { return x / 64.0; }));
        QCOMPARE(view_->viewRange().description(), QString());
        view_->setAfter(floats({64, 64}, [](int x, int) { return -x; }));
        QCOMPARE(view_->viewRange().descriptionOf(ShownValueRange::After), QStringLiteral("clipped below 0"));
        QCOMPARE(view_->viewRange().descriptionOf(ShownValueRange::Before), QString());
    }

    void theWholeRangeIsShown() {
        view_->setMode(ViewMode::Before);
        view_->setBefore(floats({400, 300}, [](int x, int) { return x < 200 ? 64 : 128; }));
        view_->zoomToActual();
        settle();
        QCOMPARE(grayAt(100, 150), 255);
        view_->showWholeRange(true);
        settle();
        QCOMPARE(grayAt(100, 150), 0);
        QCOMPARE(grayAt(300, 150), 255);
        QCOMPARE(view_->viewRange().description(), QStringLiteral("shown from 64 to 128"));
        view_->setAfter(floats({400, 300}, [](int, int) { return 192; })); // one range for both
        view_->setMode(ViewMode::SideBySide);
        settle();
        QCOMPARE(view_->viewRange().description(), QStringLiteral("shown from 64 to 192"));
        view_->setBefore(floats({400, 300}, [](int, int) { return 7; }));
        view_->setAfter(nullptr);
        view_->setMode(ViewMode::Before);
        settle();
        QVERIFY(std::abs(grayAt(100, 150) - 128) <= 1); // of one value
        view_->showWholeRange(false);
        settle();
        QCOMPARE(grayAt(100, 150), 255);
    }

    void largeImagesAreLookedThroughInTheBackground() {
        view_->showWholeRange(true);
        view_->setBefore(floats({2000, 1500}, [](int x, int) { return x < 1000 ? -1 : 3; }));
        settle();
        QCOMPARE(view_->viewRange().description(), QStringLiteral("shown from −1 to 3"));
    }
};

LIGHTBENCH_TEST(ViewRangeTest, QApplication)
#include "view_range.moc"
