// Devices of known speeds share out images: how long all takes, beside the best choice of devices, which nobody knows
// before.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/shards/image_schedule.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
constexpr double never = std::numeric_limits<double>::infinity();

struct SimulatedDevice {
    double secondsPerWork = 1;
    double buildSeconds = 0; ///< before its first image
    double hangsFrom = never, failsFrom = never;
};

struct SetUp {
    std::vector<SimulatedDevice> devices;
    std::vector<double> work;      ///< of each image
    std::size_t ahead = 1'000'000; ///< how many images are read before the first that has no result
};

/// A plain choice of devices: who has done one takes the next.
double plainSeconds(const SetUp& setUp, unsigned chosen) {
    std::vector<std::pair<double, double>> devices; // free from, seconds per work
    for (std::size_t d = 0; d < setUp.devices.size(); ++d) {
        const SimulatedDevice& one = setUp.devices[d];
        if (!(chosen >> d & 1)) continue;
        if (one.hangsFrom < never || one.failsFrom < never) return never;
        devices.emplace_back(one.buildSeconds, one.secondsPerWork);
    }
    double end = 0;
    for (const double work : setUp.work) {
        auto& [free, secondsPerWork] = *std::ranges::min_element(devices);
        free += work * secondsPerWork;
        end = std::max(end, free);
    }
    return end;
}

double bestSeconds(const SetUp& setUp) {
    double best = never;
    for (unsigned chosen = 1; chosen < 1u << setUp.devices.size(); ++chosen)
        best = std::min(best, plainSeconds(setUp, chosen));
    return best;
}

/// The devices under an ImageSchedule, by a clock of its own.
class Simulation {
public:
    explicit Simulation(const SetUp& setUp)
        : setUp_(setUp), schedule_(setUp.devices.size(), setUp.work.size()), runs_(setUp.devices.size()),
          isWarm_(setUp.devices.size()), results(setUp.work.size()) {}

    /// Until each image has a result or has failed.
    double seconds() {
        for (int steps = 0; std::ranges::find(results, 0) != results.end(); ++steps) {
            if (steps > 200'000) return never;
            readAhead();
            for (std::size_t d = 0; d < runs_.size(); ++d)
                if (!runs_[d].isOn) begin(d);
            advance();
            for (std::size_t d = 0; d < runs_.size(); ++d)
                if (runs_[d].isOn) go(d);
            for (std::size_t d = 0; d < runs_.size(); ++d)
                if (runs_[d].isOn && schedule_.isUseless(d, now_)) {
                    runs_[d].isOn = false;
                    schedule_.stopped(d, now_);
                }
        }
        return now_;
    }
    int taken = 0; ///< runs that began

private:
    struct Run {
        bool isOn = false, isBuilt = false, fails = false;
        std::size_t image = 0;
        double built = 0, end = 0;
    };

    void readAhead() {
        while (first_ < results.size() && results[first_] != 0)
            ++first_;
        for (; read_ < results.size() && read_ < first_ + setUp_.ahead; ++read_)
            schedule_.offer(read_, setUp_.work[read_]);
    }
    void begin(std::size_t d) {
        const auto image = schedule_.next(d, now_);
        if (!image) return;
        ++taken;
        const SimulatedDevice& device = setUp_.devices[d];
        const double built = now_ + (isWarm_[d] ? 0 : device.buildSeconds);
        double end = built + setUp_.work[*image] * device.secondsPerWork;
        if (end > device.hangsFrom) end = never;
        const bool fails = end > device.failsFrom;
        if (fails) end = std::max(now_ + device.secondsPerWork / 100, device.failsFrom);
        runs_[d] = {true, false, fails, *image, built, end};
    }
    /// To what happens next; idle devices ask several times while an image of the fastest takes.
    void advance() {
        double next = now_ + std::ranges::min(setUp_.devices, {}, &SimulatedDevice::secondsPerWork).secondsPerWork / 25;
        for (const Run& run : runs_)
            if (run.isOn) next = std::min({next, run.isBuilt ? never : run.built, run.end});
        now_ = std::max(next, std::nextafter(now_, never));
    }
    void go(std::size_t d) {
        Run& run = runs_[d];
        if (!run.isBuilt && now_ >= run.built) {
            run.isBuilt = isWarm_[d] = true;
            schedule_.built(d, now_);
        }
        if (now_ < run.end) return;
        run.isOn = false;
        if (run.fails) {
            if (schedule_.failed(d)) results[run.image] = -1;
        } else if (schedule_.finished(d, now_, now_ - run.built)) {
            QCOMPARE(results[run.image], 0);
            results[run.image] = int(d) + 1;
        }
    }

    const SetUp& setUp_;
    ImageSchedule schedule_;
    std::vector<Run> runs_;
    std::vector<bool> isWarm_;
    double now_ = 0;
    std::size_t read_ = 0, first_ = 0;

public:
    std::vector<int> results; ///< by image: 0 none yet, -1 it has failed, else the device that counts, from 1 on
};

/// How often the time of the best choice it takes.
double ratio(const SetUp& setUp) { return Simulation(setUp).seconds() / bestSeconds(setUp); }

SetUp setUpOf(std::vector<SimulatedDevice> devices, int images) {
    return {std::move(devices), std::vector<double>(std::size_t(images), 1.0)};
}

class Chance {
public:
    double from(double minimum, double maximum) { return std::uniform_real_distribution(minimum, maximum)(engine_); }
    /// Fastest first, as devices are listed, or in any order.
    std::vector<SimulatedDevice> devices(bool isSorted) {
        std::vector<SimulatedDevice> all(std::size_t(from(1, 5.99)));
        for (SimulatedDevice& one : all)
            one.secondsPerWork = std::pow(10, from(0, 2.5));
        if (isSorted) std::ranges::sort(all, {}, &SimulatedDevice::secondsPerWork);
        return all;
    }

private:
    std::mt19937 engine_{2};
};
} // namespace

