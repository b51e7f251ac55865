// Races by hand: turns and rounds, who leaves and why, how a race ends, and what is shown.
#include <QTest>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/json.h"
#include "tests/race/race_json.h"
#include "tests/race/race_trials.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// Every candidate takes what it always takes, but for a little noise.
class Steady {
public:
    explicit Steady(std::vector<double> us) : us_(std::move(us)) {}
    double timeUs(const NextTiming& turn) {
        return us_[turn.candidate] * turn.runs * (1 + 0.001 * random_.symmetric());
    }

private:
    std::vector<double> us_;
    SplitMix random_{7};
};

void step(Race& race, Steady& device) { race.add(device.timeUs(*race.next())); }

/// Until it is finished, or the phase's round has begun.
void runUntil(Race& race, Steady& device, RacePhase phase, int round) {
    while (race.next() && (race.next()->phase != phase || race.next()->round != round))
        step(race, device);
}

RaceStanding finished(Race& race, Steady device) {
    while (race.next())
        step(race, device);
    return race.standing();
}

RaceStanding raceOf(const std::vector<double>& us, const RaceSettings& settings = {}) {
    Race race(candidatesOf(int(us.size())), settings);
    return finished(race, Steady(us));
}

std::vector<RaceStatus> statusesOf(const RaceStanding& standing) {
    std::vector<RaceStatus> all;
    for (const CandidateStanding& one : standing.candidates)
        all.push_back(one.status);
    return all;
}

/// The orders of the first racing rounds.
std::vector<std::vector<std::size_t>> ordersOf(int candidates, std::uint64_t seed, int rounds) {
    Race race(candidatesOf(candidates), {.pruneFactor = 0, .seed = seed});
    Steady device(std::vector<double>(std::size_t(candidates), 100));
    std::vector<std::vector<std::size_t>> orders(std::size_t(rounds) + 1);
    while (race.next()->phase == RacePhase::WarmUp || race.next()->round <= rounds) {
        if (race.next()->phase == RacePhase::Racing)
            orders[std::size_t(race.next()->round)].push_back(race.next()->candidate);
        step(race, device);
    }
    orders.erase(orders.begin());
    return orders;
}
} // namespace

class RaceTest : public QObject {
    Q_OBJECT
private slots:
    /// The first run of each took long, so that nothing was batched; from then on the clock says 2 and 3 ticks, for
    /// times of 2.9 and 3 as well.
    void timesATickApartTie() {
        Race race(candidatesOf(3), {.maxRounds = 60, .tickUs = 1});
        const std::array<double, 3> us{3, 2, 9};
        while (const std::optional<NextTiming> turn = race.next())
            race.add(turn->phase == RacePhase::WarmUp ? 200 : us[turn->candidate]);
        const RaceStanding standing = race.standing();
        QVERIFY(statusesOf(standing) == (std::vector{RaceStatus::Winner, RaceStatus::Tie, RaceStatus::Slower}));
        for (const CandidateStanding& one : standing.candidates) {
            QCOMPARE(one.runs, 1);
            QVERIFY(std::ranges::count(one.warnings, RaceWarning::FewTicks, &RaceWarning::kind) == 1);
        }
        QCOMPARE(standing.candidates[1].warnings.front().text,
                 std::string("the times are 2.00 ticks of the clock, fewer than 100: times a tick apart tie"));
    }

    /// The device slows down to a third after all but two left: the last two's times are of another pace.
    void whoLeftIsShownAtTheWinnersPace() {
        Race race(candidatesOf(3), {.maxRounds = 40});
        Steady device({100, 101, 250});
        while (race.next())
            race.add(device.timeUs(*race.next()) * (race.next()->phase == RacePhase::Confirmation ? 3 : 1));
        const RaceStanding standing = race.standing();
        const CandidateStanding &winner = standing.candidates[0], &slower = standing.candidates[2];
        QVERIFY(winner.status == RaceStatus::Winner && slower.status == RaceStatus::Slower);
        QVERIFY(std::abs(slower.timeUs.median / winner.timeUs.median - slower.toWinner.ratio) < 1e-9);
        QVERIFY(std::abs(slower.timeUs.median / 750 - 1) < 0.02);
    }

    void aRoundHasEverybodyOnceInAnOrderOfItsOwn() {
        const auto orders = ordersOf(7, 1, 9);
        QVERIFY(orders == ordersOf(7, 1, 9));
        QVERIFY(orders != ordersOf(7, 2, 9));
        QCOMPARE((std::set<std::vector<std::size_t>>(orders.begin(), orders.end()).size()), orders.size());
        for (const std::vector<std::size_t>& order : orders)
            QCOMPARE((std::set<std::size_t>(order.begin(), order.end()).size()), std::size_t(7));
    }

