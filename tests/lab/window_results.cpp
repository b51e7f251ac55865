// What the window says of a result that is not of the stack, image or device as they stand: by comparison, never by
// what happened before.
#include <QApplication>
#include <QLabel>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>

#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/bars/difference_bar.h"
#include "ui/panels/difference/difference_panel.h"
#include "ui/panels/histogram/histogram_panel.h"
#include "ui/panels/run/timing_table.h"

using namespace lightbench;

namespace {
/// Long enough to be cancelled by hand.
constexpr const char* slowStack = "gaussian sigma=4 variant=plain | gaussian sigma=4 variant=plain | "
                                  "gaussian sigma=4 variant=plain | gaussian sigma=4 variant=plain";
} // namespace

class WindowResultsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_results")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
    }
    void cleanup() { window.reset(); }

    void undoneEditIsUpToDateAgain();
    void undoneRemovalShowsItsTimeAgain();
    void unreadableFileLeavesAStaleResultStale();
    void cancelledRepeatLeavesTheReportCurrent();
    void cancelledStackIsNotTheOneShown();
    void earlierChangeOutdatesLaterStagesOnly();
    void copiedTimesSayThatTheyAreOld();
    void failureIsForgottenWithItsCause();
    void openedImageRunsOnceWithoutLive();
    void histogramIsOfTheStageShown();
    void differenceIsAmplifiedByItself();
    void twoSettingsSideBySide();
    void settingsOfDifferentSizes();
    void nothingOfAnEarlierImageIsKept();

private:
    QString state() { return window->findChild<QLabel*>(QStringLiteral("resultsState"))->text(); }
    QString verdict() {
        for (auto* label : window->findChild<DifferencePanel*>()->findChildren<QLabel*>())
            if (label->accessibleName() == QStringLiteral("Verdict")) return label->text();
        return {};
    }
    bool isDimmed() {
        TimingModel* table = timings()->timings();
        return table->index(0, TimingModel::Time).data(Qt::ForegroundRole).value<QColor>() == theme().textDim;
    }
    bool isStale(int row) { return card(row).data(StackModel::StaleRole).toBool(); }
    /// Opens the picture, runs the stack once and stops following changes.
    bool runOnce(const char* stack, const QString& image) {
        window->lab().session.replace(parseStack(stack), "start");
        window->documents().open({image});
        const bool ran = settle() && window->lab().results.report();
        window->commands().action("live")->setChecked(false);
        return ran;
    }
    bool cancelWhenStarted() {
        const int before = window->lab().runs.counts().started;
        window->commands().action("run")->trigger();
        if (!waitUntil([&] { return window->lab().runs.counts().started > before; })) return false;
        window->commands().action("cancel")->trigger();
        return settle();
    }
    QString largePicture() {
        const QString path = folder.filePath(QStringLiteral("large.png"));
        return QFile::exists(path) || testPicture(800, 600).save(path) ? path : QString();
    }
};

void WindowResultsTest::undoneEditIsUpToDateAgain() {
    QVERIFY(runOnce("grayscale | gaussian", picture));
    QVERIFY2(state().contains("up to date"), qPrintable(state()));
    window->lab().session.setParameter(1, "sigma", 3.0);
    QVERIFY2(state().contains("settings changed"), qPrintable(state()));
    QVERIFY(verdict().contains("of the last run") && isDimmed() && isStale(1) && !isStale(0));
    QVERIFY2(window->lab().view.afterLabel().contains("of the last run"), qPrintable(window->lab().view.afterLabel()));
    window->commands().action("undo")->trigger();
    QVERIFY2(state().contains("up to date"), qPrintable(state()));
    QVERIFY(!verdict().contains("of the last run") && !isDimmed() && !isStale(1));
    QCOMPARE(window->lab().view.afterLabel(), QStringLiteral("stage 2 of 2"));
    window->lab().session.setParameter(1, "sigma", 3.0);
    window->lab().session.endGesture();
    window->lab().session.resetStage(1); // by hand, not by undo
    QVERIFY(state().contains("up to date") && !isDimmed());
}

