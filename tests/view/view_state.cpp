// The view's state as a value: which pane shows what, which pixel lies where, and how zoom and place change.
#include "ui/view/view_state.h"

#include <QTest>

#include <cmath>

#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// A view of 400 x 300 device pixels on an image of that size and its result.
ViewState stateOf(ViewMode mode) {
    ViewState state;
    state.mode = mode;
    state.viewSize = {400, 300};
    state.before = state.after = {400, 300};
    state.fit();
    return state;
}

std::vector<ViewSide> sidesOf(const ViewState& state) {
    std::vector<ViewSide> sides;
    for (const ViewPane& pane : state.panes())
        sides.push_back(pane.side);
    return sides;
}

using Sides = std::vector<ViewSide>;
} // namespace

class ViewStateTest : public QObject {
    Q_OBJECT

private slots:
    void eachModeHasItsPanes() {
        QCOMPARE(sidesOf(stateOf(ViewMode::Before)), Sides{ViewSide::Before});
        QCOMPARE(sidesOf(stateOf(ViewMode::After)), Sides{ViewSide::After});
        QCOMPARE(sidesOf(stateOf(ViewMode::Difference)), Sides{ViewSide::Difference});
        QCOMPARE(sidesOf(stateOf(ViewMode::Split)), (Sides{ViewSide::Before, ViewSide::After}));
        QCOMPARE(sidesOf(stateOf(ViewMode::SideBySide)), (Sides{ViewSide::Before, ViewSide::After}));
        QCOMPARE(sidesOf(stateOf(ViewMode::Truth)),
                 (Sides{ViewSide::After, ViewSide::Reference, ViewSide::Difference}));
    }

    void panesCoverTheView() {
        for (const double divider : {0.0, 0.25, 0.501, 1.0}) {
            ViewState state = stateOf(ViewMode::Split);
            state.divider = divider;
            const auto panes = state.panes();
            QCOMPARE(panes[0].clip.width() + panes[1].clip.width(), 400);
            QCOMPARE(panes[1].clip.left(), int(std::lround(400 * divider)));
            QVERIFY(panes[0].frame == panes[1].frame); // both show the same places
        }
        const auto beside = stateOf(ViewMode::SideBySide).panes();
        QCOMPARE(beside[0].clip.size(), beside[1].clip.size());
        QVERIFY(!beside[0].clip.intersects(beside[1].clip));
        const auto three = stateOf(ViewMode::Truth).panes();
        for (std::size_t i = 0; i + 1 < three.size(); ++i)
            QCOMPARE(three[i + 1].clip.left() - three[i].clip.right(), 3); // two for the line
        QCOMPARE(three[0].clip.left(), 0);
        QCOMPARE(three[2].clip.right(), 399);
    }

    void theOtherTakesThePlace() {
        ViewState state = stateOf(ViewMode::After);
        state.isSwapped = true;
        QCOMPARE(sidesOf(state), Sides{ViewSide::Before});
        state.mode = ViewMode::Split;
        QCOMPARE(sidesOf(state), (Sides{ViewSide::After, ViewSide::Before}));
        state.mode = ViewMode::Difference;
        QCOMPARE(sidesOf(state), Sides{ViewSide::After});
        state.mode = ViewMode::Truth; // the result and its reference
        QCOMPARE(sidesOf(state), (Sides{ViewSide::Reference, ViewSide::After, ViewSide::Difference}));
    }

    void withoutAResultASplitShowsTheImage() {
        ViewState state = stateOf(ViewMode::Split);
        state.after = {};
        QCOMPARE(sidesOf(state), (Sides{ViewSide::Before, ViewSide::Before}));
        QVERIFY(!state.isSplit());
        QCOMPARE(state.imageSize(ViewSide::After), QSize(400, 300)); // as large as the image, until it is there
        state.mode = ViewMode::After;
        QCOMPARE(sidesOf(state), Sides{ViewSide::Before});
    }

    void pixelsAreWhereTheyAreSeen() {
        ViewState state = stateOf(ViewMode::Before);
        QCOMPARE(state.pixelAt({10.5, 20.5}), std::optional(QPoint(10, 20)));
        QVERIFY(!state.pixelAt({-1, 20}));
        state.geometry.setZoom(2); // about the centre
        QCOMPARE(state.pixelAt({200.5, 150.5}), std::optional(QPoint(200, 150)));
        QCOMPARE(state.pixelAt({0.5, 0.5}), std::optional(QPoint(100, 75)));
        state.before = {};
        QVERIFY(!state.pixelAt({200, 150}));
    }

    void zoomKeepsWhatIsUnderTheAnchor() {
        ViewState state = stateOf(ViewMode::SideBySide);
        const QPointF anchor(311, 140);
        const QPoint before = *state.pixelAt(anchor);
        for (const double factor : {2.0, 3.0, 0.25, 1.7}) {
            state.zoomBy(factor, anchor);
            const QPoint now = *state.pixelAt(anchor);
            const double slack = 1 / std::min(1.0, state.geometry.zoom()) + 1;
            QVERIFY(std::abs(now.x() - before.x()) <= slack && std::abs(now.y() - before.y()) <= slack);
            QVERIFY(!state.geometry.fitted());
        }
    }

    void fittingShowsAllOfBoth() {
        ViewState state = stateOf(ViewMode::SideBySide);
        state.before = {400, 100};
        state.after = {100, 400};
        state.fit();
        QVERIFY(state.geometry.fitted());
        for (const ViewPane& pane : state.panes())
            QVERIFY(pane.frame.contains(state.placementOf(pane).bounds(state.imageSize(pane.side))));
    }

    void aPixelIsBroughtToTheCentre() {
        ViewState state = stateOf(ViewMode::After);
        state.centreOn({321, 12});
        QCOMPARE(state.pixelAt({200, 150}), std::optional(QPoint(321, 12)));
        QVERIFY(state.geometry.zoom() >= 16);
    }

    void sideBySideHasCounterparts() {
        const ViewState state = stateOf(ViewMode::SideBySide);
        const QPointF counterpart = state.samePixelInOtherPanes({50, 80}).at(0);
        QVERIFY(std::abs(counterpart.x() - 251) <= 1 && std::abs(counterpart.y() - 80) <= 1);
        const QPointF back = state.samePixelInOtherPanes(counterpart.toPoint()).at(0);
        QVERIFY(std::abs(back.x() - 50) <= 1);
        QVERIFY(stateOf(ViewMode::Split).samePixelInOtherPanes({50, 80}).empty());
        const auto counterparts = stateOf(ViewMode::Truth).samePixelInOtherPanes({200, 80}); // from the middle one
        QCOMPARE(counterparts.size(), std::size_t(2));
        QVERIFY(std::abs(counterparts[0].x() - 66) <= 2 && std::abs(counterparts[1].x() - 334) <= 2);
    }

    void wheelNotchesMeetPowersOfTwo() {
        double zoom = 0.37;
        for (int notch = 0; notch < 12; ++notch)
            zoom = zoomAfterNotches(zoom, 1);
        QVERIFY(std::abs(zoom / 0.37 - 16) < 1);
        QCOMPARE(zoomAfterNotches(zoomAfterNotches(zoomAfterNotches(0.5, 1), 1), 1), 1.0);
        QCOMPARE(zoomStepAbove(1), 1.5);
        QCOMPARE(zoomStepBelow(1), 2.0 / 3);
        QCOMPARE(zoomStepAbove(500), 128.0);
    }
};

LIGHTBENCH_TEST(ViewStateTest, QCoreApplication)
#include "view_state.moc"
