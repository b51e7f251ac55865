// The race of points that ask for the same result: which of them is measured next, and what their rows come to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/experiment/journal.h"
#include "core/experiment/point_measurer.h"
#include "core/experiment/samples.h"
#include "core/race/race.h"

namespace lightbench {

/// Every point is looked at once (built, checked, warmed up); then those with a right result race, but for those whose
/// fastest run there took twice as many times the best's as a race calls hopeless (RaceSettings::hopeless). Points that
/// come to the same plans, such as `auto` and what it takes, are one candidate. Of ties the simplest is preferred:
/// everything `auto`, then the filters' order of variants, then the smaller workgroup.
class Contest {
public:
    struct Context {
        const std::vector<ExperimentPoint>& points;
        std::vector<PointRow>& rows; ///< of the points; written here
        PointMeasurer& measurer;
        const ExperimentSettings& settings;
        const Journal& journal;
    };
    /// `members`: indices of points. Rows that the journal knows are taken from there, and their race gone on with.
    Contest(const Context& context, std::vector<std::size_t> members);

    const std::vector<std::size_t>& members() const { return members_; }
    bool isDone() const { return race_ && race_->isFinished(); }
    /// Measures one thing: a point for the first time, or one sample. Throws Error(Cancelled), and then may be called
    /// again.
    void step();
    /// What the race says so far; nothing before all were looked at.
    std::optional<RaceStanding> standing() const;
    /// For people: "round 12, 5 of 30 in the race".
    std::string activity() const;
    double fraction() const; ///< 0..1, by the time or the rounds that are allowed

private:
    /// What a point comes to, without measuring it; what `auto` comes to is in `resolved`.
    struct Configuration {
        std::string text;              ///< equal for points that come to the same plans
        std::vector<int> simplicity{}; ///< the simplest is the least
    };
    struct Entry {
        Configuration configuration;     ///< with the simplicity of its simplest point
        std::vector<std::size_t> points; ///< of that configuration; the first is measured for all
        bool isLookedAt = false;
        bool isHopeless = false; ///< by its first look; it does not race
        double lookUs = 0;       ///< the median of the first look; 0 where a journal has the row
        Samples samples;
        std::vector<double> sumUs, wallUs, queuedUs, submitUs; ///< of each sample
        std::vector<KernelTimes> kernels;                      ///< likewise
    };

    PointRow& rowOf(const Entry& entry) const { return context_.rows[entry.points.front()]; }
    static Configuration configurationOf(const ExperimentPoint& point, const DeviceInfo& device);
    void gather();
    std::string raceHash() const;
    void takeKnown();
    std::vector<RaceCandidate> candidates() const;
    RaceSettings raceSettings() const;
    int baseline() const;
    bool isReady() const;
    void look(Entry& entry);
    bool isTooLateToLook() const;
    void leaveOut(Entry& entry);
    double milliseconds() const { return context_.settings.seconds() * 1000; }
    double mostMs() const;
    void begin();
    bool isHopeless(const Entry& entry) const;
    void replay();
    void sample(const Turn& turn);
    void take(Entry& entry, const Turn& turn, const Measurement& sample);
    void watchTime();
    void refresh();
    void refresh(Entry& entry, const CandidateStanding& standing);
    void refreshHopeless(Entry& entry, int winner);
    void shareRows(const Entry& entry);

    Context context_;
    std::vector<std::size_t> members_;
    std::vector<PointRow> asked_; ///< of the members
    std::vector<Entry> entries_;
    std::optional<Race> race_;
    double spentMs_ = 0;
};

} // namespace lightbench
