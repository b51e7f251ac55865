// The image view as a user has it: modes, divider, zoom, readout, the held Space, dropped files, large images.
#include <QAbstractSlider>
#include <QApplication>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <QWheelEvent>

#include <cmath>

#include "tests/test_program.h"
#include "tests/view/view_fixture.h"
#include "ui/theme/theme.h"

using namespace lightbench;

namespace {

void wheel(ImageView& view, QPointF at, int angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(at, view.mapToGlobal(at), {}, {0, angle}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&view, &event);
}

} // namespace

class TestImageView : public QObject, ViewFixture {
    Q_OBJECT

    /// Before is black, after is white, both fill the view.
    void showBlackAndWhite() {
        view_->setBefore(flat({400, 300}, 0));
        view_->setAfter(flat({400, 300}, 255), "stage 1 of 1");
    }

private slots:
    void init() { showView(); }
    void cleanup() { view_.reset(); }

    void modesShowWhatTheySay() {
        showBlackAndWhite();
        QSignalSpy changed(view_.get(), &ImageView::modeChanged);
        QCOMPARE(view_->mode(), ViewMode::Split);
        QCOMPARE(grayAt(100, 100), 0);
        QCOMPARE(grayAt(300, 100), 255);
        view_->setMode(ViewMode::Before);
        QCOMPARE(grayAt(300, 100), 0);
        view_->setMode(ViewMode::After);
        QCOMPARE(grayAt(100, 100), 255);
        view_->setMode(ViewMode::SideBySide);
        QCOMPARE(grayAt(100, 150), 0);
        QCOMPARE(grayAt(300, 150), 255);
        QVERIFY(view_->zoom() < 0.5);
        view_->setMode(ViewMode::SideBySide);
        QCOMPARE(changed.count(), 3);
    }

    void differenceIsShownWithItsStyles() {
        view_->setBefore(flat({400, 300}, 0));
        view_->setAfter(flat({400, 300}, 12));
        view_->setReference(flat({400, 300}, 10));
        view_->setMode(ViewMode::Difference);
        view_->setDifferenceStyle(DifferenceStyle::Absolute, 8);
        settle();
        QCOMPARE(grayAt(200, 150), 16);
        view_->setDifferenceStyle(DifferenceStyle::Signed, 8);
        settle();
        QCOMPARE(grayAt(200, 150), 144);
        QSignalSpy style(view_.get(), &ImageView::differenceStyleChanged);
        view_->setDifferenceStyle(DifferenceStyle::Signed, 1000);
        QCOMPARE(view_->amplify(), 64);
        QCOMPARE(style.count(), 1);
        settle();
        QCOMPARE(grayAt(200, 150), 255);
        view_->setReference(flat({300, 400}, 10)); // of another shape: says so, and does not crash
        settle();
        view_->setReference(nullptr);
        settle();
        QCOMPARE(grayAt(60, 60), theme().canvas.red());
    }

    void theDividerIsDraggedByMouse() {
        showBlackAndWhite();
        QTest::mousePress(view_.get(), Qt::LeftButton, {}, {202, 40});
        QTest::mouseMove(view_.get(), {100, 60});
        QTest::mouseRelease(view_.get(), Qt::LeftButton, {}, {100, 60});
        QCOMPARE(view_->dividerPosition(), 0.25);
        QVERIFY(view_->isFitted()); // nothing was panned
        QCOMPARE(grayAt(90, 100), 0);
        QCOMPARE(grayAt(110, 100), 255);
        QTest::mouseMove(view_.get(), {300, 60});
        QCOMPARE(view_->dividerPosition(), 0.25);
    }

    void theDividerIsMovedByKeys() {
        showBlackAndWhite();
        auto* divider = view_->findChild<QAbstractSlider*>();
        if (!divider) QFAIL("the divider is no slider");
        QVERIFY(divider->isVisible() && divider->focusPolicy() & Qt::TabFocus);
        QVERIFY(!divider->accessibleName().isEmpty());
        const double before = view_->dividerPosition();
        QTest::keyClick(divider, Qt::Key_Right);
        QVERIFY(view_->dividerPosition() > before);
        QTest::keyClick(divider, Qt::Key_Home);
        QCOMPARE(view_->dividerPosition(), 0.0);
        view_->setMode(ViewMode::After);
        QVERIFY(!divider->isVisible());
    }

