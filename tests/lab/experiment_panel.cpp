// The Experiment panel on an engine without a device: it fills while it runs, stops and goes on, shows what failed and
// what is wrong with the reason, lets live runs between, and gives the winner to the stage.
#include <QAction>
#include <QApplication>
#include <QClipboard>

#include "tests/built_in_stacks.h"
#include "tests/lab/experiment_fixture.h"
#include "tests/test_program.h"

using namespace lightbench;

class ExperimentPanelTest : public QObject, protected ExperimentFixture {
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void whatIsMissingIsSaid();
    void whatStartMeasuresIsSaid();
    void aHiddenPanelRests();
    void variantsRaceAndTheWinnerIsTaken();
    void whatIsTakenIsMeasuredAgain();
    void workgroupsMakeAMap();
    void itFillsWhileItRuns();
    void aStoppedOneGoesOn();
    void theBestOfAStoppedOneIsTaken();
    void rowsSayWhatTheyAreOf();
    void aSweepSaysHowFarItIs();
    void liveRunsGoBetween();
    void parametersMakeCurves();
    void twoParametersMakeACrossoverMap();
    void devicesStandBesideEachOther();
    void theTableIsCopied();
    void rowsAreThoseOfAJournal();
};

void ExperimentPanelTest::whatIsMissingIsSaid() {
    QVERIFY(panel->emptyText().contains("Gaussian"));
    session->setImage({}, {});
    QVERIFY(panel->emptyText().contains("Open an image"));
    session->setDevice({});
    QVERIFY(panel->emptyText().contains("no device"));
    session->setDevice(tests::FakeEngine().devices().devices.front());
    session->setImage(aPhoto(), QStringLiteral("photo.png"));
    panel->choice()->setKind(ExperimentKind::Workgroups);
    session->setVariant(0, "cpu");
    QVERIFY(panel->emptyText().contains("no workgroups"));
    panel->toggle();
    QCOMPARE(state(), ExperimentRunner::State::Idle);
    session->remove(0);
    QVERIFY(panel->emptyText().contains("Add a filter"));
}

void ExperimentPanelTest::whatStartMeasuresIsSaid() {
    QVERIFY(panel->emptyText().contains("every variant"));
    panel->choice()->setKind(ExperimentKind::Workgroups);
    const auto offers = [this](const char* points, const char* time) {
        return panel->emptyText().contains(points) && panel->emptyText().contains(time);
    };
    session->setVariant(0, "fused");
    QVERIFY2(offers("11 workgroups", "race of 11 points takes 55 s at most"), qPrintable(panel->emptyText()));
    panel->choice()->setWorkgroups(QStringLiteral("all"));
    QVERIFY2(offers("52 workgroups", "4 min"), qPrintable(panel->emptyText()));
    panel->choice()->setWorkgroups(QStringLiteral("64, 16x16"));
    QVERIFY2(offers("3 workgroups", "15 s"), qPrintable(panel->emptyText())); // with auto
    for (const char* wrong : {"", "64,", "64,64", "many", "0x4"}) {
        panel->choice()->setWorkgroups(QString::fromLatin1(wrong));
        QVERIFY2(!panel->emptyText().isEmpty() && !panel->emptyText().contains("Start"), wrong);
    }
}

/// Whoever drags a slider does not wait for what nobody sees; it is there when it is shown.
void ExperimentPanelTest::aHiddenPanelRests() {
    const QString before = panel->emptyText();
    panel->hide();
    session->setImage({}, {});
    QCOMPARE(panel->emptyText(), before);
    panel->show();
    QVERIFY(panel->emptyText().contains("Open an image"));
    session->setImage(aPhoto(), QStringLiteral("photo.png"));
    panel->hide();
    runToTheEnd();
    QVERIFY(panel->chart()->marks().empty());
    panel->show();
    QVERIFY(!panel->chart()->marks().empty());
    QVERIFY(panel->status().contains("ended"));
}

