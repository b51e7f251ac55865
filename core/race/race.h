// A race: which candidate is measured next, and what the samples say so far. It knows no device and no clock; whoever
// runs it measures what next() names and tells add() or fail().
//
//     while (const std::optional<Turn> turn = race.next()) {
//         race.add(...);                            // or race.fail(why)
//         journal(race.records().back());
//         if (time is up) race.timeUp();            // the last few are still measured afresh
//         show(race.standing());
//     }
//
// First come rounds that warm up; by them the number of runs in a sample is chosen, so that one lasts enough ticks of
// the clock. Then rounds with everybody who is left, each in an order of its own that follows from the seed, until one
// is left, or the rest is told apart as precisely as asked for, or the rounds or the time are used up. Then the
// winner and those next to it are measured again: of the samples that chose a winner the lucky ones were chosen, too,
// and its time by them would be too short. judge.h says how it is judged.
//
// A round begins with the candidate that ended the one before; the others are shuffled. So everybody comes equally
// often behind everybody, itself included, and of two candidates either is as likely to suffer from what the kernel
// before it left behind (serially balanced sequences: D. J. Finney and A. D. Outhwaite, Proceedings of the Royal
// Society B 145, 1956). With two candidates that is the order A B B A.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/race/judge.h"
#include "core/race/race_record.h"
#include "core/race/race_standing.h"

namespace lightbench {

class Race {
public:
    /// Throws Error(Usage) without candidates, or for settings out of range.
    Race(std::vector<RaceCandidate> candidates, const RaceSettings& settings);
    /// Goes on where another race with the same candidates and settings was stopped, even in the middle of a round.
    /// Without the records of Fresh, a race whose time was up goes on racing. Throws Error(Input) for records that
    /// are not of this race.
    Race(std::vector<RaceCandidate> candidates, const RaceSettings& settings, const std::vector<RaceRecord>& records);

    const std::vector<RaceCandidate>& candidates() const { return candidates_; }
    /// Nothing when it is finished.
    std::optional<Turn> next() const;
    /// What next() names took, for all its runs; see RaceRecord. Without a time (the clock said 0, or no number) it
    /// fails, unless the clock's tick is known: then 0 counts as a quarter of a tick.
    void add(double timeUs, double wallUs = 0);
    /// What next() names has no time, or a wrong result: it leaves.
    void fail(const std::string& reason);
    /// The same for any candidate, at any time.
    void fail(std::size_t candidate, const std::string& reason);
    /// Ends the racing; said again, also the fresh rounds.
    void timeUp();
    bool isFinished() const { return finished_; }
    RaceEnd end() const { return end_; }
    /// Everything that was added so far, in its order.
    const std::vector<RaceRecord>& records() const { return records_; }
    RaceStanding standing() const;

private:
    struct Entrant {
        RaceStatus status = RaceStatus::Tie; ///< Tie: still in
        std::string reason;
        int runs = 1;
        double warmUpUs = 0;          ///< the least, of one run
        int walls = 0, lateWalls = 0; ///< samples with a time of the host; those of them where it is much longer
    };

    void replay(const RaceRecord& record);
    void take(const Turn& turn, double timeUs, double wallUs);
    std::vector<std::size_t> racing() const;
    bool isIn(std::size_t candidate) const;
    void startRound(RacePhase phase, int round, std::vector<std::size_t> members);
    void goOn();
    void closeRound();
    void closeRacingRound();
    void closeWarmUps();
    void dismissHopeless();
    bool look();
    void endIfFew();
    void chooseRuns();
    void setRuns();
    struct Crown {
        int winner = -1, best = -1;
    };
    Crown crown() const;
    void endRacing(RaceEnd end);
    std::vector<std::size_t> finalists() const;

    void warn(RaceStanding& all, const std::vector<double>& middles) const;
    CandidateStanding standingOf(std::size_t candidate, int winner) const;
    void showBesideWinner(CandidateStanding& one, const CandidateStanding& winner) const;
    Ratio ratio(std::size_t candidate, int to) const;
    std::vector<RaceWarning> warningsOf(std::size_t candidate, const std::vector<double>& middles) const;

    std::vector<RaceCandidate> candidates_;
    RaceSettings settings_;
    Judge judge_;
    std::vector<Entrant> entrants_;
    RoundTimes times_, fresh_; ///< of one run
    std::vector<RaceRecord> records_;
    std::vector<std::size_t> order_;     ///< of the round
    std::size_t place_ = 0;              ///< in it
    std::size_t last_ = std::size_t(-1); ///< whoever was measured last
    RacePhase phase_ = RacePhase::WarmUp;
    int round_ = 1;
    int raced_ = 0; ///< whole rounds
    Crown crown_;   ///< once the racing ended
    RaceEnd end_ = RaceEnd::NotYet;
    bool finished_ = false;
};

} // namespace lightbench