    void everybodyComesBehindEverybodyEquallyOften() {
        std::map<std::pair<std::size_t, std::size_t>, int> behind;
        std::size_t last = 0;
        for (std::uint64_t seed = 1; seed <= 900; ++seed)
            for (const std::vector<std::size_t>& order : ordersOf(3, seed, 10))
                for (std::size_t i : order)
                    ++behind[{std::exchange(last, i), i}];
        // 3000 in the mean; 52 is one standard deviation of independent ones
        for (const auto& [pair, count] : behind)
            QVERIFY2(std::abs(count - 3000) < 260, qPrintable(QString::number(count)));
        const auto two = ordersOf(2, 1, 9);
        for (std::size_t i = 1; i < two.size(); ++i)
            QVERIFY(two[i] != two[i - 1]); // A B B A
    }

    void theSlowerLeaveAndSayWhy() {
        const RaceStanding standing = raceOf({103, 100, 100.2, 100.1});
        QCOMPARE(statusesOf(standing),
                 (std::vector{RaceStatus::Slower, RaceStatus::Winner, RaceStatus::Tie, RaceStatus::Tie}));
        const CandidateStanding& slow = standing.candidates[0];
        QVERIFY(slow.rounds >= 10 && slow.rounds <= standing.rounds);
        QVERIFY2(slow.reason.starts_with("at least 2.") &&
                     slow.reason.find("% slower than candidate") != std::string::npos,
                 slow.reason.c_str());
        QVERIFY(std::abs(slow.toWinner.ratio - 1.03) < 0.001);
        // Its few rounds give an interval all the same.
        QVERIFY(slow.toWinner.lower > 1.025 && slow.toWinner.upper < 1.035);
        QVERIFY(slow.toWinner.lower < slow.toWinner.ratio && slow.toWinner.ratio < slow.toWinner.upper);
        QCOMPARE(standing.end, RaceEnd::Precise);
        QVERIFY(standing.precision > 0 && standing.precision < 0.02);
    }

    void prunedOnesLeaveBeforeTheTest() {
        const RaceStanding standing = raceOf({100, 900, 110, 300});
        QCOMPARE(standing.candidates[1].rounds, 5);
        QCOMPARE(standing.candidates[1].reason,
                 std::string("more than 4 times the time of candidate 0 from the first 5 rounds on"));
        QVERIFY(standing.candidates[3].rounds > 5);
        QCOMPARE(standing.end, RaceEnd::OneLeft);
    }

    void ofTiesTheSimplestIsPreferred() {
        std::vector<RaceCandidate> candidates = candidatesOf(4);
        candidates[3].rank = -1;
        Race race(candidates, {});
        const RaceStanding standing = finished(race, Steady({100.3, 100, 100.1, 100.2}));
        QCOMPARE(standing.winner, 3);
        QCOMPARE(standing.best, 1);
    }

    void whoFailsCostsItsOwnCellOnly() {
        Race race(candidatesOf(3), {});
        Steady device({100, 100, 90});
        runUntil(race, device, RacePhase::Racing, 2);
        while (race.next()->candidate != 2)
            step(race, device);
        race.fail("wrong result");
        const RaceStanding standing = finished(race, device);
        QCOMPARE(statusesOf(standing), (std::vector{RaceStatus::Winner, RaceStatus::Tie, RaceStatus::Failed}));
        QCOMPARE(standing.candidates[2].reason, std::string("wrong result"));
        QCOMPARE(standing.candidates[2].rounds, 1);
        QVERIFY(standing.candidates[0].rounds == standing.rounds && standing.rounds >= 10);
    }

    void aClockThatGivesNoTimeIsAFailure() {
        Race race(candidatesOf(2), {});
        const std::size_t first = race.next()->candidate;
        race.add(std::nan(""));
        QCOMPARE(race.standing().candidates[first].status, RaceStatus::Failed);
        Race coarse(candidatesOf(2), {.tickUs = 1});
        coarse.add(0);
        QCOMPARE(statusesOf(coarse.standing()), (std::vector{RaceStatus::Tie, RaceStatus::Tie}));
    }

