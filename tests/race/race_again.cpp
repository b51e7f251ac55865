// The same timings make the same race, from its first turn to its standing: so a race can resume from a journal.
#include <QTest>

#include "core/base/same.h"
#include "tests/race/race_json.h"
#include "tests/race/race_trials.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// What a race was given at one turn.
struct RaceRecord {
    NextTiming turn;
    double timeUs = 0;
    std::string reason{}; ///< why there is no time
};

/// One turn of a race on a device, and its record.
void record(Race& race, SimulatedDevice& device, std::vector<RaceRecord>& records) {
    const NextTiming turn = *race.next();
    records.push_back({turn, device.timeUs(turn.candidate, turn.runs)});
    race.add(records.back().timeUs);
}

/// Gives a race what another was given. A race whose time was up has only confirmation timings left. False if it asks
/// for other turns.
bool replay(Race& race, const std::vector<RaceRecord>& records) {
    for (const RaceRecord& record : records) {
        if (race.end() == RaceEnd::NotYet && record.turn.phase == RacePhase::Confirmation) race.timeUp();
        if (record.reason.empty() && (!race.next() || !isSame(*race.next(), record.turn))) return false;
        record.reason.empty() ? race.add(record.timeUs) : race.fail(record.turn.candidate, record.reason);
    }
    return true;
}

DeviceTraits quiet() { return {.name = "quiet", .noise = 0.001}; }
} // namespace

class RaceAgainTest : public QObject {
    Q_OBJECT
private slots:
    void theSameSamplesMakeTheSameRace() {
        const RaceSettings settings{.tickUs = 1, .seed = 3};
        Race first(candidatesOf(5), settings);
        std::vector<RaceRecord> records;
        SimulatedDevice device(quiet(), {100, 101, 900, 104, 100}, 7);
        for (int i = 0; first.next(); ++i) {
            if (i == 33) {
                records.push_back({*first.next(), 0, "it hung"});
                first.fail("it hung");
            }
            if (i == 150) first.timeUp();
            if (i % 10 == 0) {
                Race again(candidatesOf(5), settings);
                QVERIFY(replay(again, records));
                const bool isEnding =
                    first.end() == RaceEnd::TimeUp && records.back().turn.phase != RacePhase::Confirmation;
                QVERIFY(isEnding || isSame(again.next(), first.next()));
                QVERIFY(isEnding || isSame(again.standing(), first.standing()));
            }
            record(first, device, records);
        }
        Race whole(candidatesOf(5), settings);
        QVERIFY(replay(whole, records));
        QVERIFY(whole.isFinished() && isSame(whole.standing(), first.standing()));
    }

    void anotherSeedOrFieldMakesAnotherRace() {
        Race first(candidatesOf(5), {});
        std::vector<RaceRecord> records;
        SimulatedDevice device(quiet(), {100, 101, 105, 104, 100}, 7);
        while (first.next()->phase != RacePhase::Racing || first.next()->round != 3)
            record(first, device, records);
        Race ofOtherSeed(candidatesOf(5), {.seed = 2}), ofFewer(candidatesOf(4), {});
        QVERIFY(!replay(ofOtherSeed, records));
        QVERIFY(!replay(ofFewer, records));
    }
};

LIGHTBENCH_TEST(RaceAgainTest, NoApplication)
#include "race_again.moc"
