// Regions and mixes of stages in the real window: drawn on the image, taken away, given up.
#include <QApplication>
#include <QToolButton>

#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/panels/stage/parameter_editor.h"

using namespace lightbench;

class WindowRegionsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_regions")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
        openPicture();
        QVERIFY(settle());
        addFilter("invert");
        QVERIFY(settle());
    }
    void cleanup() { window.reset(); }

    void regionIsDrawnAndTakenAway();
    void drawingGoesBackToTheChosenView();
    void nothingIsDrawnUnasked();
    void escapeGivesUp();
    void ownRectangleComesFirst();
    void otherShapesHaveNone();
    void mixIsSeen();

private:
    QToolButton* inRegion(const char* name) {
        return inForm<ParameterEditor>("parameter.region")->findChild<QToolButton*>(QString(name));
    }
    Rectangle region() { return window->lab().session.stack().back().parameters.rectangle("region"); }
    bool isShown() { return window->lab().view.rectangleTool().isShown(); }
    bool isAsReference() {
        const ReportPtr report = window->lab().results.report();
        return sameSamples(*report->output, *runReference(report->input, window->lab().session.stack()));
    }
};

void WindowRegionsTest::regionIsDrawnAndTakenAway() {
    QVERIFY(!inRegion("noRectangle")->isEnabled());
    window->lab().view.setMode(ViewMode::After);
    inRegion("drawRectangle")->click();
    QCOMPARE(window->lab().view.mode(), ViewMode::Before); // where it can be drawn
    drag({0.45, 0.45}, {0.55, 0.6});
    const Rectangle drawn = region();
    QVERIFY(drawn.width > 2 && drawn.height > 2 && drawn.x > 0 && drawn.y > 0);
    QVERIFY(settle());
    QVERIFY(isAsReference());
    QVERIFY(window->lab().session.model()->index(0).data(StackModel::SummaryRole).toString().contains("region"));
    inRegion("noRectangle")->click();
    QVERIFY(region() == Rectangle{});
    window->lab().session.undoStack()->undo(); // one step each
    QVERIFY(region() == drawn);
    window->lab().session.undoStack()->undo();
    QVERIFY(region() == Rectangle{});
}

void WindowRegionsTest::drawingGoesBackToTheChosenView() {
    ImageView& view = window->lab().view;
    for (const ViewMode chosen : {ViewMode::After, ViewMode::Difference}) {
        view.setMode(chosen);
        inRegion("drawRectangle")->click();
        QCOMPARE(view.mode(), ViewMode::Before);
        drag({0.2, 0.2}, {0.2, 0.2}); // a click draws nothing
        QCOMPARE(view.mode(), ViewMode::Before);
        drag({0.45, 0.45}, {0.55, 0.6});
        QVERIFY(region().width > 2);
        QCOMPARE(view.mode(), chosen);
        inRegion("noRectangle")->click();
        inRegion("drawRectangle")->click();
        QCOMPARE(view.mode(), ViewMode::Before);
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(view.mode(), chosen);
    }
    // A view that is chosen meanwhile stays, and one that shows the input is not left.
    inRegion("drawRectangle")->click();
    view.setMode(ViewMode::SideBySide);
    drag({0.2, 0.4}, {0.3, 0.6});
    QVERIFY(region().width > 2);
    QCOMPARE(view.mode(), ViewMode::SideBySide);
}

// The image is panned by a drag: only a press on Draw makes a drag draw.
void WindowRegionsTest::nothingIsDrawnUnasked() {
    window->lab().view.setMode(ViewMode::Before);
    QVERIFY(!isShown());
    drag({0.45, 0.45}, {0.55, 0.6});
    QVERIFY(region() == Rectangle{});
    window->lab().session.setParameter(0, "region", Rectangle{30, 20, 40, 25});
    QVERIFY(isShown()); // one that is there can be dragged
    addFilter("grayscale");
    QVERIFY(!isShown());
}

void WindowRegionsTest::escapeGivesUp() {
    inRegion("drawRectangle")->click();
    QVERIFY(isShown());
    QTest::keyClick(&window->lab().view, Qt::Key_Escape);
    QVERIFY(!isShown());
    drag({0.45, 0.45}, {0.55, 0.6});
    QVERIFY(region() == Rectangle{});
}

void WindowRegionsTest::ownRectangleComesFirst() {
    addFilter("grayscale"); // so that the detector keeps the format
    addFilter("random-trees");
    QVERIFY(settle());
    window->lab().session.setParameter(2, "rectangle", Rectangle{30, 20, 40, 25});
    QCOMPARE(window->lab().view.rectangleTool().rectangle(), QRect(30, 20, 40, 25));
    inRegion("drawRectangle")->click();
    drag({0.45, 0.45}, {0.55, 0.6});
    QVERIFY(region().width > 2);
    const auto& parameters = window->lab().session.stack().back().parameters;
    QVERIFY((parameters.rectangle("rectangle") == Rectangle{30, 20, 40, 25}));
}

// A gray image of a coloured one has no input to keep.
void WindowRegionsTest::otherShapesHaveNone() {
    addFilter("grayscale");
    QVERIFY(settle());
    QVERIFY(!inForm<ParameterEditor>("parameter.mix")->isEnabled());
    window->lab().session.setParameter(1, "mix", 0.5);
    QVERIFY(settle());
    QVERIFY(inForm<ParameterEditor>("parameter.mix")->isEnabled()); // so that it can be taken back
    QCOMPARE(window->lab().session.model()->status(1).errorField, QString("mix"));
}

void WindowRegionsTest::mixIsSeen() {
    window->lab().session.setParameter(0, "mix", 0.25);
    QVERIFY(settle());
    QVERIFY(isAsReference());
    QVERIFY(window->lab().session.model()->index(0).data(StackModel::SummaryRole).toString().contains("mix 0.25"));
}

LIGHTBENCH_TEST(WindowRegionsTest, QApplication)
#include "window_regions.moc"
