// Checks every candidate once (build, comparison, warm-up), then measures what the Race asks for next.
#include "core/experiment/race_runner.h"

#include <algorithm>

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/run/resolve.h"

namespace lightbench {

namespace {
/// Confirmation timings may add this share of the race's time.
constexpr double confirmationShare = 0.5;
/// First measurements have few runs and are less reliable, so pruning by them needs a factor this much larger.
constexpr double firstCaution = 2;
/// The share of the progress bar that first measurements get.
constexpr double checksPart = 0.3;

bool isAutomatic(const Stack& stack) {
    return std::ranges::all_of(
        stack, [](const Stage& stage) { return !stage.enabled || (stage.variant == "auto" && !stage.workgroup); });
}

/// True if the driver chooses all workgroup sizes.
bool isDriverChosen(const Stack& stack) {
    return std::ranges::all_of(
        stack, [](const Stage& stage) { return !stage.enabled || stage.workgroup == driverChosenWorkgroup; });
}

/// Order of simplicity, independent of the device: the variant's position in its filter, then workgroup items, then
/// height.
void addSimplicity(std::vector<int>& simplicity, const ResolvedStage& stage) {
    const std::vector<Variant>& variants = stage.filter->variants;
    const auto place = std::ranges::find(variants, stage.variant->id, &Variant::id) - variants.begin();
    simplicity.insert(simplicity.end(), {int(place), int(stage.workgroup.items()), stage.workgroup.y});
}

std::vector<double>& listOf(Timings& timings, RacePhase phase) {
    switch (phase) {
    case RacePhase::WarmUp: return timings.warmUp;
    case RacePhase::Racing: return timings.racing;
    case RacePhase::Confirmation: break;
    }
    return timings.confirmation;
}

/// The timings have the same kernels in the same order.
KernelTimes mediansOf(const std::vector<KernelTimes>& timings) {
    KernelTimes medians = timings.front();
    for (std::size_t i = 0; i < medians.size(); ++i) {
        std::vector<double> us;
        for (const KernelTimes& timing : timings)
            us.push_back(timing[i].us);
        medians[i].us = medianOf(us);
    }
    return medians;
}

Summary withMedian(const SpanSummary& span, double us) {
    const double factor = us / span.median;
    return {span.minimum * factor, span.lowerQuartile * factor, us, span.upperQuartile * factor,
            span.upperQuartile * factor};
}

PointStatus statusOf(const CandidateStanding& one, const PointRow& row) {
    switch (one.status) {
    case RaceStatus::Winner: return PointStatus::Winner;
    case RaceStatus::Tie: return PointStatus::Tie;
    case RaceStatus::Slower: return PointStatus::Slower;
    case RaceStatus::Failed: break;
    }
    if (row.status == PointStatus::DoesNotApply) return row.status;
    return row.hasTime() && row.differs() ? PointStatus::WrongResult : PointStatus::NotRun;
}
} // namespace

RaceRunner::RaceRunner(const Context& context, std::vector<std::size_t> members)
    : context_(context), members_(std::move(members)) {
    groupConfigurations();
    const std::string race = raceHash();
    for (const std::size_t i : members_)
        context_.rows[i].provenance.race = race;
    reuseJournalRows();
    if (isReady()) begin();
    shareRows();
}

/// What a point resolves to, without measuring it.
RaceRunner::Configuration RaceRunner::configurationOf(const ExperimentPoint& point, const DeviceInfo& device) {
    Configuration configuration{.device = point.device,
                                .copy = point.copy,
                                .buildOptions = point.buildOptions,
                                .simplicity = {isAutomatic(point.stack) ? 0 : 1}};
    try {
        for (const PlannedStage& stage :
             plannedStages(point.stack, {point.size, point.format}, device, point.filters, {})) {
            configuration.plans.push_back(stage.resolved.plan);
            addSimplicity(configuration.simplicity, stage.resolved);
        }
    } catch (const Error&) { // the first measurement reports it
        configuration.unplanned = point.axes;
    }
    return configuration;
}

/// Groups the points that would measure the same.
void RaceRunner::groupConfigurations() {
    for (const std::size_t i : members_) {
        const ExperimentPoint& point = context_.points[i];
        const Configuration one = configurationOf(point, context_.measurer.device(point.device));
        auto configuration =
            std::ranges::find_if(configurations_, [&](const Configuration& other) { return other.runsLike(one); });
        if (configuration == configurations_.end()) configuration = configurations_.insert(configuration, one);
        configuration->simplicity = std::min(configuration->simplicity, one.simplicity);
        configuration->points.push_back(i);
    }
}

/// Equal for races of the same candidates and rules, so that one may continue with the other's timings.
std::string RaceRunner::raceHash() const {
    std::string text;
    for (const RaceCandidate& one : candidates())
        text += one.name + "\n";
    const RaceSettings& s = *context_.settings.race;
    for (double figure : {s.margin, s.precision, s.error, double(s.seed), s.pruneFactor})
        text += numberText(figure) + "\n";
    return hashText(contentHash(std::as_bytes(std::span(text))));
}

void RaceRunner::reuseJournalRows() {
    for (Configuration& configuration : configurations_) {
        const std::optional<PointRow> known = context_.journal.known(rowOf(configuration));
        if (!known || !known->reason.empty()) continue;
        configuration.isChecked = true;
        configuration.timings = known->timings;
        rowOf(configuration) = *known;
        rowOf(configuration).fromJournal = known->isFinal();
    }
}

std::vector<RaceCandidate> RaceRunner::candidates() const {
    std::vector<RaceCandidate> all;
    for (const Configuration& configuration : configurations_) {
        const auto isSimpler = [&](const Configuration& other) { return other.simplicity < configuration.simplicity; };
        const PointRow& row = rowOf(configuration);
        all.push_back(
            {row.device + " " + row.stack + " " + row.axes, int(std::ranges::count_if(configurations_, isSimpler))});
    }
    return all;
}

RaceSettings RaceRunner::raceSettings() const {
    RaceSettings settings = *context_.settings.race;
    settings.maxRounds = context_.settings.measure.repeat;
    settings.confirmationRounds = std::min(settings.confirmationRounds, settings.maxRounds);
    for (const std::size_t i : members_) {
        const int timerNs = context_.measurer.device(context_.points[i].device).timerNs;
        settings.tickUs = std::max(settings.tickUs, double(timerNs) / 1000);
    }
    settings.baseline = baseline();
    return settings;
}

/// Index of the baseline: driver-chosen workgroups, else all `auto`; -1 if neither takes part.
int RaceRunner::baseline() const {
    for (const auto is : {isDriverChosen, isAutomatic})
        for (std::size_t i = 0; i < configurations_.size(); ++i)
            for (const std::size_t point : configurations_[i].points)
                if (is(context_.points[point].stack)) return int(i);
    return -1;
}

bool RaceRunner::isReady() const { return std::ranges::all_of(configurations_, &Configuration::isChecked); }

void RaceRunner::step() {
    if (isDone()) return;
    if (race_)
        measure(*race_->next());
    else
        measureFirst(*std::ranges::find(configurations_, false, &Configuration::isChecked));
    shareRows();
}

/// True if first measurements took half of the race's time and two candidates can already race.
bool RaceRunner::isTooLateToCheck() const {
    return context_.settings.raceMs > 0 && spentMs_ > context_.settings.raceMs / 2 &&
           std::ranges::count_if(configurations_, &Configuration::isChecked) > 1;
}

/// Measures a candidate for the first time, unless it is too late for that.
void RaceRunner::measureFirst(Configuration& configuration) {
    PointRow& row = rowOf(configuration);
    const double begun = milliseconds();
    if (isTooLateToCheck()) {
        row.reason = "the time was up before it was checked";
    } else {
        row = context_.measurer.measuredRow(context_.points[configuration.points.front()], row);
        if (row.status != PointStatus::DoesNotApply)
            row.status = !row.hasTime()  ? PointStatus::NotRun
                         : row.differs() ? PointStatus::WrongResult
                                         : PointStatus::Tie;
        configuration.firstUs = row.spanUs.median;
    }
    configuration.isChecked = true;
    if (context_.settings.raceMs > 0) spentMs_ += milliseconds() - begun;
    if (isReady()) begin();
}

/// Excludes candidates that have no time or a wrong result.
void RaceRunner::begin() {
    race_.emplace(candidates(), raceSettings());
    for (std::size_t i = 0; i < configurations_.size(); ++i) {
        const PointRow& row = rowOf(configurations_[i]);
        configurations_[i].isPruned = isPruned(configurations_[i]);
        if (!row.hasTime() || row.differs())
            race_->fail(i, row.hasTime() ? "its result is wrong" : row.reason);
        else if (configurations_[i].isPruned)
            race_->fail(i, "pruned: much slower in its first measurement");
    }
    replay();
    refresh();
}

/// True if the first measurement is far too slow. Candidates with timings in the journal have raced already.
bool RaceRunner::isPruned(const Configuration& configuration) const {
    const PointRow& row = rowOf(configuration);
    const double factor = context_.settings.race->pruneFactor * firstCaution;
    if (!row.hasTime() || row.differs() || !configuration.timings.isEmpty() || factor <= 0) return false;
    if (row.status == PointStatus::Slower) return true;
    // A time of only a few clock ticks proves nothing.
    const RaceSettings settings = raceSettings();
    const double minUs = settings.minTicks * settings.tickUs;
    return std::ranges::any_of(configurations_, [&](const Configuration& other) {
        const PointRow& best = rowOf(other);
        return best.hasTime() && !best.differs() && row.spanUs.minimum > factor * std::max(best.spanUs.median, minUs);
    });
}

/// Replays the rounds in the journal. If time had run out then, the confirmation timings follow earlier than usual.
void RaceRunner::replay() {
    const bool wasFinal = std::ranges::all_of(
        configurations_, [&](const Configuration& configuration) { return !rowOf(configuration).ended.empty(); });
    const bool hasConfirmation =
        std::ranges::any_of(configurations_, [](const Configuration& e) { return !e.timings.confirmation.empty(); });
    std::vector<Timings> used(configurations_.size()); // other timings belong to another race
    while (const std::optional<NextTiming> turn = race_->next()) {
        const std::vector<double>& known = listOf(configurations_[turn->candidate].timings, turn->phase);
        const auto place = std::size_t(turn->round) - 1;
        if (place < known.size()) {
            race_->add(known[place] * turn->runs);
            listOf(used[turn->candidate], turn->phase).push_back(known[place]);
        } else if (wasFinal || (hasConfirmation && turn->phase == RacePhase::Racing)) {
            race_->timeUp();
        } else {
            break;
        }
    }
    for (std::size_t i = 0; i < configurations_.size(); ++i)
        configurations_[i].timings = std::move(used[i]);
}

void RaceRunner::measure(const NextTiming& turn) {
    Configuration& configuration = configurations_[turn.candidate];
    const double begun = milliseconds();
    try {
        addTiming(configuration, turn,
                  context_.measurer.takeTiming(context_.points[configuration.points.front()], turn.runs));
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        rowOf(configuration).reason = error.what();
        race_->fail(error.what());
    }
    spentMs_ += milliseconds() - begun;
    watchTime();
    const std::optional<NextTiming> next = race_->next();
    if (!next || next->round != turn.round || next->phase != turn.phase) refresh();
}

void RaceRunner::addTiming(Configuration& configuration, const NextTiming& turn, const Measurement& timing) {
    const double us = timing.spanUs.median;
    race_->add(us * turn.runs, timing.wallUs.median * turn.runs);
    PointRow& row = rowOf(configuration);
    row.runs = turn.runs;
    row.buffers = timing.buffers;
    listOf(configuration.timings, turn.phase).push_back(us);
    if (turn.phase == RacePhase::WarmUp) return;
    configuration.sumUs.push_back(timing.sumUs.median);
    configuration.wallUs.push_back(timing.wallUs.median);
    configuration.queuedUs.push_back(timing.queuedUs());
    configuration.submitUs.push_back(timing.submitUs());
    configuration.kernels.push_back(kernelTimes(timing));
}

/// The time limit for the race without confirmation timings.
double RaceRunner::maxMs() const {
    if (context_.settings.raceMs > 0) return context_.settings.raceMs / (1 + confirmationShare);
    return context_.settings.measure.capMs * double(configurations_.size());
}

void RaceRunner::watchTime() {
    const double maxMs = this->maxMs();
    if (maxMs <= 0 || race_->isFinished()) return;
    const bool isRacing = race_->end() == RaceEnd::NotYet;
    if (spentMs_ > maxMs * (isRacing ? 1 : 1 + confirmationShare)) race_->timeUp();
}

/// Pruned entries come last, because their ratios refer to the winner's current time.
void RaceRunner::refresh() {
    const RaceStanding standing = race_->standing();
    for (std::size_t i = 0; i < configurations_.size(); ++i)
        if (!configurations_[i].isPruned) refresh(configurations_[i], standing.candidates[i]);
    for (Configuration& configuration : configurations_)
        if (configuration.isPruned) refreshPruned(configuration, standing.winner);
    for (const Configuration& configuration : configurations_)
        rowOf(configuration).ended = standing.finished ? endName(standing.end) : "";
}

/// Compares first measurements with each other, because times in a race are measured differently. A candidate that was
/// not slower in its first one is called a tie.
void RaceRunner::refreshPruned(Configuration& configuration, int winner) {
    PointRow& row = rowOf(configuration);
    row.status = PointStatus::Slower;
    if (winner < 0) return;
    const Configuration& best = configurations_[std::size_t(winner)];
    const double winnerUs = rowOf(best).spanUs.median;
    if (!(winnerUs > 0)) return;
    if (configuration.firstUs > 0 && best.firstUs > 0)
        replaceSpan(row, withMedian(row.spanUs, winnerUs * configuration.firstUs / best.firstUs));
    row.ratio = row.spanUs.median / winnerUs;
    if (row.ratio <= 1) row.status = PointStatus::Tie; // without rounds, "slower" cannot be shown
}

/// The standing enters the row here. Experiment::writeRows then finds the rows that changed.
void RaceRunner::refresh(Configuration& configuration, const CandidateStanding& standing) {
    PointRow& row = rowOf(configuration);
    if (standing.reason == noEventTimes)
        row = withoutTime(row, noEventTimes); // its first measurement had no usable time either
    row.status = statusOf(standing, row);
    if (standing.status == RaceStatus::Failed) return;
    row.timings = configuration.timings;
    row.ratio = standing.toWinner.ratio;
    row.ratioLower = standing.toWinner.lower;
    row.ratioUpper = standing.toWinner.upper;
    row.baselineRatio = standing.toBaseline.ratio;
    row.warnings.clear();
    std::ranges::transform(standing.warnings, std::back_inserter(row.warnings), &RaceWarning::text);
    if (standing.timeUs.median <= 0) return;
    replaceSpan(row, standing.timeUs);
    row.repeats = std::max(1, standing.isConfirmed ? int(standing.confirmationUs.size()) : standing.rounds);
    if (configuration.sumUs.empty()) return; // all timings came from the journal
    row.sumUs = medianOf(configuration.sumUs);
    row.wallUs = medianOf(configuration.wallUs);
    row.queuedUs = medianOf(configuration.queuedUs);
    row.submitUs = medianOf(configuration.submitUs);
    row.kernels = mediansOf(configuration.kernels);
}

/// Copies each measured row to all points of the same configuration.
void RaceRunner::shareRows() {
    for (const Configuration& configuration : configurations_)
        for (const std::size_t i :
             std::span(configuration.points).subspan(configuration.isChecked ? 1 : configuration.points.size())) {
            PointRow shared = rowOf(configuration);
            copyFields(context_.rows[i], shared, Naming);
            shared.provenance.kernels = context_.rows[i].provenance.kernels;
            context_.rows[i] = shared;
        }
}

std::optional<RaceStanding> RaceRunner::standing() const {
    return race_ ? std::optional(race_->standing()) : std::nullopt;
}

std::string RaceRunner::activity() const {
    if (!race_) {
        const auto seen = std::ranges::count_if(configurations_, &Configuration::isChecked);
        return std::to_string(seen) + " of " + std::to_string(configurations_.size()) + " points checked";
    }
    const std::optional<NextTiming> turn = race_->next();
    if (!turn) return endName(race_->end());
    const auto in = std::ranges::count_if(configurations_, [&](const Configuration& configuration) {
        return rowOf(configuration).status == PointStatus::Winner || rowOf(configuration).status == PointStatus::Tie;
    });
    return phaseName(turn->phase) + " round " + std::to_string(turn->round) + ", " + std::to_string(in) + " of " +
           std::to_string(configurations_.size()) + " in the race";
}

double RaceRunner::fraction() const {
    const double checks =
        double(std::ranges::count_if(configurations_, &Configuration::isChecked)) / double(configurations_.size());
    if (!race_) return checksPart * checks;
    if (race_->isFinished()) return 1;
    return checksPart +
           (1 - checksPart) * std::min(0.99, maxMs() > 0 ? spentMs_ / (maxMs() * (1 + confirmationShare)) : 0.5);
}

} // namespace lightbench
