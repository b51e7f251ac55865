// What 100 %, 200 % and 50 % show of an image whose every pixel differs from the next, for many sizes and ways there.
#include <QApplication>
#include <QTest>

#include <cmath>

#include "tests/test_program.h"
#include "tests/view/view_fixture.h"
#include "ui/view/view_state.h"

using namespace lightbench;

namespace {

ImagePtr checkers(Size size) {
    return grayOf(size, [](int x, int y) { return (x + y) % 2 ? 255 : 0; });
}

/// At 50 % and a scale of 2 larger than the view, and small enough to be drawn at once.
Size sizeOfCase(int i) { return {820 + i, 620 + (29 * i) % 200}; }

} // namespace

class ZoomPixelsTest : public QObject, private ViewFixture {
    Q_OBJECT

private slots:
    void init() {
        showView();
        view_->resize(200, 150);
    }
    void cleanup() { view_.reset(); }

    /// From fitted, as the key 0 does: one factor there and back again is not one.
    void everySizeIsExact() {
        ViewState state;
        state.viewSize = {1403, 857};
        for (int i = 0; i < 200; ++i) {
            const Size size = sizeOfCase(i);
            state.before = state.after = {size.width, size.height};
            for (const double zoom : {1.0, 2.0, 0.5, 1 / 3.0, 4.0}) {
                state.fit();
                state.zoomTo(zoom, {301, 222});
                QCOMPARE(state.geometry.zoom(), zoom);
                state.fit();
                state.zoomBy(zoom / state.geometry.zoom(), {301, 222});
                QCOMPARE(state.geometry.zoom(), zoom);
            }
        }
    }

    void theScreenShowsThePixels_data() {
        QTest::addColumn<ViewMode>("mode");
        QTest::newRow("before") << ViewMode::Before;
        QTest::newRow("split") << ViewMode::Split;
        QTest::newRow("side by side") << ViewMode::SideBySide;
    }

    void theScreenShowsThePixels() {
        QFETCH(ViewMode, mode);
        view_->setMode(mode);
        for (int i = 0; i < 200; ++i) {
            const ImagePtr image = checkers(sizeOfCase(i));
            view_->setBefore(image);
            view_->setAfter(image);
            view_->fit();
            settle();
            for (const double zoom : {1.0, 2.0}) {
                view_->zoomToActual();
                if (zoom == 2) view_->setZoom(2);
                settle();
                QVERIFY2(showsCheckers(int(zoom)), qPrintable(QStringLiteral("size %1 at %2").arg(i).arg(zoom)));
            }
            view_->setZoom(0.5);
            settle();
            QVERIFY2(showsGray(), qPrintable(QStringLiteral("size %1 at 0.5").arg(i)));
        }
    }

    void stepsAreRatiosOfSmallNumbers() {
        int steps = 0;
        for (double zoom = 1.0 / 96; zoom < 128; zoom = zoomStepAbove(zoom), ++steps) {
            const bool isRatio =
                std::abs(zoom * 2 - std::round(zoom * 2)) == 0 || 1 / zoom == std::round(1 / zoom) || zoom == 2.0 / 3;
            QVERIFY2(isRatio, qPrintable(QString::number(zoom)));
            QCOMPARE(zoomStepBelow(zoomStepAbove(zoom)), zoom);
        }
        QVERIFY(steps > 20);
        QCOMPARE(zoomStepAbove(0.995), 1.0); // not past it
        QCOMPARE(zoomStepBelow(1.004), 1.0);
    }

private:
    /// Device pixels of the picture, away from labels, divider and edges.
    QImage middle() {
        const QImage all = view_->grab().toImage();
        return all.copy(all.width() / 8, all.height() / 3, all.width() / 4, all.height() / 3);
    }
    bool showsCheckers(int zoom) {
        const QImage part = middle();
        int flips = 0;
        for (int x = 0; x < part.width(); ++x) {
            const int gray = qGray(part.pixel(x, 3));
            if (gray != 0 && gray != 255) return false;
            flips += x > 0 && gray != qGray(part.pixel(x - 1, 3));
        }
        return std::abs(flips - part.width() / zoom) <= 1;
    }
    bool showsGray() {
        const QImage part = middle();
        for (int y = 0; y < part.height(); ++y)
            for (int x = 0; x < part.width(); ++x)
                if (const int gray = qGray(part.pixel(x, y)); gray < 126 || gray > 129) return false;
        return true;
    }
};

LIGHTBENCH_TEST(ZoomPixelsTest, QApplication)
#include "zoom_pixels.moc"
