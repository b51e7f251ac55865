// Finds the rows of the same points in both journals; core/race/comparison.h compares their timings.
#include "core/experiment/journal_comparison.h"

#include <algorithm>
#include <map>

#include "core/base/text.h"

namespace lightbench {

namespace {
using RowsByKey = std::map<std::string, const PointRow*>;

/// True for settings that change how precise a time is, not what was measured.
bool isOfTiming(const std::string& difference) {
    return difference == "repeats" || difference == "cap" || difference == "race" || difference == "buffers" ||
           difference == "check";
}

/// True for the races' baseline: variant and workgroup are `auto`.
bool isBaseline(const PointRow& row) {
    const auto has = [&](const char* setting) { return row.stack.find(setting) != std::string::npos; };
    return !has(" variant=") && !has(" workgroup="); // stack texts omit defaults
}

/// The baseline of the row's race; null if there is none with timings.
const PointRow* baselineOf(const PointRow& row, const std::vector<PointRow>& all) {
    if (row.provenance.race.empty() || isBaseline(row)) return nullptr;
    const auto found = std::ranges::find_if(all, [&](const PointRow& other) {
        return other.provenance.race == row.provenance.race && other.size == row.size && !other.timings.isEmpty() &&
               isBaseline(other);
    });
    return found == all.end() ? nullptr : &*found;
}

PointTimings figuresOf(const PointRow& row, const PointRow* baseline) {
    const Timings& timings = row.timings;
    PointTimings figures;
    figures.timesUs = timings.confirmation.empty() ? timings.racing : timings.confirmation;
    figures.timeUs = {row.spanUs.minimum, row.spanUs.lowerQuartile, row.spanUs.median, row.spanUs.upperQuartile, 0};
    figures.repeats = row.repeats;
    figures.tickUs = row.tickUs / std::max(1, row.runs);
    if (!baseline) return figures;
    const std::vector<double>& beside = baseline->timings.racing;
    for (std::size_t i = 0; i < std::min(beside.size(), timings.racing.size()); ++i)
        figures.toBaseline.push_back(timings.racing[i] / beside[i]);
    return figures;
}

RowsByKey timedRows(const std::vector<PointRow>& rows) {
    RowsByKey found;
    for (const PointRow& row : rows)
        if (row.hasTime() && !row.differs()) found[pointKey(row)] = &row;
    return found;
}

std::size_t countOf(const std::vector<RowChange>& changes, PointChange::Kind kind) {
    return std::size_t(
        std::ranges::count_if(changes, [kind](const RowChange& one) { return one.change.kind == kind; }));
}

std::string counted(std::size_t points) { return std::to_string(points) + (points == 1 ? " point" : " points"); }

std::string rangeText(const Ratio& change) {
    if (change.lower <= 0) return {};
    return " (" + threeDigits(change.lower) + " to " + threeDigits(change.upper) + ")";
}
} // namespace

std::vector<RowChange> changesSince(const std::vector<PointRow>& then, const std::vector<PointRow>& now,
                                    const ComparisonSettings& settings) {
    const RowsByKey known = timedRows(then);
    std::vector<RowChange> all;
    std::vector<PointTimings> before, after;
    for (std::size_t i = 0; i < now.size(); ++i) {
        RowChange& change = all.emplace_back(RowChange{i, {}, 0, {}});
        before.emplace_back(), after.emplace_back();
        const auto found = known.find(pointKey(now[i]));
        if (found == known.end()) continue;
        const PointRow& old = *found->second;
        change.previousUs = old.spanUs.median;
        change.differences = differencesOf(old.provenance, now[i].provenance);
        std::erase_if(change.differences, isOfTiming);
        const bool isOtherImage = std::ranges::find(change.differences, "image") != change.differences.end();
        if (isOtherImage || !now[i].hasTime() || now[i].differs()) continue;
        before.back() = figuresOf(old, baselineOf(old, then));
        after.back() = figuresOf(now[i], baselineOf(now[i], now));
    }
    const std::vector<PointChange> changes = changesOf(before, after, settings);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].change = changes[i];
    return all;
}

