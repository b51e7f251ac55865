// Runs one Race on an engine for points that ask for the same result: it measures the next candidate and writes the
// rows. Experiment creates one per group of such points. It blocks while it measures and is used from one thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/experiment/journal.h"
#include "core/experiment/point_measurer.h"
#include "core/framework/plan.h"
#include "core/race/race.h"

namespace lightbench {

/// First every candidate is built, checked and warmed up once. Those with a right result then race. One is left out if
/// its fastest first run took more than 2 x RaceSettings::pruneFactor times another's median. Points that resolve to
/// equal plans, such as `auto` and the choice behind it, are one candidate. Among ties the simplest is preferred:
/// everything `auto`, then the filters' order of variants, then the smaller workgroup.
class RaceRunner {
public:
    struct Context {
        const std::vector<ExperimentPoint>& points;
        std::vector<PointRow>& rows; ///< one per point; the race runner writes them
        PointMeasurer& measurer;
        const ExperimentSettings& settings;
        const Journal& journal;
    };
    /// `members` are indices of points. Rows that the journal has are reused, and an unfinished race is resumed.
    RaceRunner(const Context& context, std::vector<std::size_t> members);

    const std::vector<std::size_t>& members() const { return members_; }
    bool isDone() const { return race_ && race_->isFinished(); }
    /// Measures one thing: a point for the first time, or one timing. Throws Error(Cancelled); it may be called again
    /// afterwards.
    void step();
    /// The race's current result; nothing until every point was checked once.
    std::optional<RaceStanding> standing() const;
    /// For people: "round 12, 5 of 30 in the race".
    std::string activity() const;
    double fraction() const; ///< 0..1, of the allowed time or rounds

private:
    /// The points that would measure the same: equal plans, whatever their variants are called, on the same device with
    /// the same copy and build options. The first is measured for all.
    struct Configuration {
        int device = 0;
        std::string copy, buildOptions;
        std::vector<Plan> plans{};         ///< of its stages
        std::string unplanned{};           ///< the axes of a point that cannot run; else empty
        std::vector<int> simplicity{};     ///< of its simplest point; lower is simpler
        std::vector<std::size_t> points{}; ///< at least one; the first is measured for all
        bool isChecked = false;
        bool isPruned = false; ///< too slow in the first measurement; it does not race
        double firstUs = 0;    ///< the median of the first measurement; 0 if a journal has the row
        Timings timings{};
        std::vector<double> sumUs{}, wallUs{}, queuedUs{}, submitUs{}; ///< one per timing
        std::vector<KernelTimes> kernels{};                            ///< one per timing

        bool runsLike(const Configuration& other) const {
            return device == other.device && copy == other.copy && buildOptions == other.buildOptions &&
                   unplanned == other.unplanned && plans == other.plans;
        }
    };

    PointRow& rowOf(const Configuration& configuration) const { return context_.rows[configuration.points.front()]; }
    static Configuration configurationOf(const ExperimentPoint& point, const DeviceInfo& device);
    void groupConfigurations();
    std::string raceHash() const;
    void reuseJournalRows();
    std::vector<RaceCandidate> candidates() const;
    RaceSettings raceSettings() const;
    int baseline() const;
    bool isReady() const;
    void measureFirst(Configuration& configuration);
    bool isTooLateToCheck() const;
    double milliseconds() const { return context_.settings.seconds() * 1000; }
    double maxMs() const;
    void begin();
    bool isPruned(const Configuration& configuration) const;
    void replay();
    void measure(const NextTiming& turn);
    void addTiming(Configuration& configuration, const NextTiming& turn, const Measurement& timing);
    void watchTime();
    void refresh();
    void refresh(Configuration& configuration, const CandidateStanding& standing);
    void refreshPruned(Configuration& configuration, int winner);
    void shareRows();

    Context context_;
    std::vector<std::size_t> members_;
    std::vector<Configuration> configurations_;
    std::optional<Race> race_;
    double spentMs_ = 0;
};

} // namespace lightbench
