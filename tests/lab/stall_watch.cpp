// The watch over a run: it says which step lasts, of each step, and for how long.
#include <QTest>
#include <QTimer>

#include <memory>
#include <vector>

#include "tests/lab/named_seconds.h"
#include "tests/test_program.h"
#include "ui/state/engine/stall_watch.h"

using namespace lightbench;
using tests::secondsIn;

class StallWatchTest : public QObject {
    Q_OBJECT

private slots:
    void aKernelThatLastsIsNamed();
    void everyStepOfARunIsWatched();
    void aDragDoesNotPutTheQuestionOff();
    void noSecondIsMissing();
};

void StallWatchTest::aKernelThatLastsIsNamed() {
    StallWatch watch(10);
    QStringList asked;
    connect(&watch, &StallWatch::stalled, this, [&](const QString& text) { asked << text; });
    RunProgress progress{0, "convolution"};
    progress.filter = "convolution";
    progress.variant = "plain";
    progress.kernels = {"convolution_plain"};
    watch.note(progress, QStringLiteral("PoCL"));
    QTRY_VERIFY(!asked.isEmpty());
    QVERIFY2(asked[0].startsWith("convolution (plain) has been running for ") && asked[0].endsWith(" s on PoCL."),
             qPrintable(asked[0]));
    watch.end();
    QVERIFY(asked.last().isEmpty());
}

/// What comes before the first stage, between stages and after the last, is watched, too.
void StallWatchTest::everyStepOfARunIsWatched() {
    StallWatch watch(20);
    QStringList asked;
    connect(&watch, &StallWatch::stalled, this, [&](const QString& text) { asked << text; });
    const auto says = [&](const QString& part) {
        const bool found = waitUntil([&] { return asked.join('\n').contains(part); });
        asked.clear();
        return found;
    };
    watch.begin(QStringLiteral("PoCL"));
    QVERIFY(says("PoCL has not begun the run"));
    watch.begin(QStringLiteral("PoCL")); // a newer request
    QVERIFY(asked.isEmpty());            // the question stays
    RunProgress progress{0, "building gaussian"};
    progress.filter = "gaussian";
    watch.note(progress, QStringLiteral("PoCL"));
    QVERIFY(says("The program of gaussian has been building for "));
    watch.note({}, QStringLiteral("PoCL"));
    QVERIFY(says("PoCL has not returned the result"));
    watch.rest();
    asked.clear();
    QTest::qWait(100);
    QVERIFY(asked.isEmpty());
    watch.begin(QStringLiteral("PoCL")); // the check
    QVERIFY(says("PoCL has not begun the run"));
    progress.checking = true; // a CPU reference ends by itself
    watch.note(progress, QStringLiteral("PoCL"));
    asked.clear();
    QTest::qWait(100);
    QVERIFY(asked.isEmpty());
}

/// Each change of a drag is a request, which has waited since the first.
void StallWatchTest::aDragDoesNotPutTheQuestionOff() {
    StallWatch watch(500);
    QString text;
    connect(&watch, &StallWatch::stalled, this, [&](const QString& asked) { text = asked; });
    QTimer drag;
    connect(&drag, &QTimer::timeout, &watch, [&] { watch.begin(QStringLiteral("PoCL")); });
    drag.start(5);
    QVERIFY(waitUntil([&] { return secondsIn(text) >= 1; }));
}

/// Whenever in a second it begins.
void StallWatchTest::noSecondIsMissing() {
    QStringList asked;
    std::vector<std::unique_ptr<StallWatch>> watches;
    for (int i = 0; i < 10; ++i) {
        watches.push_back(std::make_unique<StallWatch>(1000));
        connect(watches.back().get(), &StallWatch::stalled, this, [&](const QString& text) { asked << text; });
        watches.back()->begin(QStringLiteral("PoCL"));
        QTest::qWait(50);
    }
    QTRY_VERIFY(asked.size() >= int(watches.size()));
    for (const QString& text : asked)
        QVERIFY2(secondsIn(text) >= 1, qPrintable(text));
}

LIGHTBENCH_TEST(StallWatchTest, QCoreApplication)
#include "stall_watch.moc"
