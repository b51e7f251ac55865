// What the Experiment panel keeps: closing the lab loses nothing, its journals are those of the command line, and an
// earlier one is set beside.
#include <QApplication>
#include <QFile>

#include "core/base/error.h"
#include "core/experiment/journal.h"
#include "tests/built_in_stacks.h"
#include "tests/lab/experiment_fixture.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// Another process, or another lab, has it else.
bool opens(std::optional<Journal>& journal, const QString& path) {
    try {
        journal.emplace(path.toStdString());
        return true;
    } catch (const Error&) {
        return false;
    }
}
} // namespace

class ExperimentJournals : public QObject, protected ExperimentFixture {
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void closingTheLabLosesNothing();
    void workgroupsThatWereSweptAreOfferedAgain();
    void theCommandLinesJournalIsTheSame();
    void anEarlierJournalIsSetBeside();
    void journalsOfSomethingElseAreToldApart();
};

/// What was measured is there again, and is gone on with, not measured again.
void ExperimentJournals::closingTheLabLosesNothing() {
    pauseMs = 60;
    panel->choice()->setKind(ExperimentKind::Parameter);
    panel->choice()->setParameter(0, "gaussian.sigma", "1,3");
    panel->toggle();
    QTRY_VERIFY(std::ranges::any_of(panel->chart()->marks(), &PlotMark::hasTime));
    QCOMPARE(session->journal(), onlyJournal()); // so that no export replaces it
    panel.reset();                               // in the middle of it
    pauseMs = 0;
    QVERIFY(!onlyJournal().isEmpty());
    const std::vector<PointRow> kept = readJournal(onlyJournal().toStdString());
    QVERIFY(std::ranges::any_of(kept, &PointRow::hasTime));
    openLab();
    QCOMPARE(state(), ExperimentRunner::State::Kept);
    QCOMPARE(panel->chart()->marks().size(), kept.size());
    QVERIFY2(panel->status().contains("from 20"), qPrintable(panel->status()));
    QTRY_VERIFY(button("Resume")); // once the devices are known
    QVERIFY(button("Resume")->isEnabled());
    runToTheEnd();
    QVERIFY(!onlyJournal().isEmpty()); // the same
    const std::vector<PointRow> all = readJournal(onlyJournal().toStdString());
    QCOMPARE(all.size(), panel->runner().progress().rows.size());
    for (const PointRow& row : kept) // none was looked at again
        if (row.hasTime())
            QCOMPARE(std::ranges::find(all, pointKey(row), pointKey)->provenance.time, row.provenance.time);
    // A whole one is shown as such.
    openLab();
    QTRY_VERIFY(button("Done"));
    QVERIFY(button("Start again")->isVisible());
    panel->take(int(std::ranges::find(panel->chart()->marks(), MarkStatus::Winner, &PlotMark::status)->row));
    QCOMPARE(session->stack().front().variant, std::string("fused"));
}

void ExperimentJournals::workgroupsThatWereSweptAreOfferedAgain() {
    session->setVariant(0, "fused");
    for (const char* sizes : {"usual", "all", "16x16, 32x8"}) {
        panel->choice()->setKind(ExperimentKind::Workgroups);
        panel->choice()->setWorkgroups(QString::fromLatin1(sizes));
        runToTheEnd();
        const QString journal = session->journal();
        panel->choice()->setWorkgroups(QStringLiteral("1"));
        panel->openJournal(journal);
        const QString offered = panel->choice()->workgroups();
        QVERIFY2(offered == sizes || offered.endsWith("16x16,32x8"), qPrintable(offered)); // auto's own size is first
        QTRY_VERIFY(button("Done"));
    }
}

