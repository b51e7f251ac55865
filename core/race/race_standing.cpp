// What a race says at any time.
#include "core/race/race_standing.h"

#include <cmath>

#include "core/race/race.h"
#include "core/race/race_warnings.h"

namespace lightbench {

namespace {
/// Infinite where there are too few rounds.
double shown(double log) { return std::isinf(log) ? 0 : std::exp(log); }

/// Before a race's first round is over there is only what warmed up.
Summary shownTimes(const CandidateStanding& one, double warmUpUs) {
    if (one.fresh) return summaryOf(one.freshUs);
    return summaryOf(one.rounds > 0 || warmUpUs == 0 ? one.samplesUs : std::vector{warmUpUs});
}

Summary scaled(Summary summary, double factor) {
    for (double* us : {&summary.least, &summary.lowerQuartile, &summary.median, &summary.upperQuartile, &summary.most})
        *us *= factor;
    return summary;
}

void append(std::vector<RaceWarning>& to, std::optional<RaceWarning> warning) {
    if (warning) to.push_back(std::move(*warning));
}
} // namespace

std::string warningName(RaceWarning::Kind kind) {
    switch (kind) {
    case RaceWarning::Drift: return "drift";
    case RaceWarning::Jump: return "jump";
    case RaceWarning::TwoHumps: return "two humps";
    case RaceWarning::FewTicks: return "few ticks";
    case RaceWarning::OtherLoad: return "other load";
    case RaceWarning::NotConfirmed: break;
    }
    return "not confirmed";
}

std::string statusName(RaceStatus status) {
    switch (status) {
    case RaceStatus::Winner: return "winner";
    case RaceStatus::Tie: return "tie";
    case RaceStatus::Slower: return "slower";
    case RaceStatus::Failed: break;
    }
    return "failed";
}

std::string endName(RaceEnd end) {
    switch (end) {
    case RaceEnd::NotYet: return "not ended yet";
    case RaceEnd::OneLeft: return "one was left";
    case RaceEnd::Precise: return "precise enough";
    case RaceEnd::RoundsUp: return "rounds were used up";
    case RaceEnd::TimeUp: return "time was up";
    case RaceEnd::NoneLeft: break;
    }
    return "none was left";
}

RaceStanding Race::standing() const {
    RaceStanding all;
    const Crown crowned = end_ == RaceEnd::NotYet ? crown() : crown_;
    all.winner = crowned.winner;
    all.best = crowned.best;
    all.rounds = raced_;
    all.end = end_;
    all.finished = finished_;
    const std::vector<std::size_t> left = racing();
    if (left.size() > 1 && raced_ > 0) all.precision = judge_.look(times_, left).precision;
    if (std::isinf(all.precision)) all.precision = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        all.candidates.push_back(standingOf(i, all.winner));
    if (all.winner >= 0)
        for (CandidateStanding& one : all.candidates)
            showBesideWinner(one, all.candidates[std::size_t(all.winner)]);
    warn(all, times_.middles(left));
    return all;
}

/// Nobody is called slower whose ratio or time says otherwise.
void Race::showBesideWinner(CandidateStanding& one, const CandidateStanding& winner) const {
    if (one.status != RaceStatus::Slower || one.toWinner.ratio <= 0) return;
    const double us = one.timeUs.median, winnerUs = winner.timeUs.median;
    // It was shown to be slower than the best by the rounds, but the winner is another; or the fresh samples say
    // otherwise.
    if (one.toWinner.ratio <= 1 || (one.fresh && us <= winnerUs)) one.status = RaceStatus::Tie;
    if (one.status == RaceStatus::Slower && !one.fresh && us > 0 && winnerUs > 0)
        one.timeUs = scaled(one.timeUs, winnerUs * one.toWinner.ratio / us);
}

void Race::warn(RaceStanding& all, const std::vector<double>& middles) const {
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        all.candidates[i].warnings = warningsOf(i, middles);
    append(all.warnings, driftOf(middles));
    append(all.warnings, jumpOf(middles));
    if (all.winner >= 0) append(all.warnings, unconfirmed(fresh_, std::size_t(all.winner), candidates_, settings_));
}

CandidateStanding Race::standingOf(std::size_t candidate, int winner) const {
    const Entrant& entrant = entrants_[candidate];
    CandidateStanding one;
    one.name = candidates_[candidate].name;
    one.status = winner == int(candidate) ? RaceStatus::Winner : entrant.status;
    one.reason = entrant.reason;
    one.rounds = times_.rounds(candidate);
    one.runs = entrant.runs;
    one.samplesUs = times_.timesUs(candidate);
    one.freshUs = fresh_.timesUs(candidate);
    one.fresh = !one.freshUs.empty();
    one.timeUs = shownTimes(one, entrant.warmUpUs);
    one.toWinner = ratio(candidate, winner);
    one.toBaseline = ratio(candidate, settings_.baseline);
    return one;
}

Ratio Race::ratio(std::size_t candidate, int to) const {
    if (to < 0) return {};
    const std::vector<double> logs = times_.ratios(candidate, std::size_t(to));
    if (logs.empty()) return {};
    const bool isLeft = entrants_[candidate].status == RaceStatus::Tie;
    const LogInterval interval = medianInterval(logs, isLeft ? judge_.claimError() : settings_.error / 2);
    return {std::exp(interval.middle), shown(interval.lower), shown(interval.upper), int(logs.size())};
}

std::vector<RaceWarning> Race::warningsOf(std::size_t candidate, const std::vector<double>& middles) const {
    const Entrant& entrant = entrants_[candidate];
    std::vector<RaceWarning> all;
    const double tickUs = settings_.tickUs / entrant.runs;
    append(all, driftOf(differences(times_.logs(candidate), middles)));
    // Few candidates' middle has their own humps.
    const bool against = racing().size() > 2;
    append(all, humpsOf(against ? differences(times_.logs(candidate), middles) : times_.logs(candidate),
                        times_.timesUs(candidate), tickUs));
    append(all, fewTicks(times_.timesUs(candidate), tickUs, settings_.leastTicks));
    append(all, otherLoad(entrant.walls, entrant.lateWalls));
    return all;
}

} // namespace lightbench