void WindowResultsTest::undoneRemovalShowsItsTimeAgain() {
    QVERIFY(runOnce("grayscale | gaussian", picture));
    const QString time = card(1).data(StackModel::TimeRole).toString();
    window->lab().session.remove(1);
    QVERIFY(state().contains("settings changed"));
    window->commands().action("undo")->trigger();
    QCOMPARE(card(1).data(StackModel::TimeRole).toString(), time);
    QVERIFY(state().contains("up to date") && !isStale(1));
}

void WindowResultsTest::unreadableFileLeavesAStaleResultStale() {
    QVERIFY(runOnce("grayscale | gaussian", picture));
    window->lab().session.setParameter(1, "sigma", 3.0);
    window->documents().open({folder.filePath("not-there.png")});
    QVERIFY(settle());
    QVERIFY(verdict().contains("of the last run"));
    QVERIFY2(state().contains("settings changed"), qPrintable(state()));
}

void WindowResultsTest::cancelledRepeatLeavesTheReportCurrent() {
    QVERIFY(runOnce(slowStack, largePicture()));
    const ReportPtr before = window->lab().results.report();
    QVERIFY(cancelWhenStarted());
    QCOMPARE(window->lab().results.report(), before);
    QVERIFY(window->lab().results.isCurrent());
    QVERIFY2(state().contains("up to date"), qPrintable(state()));
    QVERIFY(!isDimmed() && !isStale(0) && !isStale(3));
    QVERIFY(!verdict().contains("of the last run"));
}

void WindowResultsTest::cancelledStackIsNotTheOneShown() {
    QVERIFY(runOnce("grayscale", largePicture()));
    window->lab().session.replace(parseStack(slowStack), "another");
    QVERIFY(cancelWhenStarted());
    QVERIFY2(state().contains("cancelled"), qPrintable(state()));
    QVERIFY(window->lab().results.isStale());
    QCOMPARE(window->lab().view.afterLabel(), QStringLiteral("stage 1 of 1 · of the last run"));
    for (int row = 0; row < 4; ++row)
        QVERIFY(isStale(row));
    window->commands().action("undo")->trigger();
    QVERIFY2(state().contains("up to date"), qPrintable(state()));
}

void WindowResultsTest::earlierChangeOutdatesLaterStagesOnly() {
    QVERIFY(runOnce("invert | gaussian | grayscale", picture));
    window->lab().session.setParameter(1, "sigma", 5.0);
    QVERIFY(!isStale(0) && isStale(1) && isStale(2));
    window->lab().session.move(2, 0);
    QVERIFY(isStale(0) && isStale(1) && isStale(2));
    QVERIFY(!card(0).data(StackModel::TimeRole).toString().contains(QChar(0x2013))); // it keeps its old time
}

void WindowResultsTest::copiedTimesSayThatTheyAreOld() {
    QVERIFY(runOnce("grayscale", picture));
    const auto copied = [this] { return timings()->text(TimingTable::Form::Tabs); };
    QVERIFY(!copied().contains("last run"));
    window->lab().session.setVariant(0, "cpu");
    QVERIFY2(copied().contains("last run"), qPrintable(copied()));
}

void WindowResultsTest::failureIsForgottenWithItsCause() {
    QVERIFY(runOnce("invert | grayscale", picture));
    window->lab().session.setWorkgroup(1, Workgroup{7777, 1});
    window->commands().action("run")->trigger();
    QVERIFY(settle());
    QVERIFY2(state().contains("failed"), qPrintable(state()));
    QVERIFY(!card(1).data(StackModel::ErrorRole).toString().isEmpty());
    window->commands().action("undo")->trigger();
    QVERIFY2(state().contains("up to date"), qPrintable(state()));
    QVERIFY(card(1).data(StackModel::ErrorRole).toString().isEmpty());
    window->commands().action("redo")->trigger();
    QVERIFY(!card(1).data(StackModel::ErrorRole).toString().isEmpty());
}

