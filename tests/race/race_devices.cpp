// Races on simulated devices with known truth: whatever the device does, equal candidates tie, a better one is not lost
// and a worse one never wins. And the judge that races stand in for fails the same trials: they can be failed.
#include <QTest>

#include <algorithm>

#include "tests/race/race_trials.h"
#include "tests/test_program.h"

using namespace lightbench;

class RaceDevicesTest : public QObject {
    Q_OBJECT
private:
    static void addRows() {
        QTest::addColumn<int>("device");
        QTest::addColumn<int>("candidates");
        QTest::addColumn<int>("races");
        const std::vector<DeviceTraits> devices = simulatedDevices();
        for (const auto& [candidates, races] : {std::pair(2, 100), {3, 100}, {7, 100}, {30, 10}, {100, 2}})
            for (std::size_t i = 0; i < devices.size(); ++i)
                QTest::addRow("%d, %s", candidates, devices[i].name.c_str()) << int(i) << candidates << races;
    }

    static TrialOutcome outcome(TrialTruth truth) {
        QFETCH(int, device);
        QFETCH(int, candidates);
        QFETCH(int, races);
        return trials(truth, candidates, simulatedDevices()[std::size_t(device)], races);
    }

    /// Of a hundred one may come out wrong.
    static void verifyRight(const TrialOutcome& found) {
        QVERIFY2(100 * found.right >= 99 * found.races, qPrintable(QString::number(found.right)));
    }

private slots:
    void equalOnesTie_data() { addRows(); }
    void equalOnesTie() {
        const TrialOutcome found = outcome(TrialTruth::Equal);
        verifyRight(found);
        // The same one wins every time.
        QVERIFY2(100 * found.preferred >= 99 * found.races, qPrintable(QString::number(found.preferred)));
    }

    void aBetterOneIsFoundOrTies_data() { addRows(); }
    void aBetterOneIsFoundOrTies() { verifyRight(outcome(TrialTruth::OneBetter)); }

    void aWorseOneNeverWins_data() { addRows(); }
    void aWorseOneNeverWins() {
        const TrialOutcome found = outcome(TrialTruth::OneWorse);
        QCOMPARE(found.right, found.races);
    }

    void aSpreadFieldShrinksToTheBest_data() { addRows(); }
    void aSpreadFieldShrinksToTheBest() { verifyRight(outcome(TrialTruth::Spread)); }

    /// Whoever is called slower has a ratio above 1 and a longer time than the winner, whatever the device and its
    /// clock do: with timings of enough ticks, and of few where nothing is batched.
    void theSlowerHaveLongerTimes_data() {
        QTest::addColumn<int>("device");
        QTest::addColumn<int>("minTicks");
        const std::vector<DeviceTraits> devices = simulatedDevices();
        for (const int minTicks : {100, 1})
            for (std::size_t i = 0; i < devices.size(); ++i)
                QTest::addRow("%s, %d ticks", devices[i].name.c_str(), minTicks) << int(i) << minTicks;
    }
    void theSlowerHaveLongerTimes() {
        QFETCH(int, device);
        QFETCH(int, minTicks);
        DeviceTraits traits = simulatedDevices()[std::size_t(device)];
        if (minTicks == 1) traits.tickUs = std::max(traits.tickUs, 100.0); // candidates of 400 us last 4 ticks
        for (const TrialTruth truth :
             {TrialTruth::Equal, TrialTruth::OneBetter, TrialTruth::OneWorse, TrialTruth::Spread})
            for (const int candidates : {2, 7})
                for (std::uint64_t seed = 1; seed <= 20; ++seed) {
                    const RaceStanding standing =
                        raced(truth, candidates, traits, seed, {.maxRounds = 60, .minTicks = minTicks});
                    const CandidateStanding& winner = standing.candidates[std::size_t(standing.winner)];
                    for (const CandidateStanding& one : standing.candidates)
                        QVERIFY2(one.status != RaceStatus::Slower ||
                                     (one.toWinner.ratio > 1 && one.timeUs.median > winner.timeUs.median),
                                 qPrintable(QString::number(one.toWinner.ratio)));
                }
    }

    /// Without a margin to hide behind, of three hundred races of equal candidates at most three send anybody away.
    void theErrorIsOfTheWholeRace() {
        int wrong = 0;
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            const RaceStanding standing =
                raced(TrialTruth::Equal, 7, {}, seed, {.margin = 1e-9, .precision = 1e-9, .maxRounds = 100});
            wrong += std::ranges::count(standing.candidates, RaceStatus::Slower, &CandidateStanding::status) > 0;
        }
        QVERIFY2(wrong <= 3, qPrintable(QString::number(wrong)));
    }

    /// Bursts and their quartiles on the devices where the noise lies between bursts.
    void burstsFailTheseTrials_data() {
        QTest::addColumn<int>("device");
        const std::vector<DeviceTraits> devices = simulatedDevices();
        for (std::size_t i : {3u, 5u, 7u, 8u})
            QTest::addRow("%s", devices[i].name.c_str()) << int(i);
    }
    void burstsFailTheseTrials() {
        QFETCH(int, device);
        const TrialOutcome found = burstTrials(TrialTruth::Equal, 30, simulatedDevices()[std::size_t(device)], 100);
        QVERIFY2(found.right < 50, qPrintable(QString::number(found.right)));
    }
};

LIGHTBENCH_TEST(RaceDevicesTest, NoApplication)
#include "race_devices.moc"
