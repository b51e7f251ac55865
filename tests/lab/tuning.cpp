// The tuning database in the window: experiments add to it, stages use it, the dialog shows and removes results.
#include <QApplication>
#include <QTest>

#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>

#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"
#include "ui/lab/tuning_dialog.h"
#include "ui/panels/stage/workgroup_editor.h"
#include "ui/state/session/messages.h"
#include "ui/state/session/session.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
DeviceInfo device() { return FakeEngine().devices().devices[0]; }

const PointRow& winnerOf(const std::vector<PointRow>& rows) {
    return *std::ranges::find(rows, PointStatus::Winner, &PointRow::status);
}

/// A race of transpose, in which a variant that `auto` does not take here is the fastest.
std::vector<PointRow> racedRows() {
    FakeEngine engine;
    engine.resolves = true;
    engine.medians = {{"local-padded", 2}};
    ExperimentSettings race = settings();
    race.race.emplace();
    race.measure.repeat = 60;
    return measureAll(sweep("transpose", {"variant=all"}).points, engine, race);
}
} // namespace

class TuningTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Messages messages_;
    std::string file(const char* name) const { return folder_.filePath(QLatin1String(name)).toStdString(); }

private slots:
    void stagesGoByIt() {
        TuningStore store(TuningFile(file("stages.csv")), {}, messages_);
        Session session{builtInFilters()};
        connect(&store, &TuningStore::changed, &session, [&] { session.setTuning(store.tuning()); });
        session.setImage(std::make_shared<const Image>(ImageShape{{64, 48}, {SampleType::U8, 1}}), "image");
        session.setDevice(device());
        session.add(makeStage("transpose"));
        const Variant* builtIn = session.choices(0)->automatic;
        QVERIFY(builtIn && builtIn->id != "local-padded" && session.choices(0)->tunedOn.empty());
        QSignalSpy changed(&session, &Session::tuningChanged);
        const std::vector<PointRow> rows = racedRows();
        for (const PointRow& row : rows) // taking what did not win changes one stage, and not auto
            if (row.status != PointStatus::Winner) store.addWinner(row, rows, builtInFilters(), {device()});
        QCOMPARE(changed.size(), 0);
        store.addWinner(winnerOf(rows), rows, builtInFilters(), {device()});
        QCOMPARE(changed.size(), 1);
        const StageChoices tuned = *session.choices(0);
        QCOMPARE(tuned.automatic->id, std::string("local-padded"));
        QVERIFY(tuned.variant == tuned.automatic && !tuned.tunedOn.empty());
        WorkgroupEditor editor;
        editor.setContext(session.stack()[0], filterById(session.stack()[0].filter), tuned, *session.takenInput(0),
                          device());
        QVERIFY2(editor.explanation().contains("by your race of 20"), qPrintable(editor.explanation()));
        session.setWorkgroup(0, Workgroup{8, 8});
        QVERIFY(session.choices(0)->tunedOn.empty());
        // Another window, or the command line, finds it too.
        QCOMPARE(TuningFile(file("stages.csv")).read()->results.size(), 1u);
        store.remove(store.tuning().database->results);
        session.setWorkgroup(0, std::nullopt);
        QCOMPARE(session.choices(0)->automatic, builtIn);
        QVERIFY(TuningFile(file("stages.csv")).read()->results.empty());
    }

    void theDialogShowsAndRemoves() {
        TuningStore store(TuningFile(file("dialog.csv")), {}, messages_);
        const std::vector<PointRow> rows = racedRows();
        store.addWinner(winnerOf(rows), rows, builtInFilters(), {device()});
        TuningFile(file("dialog.csv")).change([](TuningDatabase& database) {
            TuningResult old = database.results[0];
            old.driver = "0.1";
            database.results.push_back(old);
        });
        TuningStore again(TuningFile(file("dialog.csv")), {}, messages_);
        const FilterStore filters(builtInFilters());
        auto* dialog = new TuningDialog(again, filters, {device()});
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        const std::unique_ptr<TuningDialog> owner(dialog);
        auto* table = dialog->findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->item(0, table->columnCount() - 1)->text(), QString("yes"));
        QVERIFY(table->item(1, table->columnCount() - 1)->text().contains("driver"));
        const QList<QPushButton*> buttons = dialog->findChildren<QPushButton*>();
        QVERIFY(!buttons[0]->isEnabled());
        table->selectRow(1);
        buttons[0]->click();
        QCOMPARE(table->rowCount(), 1);
        buttons[1]->click();
        QVERIFY(table->rowCount() == 0 && !buttons[1]->isEnabled());
    }

    /// Nothing of it is lost: it is kept beside the file that a new winner makes.
    void aFileThatHoldsSomethingElse() {
        QFile broken(QString::fromStdString(file("broken.csv")));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("hello\n") == 6);
        broken.close();
        QSignalSpy logged(&messages_, &Messages::logged);
        TuningStore store(TuningFile(file("broken.csv")), {}, messages_);
        QCOMPARE(logged.size(), 1);
        const std::vector<PointRow> rows = racedRows();
        store.addWinner(winnerOf(rows), rows, builtInFilters(), {device()});
        QCOMPARE(store.tuning().database->results.size(), std::size_t(1));
        QFile kept(QString::fromStdString(file("broken.csv.damaged")));
        QVERIFY(kept.open(QIODevice::ReadOnly) && kept.readAll() == "hello\n");
    }
};

LIGHTBENCH_TEST(TuningTest, QApplication)
#include "tuning.moc"