void WindowResultsTest::openedImageRunsOnceWithoutLive() {
    window->commands().action("live")->setChecked(false);
    window->lab().session.replace(parseStack("grayscale"), "start");
    openPicture();
    QVERIFY(settle());
    QVERIFY(window->lab().results.report());
    QCOMPARE(window->lab().results.report()->repeats, 1);
    QCOMPARE(window->lab().runs.counts().started, 1);
    QVERIFY(window->lab().results.isCurrent());
}

/// Choosing a stage in the difference list changes the picture, and its histogram with it.
void WindowResultsTest::histogramIsOfTheStageShown() {
    QVERIFY(runOnce("grayscale | invert", picture));
    const auto* histogram = window->findChild<HistogramPanel*>();
    auto* list = window->findChild<DifferencePanel*>()->findChild<QTableWidget*>();
    const auto readoutOf = [&](int bin, std::size_t stage) {
        const Histogram counted = histogramOf(*window->lab().results.report()->stages[stage].outputImage);
        return QStringLiteral("after ") + countText(counted.bins[0][std::size_t(bin)]);
    };
    int bin = 0; // one in which the two stages differ
    while (readoutOf(bin, 0) == readoutOf(bin, 1))
        ++bin;
    QVERIFY(histogram->readout(bin).contains(readoutOf(bin, 1) + QChar(' ')) ||
            histogram->readout(bin).contains(readoutOf(bin, 1) + thinSpace));
    list->setCurrentCell(0, 0);
    QTRY_VERIFY2(histogram->readout(bin).contains(readoutOf(bin, 0)), qPrintable(histogram->readout(bin)));
    list->setCurrentCell(1, 0);
    QTRY_VERIFY2(histogram->readout(bin).contains(readoutOf(bin, 1)), qPrintable(histogram->readout(bin)));
}

void WindowResultsTest::differenceIsAmplifiedByItself() {
    QVERIFY(runOnce("invert", picture));
    auto* view = window->findChild<ImageView*>();
    auto* bar = window->findChild<DifferenceBar*>();
    auto* automatic = bar->findChild<QToolButton*>(QStringLiteral("difference.auto"));
    auto* slider = bar->findChild<QSlider*>();
    view->setMode(ViewMode::Difference);
    QVERIFY(automatic->isVisible() && automatic->isChecked());
    const ImagePtr before = window->lab().session.image();
    Image other = before->clone();
    other.samples<std::uint8_t>()[0] ^= 1;
    view->setAfter(std::make_shared<const Image>(std::move(other)), QStringLiteral("made up"));
    view->setReference(before);
    const auto says = [&](const QString& factor) {
        const auto labels = bar->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [&](QLabel* label) { return label->text().startsWith(factor); });
    };
    QTRY_VERIFY(says(QStringLiteral("255")));
    slider->setValue(3);
    QVERIFY(!automatic->isChecked() && says(QStringLiteral("8")));
    QCOMPARE(view->amplify(), 8);
    automatic->click();
    QCOMPARE(view->amplify(), 0);
    QTRY_VERIFY(says(QStringLiteral("255")));
}

