// What Results derives: what is stale, which stage is shown, what a pinned report can be compared with; and that panels
// hear of changes only.
#include "ui/state/session/results.h"

#include <QSignalSpy>
#include <QTest>

#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"
#include "ui/state/session/comparison.h"

using namespace lightbench;

class ResultsTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        session = std::make_unique<Session>(builtInFilters());
        results = std::make_unique<Results>(*session);
        session->setDevice(DeviceInfo{});
        session->setImage(anImage(), QStringLiteral("one"));
        session->replace(parseStack("grayscale | invert"), "start");
    }

    void staleFollowsFromComparing();
    void staleIsToldOnce();
    void checkingIsAnActivity();
    void theLastStageIsShownUntilOneIsChosen();
    void aChosenStageThatIsGoneIsForgotten();
    void whatOneLooksAtStays();
    void progressEndsWithTheWork();
    void aPinnedReportIsComparedWithTheNext();
    void aPinnedReportGoesWithItsImage();
    void theSameStageOfBothIsCompared();
    void settingsAreSwappedAndCopied();
    void aRowComesToAnInputAndAVariant();

private:
    static ImagePtr anImage() { return std::make_shared<Image>(ImageShape{{4, 4}, {SampleType::U8, 4}}); }
    std::shared_ptr<Report> aReport() {
        auto report = std::make_shared<Report>();
        report->input = session->image();
        report->stack = session->stack();
        report->output = anImage();
        for (int i = 0; i < int(report->stack.size()); ++i) {
            StageReport stage;
            stage.stackIndex = i;
            stage.filter = report->stack[std::size_t(i)].filter;
            stage.outputImage = anImage();
            report->stages.push_back(stage);
        }
        return report;
    }
    std::unique_ptr<Session> session;
    std::unique_ptr<Results> results;
};

void ResultsTest::staleFollowsFromComparing() {
    QVERIFY(!results->isStale() && !results->isCurrent()); // nothing is known
    results->setReport(aReport());
    QVERIFY(results->isCurrent());
    QCOMPARE(results->currentStages(), 2);
    session->setEnabled(1, false);
    QVERIFY(results->isStale());
    QCOMPARE(results->currentStages(), 1);
    session->undoStack()->undo();
    QVERIFY(results->isCurrent());
    DeviceInfo other;
    other.index = 1;
    session->setDevice(other);
    QVERIFY(results->isStale());
    QCOMPARE(results->currentStages(), 0);
}

void ResultsTest::staleIsToldOnce() {
    results->setReport(aReport());
    QSignalSpy stale(results.get(), &Results::staleChanged);
    for (int i = 0; i < 5; ++i) // a hand that drags
        session->add(makeStage("invert"));
    QCOMPARE(stale.count(), 1);
    results->setReport(aReport());
    QCOMPARE(stale.count(), 2);
}

void ResultsTest::checkingIsAnActivity() {
    QSignalSpy checking(results.get(), &Results::checkingChanged);
    results->ask(1, false);
    results->begin(1, false);
    QVERIFY(results->activity() == Activity::Running && !results->isChecking());
    results->begin(1, true);
    QVERIFY(results->isChecking());
    results->rest();
    QVERIFY(results->activity() == Activity::None);
    QCOMPARE(checking.count(), 2);
}

void ResultsTest::theLastStageIsShownUntilOneIsChosen() {
    results->setReport(aReport());
    QCOMPARE(results->source(), 1);
    QVERIFY(results->shownStage() == &results->report()->stages[1]);
    results->choose(0);
    results->setReport(aReport());
    QCOMPARE(results->source(), 0);
    results->choose(-1);
    results->setReport(aReport());
    QCOMPARE(results->source(), -1);
    QVERIFY(!results->shownStage()); // the whole stack's
}

void ResultsTest::aChosenStageThatIsGoneIsForgotten() {
    results->setReport(aReport());
    results->choose(1);
    auto report = aReport();
    report->stages.pop_back();
    results->setReport(report);
    QCOMPARE(results->source(), 0);
}

/// A run brings no pictures of earlier stages; its check does.
void ResultsTest::whatOneLooksAtStays() {
    const auto unchecked = [&] {
        auto report = aReport();
        report->device = *session->device();
        for (std::size_t i = 0; i + 1 < report->stages.size(); ++i)
            report->stages[i].outputImage = nullptr;
        return report;
    };
    results->setCheckOn(true);
    results->setReport(aReport());
    results->choose(0);
    const ImagePtr seen = results->shownPicture();
    session->add(makeStage("invert")); // behind the chosen stage
    results->setReport(unchecked());
    QCOMPARE(results->shownPicture(), seen);
    QVERIFY(results->shownStage() && !results->isPictureOlder());
    const auto checked = aReport();
    results->setReport(checked);
    QCOMPARE(results->shownPicture(), checked->stages[0].outputImage);

    results->choose(1);
    const ImagePtr old = results->shownPicture();
    session->replace(parseStack("grayscale | threshold | invert"), "other");
    results->setReport(unchecked()); // another stage in its place: the old picture stays until the check is done
    QCOMPARE(results->shownPicture(), old);
    QVERIFY(results->isPictureOlder());
    results->setReport(aReport());
    QCOMPARE(results->source(), 1);
    QVERIFY(results->shownPicture() != old && !results->isPictureOlder());

    results->setCheckOn(false); // then no check will bring it
    session->replace(parseStack("invert | threshold | invert"), "other");
    const auto last = unchecked();
    results->setReport(last);
    QCOMPARE(results->shownPicture(), last->stages[2].outputImage);
    QCOMPARE(results->source(), 2);
}