    void zoomKeepsThePixelUnderTheCursor() {
        view_->setBefore(flat({4000, 3000}, 0));
        settle();
        const QPointF cursor(311, 77);
        for (int i = 0; i < 15; ++i) {
            const double scale = view_->zoom();
            const QPoint pixel = *view_->pixelAt(cursor);
            wheel(*view_, cursor, 120);
            QVERIFY(view_->zoom() > scale * 1.1);
            // Within one device pixel of where it was.
            const QPoint now = *view_->pixelAt(cursor);
            const double slack = 1 / std::min(scale, view_->zoom()) + 1;
            QVERIFY(std::abs(now.x() - pixel.x()) <= slack && std::abs(now.y() - pixel.y()) <= slack);
        }
        QVERIFY(!view_->isFitted());
        wheel(*view_, cursor, -1200);
        QVERIFY(view_->zoom() < 1);
    }

    void wheelMeetsHundredPercent() {
        view_->setBefore(flat({4000, 3000}, 0));
        settle();
        view_->setZoom(0.5);
        QSignalSpy zoomed(view_.get(), &ImageView::zoomChanged);
        for (int i = 0; i < 3; ++i)
            wheel(*view_, {200, 150}, 120);
        QCOMPARE(view_->zoom(), 1.0);
        QCOMPARE(zoomed.count(), 3);
        view_->zoomIn();
        QCOMPARE(view_->zoom(), 1.5);
        view_->zoomOut();
        view_->zoomOut();
        QCOMPARE(view_->zoom(), 2.0 / 3);
        view_->zoomToActual();
        QCOMPARE(view_->zoom(), 1.0);
        view_->fit();
        QVERIFY(view_->isFitted());
        QCOMPARE(view_->zoom(), 0.1);
    }

    void panningFollowsTheMouse() {
        view_->setBefore(flat({4000, 3000}, 0));
        view_->setMode(ViewMode::Before);
        settle();
        view_->setZoom(2);
        const QPoint start = *view_->pixelAt({200, 150});
        QTest::mousePress(view_.get(), Qt::LeftButton, {}, {200, 150});
        QTest::mouseMove(view_.get(), {260, 110});
        QTest::mouseRelease(view_.get(), Qt::LeftButton, {}, {260, 110});
        QCOMPARE(*view_->pixelAt({200, 150}), start - QPoint(30, -20));
        QTest::keyClick(view_.get(), Qt::Key_Right);
        QCOMPARE(*view_->pixelAt({200, 150}), start - QPoint(30, -20) + QPoint(32, 0));
    }

    void theZoomIsKeptForResultsOfTheSameSize() {
        showBlackAndWhite();
        view_->setZoom(3);
        view_->setAfter(flat({400, 300}, 100));
        QCOMPARE(view_->zoom(), 3.0);
        view_->setAfter(flat({300, 400}, 100)); // transposed: still the user's zoom
        QCOMPARE(view_->zoom(), 3.0);
        view_->setBefore(flat({800, 600}, 100)); // another picture
        QVERIFY(view_->isFitted());
    }

    void unequalSizesAreLinkedByRelativePosition() {
        view_->setBefore(grayOf({400, 100}, [](int x, int) { return x < 200 ? 0 : 255; }));
        view_->setAfter(grayOf({100, 400}, [](int, int y) { return y < 200 ? 0 : 255; }));
        view_->setMode(ViewMode::SideBySide);
        view_->setZoom(1);
        QCOMPARE(*view_->pixelAt({99, 150}), QPoint(200, 50));
        QCOMPARE(*view_->pixelAt({301, 150}), QPoint(50, 200));
        view_->zoomBy(2, {99, 150});
        QVERIFY(std::abs(view_->pixelAt({99, 150})->x() - 200) <= 1);
        QVERIFY(std::abs(view_->pixelAt({301, 150})->y() - 200) <= 1);
    }

