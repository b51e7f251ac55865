// What makes timings suspect is said, and quiet timings are not suspected.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/race/race_warnings.h"
#include "tests/race/race_trials.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// Logarithms with noise of 2 % and something added, one a round.
std::vector<double> rounds(int count, const std::function<double(int)>& added, std::uint64_t seed = 5) {
    SimulatedDevice device({}, {100}, seed);
    std::vector<double> logs;
    for (int i = 0; i < count; ++i)
        logs.push_back(std::log(device.timeUs(0)) + added(i));
    return logs;
}

double nothing(int) { return 0; }
double slow(int round) { return 0.002 * round; }
double stepAt(int round) { return round < 37 ? 0 : 0.3; }
double humps(int round) { return round * 7 % 10 < 3 ? 0.2 : 0; }
double spikes(int round) { return round % 20 == 3 ? std::log(3) : 0; }

std::optional<RaceWarning> humpsAt(const std::vector<double>& logs) { return bimodality(logs, {100}, 0); }

/// Warnings of a race of seven equal candidates, of the race and its candidates together.
std::vector<RaceWarning::Kind> kinds(const DeviceTraits& device, std::uint64_t seed) {
    const RaceStanding standing = raced(TrialTruth::Equal, 7, device, seed);
    std::vector<RaceWarning::Kind> all;
    for (const RaceWarning& warning : standing.warnings)
        all.push_back(warning.kind);
    for (const CandidateStanding& one : standing.candidates)
        for (const RaceWarning& warning : one.warnings)
            all.push_back(warning.kind);
    return all;
}

/// In how many of 50 races.
int races(const DeviceTraits& device, RaceWarning::Kind kind) {
    int count = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed)
        count += std::ranges::count(kinds(device, seed), kind) > 0;
    return count;
}
} // namespace

class RaceWarningsTest : public QObject {
    Q_OBJECT
private slots:
    void drift() {
        const std::optional<RaceWarning> found = driftOf(rounds(100, slow));
        QVERIFY(found && found->kind == RaceWarning::Drift);
        QVERIFY(std::abs(found->figure - std::exp(0.15)) < 0.02); // from the first quarter's middle to the last one's
        QVERIFY2(found->text.starts_with("drift: took 1") && found->text.find("longer") != std::string::npos,
                 found->text.c_str());
        QVERIFY(!driftOf(rounds(19, slow)));
        QVERIFY(driftOf(rounds(100, [](int i) { return -slow(i); }))->text.find("shorter") != std::string::npos);
    }

    void jump() {
        const std::optional<RaceWarning> found = jumpOf(rounds(100, stepAt));
        QVERIFY(found && found->kind == RaceWarning::Jump);
        QVERIFY(std::abs(std::log(found->figure) - 0.3) < 0.04);
        QVERIFY2(found->text.find("from round 3") != std::string::npos, found->text.c_str());
        QVERIFY(!jumpOf(rounds(100, slow)));
        QVERIFY(!jumpOf(rounds(19, [](int i) { return stepAt(30 + i); })));
    }

    void twoHumps() {
        const std::optional<RaceWarning> found = humpsAt(rounds(100, humps));
        QVERIFY(found && found->kind == RaceWarning::Bimodal);
        QVERIFY(std::abs(std::log(found->figure) - 0.2) < 0.02);
        QVERIFY2(found->text.starts_with("two kinds of times: 30.0 % took 2"), found->text.c_str());
        QVERIFY(!humpsAt(rounds(29, humps)) && humpsAt(rounds(30, humps)));
        QVERIFY(!humpsAt(rounds(100, spikes)));
        QVERIFY(!humpsAt(rounds(100, slow)));
        // Steps of the clock are no humps.
        QVERIFY(!bimodality(rounds(100, humps), {100}, 12));
    }

    void quietSamplesGiveNone() {
        int count = 0;
        for (std::uint64_t seed = 1; seed <= 1000; ++seed)
            for (const std::vector<double>& logs : {rounds(30, nothing, seed), rounds(150, nothing, seed)})
                count += driftOf(logs).has_value() + jumpOf(logs).has_value() + humpsAt(logs).has_value();
        QVERIFY2(count <= 5, qPrintable(QString::number(count)));
    }

    void ticks() {
        QVERIFY(fewTicks({40, 50, 60}, 1, 100));
        QVERIFY(fewTicks({40, 50, 60}, 1, 100)->text.starts_with("the times are 50.0 ticks"));
        QVERIFY(!fewTicks({40, 50, 60}, 0.5, 100));
        QVERIFY(!fewTicks({40, 50, 60}, 0, 100));
        QVERIFY(!fewTicks({}, 1, 100));
    }

    void load() {
        QVERIFY(otherLoad(100, 10)->text.starts_with("in 10.0 % of the repeats"));
        QVERIFY(!otherLoad(100, 9) && !otherLoad(0, 0));
        Race race(candidatesOf(2), {});
        while (race.next())
            race.add(500, race.next()->candidate == 1 ? 5000 : 1500);
        const RaceStanding standing = race.standing();
        QVERIFY(standing.candidates[0].warnings.empty());
        QCOMPARE(standing.candidates[1].warnings.at(0).kind, RaceWarning::OtherLoad);
    }

    void notConfirmed() {
        Race race(candidatesOf(2), {});
        while (const std::optional<NextTiming> turn = race.next())
            race.add(turn->phase == RacePhase::Confirmation && turn->candidate == 1 ? 90 : 100);
        const RaceStanding standing = race.standing();
        QCOMPARE(standing.winner, 0);
        QCOMPARE(standing.warnings.at(0).kind, RaceWarning::NotConfirmed);
        QVERIFY2(standing.warnings[0].text.find("candidate 1 was faster than the winner by 10.0 %") !=
                     std::string::npos,
                 standing.warnings[0].text.c_str());
    }

    void devicesAreSeenThrough() {
        const std::vector<DeviceTraits> devices = simulatedDevices();
        QVERIFY(races(devices[3], RaceWarning::Drift) >= 45);
        QVERIFY(races(devices[5], RaceWarning::Bimodal) + races(devices[5], RaceWarning::Jump) >= 25);
        for (const DeviceTraits& device : {devices[0], devices[1], devices[2], devices[6]})
            for (RaceWarning::Kind kind : {RaceWarning::Drift, RaceWarning::Jump, RaceWarning::Bimodal,
                                           RaceWarning::FewTicks, RaceWarning::NotConfirmed})
                QVERIFY2(races(device, kind) <= 1, (device.name + ": " + warningName(kind)).c_str());
    }
};

LIGHTBENCH_TEST(RaceWarningsTest, NoApplication)
#include "race_warnings.moc"
