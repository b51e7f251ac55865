// The session and its model: every edit, undo and redo, merging, what cards say.
#include "ui/state/session/stack_model.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QTest>

#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"
#include "ui/state/session/results.h"
#include "ui/state/session/session.h"

using namespace lightbench;

namespace {
Stack stackOf(const char* text) { return parseStack(text); }
QString lineOf(const Session& session) { return QString::fromStdString(stackLine(session.stack())); }
} // namespace

class StackModelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        session = std::make_unique<Session>(builtInFilters());
        tester = std::make_unique<QAbstractItemModelTester>(session->model(),
                                                            QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void cleanup() {
        tester.reset();
        session.reset();
    }
    void addsAfterTheChosenStage();
    void everyEditCanBeUndone();
    void moveKeepsTheStageChosen_data();
    void moveKeepsTheStageChosen();
    void dragIsOneUndoStep();
    void undoAfterDragBackLeavesNothing();
    void reportReachesOnlyUnchangedSettings();
    void errorsShowInTheirCard();
    void cpuVariantHasNoWorkgroup();
    void summaries_data();
    void summaries();

private:
    std::unique_ptr<Session> session;
    std::unique_ptr<QAbstractItemModelTester> tester;
};

void StackModelTest::addsAfterTheChosenStage() {
    session->add(makeStage("grayscale"));
    session->add(makeStage("transpose"));
    QCOMPARE(session->current(), 1);
    session->setCurrent(0);
    session->add(makeStage("invert"));
    QCOMPARE(lineOf(*session), QStringLiteral("grayscale | invert | transpose"));
    QCOMPARE(session->current(), 1);
}

void StackModelTest::everyEditCanBeUndone() {
    session->replace(stackOf("grayscale | invert | gaussian sigma=3"), "start");
    const std::vector<std::function<void()>> edits{
        [&] { session->add(makeStage("invert")); },
        [&] { session->remove(1); },
        [&] { session->duplicate(2); },
        [&] { session->move(0, 2); },
        [&] { session->move(2, 0); },
        [&] { session->setEnabled(1, false); },
        [&] { session->setParameter(2, "sigma", 7.5); },
        [&] { session->setVariant(0, "cpu"); },
        [&] {
            session->setWorkgroup(0, Workgroup{32, 8});
        },
        [&] { session->resetStage(2); },
        [&] { session->replace(stackOf("transpose"), "other"); },
    };
    for (const auto& edit : edits) {
        const QString before = lineOf(*session);
        edit();
        const QString after = lineOf(*session);
        QVERIFY(before != after);
        session->undoStack()->undo();
        QCOMPARE(lineOf(*session), before);
        session->undoStack()->redo();
        QCOMPARE(lineOf(*session), after);
        session->undoStack()->undo();
        QVERIFY(session->current() >= 0 && session->current() < int(session->stack().size()));
    }
}

void StackModelTest::moveKeepsTheStageChosen_data() {
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    for (int from = 0; from < 4; ++from)
        for (int to = 0; to < 4; ++to)
            QTest::addRow("%d to %d", from, to) << from << to;
}

void StackModelTest::moveKeepsTheStageChosen() {
    QFETCH(int, from);
    QFETCH(int, to);
    session->replace(stackOf("grayscale | invert | gaussian | transpose"), "start");
    std::vector<std::string> names{"grayscale", "invert", "gaussian", "transpose"};
    const std::string moved = names[std::size_t(from)];
    names.erase(names.begin() + from);
    names.insert(names.begin() + to, moved);
    session->setCurrent(from);
    session->move(from, to);
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(session->stack()[i].filter, names[i]);
    QCOMPARE(session->current(), to);
}

void StackModelTest::dragIsOneUndoStep() {
    session->replace(stackOf("gaussian sigma=2"), "start");
    const int before = session->undoStack()->count();
    for (int tenths = 21; tenths < 50; ++tenths)
        session->setParameter(0, "sigma", tenths / 10.0);
    QCOMPARE(session->undoStack()->count(), before + 1);
    session->endGesture();
    session->setParameter(0, "sigma", 9.0);
    QCOMPARE(session->undoStack()->count(), before + 2);
    session->undoStack()->undo();
    session->undoStack()->undo();
    QCOMPARE(lineOf(*session), QString::fromStdString(stackLine(stackOf("gaussian sigma=2"))));
}

