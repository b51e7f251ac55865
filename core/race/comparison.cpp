// Computes intervals for both runs and for their ratio, then classifies the ratio by a margin.
#include "core/race/comparison.h"

#include <algorithm>
#include <cmath>

#include "core/race/median_interval.h"

namespace lightbench {

namespace {
struct Known {
    LogInterval log;
    int count = 0;
};

Known ofValues(const std::vector<double>& values, double error) {
    std::vector<double> logs;
    for (double value : values)
        logs.push_back(std::log(value));
    return {medianInterval(logs, error), int(values.size())};
}

/// Estimates an interval from quartiles: for normal values the median's standard deviation is 1.25 sigma / sqrt(n),
/// and the quartiles are 1.35 sigma apart.
Known ofSummary(const Summary& us, int repeats, double error) {
    if (repeats == 0 || us.lowerQuartile <= 0) return {};
    const double sigma = std::log(us.upperQuartile / us.lowerQuartile) / 1.349;
    const double notch = normalExcess(error) * 1.2533 * sigma / std::sqrt(double(repeats));
    const double log = std::log(us.median);
    return {{log, log - notch, log + notch}, repeats};
}

Known ofTimes(const PointTimings& point, double error) {
    return point.timesUs.empty() ? ofSummary(point.timeUs, point.repeats, error) : ofValues(point.timesUs, error);
}

/// Classifies an interval of logarithms by the margin.
PointChange::Kind kindOf(const LogInterval& change, double margin) {
    if (change.lower > margin) return PointChange::Slower;
    return change.upper < -margin ? PointChange::Faster : PointChange::Same;
}

/// Logarithm of the largest ratio that clock resolution alone can cause for equal times.
double logOfTick(const PointTimings& then, const PointTimings& now) {
    constexpr double rounding = 1e-9; // so that times exactly one tick apart count as equal
    const double minimum = std::min(then.timeUs.median, now.timeUs.median);
    const double tick = std::max(then.tickUs, now.tickUs);
    return tick > 0 && minimum > 0 ? std::log1p(tick / minimum) + rounding : 0;
}

PointChange changeOf(const PointTimings& then, const PointTimings& now, double error,
                     const ComparisonSettings& settings) {
    PointChange found;
    found.paired = !then.toBaseline.empty() && !now.toBaseline.empty();
    found.margin = found.paired ? settings.margin : settings.sessionMargin;
    const Known before = found.paired ? ofValues(then.toBaseline, error) : ofTimes(then, error);
    const Known after = found.paired ? ofValues(now.toBaseline, error) : ofTimes(now, error);
    if (before.count == 0 || after.count == 0) return found;
    const LogInterval log{after.log.middle - before.log.middle, after.log.lower - before.log.upper,
                          after.log.upper - before.log.lower};
    found.kind = kindOf(log, std::max(std::log1p(found.margin), logOfTick(then, now)));
    const bool isKnown = std::isfinite(log.lower) && std::isfinite(log.upper);
    found.change = {std::exp(log.middle), isKnown ? std::exp(log.lower) : 0, isKnown ? std::exp(log.upper) : 0,
                    std::min(before.count, after.count)};
    return found;
}
} // namespace

std::string changeName(PointChange::Kind kind) {
    switch (kind) {
    case PointChange::Faster: return "faster";
    case PointChange::Slower: return "slower";
    case PointChange::Same: return "the same";
    case PointChange::Unknown: break;
    }
    return "not compared";
}

std::vector<PointChange> changesOf(const std::vector<PointTimings>& then, const std::vector<PointTimings>& now,
                                   const ComparisonSettings& settings) {
    std::vector<PointChange> all;
    const double error = settings.error / (4.0 * double(std::max<std::size_t>(1, now.size())));
    for (std::size_t i = 0; i < now.size(); ++i)
        all.push_back(changeOf(then.at(i), now[i], error, settings));
    return all;
}

} // namespace lightbench
