// A race decides which candidate to measure next and what the timings say. It knows no device and no clock: the caller
// measures what next() names and passes the time to add() or fail().
//
//     while (const std::optional<NextTiming> turn = race.next()) {
//         race.add(...);                            // or race.fail(why)
//         if (time is up) race.timeUp();            // the finalists are still measured once more
//         show(race.standing());
//     }
//
// Warm-up rounds come first. They set the number of runs per timing, so that a timing lasts enough clock ticks. Then
// all remaining candidates are measured in rounds, each in random order from the seed. The race ends if one candidate
// is left, the rest are distinguished precisely enough, or rounds or time run out. At last the winner and its finalists
// are measured again: the timings that made a candidate win are biased towards short times. sequential_test.h has the
// statistics.
//
// A round begins with the candidate that ended the one before; the others are shuffled. So each candidate follows each
// other equally often. Both of a pair then suffer equally from the state that the previous kernel left (serially
// balanced sequences: D. J. Finney and A. D. Outhwaite, Proceedings of the Royal Society B 145, 1956). With two
// candidates the order is A B B A.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/race/race_standing.h"
#include "core/race/sequential_test.h"

namespace lightbench {

enum class RacePhase {
    WarmUp, ///< not part of the result
    Racing,
    Confirmation, ///< the finalists again; these times are shown
};

/// Its name in progress lines: "warm-up", "racing" or "confirming".
std::string phaseName(RacePhase phase);

/// The next measurement.
struct NextTiming {
    std::size_t candidate = 0; ///< index
    RacePhase phase = RacePhase::WarmUp;
    int round = 1; ///< of its phase, from 1
    int runs = 1;  ///< runs timed together, without a pause
};

class Race {
public:
    /// Throws Error(Usage) without candidates, or if settings are out of range.
    Race(std::vector<RaceCandidate> candidates, const RaceSettings& settings);

    const std::vector<RaceCandidate>& candidates() const { return candidates_; }
    /// Nothing if the race is finished.
    std::optional<NextTiming> next() const;
    /// Adds the time of the turn from next(), for all its runs: microseconds, such as by OpenCL events. `wallUs` is the
    /// host's time around it, 0 if unknown. If the time is 0, less than a nanosecond or not a number, the candidate
    /// fails. Few runs may be shorter than a known clock tick: then 0 counts as a quarter of it. The same timings make
    /// the same race, so that one can be resumed.
    void add(double timeUs, double wallUs = 0);
    /// Reports that the candidate of next() has no time or a wrong result; it is eliminated.
    void fail(const std::string& reason);
    /// The same for any candidate, at any time.
    void fail(std::size_t candidate, const std::string& reason);
    /// Ends the racing rounds; a second call also ends the final measurements.
    void timeUp();
    bool isFinished() const { return finished_; }
    RaceEnd end() const { return end_; }
    RaceStanding standing() const;

private:
    struct CandidateState {
        RaceStatus status = RaceStatus::Tie; ///< Tie: still racing
        std::string reason;
        int runs = 1;
        double warmUpUs = 0;          ///< the minimum, per run
        int walls = 0, lateWalls = 0; ///< timings with a host time; those of them that took the host much longer
    };

    void addTiming(const NextTiming& turn, double timeUs, double wallUs);
    std::vector<std::size_t> racing() const;
    bool isIn(std::size_t candidate) const;
    void startRound(RacePhase phase, int round, std::vector<std::size_t> members);
    void resume();
    void closeRound();
    void closeRacingRound();
    void closeWarmUps();
    void prune();
    bool test();
    void endIfFew();
    void chooseRuns();
    void setRuns();
    struct Selection {
        int winner = -1, best = -1;
    };
    Selection selectWinner() const;
    void endRacing(RaceEnd end);
    std::vector<std::size_t> finalists() const;

    void warn(RaceStanding& all, const std::vector<double>& roundEffects) const;
    CandidateStanding standingOf(std::size_t candidate, int winner) const;
    void showBesideWinner(CandidateStanding& one, const CandidateStanding& winner) const;
    Ratio ratio(std::size_t candidate, int to) const;
    std::vector<RaceWarning> warningsOf(std::size_t candidate, const std::vector<double>& roundEffects) const;

    std::vector<RaceCandidate> candidates_;
    RaceSettings settings_;
    SequentialTest test_;
    std::vector<CandidateState> states_;
    RoundTimes times_, confirmation_;    ///< per run
    std::vector<std::size_t> order_;     ///< candidates of the current round
    std::size_t position_ = 0;           ///< index in order_
    std::size_t last_ = std::size_t(-1); ///< the last measured candidate
    RacePhase phase_ = RacePhase::WarmUp;
    int round_ = 1;
    int raced_ = 0;       ///< completed rounds
    Selection selection_; ///< set when the racing rounds end
    RaceEnd end_ = RaceEnd::NotYet;
    bool finished_ = false;
};

} // namespace lightbench