void StackModelTest::undoAfterDragBackLeavesNothing() {
    session->replace(stackOf("gaussian sigma=2"), "start");
    const int before = session->undoStack()->count();
    session->setParameter(0, "sigma", 3.0);
    session->setParameter(0, "sigma", 2.0);
    QCOMPARE(session->undoStack()->count(), before);
}

void StackModelTest::reportReachesOnlyUnchangedSettings() {
    session->replace(stackOf("grayscale | gaussian sigma=2"), "start");
    Report report;
    report.stack = session->stack();
    for (int i = 0; i < 2; ++i) {
        StageReport stage;
        stage.stackIndex = i;
        stage.filter = session->stack()[std::size_t(i)].filter;
        stage.variant = i ? "two-pass" : "plain";
        stage.workgroup = {16, 4};
        stage.gpuMs = 1.5 + i;
        report.stages.push_back(stage);
    }
    session->setParameter(1, "sigma", 3.0);
    session->setDevice(DeviceInfo{});
    Results results(*session);
    results.setReport(std::make_shared<const Report>(report));
    QCOMPARE(session->model()->status(0).stale, false);
    QCOMPARE(session->model()->status(0).gpuMs, 1.5);
    QCOMPARE(session->model()->status(1).stale, true);
    QVERIFY(session->model()->index(0).data(StackModel::TimeRole).toString().endsWith(QStringLiteral("(cold)")));
    report.warmedUp = true; // a measurement, and looks like one
    results.setReport(std::make_shared<const Report>(report));
    QVERIFY(session->model()->index(0).data(StackModel::TimeRole).toString().startsWith(QStringLiteral("1.50")));
    report.warmedUp = false; // a cold run of the same, as after a click on a card
    for (StageReport& stage : report.stages)
        stage.gpuMs = 9;
    results.setReport(std::make_shared<const Report>(report));
    QCOMPARE(session->model()->status(0).gpuMs, 1.5);
    report.device.name = "another";
    results.setReport(std::make_shared<const Report>(report));
    QCOMPARE(session->model()->status(0).gpuMs, 9.0);
    QVERIFY(session->model()->index(0).data(StackModel::SummaryRole).toString().contains("auto 16×4"));
    QVERIFY(!session->model()->index(1).data(StackModel::SummaryRole).toString().contains("16×4"));
    session->setEnabled(0, false);
    QCOMPARE(session->model()->index(0).data(StackModel::TimeRole).toString(), QStringLiteral("–"));
}

void StackModelTest::errorsShowInTheirCard() {
    session->replace(stackOf("grayscale | invert"), "start");
    Results results(*session);
    results.ask(1, false);
    results.fail(1, {1, "7777 is wider than the limit", "workgroup"});
    QCOMPARE(session->model()->index(1).data(StackModel::ErrorRole).toString(),
             QStringLiteral("7777 is wider than the limit"));
    QVERIFY(session->model()->index(0).data(StackModel::ErrorRole).toString().isEmpty());
    session->setWorkgroup(1, Workgroup{64, 1}); // a change of the stage takes it away
    QVERIFY(session->model()->index(1).data(StackModel::ErrorRole).toString().isEmpty());
}

void StackModelTest::cpuVariantHasNoWorkgroup() {
    session->replace(stackOf("invert workgroup=16x16"), "start");
    session->setVariant(0, "cpu");
    QVERIFY(!session->stack()[0].workgroup);
    session->undoStack()->undo();
    QCOMPARE(session->stack()[0].workgroup, std::optional(Workgroup{16, 16}));
}

void StackModelTest::summaries_data() {
    QTest::addColumn<QString>("stack");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a setting that differs") << "gaussian sigma=2.5"
                                            << "sigma 2.5\u202fpx";
    QTest::newRow("variant and workgroup") << "gaussian sigma=2.5 variant=cpu"
                                           << "sigma 2.5\u202fpx · cpu";
    QTest::newRow("workgroup") << "grayscale workgroup=32x8"
                               << "32×8";
    QTest::newRow("off") << "!grayscale workgroup=32x8"
                         << "off";
}

void StackModelTest::summaries() {
    QFETCH(QString, stack);
    QFETCH(QString, expected);
    session->replace(stackOf(stack.toUtf8().constData()), "start");
    QCOMPARE(session->model()->index(0).data(StackModel::SummaryRole).toString(), expected);
}

LIGHTBENCH_TEST(StackModelTest, QApplication)
#include "stack_model.moc"