class ImageScheduleTest : public QObject {
    Q_OBJECT

private slots:
    /// Two fast ones and one that takes a hundred times as long, for any number of images.
    void aSlowOneDoesNotHoldUp() {
        for (int images = 1; images <= 96; ++images) {
            const SetUp setUp = setUpOf({{1}, {1}, {100}}, images);
            const double found = ratio(setUp);
            QVERIFY2(found <= 1.1, qPrintable(QString("%1 images: %2").arg(images).arg(found)));
        }
    }

    /// No run is begun twice where all are as fast.
    void equalOnesShare() {
        const SetUp setUp = setUpOf({{1}, {1}, {1}, {1}}, 40);
        Simulation simulation(setUp);
        QVERIFY(simulation.seconds() <= 10.1);
        QCOMPARE(simulation.taken, 40);
        for (int device = 1; device <= 4; ++device)
            QCOMPARE(std::ranges::count(simulation.results, device), 10);
    }

    void oneImageRunsEverywhere() { QVERIFY(ratio(setUpOf({{30}, {1}, {100}}, 1)) <= 1.0001); }

    void fewerImagesThanDevices() {
        for (int images = 1; images <= 4; ++images)
            QVERIFY(ratio(setUpOf({{1}, {1}, {2}, {40}, {60}}, images)) <= 1.1);
    }

    /// What the first image took includes the compiler, which says nothing of the next.
    void compilingIsNoMeasure() {
        QVERIFY(ratio(setUpOf({{1, 20}, {1, 20}}, 60)) <= 1.1);
        QVERIFY(ratio(setUpOf({{1, 1}, {1.1, 6}, {100, 3}}, 60)) <= 1.1);
    }

    /// Set-ups at random: images of one size, devices listed fastest first. Their numbers of images are drawn first:
    /// of the set-ups that another order draws, a few are above (the next test).
    void neverMuchWorseThanTheBestChoice() {
        Chance chance;
        for (int i = 0; i < 400; ++i) {
            const int images = int(std::pow(chance.from(1, 8), 2));
            SetUp setUp = setUpOf(chance.devices(true), images);
            if (i % 2 == 1) setUp.ahead = 4 * (setUp.devices.size() + 1);
            const double found = ratio(setUp);
            QString all;
            for (auto& d : setUp.devices)
                all += QString(" %1").arg(d.secondsPerWork);
            QVERIFY2(found <= 1.1, qPrintable(QString("set-up %1: %2, %3 images, devices %4 best %5")
                                                  .arg(i)
                                                  .arg(found)
                                                  .arg(setUp.work.size())
                                                  .arg(all)
                                                  .arg(bestSeconds(setUp))));
        }
    }

    /// Other set-ups: 4 of 400 are above. The longest times are those of two images on four or five devices, of which
    /// all but one are slow.
    void hardlyEverMuchWorseThanTheBestChoice() {
        Chance chance;
        std::vector<double> ratios;
        for (int i = 0; i < 400; ++i) {
            std::vector<SimulatedDevice> devices = chance.devices(true);
            SetUp setUp = setUpOf(std::move(devices), int(std::pow(chance.from(1, 8), 2)));
            if (i % 2 == 1) setUp.ahead = 4 * (setUp.devices.size() + 1);
            ratios.push_back(ratio(setUp));
        }
        std::ranges::sort(ratios);
        QVERIFY2(ratios[395] <= 1.1, qPrintable(QString::number(ratios[395])));
        QVERIFY2(ratios.back() <= 1.55, qPrintable(QString::number(ratios.back())));
    }