void ExperimentPanelTest::variantsRaceAndTheWinnerIsTaken() {
    runToTheEnd();
    QVERIFY(panel->chart()->plot().kind == Plot::Bars);
    const auto& variants = filterById("gaussian").variants;
    QVERIFY(panel->chart()->marks().size() >= variants.size());
    for (const PlotMark& mark : panel->chart()->marks()) {
        if (mark.name == "plain") {
            QCOMPARE(mark.status, MarkStatus::NotRun);
            QVERIFY(markToolTip(mark).find("it took its process down") != std::string::npos);
        }
        if (mark.name == "matrix-products") {
            QCOMPARE(mark.status, MarkStatus::DoesNotApply);
            QVERIFY(markToolTip(mark).find("does not apply: it needs the matrix units") != std::string::npos);
        }
        if (mark.name == "strips") {
            QCOMPARE(mark.status, MarkStatus::Wrong);
            QVERIFY(statusWords(mark.status, mark.ratio).find("wrong") != std::string::npos);
        }
    }
    const auto& marks = panel->chart()->marks();
    const auto winner = std::ranges::find(marks, MarkStatus::Winner, &PlotMark::status);
    QVERIFY(winner != marks.end());
    panel->toggle(); // meant to stop it, and too late: what was measured stays
    QCOMPARE(state(), ExperimentRunner::State::Done);
    QVERIFY(panel->status().contains("ended"));
    const Stage before = session->stack().front();
    QSignalSpy taken(panel.get(), &ExperimentPanel::pointTaken);
    panel->take();
    QCOMPARE(taken.count(), 1);
    QCOMPARE(taken.front().front().toInt(), int(winner->row));
    QCOMPARE(session->stack().front().variant, winner->name);
    session->undoStack()->undo();
    QVERIFY(session->stack().front() == before);
    // What is wrong or has no time is never taken.
    for (const PlotMark& mark : marks)
        if (mark.status == MarkStatus::Wrong || mark.status == MarkStatus::NotRun) panel->take(int(mark.row));
    QVERIFY(session->stack().front() == before);
}

/// Beside what the stage had, in a race of its own.
void ExperimentPanelTest::whatIsTakenIsMeasuredAgain() {
    session->setVariant(0, "two-pass");
    runToTheEnd();
    const QString journal = onlyJournal();
    QVERIFY(panel->status().contains("ended"));
    panel->take();
    QCOMPARE(session->stack().front().variant, std::string("fused"));
    QTRY_VERIFY2(panel->status().simplified().contains(
                     "confirmed: 1.00 ms now, 1.00 ms in the race; 4.00 ms with the previous setting"),
                 qPrintable(panel->status()));
    QCOMPARE(onlyJournal(), journal);
    const StageStatus card = session->model()->status(0);
    QVERIFY(card.isRaced && card.isMeasured);
    QCOMPARE(card.gpuMs, 1.0);
    slowdown = 1.5; // the promise is broken
    session->undoStack()->undo();
    QVERIFY2(panel->status().contains("ended") && !panel->status().contains("confirmed"), qPrintable(panel->status()));
    panel->take();
    QTRY_VERIFY2(
        panel->status().simplified().contains("not confirmed: 1.50 ms now, 1.00 ms in the race (50.0 % more). The "
                                              "load, the clocks or what the caches hold differ"),
        qPrintable(panel->status()));
    slowdown = 1.03; // more than the precision of a race, and less than its times spread
    session->undoStack()->undo();
    panel->take();
    QTRY_VERIFY2(panel->status().simplified().contains("not confirmed: 1.03 ms now, 1.00 ms in the race (3.0 % more)"),
                 qPrintable(panel->status()));
    slowdown = 1.015;
    session->undoStack()->undo();
    panel->take();
    QTRY_VERIFY2(panel->status().contains(": confirmed:"), qPrintable(panel->status()));
    panel->startAnew();
    QVERIFY(!panel->status().contains("in the race"));
    waitForTheEnd();
}

void ExperimentPanelTest::workgroupsMakeAMap() {
    session->setVariant(0, "fused");
    panel->choice()->setKind(ExperimentKind::Workgroups);
    runToTheEnd();
    QCOMPARE(panel->chart()->plot().kind, Plot::Map);
    const auto& marks = panel->chart()->marks();
    QCOMPARE(std::ranges::count_if(marks, &PlotMark::isAutomatic), 1);
    // Workgroups of this engine are all alike: they tie, and one is preferred.
    QCOMPARE(std::ranges::count(marks, MarkStatus::Winner, &PlotMark::status), 1);
    QVERIFY(std::ranges::count(marks, MarkStatus::Tie, &PlotMark::status) > 1);
    const auto tie = std::ranges::find_if(
        marks, [](const PlotMark& one) { return one.status == MarkStatus::Tie && !one.isAutomatic; });
    QVERIFY(!panel->chart()->rectOf(std::size_t(tie - marks.begin())).isEmpty());
    panel->chart()->setCurrentRow(int(tie->row));
    QCOMPARE(panel->table()->currentRow(), int(tie->row));
    const int steps = session->undoStack()->count();
    QTest::keyClick(panel->chart(), Qt::Key_Return);
    QCOMPARE(session->undoStack()->count(), steps + 1);
    QVERIFY(session->stack().front().workgroup == tie->workgroup);
    session->undoStack()->undo();
    QVERIFY(!session->stack().front().workgroup);
}