    /// It gives 0 for what takes the host long, and for many runs in a row.
    void aClockThatStandsIsAFailure() {
        Race slow(candidatesOf(2), {.tickUs = 1});
        const std::size_t first = slow.next()->candidate;
        slow.add(0, 20000);
        QCOMPARE(slow.standing().candidates[first].status, RaceStatus::Failed);
        Race standing(candidatesOf(3), {.tickUs = 0.001});
        int timings = 0;
        for (; standing.next() && timings < 1000; ++timings)
            standing.add(0, 50);
        QCOMPARE(standing.standing().winner, -1);
        QCOMPARE(statusesOf(standing.standing()), std::vector(3, RaceStatus::Failed));
        QVERIFY2(timings < 100, qPrintable(QString::number(timings)));
        QCOMPARE(standing.standing().candidates[0].reason, std::string(noEventTimes));
        Race absurd(candidatesOf(2), {});
        const std::size_t tooShort = absurd.next()->candidate;
        absurd.add(5e-7);
        QCOMPARE(statusesOf(absurd.standing()).at(tooShort), RaceStatus::Failed);
    }

    void noneLeft() {
        Race race(candidatesOf(2), {});
        race.fail("broken");
        race.fail("broken, too");
        QVERIFY(!race.next() && race.isFinished());
        QCOMPARE(race.standing().end, RaceEnd::NoneLeft);
        QCOMPARE(race.standing().winner, -1);
    }

    void oneCandidateIsMeasuredAfreshOnly() {
        const RaceStanding standing = raceOf({100});
        QCOMPARE(standing.end, RaceEnd::OneLeft);
        QCOMPARE(standing.candidates[0].confirmationUs.size(), std::size_t(20));
        QCOMPARE(standing.candidates[0].rounds, 0);
    }

    void roundsAndTimeEndARace() {
        QCOMPARE(raceOf({100, 100}, {.margin = 1e-9, .precision = 1e-9, .maxRounds = 12}).end, RaceEnd::RoundsUp);
        Race race(candidatesOf(2), {});
        Steady device({100, 100});
        runUntil(race, device, RacePhase::Racing, 4);
        step(race, device);
        race.timeUp(); // in the middle of a round
        QCOMPARE(race.standing().end, RaceEnd::TimeUp);
        QVERIFY(!race.isFinished() && race.next()->phase == RacePhase::Confirmation);
        step(race, device);
        race.timeUp();
        QVERIFY(race.isFinished() && !race.next());
        QCOMPARE(race.standing().rounds, 3);
        QCOMPARE(race.standing().winner, 0);
        QCOMPARE(race.standing().precision, 0.0);
    }

    void noWholeRoundNoWinner() {
        Race race(candidatesOf(2), {});
        race.timeUp();
        QCOMPARE(race.standing().winner, -1);
        QVERIFY(race.isFinished());
    }

    void theWarmUpIsShownUntilThereIsARound() {
        Race race(candidatesOf(2), {});
        Steady device({100, 200});
        QCOMPARE(race.standing().candidates[1].timeUs.median, 0.0);
        runUntil(race, device, RacePhase::Racing, 1);
        QVERIFY(std::abs(race.standing().candidates[1].timeUs.median - 200) < 0.3);
        QCOMPARE(race.standing().candidates[1].rounds, 0);
    }

    void theWinnersFigureIsOfFreshSamples() {
        Race race(candidatesOf(3), {});
        Steady device({100, 100, 120}), later({110, 110, 130});
        runUntil(race, device, RacePhase::Confirmation, 1);
        const RaceStanding standing = finished(race, later);
        QVERIFY(standing.candidates[0].isConfirmed);
        QVERIFY(std::abs(standing.candidates[0].timeUs.median - 110) < 0.2);
        QVERIFY(std::abs(summaryOf(standing.candidates[0].timingsUs).median - 100) < 0.2);
    }

    void aWinnerThatFailsAfreshIsNone() {
        Race race(candidatesOf(3), {});
        Steady device({100, 100, 100});
        runUntil(race, device, RacePhase::Confirmation, 3);
        race.fail(0, "wrong result");
        const RaceStanding standing = finished(race, device);
        QCOMPARE(statusesOf(standing), (std::vector{RaceStatus::Failed, RaceStatus::Winner, RaceStatus::Tie}));
        QCOMPARE(standing.candidates[1].confirmationUs.size(), std::size_t(20));
    }

    void shortKernelsAreBatched() {
        Race race(candidatesOf(3), {.tickUs = 1});
        Steady device({10, 30, 1000});
        runUntil(race, device, RacePhase::Racing, 2);
        const RaceStanding standing = race.standing();
        const int runs = standing.candidates[0].runs;
        QVERIFY(runs >= 12 && runs <= 13); // 125 ticks
        QCOMPARE(standing.candidates[1].runs, runs);
        QCOMPARE(standing.candidates[2].runs, 1);
        QVERIFY(std::abs(standing.candidates[0].timeUs.median - 10) < 0.1);
    }