    void theReadoutFollowsTheLinkOfUnequalSizes() {
        view_->setBefore(grayOf({400, 100}, [](int x, int) { return x / 2; }));
        view_->setAfter(grayOf({100, 400}, [](int, int y) { return y / 2; }));
        view_->setMode(ViewMode::SideBySide);
        view_->setZoom(1);
        QTest::mouseMove(view_.get(), {99 + 20, 150 + 30}); // 20 right of the centre of `before`, and 30 below
        QCOMPARE(view_->readout(),
                 QString("x 220, y 80\nbefore 110 · after 115 (x 69, y 230)")); // places are whole device pixels
        const QImage counterpart =
            view_->grab(QRect(301 + 20 - 10, 150 + 30, 7, 1)).toImage(); // an arm of the mark over there
        QCOMPARE(qGray(counterpart.pixel(3, 0)), 255);
    }

    void theReadoutNamesPixelAndValues() {
        Image colour({{40, 30}, {SampleType::U8, 4}});
        for (std::size_t i = 0; i < colour.shape().samples(); ++i)
            colour.samples<std::uint8_t>()[i] = std::array<std::uint8_t, 4>{143, 121, 98, 255}[i % 4];
        view_->setBefore(std::make_shared<const Image>(std::move(colour)));
        view_->setAfter(flat({40, 30}, 255));
        view_->setReference(flat({40, 30}, 254));
        QCOMPARE(view_->zoom(), 8.0); // a tiny image is enlarged, but not beyond that
        QSignalSpy hovered(view_.get(), &ImageView::pixelHovered);
        QTest::mouseMove(view_.get(), {40 + 8 * 13 + 3, 30 + 8 * 7 + 2});
        QCOMPARE(view_->readout(), QString("x 13, y 7\nbefore 143 121 98 · after 255 · reference 254"));
        QCOMPARE(hovered.takeLast().at(0).toPoint(), QPoint(13, 7));
        QTest::mouseMove(view_.get(), {2, 2});
        QVERIFY(view_->readout().isEmpty());
        QCOMPARE(hovered.takeLast().at(0).toPoint(), QPoint(-1, -1));
    }

    void floatsAreReadWithFourDigits() {
        Image image({{4, 3}, {SampleType::F32, 1}});
        for (int i = 0; i < 12; ++i)
            image.samples<float>()[i] = 0.123456f;
        view_->setBefore(std::make_shared<const Image>(std::move(image)));
        QTest::mouseMove(view_.get(), {200, 150});
        QVERIFY2(view_->readout().endsWith("before 0.1235"), qPrintable(view_->readout()));
    }

    void averagesBelowAndSharpAbove() {
        view_->setBefore(grayOf({1600, 1200}, [](int x, int y) { return (x + y) % 2 ? 255 : 0; }));
        view_->setMode(ViewMode::Before);
        settle();
        QCOMPARE(view_->zoom(), 0.25);
        const QImage small = view_->grab().toImage();
        for (int y = 40; y < 300; ++y)
            for (int x = 0; x < 400; ++x)
                QVERIFY(std::abs(qGray(small.pixel(x, y)) - 128) <= 4);
        view_->setZoom(4);
        const QImage large = view_->grab().toImage();
        for (int y = 60; y < 260; ++y)
            for (int x = 10; x < 390; ++x) {
                const QPoint pixel = *view_->pixelAt(QPointF(x + 0.5, y + 0.5));
                QCOMPARE(qGray(large.pixel(x, y)), (pixel.x() + pixel.y()) % 2 ? 255 : 0);
            }
    }

    void spaceShowsTheOther() {
        showBlackAndWhite();
        view_->setMode(ViewMode::After);
        QTest::keyPress(view_.get(), Qt::Key_Space);
        QCOMPARE(grayAt(100, 100), 0);
        QTest::keyRelease(view_.get(), Qt::Key_Space);
        QCOMPARE(grayAt(100, 100), 255);
        view_->setMode(ViewMode::Split);
        QTest::keyPress(view_.get(), Qt::Key_Space);
        QCOMPARE(grayAt(100, 100), 255);
        QCOMPARE(grayAt(300, 100), 0);
        view_->clearFocus();
        QFocusEvent out(QEvent::FocusOut);
        QCoreApplication::sendEvent(view_.get(), &out); // the key is released elsewhere
        QCOMPARE(grayAt(100, 100), 0);
    }