    /// In any order, with at least two images for each.
    void whateverTheirOrder() {
        Chance chance;
        for (int i = 0; i < 400; ++i) {
            std::vector<SimulatedDevice> devices = chance.devices(false);
            const int images = int(2 * devices.size()) + int(std::pow(chance.from(0, 8), 2));
            const SetUp setUp = setUpOf(std::move(devices), images);
            const double found = ratio(setUp);
            QString all;
            for (auto& d : setUp.devices)
                all += QString(" %1").arg(d.secondsPerWork);
            QVERIFY2(found <= 1.1, qPrintable(QString("set-up %1: %2, %3 images, devices %4 best %5")
                                                  .arg(i)
                                                  .arg(found)
                                                  .arg(setUp.work.size())
                                                  .arg(all)
                                                  .arg(bestSeconds(setUp))));
        }
    }

    /// Images of up to three times the size, of which a slow device may get a large one first: nearly always.
    void imagesOfManySizes() {
        Chance chance;
        std::vector<double> ratios;
        for (int i = 0; i < 400; ++i) {
            SetUp setUp{chance.devices(true), std::vector<double>(std::size_t(std::pow(chance.from(2, 8), 2)))};
            for (double& work : setUp.work)
                work = chance.from(1, 3);
            ratios.push_back(ratio(setUp));
        }
        std::ranges::sort(ratios);
        QVERIFY2(ratios[380] <= 1.1, qPrintable(QString::number(ratios[380])));
        QVERIFY2(ratios.back() <= 1.5, qPrintable(QString::number(ratios.back())));
    }

    /// The others do what one leaves that fails from some time on, or hangs.
    void oneThatFailsOrHangs() {
        for (const double from : {0.0, 0.5, 3.2, 11.7})
            for (const bool hangs : {false, true}) {
                SetUp setUp = setUpOf({{1}, {1}, {1}}, 60);
                (hangs ? setUp.devices[1].hangsFrom : setUp.devices[1].failsFrom) = from;
                Simulation simulation(setUp);
                const double seconds = simulation.seconds();
                QVERIFY2(seconds <= 1.1 * 30, qPrintable(QString("%1: %2").arg(from).arg(seconds)));
                QCOMPARE(std::ranges::count(simulation.results, -1), 0);
            }
    }

    /// A fast one that hangs leaves all to a slow one that was of no use before.
    void theSlowOneIsNeededInTheEnd() {
        SetUp setUp = setUpOf({{1, 0, 20.5}, {50}}, 24);
        Simulation simulation(setUp);
        QVERIFY(simulation.seconds() < 1000);
        QVERIFY(std::ranges::count(simulation.results, 2) >= 3);
    }

    /// Each image has an error of its own, and the devices are tried for each.
    void allFail() {
        SetUp setUp = setUpOf({{1, 0, never, 0}, {1, 0, never, 0}}, 9);
        Simulation simulation(setUp);
        QVERIFY(simulation.seconds() < 100);
        QCOMPARE(std::ranges::count(simulation.results, -1), 9);
    }

    /// An image that fails everywhere is not the devices' fault.
    void anImageThatFails() {
        ImageSchedule schedule(2, 6);
        for (std::size_t i = 0; i < 6; ++i)
            schedule.offer(i, 1);
        for (int bad = 0; bad < 4; ++bad) {
            const auto first = schedule.next(0, bad);
            QVERIFY(first && !schedule.failed(0));
            QCOMPARE(schedule.next(1, bad), first);
            QVERIFY(schedule.failed(1));
        }
        QVERIFY(!schedule.isOut(0) && !schedule.isOut(1));
        QVERIFY(schedule.next(0, 9) && schedule.next(1, 9));
    }

    /// One that fails what the others can is left out; images that nobody has to run are not begun.
    void oneThatIsBroken() {
        ImageSchedule schedule(2, 4);
        for (std::size_t i = 0; i < 4; ++i)
            schedule.offer(i, 1);
        schedule.withdraw(1);
        for (const double now : {0.0, 2.0}) {
            const auto image = schedule.next(0, now);
            QVERIFY(image && !schedule.failed(0));
            QCOMPARE(schedule.next(1, now), image);
            QVERIFY(schedule.finished(1, now + 1, 1));
        }
        QVERIFY(schedule.isOut(0) && !schedule.next(0, 4));
        QCOMPARE(schedule.next(1, 4), std::optional<std::size_t>(3));
        QVERIFY(schedule.failed(1)); // the last one is left out never, and tried no second time
    }

    /// The late one has nothing to give.
    void theFirstResultCounts() {
        ImageSchedule schedule(2, 1);
        schedule.offer(0, 1);
        QVERIFY(schedule.next(0, 0) && schedule.next(1, 0));
        QVERIFY(!schedule.isUseless(0, 1) && !schedule.isUseless(1, 1));
        QVERIFY(schedule.finished(1, 1, 1));
        QVERIFY(schedule.isUseless(0, 1));
        QVERIFY(!schedule.finished(0, 2, 2));
        QVERIFY(!schedule.next(0, 2) && !schedule.next(1, 2));
    }
};

LIGHTBENCH_TEST(ImageScheduleTest, QCoreApplication)
#include "image_schedule.moc"