/// An experiment of the window is one of the command line: it finds every row there, and has nothing left to measure.
void ExperimentJournals::theCommandLinesJournalIsTheSame() {
    runToTheEnd();
    tests::FakeEngine engine;
    configure(engine);
    ExperimentSettings settings; // as app/cli/measuring_options.cpp makes them
    settings.peakRates = false;
    settings.maxRunMs = settings.measure.capMs = 5000;
    settings.race.emplace();
    settings.measure.repeat = settings.race->maxRounds;
    settings.program =
        (QCoreApplication::applicationName() + " " + QCoreApplication::applicationVersion()).toStdString();
    settings.input = session->image();
    ExperimentPoint base;
    base.filters = builtInFilters();
    base.stack = parseStack("gaussian");
    base.size = settings.input->size();
    base.format = settings.input->format();
    base.image = "photo.png";
    const Sweep sweep = sweepOf(base, {parseAxis("variant=all", base.stack, base.filters, engine.devices().devices)});
    std::optional<Journal> journal;
    QTRY_VERIFY(opens(journal, onlyJournal())); // what has ended is let go
    const Experiment experiment(sweep.points, settings, engine, *journal);
    QVERIFY2(experiment.otherRowsText().empty(), experiment.otherRowsText().c_str());
    const std::vector<PointRow>& shown = panel->runner().progress().rows;
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (shown[i].hasTime() && !shown[i].differs())
            QCOMPARE(rowCells(*journal->known(experiment.rows()[i])), rowCells(shown[i]));
}

void ExperimentJournals::anEarlierJournalIsSetBeside() {
    runToTheEnd();
    std::vector<PointRow> rows = panel->runner().progress().rows;
    for (PointRow& row : rows) { // then all took twice as long, on another driver
        row.timings = {};
        for (double* us :
             {&row.spanUs.median, &row.spanUs.minimum, &row.spanUs.lowerQuartile, &row.spanUs.upperQuartile})
            *us *= 2;
        row.provenance.driver = "0.9";
    }
    const QString path = folder->filePath("before.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(rowsCsv(rows).c_str()) > 0);
    file.close();
    panel->compareWith(path);
    const auto& marks = panel->chart()->marks();
    const auto fused = std::ranges::find(marks, "fused", &PlotMark::name);
    QCOMPARE(fused->change, PointChange::Faster);
    QVERIFY(markToolTip(*fused).find("▼ faster") != std::string::npos);
    QVERIFY2(panel->status().contains(" faster") && panel->status().contains("different since: driver"),
             qPrintable(panel->status()));
    const QModelIndex change = panel->table()->model()->index(int(fused->row), ExperimentTable::Change);
    QVERIFY2(change.data().toString().contains("driver"), qPrintable(change.data().toString()));
    QVERIFY(!panel->table()->isColumnHidden(ExperimentTable::Change));
    panel->stopComparing();
    QVERIFY(panel->table()->isColumnHidden(ExperimentTable::Change));
    QCOMPARE(panel->chart()->marks().front().previousMs, 0.0);
}

void ExperimentJournals::journalsOfSomethingElseAreToldApart() {
    runToTheEnd();
    std::vector<PointRow> rows = panel->runner().progress().rows;
    for (PointRow& row : rows)
        row.device = "another one", row.image = "b.png";
    const QString path = folder->filePath("other.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(rowsCsv(rows).c_str()) > 0);
    file.close();
    panel->compareWith(path);
    QVERIFY2(panel->status().contains("another device (another one) and another image (b.png)"),
             qPrintable(panel->status()));
    QSignalSpy failures(panel.get(), &ExperimentPanel::failed);
    panel->openJournal(folder->filePath("none.csv"));
    QCOMPARE(failures.count(), 1);
    QCOMPARE(state(), ExperimentRunner::State::Done); // what is shown stays
    panel->openJournal(path);
    QCOMPARE(state(), ExperimentRunner::State::Kept);
    QTRY_VERIFY(button("Start")); // not to be gone on with
}

LIGHTBENCH_TEST(ExperimentJournals, QApplication)
#include "experiment_journals.moc"
