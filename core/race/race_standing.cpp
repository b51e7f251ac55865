// The second half of Race (race.h): builds the standing from the rounds, and corrects it by the confirmation timings.
#include "core/race/race_standing.h"

#include <cmath>

#include "core/race/race.h"
#include "core/race/race_warnings.h"

namespace lightbench {

namespace {
/// Infinite logarithms mean too few rounds and give 0.
double shown(double log) { return std::isinf(log) ? 0 : std::exp(log); }

/// The confirmation timings if there are any, else the rounds, else the warm-up time.
Summary shownTimes(const CandidateStanding& one, double warmUpUs) {
    if (one.isConfirmed) return summaryOf(one.confirmationUs);
    return summaryOf(one.rounds > 0 || warmUpUs == 0 ? one.timingsUs : std::vector{warmUpUs});
}

Summary scaled(Summary summary, double factor) {
    for (double* us :
         {&summary.minimum, &summary.lowerQuartile, &summary.median, &summary.upperQuartile, &summary.maximum})
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
    case RaceWarning::Bimodal: return "two humps";
    case RaceWarning::FewTicks: return "few ticks";
    case RaceWarning::OtherLoad: return "other load";
    case RaceWarning::NotConfirmed: break;
    }
    return "not confirmed";
}

std::string endName(RaceEnd end) {
    switch (end) {
    case RaceEnd::NotYet: return "not ended yet";
    case RaceEnd::OneLeft: return "one candidate was left";
    case RaceEnd::Precise: return "precise enough";
    case RaceEnd::RoundsUp: return "rounds were used up";
    case RaceEnd::TimeUp: return "time was up";
    case RaceEnd::NoneLeft: break;
    }
    return "no candidate was left";
}

RaceStanding Race::standing() const {
    RaceStanding all;
    const Selection selected = end_ == RaceEnd::NotYet ? selectWinner() : selection_;
    all.winner = selected.winner;
    all.best = selected.best;
    all.rounds = raced_;
    all.end = end_;
    all.finished = finished_;
    const std::vector<std::size_t> left = racing();
    if (left.size() > 1 && raced_ > 0) all.precision = test_.after(times_, left).precision;
    if (std::isinf(all.precision)) all.precision = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        all.candidates.push_back(standingOf(i, all.winner));
    if (all.winner >= 0)
        for (CandidateStanding& one : all.candidates)
            showBesideWinner(one, all.candidates[std::size_t(all.winner)]);
    warn(all, times_.roundEffects(left));
    return all;
}

/// Turns "slower" into a tie if the ratio or the confirmed time contradicts it.
void Race::showBesideWinner(CandidateStanding& one, const CandidateStanding& winner) const {
    if (one.status != RaceStatus::Slower || one.toWinner.ratio <= 0) return;
    const double us = one.timeUs.median, winnerUs = winner.timeUs.median;
    // The candidate was slower than the best of the rounds, but another one won; or its confirmation timings are not
    // slower.
    if (one.toWinner.ratio <= 1 || (one.isConfirmed && us <= winnerUs)) one.status = RaceStatus::Tie;
    if (one.status == RaceStatus::Slower && !one.isConfirmed && us > 0 && winnerUs > 0)
        one.timeUs = scaled(one.timeUs, winnerUs * one.toWinner.ratio / us);
}

void Race::warn(RaceStanding& all, const std::vector<double>& roundEffects) const {
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        all.candidates[i].warnings = warningsOf(i, roundEffects);
    append(all.warnings, driftOf(roundEffects));
    append(all.warnings, jumpOf(roundEffects));
    if (all.winner >= 0)
        append(all.warnings, unconfirmed(confirmation_, std::size_t(all.winner), candidates_, settings_));
}

CandidateStanding Race::standingOf(std::size_t candidate, int winner) const {
    const CandidateState& state = states_[candidate];
    CandidateStanding one;
    one.name = candidates_[candidate].name;
    one.status = winner == int(candidate) ? RaceStatus::Winner : state.status;
    one.reason = state.reason;
    one.rounds = times_.rounds(candidate);
    one.runs = state.runs;
    one.timingsUs = times_.timesUs(candidate);
    one.confirmationUs = confirmation_.timesUs(candidate);
    one.isConfirmed = !one.confirmationUs.empty();
    one.timeUs = shownTimes(one, state.warmUpUs);
    one.toWinner = ratio(candidate, winner);
    one.toBaseline = ratio(candidate, settings_.baseline);
    return one;
}

Ratio Race::ratio(std::size_t candidate, int to) const {
    if (to < 0) return {};
    const std::vector<double> logs = times_.ratios(candidate, std::size_t(to));
    if (logs.empty()) return {};
    const bool isLeft = states_[candidate].status == RaceStatus::Tie;
    const LogInterval interval = medianInterval(logs, isLeft ? test_.errorPerInterval() : settings_.error / 2);
    return {std::exp(interval.middle), shown(interval.lower), shown(interval.upper), int(logs.size())};
}

std::vector<RaceWarning> Race::warningsOf(std::size_t candidate, const std::vector<double>& roundEffects) const {
    const CandidateState& state = states_[candidate];
    std::vector<RaceWarning> all;
    const double tickUs = settings_.tickUs / state.runs;
    append(all, driftOf(differences(times_.logs(candidate), roundEffects)));
    // With only two candidates the middle contains each one's own clusters, so it cannot be subtracted.
    const bool against = racing().size() > 2;
    append(all, bimodality(against ? differences(times_.logs(candidate), roundEffects) : times_.logs(candidate),
                           times_.timesUs(candidate), tickUs));
    append(all, fewTicks(times_.timesUs(candidate), tickUs, settings_.minTicks));
    append(all, otherLoad(state.walls, state.lateWalls));
    return all;
}

} // namespace lightbench
