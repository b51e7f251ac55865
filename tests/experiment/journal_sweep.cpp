// The experiment that a journal's rows are of, and in words what another journal is of.
#include <QTest>

#include <algorithm>

#include "core/base/error.h"
#include "core/experiment/journal_comparison.h"
#include "core/experiment/journal_sweep.h"
#include "core/plot/sweep_plot.h"
#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
std::vector<PointRow> rowsOf(const std::string& stack, const std::vector<std::string>& axes) {
    FakeEngine engine;
    return measureAll(sweep(stack, axes).points, engine);
}
} // namespace

class JournalSweepTest : public QObject {
    Q_OBJECT
private slots:
    /// Axes and points are those that were asked for, whatever was varied.
    void rowsSayWhatWasVaried_data() {
        QTest::addColumn<QString>("stack");
        QTest::addColumn<QStringList>("axes");
        QTest::newRow("variants") << "gaussian sigma=3" << QStringList{"variant=all"};
        QTest::newRow("workgroups") << "gaussian variant=fused" << QStringList{"workgroup=auto,8x8,16x8"};
        QTest::newRow("parameter") << "gaussian" << QStringList{"gaussian.sigma=1,2.5,4", "variant=kernels"};
        QTest::newRow("two") << "gaussian" << QStringList{"gaussian.radius=1,2", "size=32,64x16", "variant=kernels"};
        QTest::newRow("stages") << "invert | gaussian" << QStringList{"2.variant=kernels", "gaussian.sigma=1,2"};
        QTest::newRow("devices") << "invert" << QStringList{"device=all"};
        QTest::newRow("images") << "invert" << QStringList{"image=all"};
    }
    void rowsSayWhatWasVaried() {
        QFETCH(QString, stack);
        QFETCH(QStringList, axes);
        std::vector<std::string> texts;
        for (const QString& axis : axes)
            texts.push_back(axis.toStdString());
        const Sweep asked = sweep(stack.toStdString(), texts);
        FakeEngine engine;
        const std::vector<PointRow> rows = measureAll(asked.points, engine);
        const JournalSweep found = lastSweepOf(rows, builtInFilters());
        QCOMPARE(found.sweep.axes.size(), asked.axes.size());
        for (std::size_t i = 0; i < asked.axes.size(); ++i) {
            QCOMPARE(found.sweep.axes[i].name, asked.axes[i].name);
            QCOMPARE(found.sweep.axes[i].values, asked.axes[i].values);
            QCOMPARE(found.sweep.axes[i].target.kind, asked.axes[i].target.kind);
            QCOMPARE(found.sweep.axes[i].target.stage, asked.axes[i].target.stage);
        }
        QCOMPARE(found.sweep.points.size(), asked.points.size());
        for (std::size_t i = 0; i < asked.points.size(); ++i) {
            QCOMPARE(found.sweep.points[i].stack, asked.points[i].stack);
            QCOMPARE(found.sweep.points[i].values, asked.points[i].values);
            QCOMPARE(found.sweep.points[i].device, asked.points[i].device);
        }
        const Plot then = sweepPlot(asked, rows), now = sweepPlot(found.sweep, found.rows);
        QCOMPARE(now.kind, then.kind);
        QCOMPARE(now.series, then.series);
    }

    void theLastOneIsMeant() {
        std::vector<PointRow> rows = rowsOf("gaussian sigma=3", {"variant=kernels"});
        const std::vector<PointRow> last = rowsOf("gaussian sigma=5", {"variant=kernels"});
        const std::size_t before = rows.size();
        rows.insert(rows.end(), last.begin(), last.end());
        PointRow again = last.front(); // measured by another program: the last that has a time counts
        again.provenance.program = "another";
        again.spanUs.median = 77;
        rows.push_back(again);
        again.status = PointStatus::NotRun;
        rows.push_back(again);
        const JournalSweep found = lastSweepOf(rows, builtInFilters());
        QCOMPARE(found.others, before);
        QCOMPARE(found.rows.size(), last.size());
        QCOMPARE(found.rows.front().spanUs.median, 77.0);
        QCOMPARE(stackLine(found.sweep.base.stack), std::string("gaussian sigma=5"));
        try {
            lastSweepOf({}, builtInFilters());
            QFAIL("no rows are no experiment");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Input);
        }
    }

    void anotherJournalIsToldInWords() {
        const std::vector<PointRow> now = rowsOf("gaussian", {"variant=kernels"});
        const auto words = [&](auto change) {
            std::vector<PointRow> then = now;
            for (PointRow& row : then)
                change(row);
            return otherRowsText(then, now);
        };
        QCOMPARE(words([](PointRow&) {}), std::string());
        QCOMPARE(words([](PointRow& row) { row.device = "x"; }), std::string("another device (x)"));
        QCOMPARE(words([](PointRow& row) { row.image = "b.png", row.size = "9x9"; }),
                 std::string("another image (b.png) and another size (9x9)"));
        QVERIFY(words([](PointRow& row) { row.stack += " sigma=9"; }).starts_with("another stack (gaussian"));
    }

    void changesAreCounted() {
        std::vector<RowChange> changes(4);
        changes[0].change.kind = changes[1].change.kind = PointChange::Slower;
        changes[2].change.kind = PointChange::Same;
        changes[1].differences = {"driver"};
        changes[2].differences = {"driver", "kernels"};
        QCOMPARE(changesSummary(changes), std::string("2 slower, 1 the same, 1 not compared"));
        QCOMPARE(differencesText(changes), std::string("driver and kernels"));
    }
};

LIGHTBENCH_TEST(JournalSweepTest, NoApplication)
#include "journal_sweep.moc"
