// Detectors in the real window: the object drawn on the image, the detector saved and loaded again.
#include <QApplication>
#include <QFileInfo>
#include <QLineEdit>
#include <QToolButton>

#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/panels/stage/parameter_editor.h"

using namespace lightbench;

class WindowDetectorsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_detectors")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
        openPicture();
        QVERIFY(settle());
    }
    void cleanup() { window.reset(); }

    void objectIsDrawnOnTheImage();
    void rectangleFollowsTheStage();
    void detectorIsSavedAndLoaded();
    void detectorBringsItsOwnSettings();

private:
    const ParameterValues& parameters() { return window->lab().session.stack().back().parameters; }
};

void WindowDetectorsTest::objectIsDrawnOnTheImage() {
    window->lab().view.setMode(ViewMode::After);
    addFilter("random-trees");
    QVERIFY(settle());
    QVERIFY(parameters().rectangle("rectangle") == Rectangle{});
    inForm<QToolButton>("drawRectangle")->click();
    QCOMPARE(window->lab().view.mode(), ViewMode::Before); // where it can be drawn
    drag({0.45, 0.45}, {0.55, 0.6});
    const Rectangle drawn = parameters().rectangle("rectangle");
    QVERIFY(drawn.width > 2 && drawn.height > 2 && drawn.x > 0 && drawn.y > 0);
    QVERIFY(settle());
    QVERIFY(window->lab().results.report()->stack == window->lab().session.stack());
    window->lab().session.undoStack()->undo(); // the drag is one step
    QVERIFY(parameters().rectangle("rectangle") == Rectangle{});
}

void WindowDetectorsTest::rectangleFollowsTheStage() {
    addFilter("random-trees");
    QVERIFY(window->lab().view.rectangleTool().isShown());
    window->lab().session.setParameter(0, "rectangle", Rectangle{30, 20, 40, 25});
    QCOMPARE(window->lab().view.rectangleTool().rectangle(), QRect(30, 20, 40, 25));
    addFilter("invert");
    QVERIFY(!window->lab().view.rectangleTool().isShown());
    window->lab().session.setCurrent(0);
    QVERIFY(window->lab().view.rectangleTool().isShown());
    addFilter("transpose");
    window->lab().session.move(1, 0);
    window->lab().session.setCurrent(1); // the detector, whose input is not as the image lies
    QVERIFY(!window->lab().view.rectangleTool().isShown());
}

void WindowDetectorsTest::detectorIsSavedAndLoaded() {
    addFilter("grayscale");
    addFilter("binary-patterns");
    window->lab().session.setParameter(1, "rectangle", Rectangle{100, 60, 40, 30});
    QVERIFY(settle());
    const ImagePtr trained = window->lab().results.report()->output;
    const QString path = folder.filePath("object.detector");
    window->resources().save(path);
    QVERIFY(waitUntil([&] { return QFileInfo::exists(path); }));
    auto* field = inForm<ParameterEditor>("parameter.detector");
    auto* text = field->findChild<QLineEdit*>();
    text->setText(path);
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(parameters().resourceFile("detector").resource);
    QVERIFY(parameters().rectangle("rectangle") == Rectangle{}); // the detector's own now
    QVERIFY(!window->lab().view.rectangleTool().isShown());
    QVERIFY(settle());
    QVERIFY(sameSamples(*window->lab().results.report()->output, *trained));
}

void WindowDetectorsTest::detectorBringsItsOwnSettings() {
    addFilter("random-trees");
    const QString path = folder.filePath("other.detector");
    window->resources().save(path);
    QVERIFY(waitUntil([&] { return QFileInfo::exists(path); }));
    const auto file =
        std::get<ResourceFile>(parseValue(*findParameter(filterById("random-trees"), "detector"), path.toStdString()));
    window->lab().session.setResource(0, "detector", file);
    window->lab().session.setParameter(0, "trees", 3);
    QVERIFY(settle());
    QVERIFY(window->lab().session.model()->status(0).error.contains("brings its own"));
    QCOMPARE(window->lab().session.model()->status(0).errorField, QString("trees"));
}

LIGHTBENCH_TEST(WindowDetectorsTest, QApplication)
#include "window_detectors.moc"
