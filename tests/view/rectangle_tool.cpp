// The rectangle that is drawn on the image: grips and drags by numbers, and by the mouse in the image view.
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include "tests/test_program.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"

using namespace lightbench;

namespace {
const QSize image{100, 80};
/// Two device pixels an image pixel, the corner at (10, 20).
const Placement placement{{10, 20}, 2};

QRect dragged(RectangleTool& tool, int grip, QPointF from, QPointF to) {
    tool.begin(grip, from);
    tool.dragTo(to);
    tool.end();
    return tool.rectangle();
}

RectangleTool shown(const QRect& rectangle) {
    RectangleTool tool;
    tool.show(rectangle, image);
    return tool;
}
} // namespace

class RectangleToolTest : public QObject {
    Q_OBJECT
private slots:
    void grips() {
        const RectangleTool tool = shown({20, 10, 40, 30}); // on the device 50..130 x 40..100
        const auto at = [&](double x, double y) { return tool.gripAt({x, y}, placement, 6); };
        using T = RectangleTool;
        QCOMPARE(at(90, 70), int(T::Inside));
        QCOMPARE(at(50, 70), int(T::Left));
        QCOMPARE(at(133, 70), int(T::Right));
        QCOMPARE(at(90, 36), int(T::Top));
        QCOMPARE(at(127, 97), int(T::Right | T::Bottom));
        QCOMPARE(at(140, 70), int(T::Nothing));
        QCOMPARE(RectangleTool().gripAt({90, 70}, placement, 6), int(T::Nothing));
        QCOMPARE(shown({}).gripAt({90, 70}, placement, 6), int(T::Fresh));
        QCOMPARE(shown({20, 10, 2, 2}).gripAt({52, 42}, placement, 6), int(T::Inside)); // 4 device pixels wide
    }
    void drawing() {
        RectangleTool tool = shown({});
        QCOMPARE(dragged(tool, RectangleTool::Fresh, {30.5, 20.2}, {10.9, 40.7}), QRect(10, 20, 21, 21));
        QVERIFY(!tool.isArmed());
        tool.arm(true);
        QVERIFY(tool.isArmed());
        QCOMPARE(dragged(tool, RectangleTool::Fresh, {90.5, 70.5}, {500, -9}), QRect(90, 0, 10, 71));
        tool.arm(true);
        QCOMPARE(dragged(tool, RectangleTool::Fresh, {5.5, 5.5}, {5.9, 5.6}), QRect(90, 0, 10, 71)); // a mere click
    }
    void moving() {
        RectangleTool tool = shown({20, 10, 40, 30});
        QCOMPARE(dragged(tool, RectangleTool::Inside, {30, 20}, {37, 15}), QRect(27, 5, 40, 30));
        QCOMPARE(dragged(tool, RectangleTool::Inside, {30, 20}, {300, 200}), QRect(60, 50, 40, 30));
        QCOMPARE(dragged(tool, RectangleTool::Inside, {30, 20}, {-300, -200}), QRect(0, 0, 40, 30));
    }
    void resizing() {
        using T = RectangleTool;
        RectangleTool tool = shown({20, 10, 40, 30});
        QCOMPARE(dragged(tool, T::Right | T::Bottom, {60, 40}, {70, 45}), QRect(20, 10, 50, 35));
        QCOMPARE(dragged(tool, T::Left, {20, 20}, {-90, 20}), QRect(0, 10, 70, 35));
        QCOMPARE(dragged(tool, T::Left, {0, 20}, {80, 20}), QRect(70, 10, 10, 35)); // past the right edge
        QCOMPARE(dragged(tool, T::Top, {70, 10}, {70, 45}), QRect(70, 45, 10, 1));
        QCOMPARE(dragged(tool, T::Right | T::Bottom, {80, 46}, {800, 460}), QRect(70, 45, 30, 35));
    }
    void cancelling() {
        RectangleTool tool = shown({20, 10, 40, 30});
        tool.begin(RectangleTool::Inside, {30, 20});
        QVERIFY(tool.dragTo({35, 20}));
        tool.show({25, 10, 40, 30}, image); // what the edit came to does not disturb the drag
        tool.cancel();
        QCOMPARE(tool.rectangle(), QRect(20, 10, 40, 30));
        QVERIFY(!tool.isDragging());
    }
    void byMouse() {
        applyTheme(*qApp, ThemeMode::Dark);
        ImageView view;
        view.resize(600, 480);
        view.setBefore(std::make_shared<const Image>(ImageShape{{100, 80}, {SampleType::U8, 1}}));
        view.setMode(ViewMode::Before);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.showRectangle({});
        QSignalSpy edited(&view, &ImageView::rectangleEdited), finished(&view, &ImageView::rectangleFinished);
        const auto widget = [&](QPoint pixel) { // the fitted image is at the centre
            return QPointF(view.rect().center()) + (QPointF(pixel) - QPointF(49.5, 39.5)) * view.zoom();
        };
        QTest::mousePress(&view, Qt::LeftButton, {}, widget({20, 10}).toPoint());
        QTest::mouseMove(&view, widget({40, 30}).toPoint());
        QVERIFY(!edited.isEmpty());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, widget({49, 29}).toPoint());
        QCOMPARE(finished.count(), 1);
        QCOMPARE(view.rectangleTool().rectangle(), QRect(20, 10, 21, 21));
        QTest::mousePress(&view, Qt::LeftButton, {}, widget({30, 20}).toPoint());
        QTest::mouseMove(&view, widget({50, 20}).toPoint());
        QCOMPARE(edited.last().first().toRect(), QRect(40, 10, 21, 21));
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(edited.last().first().toRect(), QRect(20, 10, 21, 21));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, widget({50, 20}).toPoint());
        QCOMPARE(view.rectangleTool().rectangle(), QRect(20, 10, 21, 21));
        view.hideRectangle();
        QTest::mousePress(&view, Qt::LeftButton, {}, widget({30, 20}).toPoint());
        const qsizetype before = edited.count();
        QTest::mouseMove(&view, widget({50, 20}).toPoint()); // pans now
        QCOMPARE(edited.count(), before);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, widget({50, 20}).toPoint());
    }
};

LIGHTBENCH_TEST(RectangleToolTest, QApplication)
#include "rectangle_tool.moc"