void ExperimentPanelTest::itFillsWhileItRuns() {
    pauseMs = 60;
    panel->toggle();
    QTRY_VERIFY(std::ranges::any_of(panel->chart()->marks(), &PlotMark::hasTime));
    QCOMPARE(state(), ExperimentRunner::State::Running);
    QVERIFY(std::ranges::any_of(panel->chart()->marks(), [](const auto& one) { return !one.hasTime(); }));
    QVERIFY2(panel->status().contains(" of "), qPrintable(panel->status()));
}

void ExperimentPanelTest::aStoppedOneGoesOn() {
    pauseMs = 60;
    panel->toggle();
    QTRY_VERIFY(std::ranges::any_of(panel->chart()->marks(), &PlotMark::hasTime));
    panel->toggle();
    QTRY_COMPARE(state(), ExperimentRunner::State::Stopped);
    QVERIFY(panel->status().contains("stopped"));
    const auto count = [&] { return std::ranges::count_if(panel->chart()->marks(), &PlotMark::hasTime); };
    const auto known = count();
    QVERIFY(known > 0);
    QTest::qWait(200);
    QCOMPARE(count(), known); // it rests
    pauseMs = 0;
    panel->toggle();
    waitForTheEnd();
    QVERIFY(count() > known);
}

void ExperimentPanelTest::theBestOfAStoppedOneIsTaken() {
    session->setVariant(0, "two-pass");
    pauseMs = 60;
    panel->toggle();
    QTRY_VERIFY(std::ranges::count_if(panel->chart()->marks(), &PlotMark::hasTime) > 2);
    panel->toggle();
    QTRY_COMPARE(state(), ExperimentRunner::State::Stopped);
    pauseMs = 0;
    QAbstractButton* take = button("Take the best so far");
    QVERIFY(take ? take->isEnabled() : button("Take the winner")->isEnabled());
    panel->take();
    const auto& rows = panel->runner().progress().rows;
    const auto faster = [](const PointRow& a, const PointRow& b) {
        const auto hasValidResult = [](const PointRow& row) { return row.hasTime() && !row.differs(); };
        return hasValidResult(a) != hasValidResult(b) ? hasValidResult(a) : a.spanUs.median < b.spanUs.median;
    };
    QCOMPARE(session->stack().front().variant, std::ranges::min_element(rows, faster)->variant);
}

void ExperimentPanelTest::rowsSayWhatTheyAreOf() {
    QVERIFY(panel->about().isEmpty());
    runToTheEnd();
    const QString about = panel->about();
    QVERIFY2(about.startsWith("Gaussian") && about.contains("(stage 1) on photo.png 64 × 48"), qPrintable(about));
    session->add(makeStage("invert"));
    QVERIFY2(panel->about().startsWith("⚠ This experiment is about another stage"), qPrintable(panel->about()));
    session->setCurrent(0);
    QCOMPARE(panel->about(), about);
    session->move(1, 0);
    QVERIFY2(panel->about().contains("stages before it have changed"), qPrintable(panel->about()));
    session->undoStack()->undo();
    session->setImage(aPhoto(), QStringLiteral("other.png"));
    QVERIFY2(panel->about().startsWith("⚠ Not of the current image") && panel->about().contains("photo.png"),
             qPrintable(panel->about()));
    session->replace({}, QStringLiteral("Clear"));
    openLab(); // the journal's
    QVERIFY2(panel->about().contains("photo.png") && panel->about().contains("⚠"), qPrintable(panel->about()));
}

void ExperimentPanelTest::aSweepSaysHowFarItIs() {
    panel->choice()->setKind(ExperimentKind::Parameter);
    panel->choice()->setParameter(0, "gaussian.sigma", "1,2,4");
    pauseMs = 20;
    panel->toggle();
    QTRY_VERIFY2(panel->status().contains(" points, about "), qPrintable(panel->status()));
    QVERIFY2(panel->status().contains(" left"), qPrintable(panel->status()));
    pauseMs = 0;
    waitForTheEnd();
}

void ExperimentPanelTest::liveRunsGoBetween() {
    pauseMs = 20;
    panel->toggle();
    int answered = 0;
    for (int i = 0; i < 3; ++i) {
        const TicketPtr live = engineThread->submit(Lane::Live, [](Engine&, const JobControl&) {});
        QSignalSpy ended(live.get(), &Ticket::finished);
        QVERIFY(ended.wait(1000));
        ++answered;
    }
    QCOMPARE(answered, 3);
    QCOMPARE(state(), ExperimentRunner::State::Running);
}