    void valuesAndGridAreDrawnWhenEnlarged() {
        view_->setBefore(flat({64, 48}, 60));
        view_->setMode(ViewMode::Before);
        view_->setZoom(7);
        QCOMPARE(grayAt(200, 150), 60);
        const auto shades = [this] {
            QSet<int> seen;
            const QImage picture = view_->grab(QRect(100, 80, 200, 140)).toImage();
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    seen << qGray(picture.pixel(x, y));
            return seen.size();
        };
        QCOMPARE(shades(), 1);
        view_->setZoom(16); // pixels and the lines between them
        QVERIFY(shades() >= 2 && shades() <= 3);
        view_->setZoom(64); // digits
        QVERIFY(shades() > 8);
    }

    void aPixelIsShownEnlargedInTheCentre() {
        view_->setBefore(flat({4000, 3000}, 0));
        view_->setAfter(flat({4000, 3000}, 0));
        settle();
        view_->showPixel({3210, 123});
        QCOMPARE(*view_->pixelAt({200, 150}), QPoint(3210, 123));
        QVERIFY(view_->zoom() >= 16);
    }

    void withoutAnImageItTeaches() {
        QSignalSpy chosen(view_.get(), &ImageView::sampleChosen), open(view_.get(), &ImageView::openRequested);
        QImage thumbnail(300, 100, QImage::Format_RGB32);
        thumbnail.fill(Qt::red);
        view_->setSamples({{"gradient", "Gradients", thumbnail}, {"text", "Text", QImage()}});
        const auto buttons = view_->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        QCOMPARE(chosen.takeFirst().at(0).toString(), QString("gradient"));
        for (auto* button : view_->findChildren<QAbstractButton*>())
            if (button->text().startsWith("Open")) button->click();
        QCOMPARE(open.count(), 1);
        view_->setBefore(flat({10, 10}, 0));
        QVERIFY(!buttons[0]->isVisible());
        view_->setBefore(nullptr);
        QVERIFY(buttons[0]->isVisible());
        QVERIFY(!view_->pixelAt({200, 150}));
    }

    void droppedFilesAreAnnounced() {
        QSignalSpy dropped(view_.get(), &ImageView::fileDropped);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile("/tmp/a b.png"), QUrl("https://example.org/c.png")});
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view_.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view_.get(), &drop);
        QCOMPARE(dropped.takeFirst().at(0).toStringList(), QStringList{"/tmp/a b.png"});
        QMimeData text;
        text.setText("no file");
        QDragEnterEvent other({50, 50}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        other.ignore();
        QCoreApplication::sendEvent(view_.get(), &other);
        QVERIFY(!other.isAccepted());
    }

    void largeImagesArriveInTheBackground() {
        const Size size{7728, 4354};
        view_->setBefore(flat(size, 0));
        view_->setAfter(flat(size, 200));
        QVERIFY(view_->isPreparing());   // the call returned before the work was done
        QCOMPARE(grayAt(300, 150), 200); // and something is shown
        // Results that follow each other quickly: the last one is what stays.
        for (int gray = 0; gray <= 100; gray += 10)
            view_->setAfter(flat(size, gray));
        settle();
        QCOMPARE(grayAt(300, 150), 100);
        // Destroying the view in the middle of the work is safe.
        view_->setAfter(flat(size, 7));
    }

    void busyShowsALine() {
        showBlackAndWhite();
        view_->setDividerPosition(0);
        view_->setBusy(true);
        view_->setProgress(0.5);
        QTRY_COMPARE(view_->grab().toImage().pixelColor(50, 1), theme().accent);
        view_->setBusy(false);
        QCOMPARE(grayAt(50, 1), 255);
    }
};

LIGHTBENCH_TEST(TestImageView, QApplication)
#include "image_view.moc"