// A is pinned, B is changed: view, histogram, difference and times have both, until it is ended.
void WindowResultsTest::twoSettingsSideBySide() {
    QVERIFY(runOnce("gaussian sigma=1", picture));
    auto* bar = window->findChild<QWidget*>("compareBar");
    auto* histogram = window->findChild<HistogramPanel*>();
    const auto trigger = [&](const char* command) { window->commands().action(command)->trigger(); };
    QVERIFY(!bar->isVisible() && !window->commands().action("swap")->isEnabled());
    QTest::keyClick(&window->lab().view, Qt::Key_P);
    QVERIFY(bar->isVisible());
    QTRY_VERIFY(verdict().contains("= equal"));
    window->lab().session.setParameter(0, "sigma", 6.0);
    QVERIFY(!window->commands().action("pin")->isEnabled()); // nothing is known of the stack as it stands
    trigger("run");
    QVERIFY(settle());
    QTRY_VERIFY(verdict().startsWith(QStringLiteral("≠")));
    QTRY_VERIFY2(histogram->readout(99).contains(" · A ") && histogram->readout(99).contains(" · B "),
                 qPrintable(histogram->readout(99)));
    QVERIFY(!timings()->isColumnHidden(TimingModel::Ratio));
    QVERIFY(timings()->timings()->index(0, TimingModel::Ratio).data().toString().contains(QStringLiteral("×")));
    QTest::keyClick(&window->lab().view, Qt::Key_X);
    QVERIFY(window->lab().view.isShowingOther());
    QTest::keyClick(&window->lab().view, Qt::Key_X);
    QVERIFY(!window->lab().view.isShowingOther());
    trigger("swap");
    QCOMPARE(stack(), QStringLiteral("gaussian sigma=1"));
    QVERIFY(window->lab().results.isCurrent()); // found before
    trigger("copy-pinned");
    QCOMPARE(stack(), QStringLiteral("gaussian sigma=6"));
    trigger("unpin");
    QVERIFY(!bar->isVisible() && timings()->isColumnHidden(TimingModel::Ratio));
    QVERIFY(histogram->readout(99).contains("before"));
}

/// A and B of different sizes change places, too. Where they cannot be compared, both are called by their names.
void WindowResultsTest::settingsOfDifferentSizes() {
    QVERIFY(runOnce("invert", picture));
    QTest::keyClick(&window->lab().view, Qt::Key_P);
    addFilter("transpose");
    window->commands().action("run")->trigger();
    QVERIFY(settle());
    window->lab().view.setMode(ViewMode::Difference);
    QTRY_VERIFY(!window->lab().view.problem().isEmpty());
    const QString problem = window->lab().view.problem();
    QVERIFY2(problem.startsWith("B (201") && problem.contains(" and A (320") && !problem.contains("reference"),
             qPrintable(problem));
    QAction* swap = window->commands().action("swap");
    QVERIFY(swap->isEnabled());
    swap->trigger();
    QCOMPARE(stack(), QStringLiteral("invert"));
    QVERIFY(window->lab().results.isCurrent());
    QCOMPARE(window->lab().results.pinned()->stack.size(), std::size_t(2));
    swap->trigger();
    QCOMPARE(stack(), QStringLiteral("invert | transpose"));
}

// With the check on: every stage's output and reference, the undo steps, what is drawn, what the device holds.
void WindowResultsTest::nothingOfAnEarlierImageIsKept() {
    std::vector<std::weak_ptr<const Image>> earlier;
    for (int width : {300, 400, 500}) {
        const QString path = folder.filePath(QStringLiteral("wide-%1.png").arg(width));
        QVERIFY(testPicture(width, 200).save(path));
        window->lab().session.replace(parseStack("grayscale | gaussian | invert"), "start");
        window->documents().open({path});
        QVERIFY(settle() && window->lab().results.report() && window->lab().results.report()->checked);
        window->lab().view.setMode(ViewMode::Difference);
        const auto isGone = [](const auto& image) { return image.expired(); };
        QVERIFY(waitUntil([&] { return std::ranges::all_of(earlier, isGone); }));
        earlier = {window->lab().session.image(), window->lab().results.report()->output,
                   window->lab().results.report()->endToEndReference};
        for (const StageReport& stage : window->lab().results.report()->stages)
            earlier.insert(earlier.end(), {stage.outputImage, stage.referenceImage});
    }
}

LIGHTBENCH_TEST(WindowResultsTest, QApplication)
#include "window_results.moc"