void ResultsTest::progressEndsWithTheWork() {
    for (const char* what : {"building grayscale", ""}) { // the last word of a run has no name
        results->begin(1, false);
        results->setProgress({0, what, 0.5, false});
        QCOMPARE(results->progress(), (Progress{what, 0.5}));
        results->rest();
        QCOMPARE(results->progress(), Progress{});
    }
}

void ResultsTest::aPinnedReportIsComparedWithTheNext() {
    QSignalSpy pinned(results.get(), &Results::pinnedChanged);
    results->setReport(aReport());
    const ReportPtr a = results->report();
    results->pin();
    QCOMPARE(results->pinned(), a);
    QVERIFY(!results->differsFromPinned()); // with itself
    session->setEnabled(1, false);
    results->setReport(aReport());
    QVERIFY(results->differsFromPinned());
    QCOMPARE(results->pinned(), a);
    auto larger = aReport();
    larger->output = std::make_shared<Image>(ImageShape{{8, 4}, {SampleType::U8, 4}});
    results->setReport(larger);
    QVERIFY(results->differsFromPinned()); // also of another shape
    results->unpin();
    results->unpin();
    QVERIFY(!results->pinned() && !results->differsFromPinned());
    QCOMPARE(pinned.count(), 2);
}

void ResultsTest::aPinnedReportGoesWithItsImage() {
    results->setReport(aReport());
    results->pin();
    const std::weak_ptr<const Report> kept = results->pinned();
    results->setReport(nullptr);
    QVERIFY(results->pinned());
    session->setImage(anImage(), QStringLiteral("two"));
    QVERIFY(!results->pinned() && kept.expired());
}

void ResultsTest::theSameStageOfBothIsCompared() {
    results->setReport(aReport());
    const ReportPtr a = results->report();
    QVERIFY(!results->isComparing() && !results->pinnedPicture());
    results->pin();
    QVERIFY(results->isComparing());
    const auto b = aReport();
    b->stages.push_back(b->stages[1]);
    b->stages[2].stackIndex = 2;
    results->setReport(b); // the last stage: what both come to
    QCOMPARE(results->shownPicture(), b->stages[2].outputImage);
    QCOMPARE(results->pinnedPicture(), a->output);
    results->choose(0);
    QCOMPARE(results->shownPicture(), b->stages[0].outputImage);
    QCOMPARE(results->pinnedPicture(), a->stages[0].outputImage);
    results->choose(-1);
    QCOMPARE(results->shownPicture(), b->output);
    QCOMPARE(results->pinnedPicture(), a->output);
}

void ResultsTest::settingsAreSwappedAndCopied() {
    QVERIFY(!canPin(*results));
    results->setReport(aReport());
    QVERIFY(canPin(*results));
    const ReportPtr a = results->report();
    const Stack settingA = session->stack();
    results->pin();
    session->setEnabled(1, false);
    swapSettings(*session, *results); // B has not run: nothing to keep as A
    QCOMPARE(results->pinned(), a);
    results->setReport(aReport());
    const ReportPtr b = results->report();
    const Stack settingB = session->stack();
    swapSettings(*session, *results);
    QVERIFY(session->stack() == settingA);
    QCOMPARE(results->pinned(), b);
    QCOMPARE(results->report(), a);
    QVERIFY(results->isCurrent());
    copyPinnedSetting(*session, *results);
    QVERIFY(session->stack() == settingB);
    session->undoStack()->undo();
    session->undoStack()->undo();
    QVERIFY(session->stack() == settingB); // as before the swap
}

void ResultsTest::aRowComesToAnInputAndAVariant() {
    QCOMPARE(session->takenInput(1)->format.channels, 1); // after grayscale
    QVERIFY(session->choices(1)->automatic);
    session->setDevice(std::nullopt);
    QVERIFY(session->takenInput(1) && !session->choices(1));
    session->setImage(nullptr, {});
    QCOMPARE(session->takenInput(1)->size.width, 1920); // a common one
}

LIGHTBENCH_TEST(ResultsTest, QCoreApplication)
#include "results.moc"
