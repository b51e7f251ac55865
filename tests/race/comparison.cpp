// Points of now against those of an earlier run, with and without a baseline that both have.
#include <QTest>

#include <cmath>

#include "core/race/comparison.h"
#include "tests/race/race_trials.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// 60 timings in rounds with a baseline of 100 us, in a session in which everything takes so many times as long.
PointTimings figures(double us, double session, std::uint64_t seed) {
    SimulatedDevice device({}, {100, us}, seed);
    PointTimings point;
    for (int i = 0; i < 60; ++i) {
        const double baseline = device.timeUs(0) * session, time = device.timeUs(1) * session;
        point.timesUs.push_back(time);
        point.toBaseline.push_back(time / baseline);
    }
    point.timeUs = summaryOf(point.timesUs);
    point.repeats = 60;
    return point;
}

PointTimings withoutBaseline(PointTimings point) {
    point.toBaseline.clear();
    return point;
}

PointTimings summaryOnly(PointTimings point) {
    point.timesUs.clear();
    return withoutBaseline(point);
}

PointChange change(const PointTimings& then, const PointTimings& now) { return changesOf({then}, {now}, {}).at(0); }
} // namespace

class ComparisonTest : public QObject {
    Q_OBJECT
private slots:
    void aBaselineTakesAwayTheSession() {
        const PointTimings then = figures(200, 1, 1);
        QCOMPARE(change(then, figures(200, 1.3, 2)).kind, PointChange::Same);
        QCOMPARE(change(then, figures(210, 1.3, 3)).kind, PointChange::Slower);
        QCOMPARE(change(then, figures(190, 1.3, 4)).kind, PointChange::Faster);
        const PointChange found = change(then, figures(210, 1.3, 3));
        QVERIFY(found.paired);
        QCOMPARE(found.margin, 0.01);
        QVERIFY(found.change.lower < 1.05 && found.change.upper > 1.05);
        QVERIFY(std::abs(found.change.ratio - 1.05) < 0.02);
        QCOMPARE(found.change.rounds, 60);
    }

    void withoutOneTheMarginIsThatBetweenSessions() {
        const PointTimings then = withoutBaseline(figures(200, 1, 1));
        QCOMPARE(change(then, withoutBaseline(figures(200, 1.04, 2))).kind, PointChange::Same);
        QCOMPARE(change(then, figures(200, 1.1, 2)).kind, PointChange::Slower); // only one of both has it
        QCOMPARE(change(then, figures(200, 0.9, 2)).kind, PointChange::Faster);
        QVERIFY(!change(then, figures(200, 1, 2)).paired);
        QCOMPARE(change(then, figures(200, 1, 2)).margin, 0.05);
    }

    void summariesAreEnough() {
        const PointTimings then = summaryOnly(figures(200, 1, 1));
        QCOMPARE(change(then, figures(200, 1.02, 2)).kind, PointChange::Same);
        QCOMPARE(change(then, summaryOnly(figures(200, 1.12, 2))).kind, PointChange::Slower);
        const PointChange found = change(then, summaryOnly(figures(200, 1.12, 2)));
        QVERIFY(found.change.lower > 1.08 && found.change.upper < 1.16);
    }

    /// The clock says 2 us then and 3 us now, each time.
    void timesATickApartAreTheSame() {
        const auto timed = [](double us, double tickUs) {
            return PointTimings{std::vector<double>(60, us), {}, summaryOf({us}), 60, tickUs};
        };
        QCOMPARE(change(timed(2, 1), timed(3, 1)).kind, PointChange::Same);
        QCOMPARE(change(timed(3, 1), timed(2, 1)).kind, PointChange::Same);
        QCOMPARE(change(timed(2, 1), timed(4, 1)).kind, PointChange::Slower);
        QCOMPARE(change(timed(2, 0), timed(3, 0)).kind, PointChange::Slower);
    }

    void whatIsNotKnownIsNotCompared() {
        const PointTimings known = figures(200, 1, 1);
        QCOMPARE(change({}, known).kind, PointChange::Unknown);
        QCOMPARE(change(known, {}).kind, PointChange::Unknown);
        QCOMPARE(changeName(change({}, known).kind), std::string("not compared"));
        PointTimings few = withoutBaseline(known);
        few.timesUs.resize(3);
        QCOMPARE(change(few, figures(400, 1, 2)).kind, PointChange::Same); // three timings show nothing
        QCOMPARE(change(few, figures(400, 1, 2)).change.upper, 0.0);
    }

    /// The error is of all points together.
    void manyPointsThatDidNotChange() {
        int wrong = 0;
        for (std::uint64_t trial = 1; trial <= 100; ++trial) {
            std::vector<PointTimings> then, now;
            for (std::uint64_t i = 0; i < 30; ++i) {
                then.push_back(figures(200, 1, trial * 1000 + i));
                now.push_back(figures(200, 1.2, trial * 1000 + 500 + i));
            }
            for (const PointChange& one : changesOf(then, now, {.margin = 1e-9}))
                wrong += one.kind != PointChange::Same;
        }
        QVERIFY2(wrong <= 1, qPrintable(QString::number(wrong)));
    }
};

LIGHTBENCH_TEST(ComparisonTest, NoApplication)
#include "comparison.moc"