bool hasRegression(const std::vector<RowChange>& changes) { return countOf(changes, PointChange::Slower) > 0; }

std::string changesText(const std::vector<RowChange>& changes, const std::vector<PointRow>& now,
                        const ComparisonSettings& settings) {
    std::string text;
    const std::size_t same = countOf(changes, PointChange::Same), unknown = countOf(changes, PointChange::Unknown);
    std::size_t byTimes = 0;
    for (const RowChange& one : changes) {
        const PointRow& row = now[one.row];
        byTimes += one.change.kind != PointChange::Unknown && !one.change.paired;
        if (one.change.kind != PointChange::Faster && one.change.kind != PointChange::Slower) continue;
        text += "  " + changeName(one.change.kind) + ": " + (row.axes.empty() ? row.stack : row.axes) + " " +
                threeDigits(one.previousUs / 1000) + " -> " + threeDigits(row.spanUs.median / 1000) + " ms, x " +
                threeDigits(one.change.change.ratio) + rangeText(one.change.change) + "\n";
    }
    text += "  the same: " + std::to_string(same) + " of " + counted(changes.size()) + "\n";
    if (unknown > 0) text += "  not compared: " + counted(unknown) + "\n";
    if (byTimes > 0)
        text += "  compared by times, beyond " + threeDigits(100 * settings.sessionMargin) + " %: " + counted(byTimes) +
                ", because one journal has no ratio to the baseline\n";
    const std::string differences = differencesText(changes);
    if (!differences.empty()) text += "  different since: " + differences + "\n";
    return text;
}

std::string changesSummary(const std::vector<RowChange>& changes) {
    std::string text;
    for (const PointChange::Kind kind :
         {PointChange::Faster, PointChange::Slower, PointChange::Same, PointChange::Unknown})
        if (const std::size_t count = countOf(changes, kind); count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + changeName(kind);
    return text;
}

std::string differencesText(const std::vector<RowChange>& changes) {
    std::vector<std::string> all;
    for (const RowChange& one : changes)
        for (const std::string& difference : one.differences)
            if (std::ranges::find(all, difference) == all.end()) all.push_back(difference);
    return all.empty() ? std::string() : joinWords(all, "and");
}

std::string otherRowsText(const std::vector<PointRow>& then, const std::vector<PointRow>& now) {
    for (const PointRow& row : then)
        if (std::ranges::find(now, pointKey(row), pointKey) != now.end()) return {};
    std::vector<std::string> all;
    const auto compare = [&](const char* what, std::string PointRow::*member) {
        const auto isShared = [&](const PointRow& row) {
            return std::ranges::find(now, row.*member, member) != now.end();
        };
        if (!then.empty() && std::ranges::none_of(then, isShared))
            all.push_back(std::string("another ") + what + " (" + shownText(then.back().*member) + ")");
    };
    compare("device", &PointRow::device);
    compare("image", &PointRow::image);
    compare("size", &PointRow::size);
    compare("format", &PointRow::format);
    if (all.empty()) compare("stack", &PointRow::stack);
    return all.empty() ? "other points" : joinWords(all, "and");
}

Json changesJson(const std::vector<RowChange>& changes, const std::vector<PointRow>& now) {
    Json::Array all;
    for (const RowChange& one : changes) {
        const PointChange& change = one.change;
        const bool isKnown = change.kind != PointChange::Unknown;
        Json differences = Json::Array();
        for (const std::string& difference : one.differences)
            differences.append(difference);
        all.push_back(Json::Object{{"stack", now[one.row].stack},
                                   {"axes", now[one.row].axes},
                                   {"change", changeName(change.kind)},
                                   {"then_us", one.previousUs > 0 ? Json(one.previousUs) : Json()},
                                   {"ratio", isKnown ? Json(change.change.ratio) : Json()},
                                   {"low", change.change.lower > 0 ? Json(change.change.lower) : Json()},
                                   {"high", change.change.upper > 0 ? Json(change.change.upper) : Json()},
                                   {"by_baseline", change.paired && isKnown},
                                   {"margin", change.margin},
                                   {"differences", differences}});
    }
    return Json::lines(std::move(all));
}

} // namespace lightbench