    void settingsOutOfRange() {
        QVERIFY_THROWS_EXCEPTION(Error, Race({}, {}));
        QVERIFY_THROWS_EXCEPTION(Error, Race(candidatesOf(2), {.margin = 0}));
        QVERIFY_THROWS_EXCEPTION(Error, Race(candidatesOf(2), {.error = 1}));
        QVERIFY_THROWS_EXCEPTION(Error, Race(candidatesOf(2), {.maxRounds = 0}));
        QVERIFY_THROWS_EXCEPTION(Error, Race(candidatesOf(2), {.baseline = 2}));
    }

    void everybodyIsComparedWithTheBaseline() {
        const RaceStanding standing = raceOf({100, 50}, {.baseline = 0});
        QVERIFY(std::abs(standing.candidates[1].toBaseline.ratio - 0.5) < 0.001);
        QCOMPARE(standing.candidates[0].toBaseline.upper, 1.0);
    }

    void theErrorIsSharedByPairsAndLooks() {
        QCOMPARE(SequentialTest({.maxRounds = 10}, 2).errorPerInterval(), 0.01 / 2);
        QCOMPARE(SequentialTest({.maxRounds = 13}, 3).errorPerInterval(), 0.01 / 6 / 3); // 10, 12, 13
        const SequentialTest test({.maxRounds = 13}, 3);
        QVERIFY(!test.isTestRound(9) && test.isTestRound(10) && !test.isTestRound(11) && test.isTestRound(12) &&
                test.isTestRound(13));
    }

    void whoOnlyTiesForWantOfSamplesIsNotPreferred() {
        for (const auto& [us, preferred] : {std::pair(102, 0), {112, 1}}) {
            SimulatedDevice device({.noise = 0.001}, {double(us), 100}, 1);
            RoundTimes times(2);
            for (std::size_t i : {0, 1, 1, 0, 0, 1})
                times.add(i, device.timeUs(i));
            const SequentialTest test({}, 2);
            QVERIFY(test.after(times, {0, 1}).eliminated.empty());
            QCOMPARE(test.preferred(times, {0, 1}, candidatesOf(2)), std::size_t(preferred));
        }
    }

    /// In most rounds the first is the middle one, but slower than each of the others.
    void theFastestOfThreeIsNotTheMiddleOne() {
        RoundTimes times(3);
        for (const auto& round :
             {std::array{110.0, 100.0, 121.0}, {110, 121, 100}, {110, 100, 121}, {110, 121, 100}, {110, 100, 100}})
            for (std::size_t i = 0; i < 3; ++i)
                times.add(i, round[i]);
        QCOMPARE(times.fastest({0, 1, 2}), std::size_t(1));
    }

    void ranksOfTheMedian() {
        QCOMPARE(medianRank(10, 0.0009), 0); // 2^-10 is 0.00098
        QCOMPARE(medianRank(10, 0.001), 1);
        QCOMPARE(medianRank(10, 0.0107), 1); // 11 / 1024 is 0.01074
        QCOMPARE(medianRank(10, 0.0108), 2);
        QVERIFY(std::abs(medianRank(1000, 1e-6) - medianRank(1001, 1e-6)) <= 2);
        const LogInterval interval = medianInterval({5, 1, 4, 2, 3}, 0.04); // 2^-5 is 0.031
        QCOMPARE(interval.middle, 3.0);
        QCOMPARE(interval.lower, 1.0);
        QCOMPARE(interval.upper, 5.0);
        QVERIFY(std::isinf(medianInterval({1, 2, 3}, 0.01).upper));
        QVERIFY(std::abs(normalExcess(0.025) - 1.959964) < 1e-5);
    }

    void describesItselfInJson() {
        const std::string text = jsonOf(raceOf({100, 103})).text();
        for (const char* word :
             {"\"status\": \"winner\"", "\"end\": \"one candidate was left\"", "\"to_winner\"", "\"fresh_us\""})
            QVERIFY2(text.find(word) != std::string::npos, text.c_str());
    }

    /// Not a timed test: 100 times what it takes is allowed.
    void decidesInMilliseconds() {
        Race race(candidatesOf(200), {.margin = 1e-9, .precision = 1e-9, .maxRounds = 100});
        Steady device(std::vector<double>(200, 100));
        runUntil(race, device, RacePhase::Racing, 100);
        const auto start = std::chrono::steady_clock::now();
        const RaceStanding standing = race.standing();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        QCOMPARE(standing.rounds, 99);
        QCOMPARE(std::ranges::count(statusesOf(standing), RaceStatus::Tie), 199);
        QVERIFY2(took.count() < 1000, qPrintable(QString::number(took.count())));
    }
};

LIGHTBENCH_TEST(RaceTest, NoApplication)
#include "race.moc"
