// The state machine of a race: warm-up, racing rounds, elimination and confirmation. The standing is made of the
// rounds, and corrected by the confirmation timings.
#include "core/race/race.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/error.h"
#include "core/base/split_mix.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/race/race_warnings.h"

namespace lightbench {

namespace {
/// Candidates up to this multiple of the fastest time get equal numbers of runs. They are compared closely, and gaps
/// between runs are part of a timing.
constexpr double sameRunsWithin = 4;
/// Slower candidates are not confirmed.
constexpr double finalistsWithin = 2;
/// Asks for more ticks than needed: a cold single run takes longer than each of several runs in a row.
constexpr double tickReserve = 1.25;
constexpr double hostAllowanceUs = 1000; ///< host time that a launch may cost
/// More runs than this were chosen to last many ticks.
constexpr int maxRunsInATick = 8;

void require(bool holds, const char* what) {
    if (!holds) fail(ErrorKind::Usage, std::string("a race needs ") + what);
}

void checkSettings(const RaceSettings& s, std::size_t candidates) {
    require(candidates > 0, "candidates");
    require(s.margin > 0 && s.precision > 0, "a margin and a precision above 0");
    require(s.error > 0 && s.error < 1, "an error between 0 and 1");
    require(std::min({s.maxRounds, s.warmUps, s.confirmationRounds, s.finalists, s.pruneRounds, s.minTicks}) > 0,
            "at least one round, warm-up, confirmation round, finalist and tick");
    require(s.tickUs >= 0 && std::isfinite(s.tickUs), "a clock whose tick is a time");
    require(s.baseline >= -1 && s.baseline < int(candidates), "a baseline among its candidates");
}

/// True if a time of 0 only says that the timing was shorter than a tick. A clock that stands gives 0 also for many
/// runs in a row, and for what takes the host much longer than a launch.
bool isBelowTick(const NextTiming& turn, double timeUs, double wallUs, double tickUs) {
    return timeUs == 0 && tickUs > 0 && turn.runs <= maxRunsInATick &&
           wallUs <= 2 * tickUs + hostAllowanceUs * turn.runs;
}

/// Fisher-Yates shuffle, seeded by phase and round.
void shuffle(std::vector<std::size_t>& members, std::uint64_t seed, RacePhase phase, int round) {
    SplitMix random(SplitMix(seed).later(std::uint64_t(phase) << 32 | std::uint64_t(round)));
    for (std::size_t i = members.size(); i > 1; --i)
        std::swap(members[i - 1], members[random.below(std::uint32_t(i))]);
}

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

std::string phaseName(RacePhase phase) {
    switch (phase) {
    case RacePhase::WarmUp: return "warm-up";
    case RacePhase::Racing: return "racing";
    case RacePhase::Confirmation: break;
    }
    return "confirming";
}

Race::Race(std::vector<RaceCandidate> candidates, const RaceSettings& settings)
    : candidates_(std::move(candidates)), settings_(settings),
      test_((checkSettings(settings, candidates_.size()), settings), candidates_.size()), states_(candidates_.size()),
      times_(candidates_.size()), confirmation_(candidates_.size()) {
    startRound(RacePhase::WarmUp, 1, racing());
}

std::optional<NextTiming> Race::next() const {
    if (finished_) return std::nullopt;
    const std::size_t candidate = order_[position_];
    return NextTiming{candidate, phase_, round_, states_[candidate].runs};
}

void Race::add(double timeUs, double wallUs) {
    const std::optional<NextTiming> turn = next();
    if (!turn) return;
    const bool isShort = isBelowTick(*turn, timeUs, wallUs, settings_.tickUs);
    if (!isShort && !isUsableTime(timeUs / turn->runs)) return fail(noEventTimes);
    const double us = isShort ? settings_.tickUs / 4 : timeUs;
    addTiming(*turn, us, wallUs);
    last_ = turn->candidate;
    ++position_;
    resume();
}

void Race::addTiming(const NextTiming& turn, double timeUs, double wallUs) {
    CandidateState& state = states_[turn.candidate];
    const double us = timeUs / turn.runs;
    if (turn.phase == RacePhase::WarmUp) {
        state.warmUpUs = turn.round == 1 ? us : std::min(state.warmUpUs, us);
        return;
    }
    (turn.phase == RacePhase::Racing ? times_ : confirmation_).add(turn.candidate, us);
    state.walls += wallUs > 0;
    state.lateWalls += wallUs > 2 * timeUs + hostAllowanceUs * turn.runs;
}

void Race::fail(const std::string& reason) {
    if (const std::optional<NextTiming> turn = next()) fail(turn->candidate, reason);
}

void Race::fail(std::size_t candidate, const std::string& reason) {
    CandidateState& state = states_.at(candidate);
    state.status = RaceStatus::Failed;
    state.reason = reason;
    if (finished_ || end_ != RaceEnd::NotYet) {
        if (selection_.winner == int(candidate)) selection_ = selectWinner();
    } else {
        endIfFew();
    }
    resume();
}

std::vector<std::size_t> Race::racing() const {
    std::vector<std::size_t> those;
    for (std::size_t i = 0; i < states_.size(); ++i)
        if (states_[i].status == RaceStatus::Tie) those.push_back(i);
    return those;
}

bool Race::isIn(std::size_t candidate) const {
    const RaceStatus status = states_[candidate].status;
    return status == RaceStatus::Tie || (phase_ == RacePhase::Confirmation && status == RaceStatus::Slower);
}

void Race::startRound(RacePhase phase, int round, std::vector<std::size_t> members) {
    phase_ = phase;
    round_ = round;
    order_ = std::move(members);
    position_ = 0;
    shuffle(order_, settings_.seed, phase, round);
    if (const auto last = std::ranges::find(order_, last_); last != order_.end()) std::iter_swap(order_.begin(), last);
}

void Race::resume() {
    while (!finished_ && position_ < order_.size() && !isIn(order_[position_]))
        ++position_;
    if (!finished_ && position_ == order_.size()) closeRound();
}

void Race::closeRound() {
    if (phase_ == RacePhase::Racing) return closeRacingRound();
    const int rounds = phase_ == RacePhase::WarmUp ? settings_.warmUps : settings_.confirmationRounds;
    std::erase_if(order_, [this](std::size_t i) { return !isIn(i); });
    if (round_ < rounds && !order_.empty()) {
        std::ranges::sort(order_);
        return startRound(phase_, round_ + 1, order_);
    }
    if (phase_ == RacePhase::WarmUp) return closeWarmUps();
    finished_ = true;
}

void Race::closeWarmUps() {
    chooseRuns();
    startRound(RacePhase::Racing, 1, racing());
    endIfFew();
}

void Race::closeRacingRound() {
    raced_ = round_;
    if (round_ == settings_.pruneRounds) prune();
    const bool isPrecise = test_.isTestRound(round_) && test();
    endIfFew();
    if (end_ != RaceEnd::NotYet) return;
    if (isPrecise) return endRacing(RaceEnd::Precise);
    if (round_ >= settings_.maxRounds) return endRacing(RaceEnd::RoundsUp);
    startRound(RacePhase::Racing, round_ + 1, racing());
}

void Race::prune() {
    const std::vector<std::size_t> those = racing();
    const std::string best = candidates_[times_.fastest(those)].name;
    for (std::size_t i : test_.pruned(times_, those)) {
        states_[i].status = RaceStatus::Slower;
        states_[i].reason = "more than " + numberText(settings_.pruneFactor) + " times the time of " + best +
                            " from the first " + std::to_string(raced_) + " rounds on";
    }
}

/// Tests all candidates: eliminates those shown to be slower, and returns whether the others are compared precisely
/// enough.
bool Race::test() {
    const SequentialTest::Outcome outcome = test_.after(times_, racing());
    for (const SequentialTest::Eliminated& eliminated : outcome.eliminated) {
        CandidateState& state = states_[eliminated.candidate];
        state.status = RaceStatus::Slower;
        state.reason = "at least " + threeDigits(100 * std::expm1(eliminated.toBest.lower)) + " % slower than " +
                       candidates_[outcome.best].name + " by " + std::to_string(raced_) + " rounds";
    }
    return outcome.isPrecise;
}

/// Ends the race if no candidate is left, or one during the rounds. A single candidate still warms up, to choose its
/// runs.
void Race::endIfFew() {
    const std::size_t left = racing().size();
    if (left == 0) endRacing(RaceEnd::NoneLeft);
    if (left == 1 && phase_ == RacePhase::Racing) endRacing(RaceEnd::OneLeft);
}

void Race::chooseRuns() {
    if (settings_.tickUs == 0) return;
    setRuns();
    for (std::size_t i = 0; i < states_.size(); ++i)
        times_.setTick(i, settings_.tickUs / states_[i].runs);
}

void Race::setRuns() {
    const double wanted = tickReserve * settings_.minTicks * settings_.tickUs;
    double fastest = wanted;
    for (std::size_t i : racing())
        fastest = std::min(fastest, states_[i].warmUpUs);
    for (std::size_t i : racing()) {
        const double us = states_[i].warmUpUs;
        states_[i].runs = int(std::ceil(wanted / (us <= sameRunsWithin * fastest ? fastest : std::min(us, wanted))));
    }
}

void Race::timeUp() {
    if (end_ == RaceEnd::NotYet) {
        if (raced_ > 0) test();
        endIfFew();
        if (end_ == RaceEnd::NotYet) endRacing(RaceEnd::TimeUp);
    } else {
        finished_ = true;
    }
}

Race::Selection Race::selectWinner() const {
    const std::vector<std::size_t> those = racing();
    if (those.size() == 1) return {int(those[0]), int(those[0])};
    if (those.empty() || raced_ == 0) return {};
    return {int(test_.preferred(times_, those, candidates_)), int(times_.fastest(those))};
}

void Race::endRacing(RaceEnd end) {
    end_ = end;
    selection_ = selectWinner();
    finished_ = selection_.winner < 0;
    if (!finished_) startRound(RacePhase::Confirmation, 1, finalists());
}

/// The candidates to confirm: the winner, then the remaining ones, then eliminated ones; the fastest first.
std::vector<std::size_t> Race::finalists() const {
    const std::size_t winner = std::size_t(selection_.winner);
    std::vector<std::tuple<bool, RaceStatus, double, std::size_t>> all{{false, RaceStatus::Tie, 0, winner}};
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const RaceStatus status = states_[i].status;
        if (i == winner || status == RaceStatus::Failed || times_.rounds(i) == 0) continue;
        const double log = medianOf(times_.ratios(i, winner));
        if (log <= std::log(finalistsWithin)) all.emplace_back(true, status, log, i);
    }
    std::ranges::sort(all);
    all.resize(std::min(all.size(), std::size_t(settings_.finalists)));
    std::vector<std::size_t> those;
    for (const auto& one : all)
        those.push_back(std::get<3>(one));
    std::ranges::sort(those);
    return those;
}

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