void ExperimentPanelTest::parametersMakeCurves() {
    panel->choice()->setKind(ExperimentKind::Parameter);
    QVERIFY(panel->emptyText().contains("each of the values"));
    panel->choice()->setParameter(0, "gaussian.sigma", "1,2,none");
    QVERIFY2(panel->emptyText().contains("none"), qPrintable(panel->emptyText()));
    panel->choice()->setParameter(0, "gaussian.sigma", "1,2,4");
    runToTheEnd();
    const Plot& plot = panel->chart()->plot();
    QCOMPARE(plot.kind, Plot::Curves);
    QCOMPARE(plot.x.numbers, (std::vector<double>{1, 2, 4}));
    QCOMPARE(plot.series.size(), filterById("gaussian").variants.size()); // without the reference
    QCOMPARE(std::ranges::count(plot.marks, MarkStatus::Winner, &PlotMark::status), 3);
    // Which of the winners is meant is said by choosing one.
    const Stage before = session->stack().front();
    panel->take();
    QVERIFY(session->stack().front() == before);
    const auto winner = std::ranges::find(plot.marks, MarkStatus::Winner, &PlotMark::status);
    panel->chart()->setCurrentRow(int(winner->row));
    QTest::keyClick(panel->chart(), Qt::Key_Right);
    const int next = panel->chart()->currentRow();
    QVERIFY(next != int(winner->row));
    QCOMPARE(plot.marks[std::size_t(next)].series, winner->series);
    panel->take();
    QCOMPARE(session->stack().front().variant, std::string("fused"));
    QVERIFY(session->stack().front().parameters == before.parameters); // they are the user's
    QCOMPARE(panel->table()->model()->index(0, ExperimentTable::Point).data().toString(), QString("sigma 1"));
}

void ExperimentPanelTest::twoParametersMakeACrossoverMap() {
    panel->choice()->setKind(ExperimentKind::Parameters);
    panel->choice()->setParameter(0, "gaussian.sigma", "1,2");
    panel->choice()->setParameter(1, "gaussian.sigma", "1,2");
    QVERIFY(panel->emptyText().contains("two different"));
    panel->choice()->setParameter(1, "size", "32,64");
    runToTheEnd();
    const Plot& plot = panel->chart()->plot();
    QCOMPARE(plot.kind, Plot::Crossover);
    for (const std::size_t x : {0u, 1u})
        for (const std::size_t y : {0u, 1u})
            QCOMPARE(plot.series.at(bestAt(plot, x, y)->series), std::string("fused"));
}

void ExperimentPanelTest::devicesStandBesideEachOther() {
    panel->choice()->setKind(ExperimentKind::Devices);
    QTRY_VERIFY(panel->emptyText().contains("on every device"));
    QSignalSpy wanted(panel.get(), &ExperimentPanel::deviceWanted);
    runToTheEnd();
    const auto& marks = panel->chart()->marks();
    QCOMPARE(marks.size(), std::size_t(2));
    QCOMPARE(marks[0].name, std::string("0 device 0"));
    panel->take(1);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().toInt(), 1);
}

void ExperimentPanelTest::theTableIsCopied() {
    runToTheEnd();
    panel->table()->sortByColumn(ExperimentTable::Time, Qt::AscendingOrder);
    panel->table()->setCurrentRow(1);
    QTest::keyClick(panel->table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0].count('\t'), int(ExperimentTable::ColumnCount) - 4); // without what is the same for all
    QVERIFY(panel->table()->text(ExperimentTable::Form::Markdown).contains("| --- |"));
    panel->table()->clearSelection();
    const QString latex = panel->table()->text(ExperimentTable::Form::Latex);
    QVERIFY2(latex.startsWith("\\begin{tabular}{ll") && latex.endsWith("\\end{tabular}\n"), qPrintable(latex));
    QVERIFY2(latex.contains("\\,ms &") && latex.contains("$\\times$") && latex.contains(" \\\\\n"), qPrintable(latex));
    for (const QChar sign : latex)
        QVERIFY2(sign.unicode() < 128, qPrintable(latex)); // any of its fonts has them
}

void ExperimentPanelTest::rowsAreThoseOfAJournal() {
    QSignalSpy wanted(panel.get(), &ExperimentPanel::exportRequested);
    runToTheEnd();
    for (auto* action : panel->findChildren<QAction*>())
        if (action->text().startsWith("Export the rows")) action->trigger();
    QCOMPARE(wanted.count(), 1);
    const std::vector<PointRow> rows = rowsOfFile(parseCsv(wanted.front().front().toByteArray().toStdString()));
    QCOMPARE(rows.size(), panel->runner().progress().rows.size());
    QVERIFY(std::ranges::any_of(rows, [](const PointRow& row) { return row.status == PointStatus::Winner; }));
    QCOMPARE(rows.front().image, std::string("photo.png"));
}

LIGHTBENCH_TEST(ExperimentPanelTest, QApplication)
#include "experiment_panel.moc"
