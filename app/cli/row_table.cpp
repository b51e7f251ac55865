// Estimates column widths from the points before they are measured.
#include "app/cli/row_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/terminal/table.h"
#include "core/base/text.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
constexpr std::size_t widest = 60;

std::string labelOf(const ExperimentPoint& point, bool axes) {
    return axes ? point.axes : stackLine(point.stack, point.filters);
}

/// The file name without its folder.
std::string imageText(const ExperimentPoint& point) {
    return shownPath(point.image.substr(point.image.find_last_of('/') + 1));
}

/// The longest text that the column may show, with all variants for `auto`.
std::string variantsText(const Stack& stack, const FilterCatalog& filters) {
    std::string text;
    for (const Stage& stage : stack) {
        if (!stage.enabled) continue;
        std::string longest = stage.variant;
        for (const Variant* variant : allVariants(filters.byId(stage.filter)))
            if (stage.variant == "auto" && variant->id.size() > longest.size()) longest = variant->id;
        text += (text.empty() ? "" : " | ") + longest;
    }
    return text;
}

std::string workgroupsText(const Stack& stack) {
    const auto stages = std::size_t(std::ranges::count_if(stack, &Stage::enabled));
    return std::string(stages * 8, 'x'); // as wide as 16x16 | 16x16
}

std::string shortDevice(const std::string& name) {
    constexpr std::size_t maximum = 22;
    return name.size() > maximum ? name.substr(0, maximum - 3) + "..." : name;
}

std::string remarks(const PointRow& row) {
    std::string text = verdictName(row.verdict);
    if (!row.checkedSize.empty()) text += " (at " + row.checkedSize + ")";
    if (row.status != PointStatus::NotRaced && row.status != PointStatus::WrongResult)
        text += ", " + statusText(row);
    else if (row.repeats < row.provenance.requestedRepeats)
        text +=
            ", " + std::to_string(row.repeats) + " of " + std::to_string(row.provenance.requestedRepeats) + " repeats";
    if (!row.reason.empty()) text += ", " + row.reason;
    if (row.fromJournal) text += ", kept";
    return text;
}
} // namespace

std::string percentText(double part) {
    const double percent = 100 * part;
    if (percent >= 1 || percent <= 0) return threeDigits(percent) + " %";
    return percent < 0.01 ? "<0.01 %" : numberText(std::round(100 * percent) / 100) + " %";
}

std::string shareText(double share) {
    if (share > 1) return "in cache";
    return share > 0 ? percentText(share) : "-";
}

std::string peakRatesText(const PeakRates& peakRates) {
    std::string text = "peak rates (" + byteText(double(peakRates.bytes)) + ", the best of " +
                       std::to_string(peakRates.rounds) + " rounds):\n";
    const auto line = [&](const char* what, const PeakRate& peakRate, const char* unit) {
        text += std::string("  ") + what + " " + threeDigits(peakRate.best) + " " + unit + ", the slowest round " +
                threeDigits(peakRate.minimum) + " (" + peakRate.form + ")\n";
    };
    line("read", peakRates.readGbPerS, "GB/s");
    line("copy", peakRates.copyGbPerS, "GB/s");
    line("multiply-add", peakRates.gigaOperationsPerS, "GFLOP/s");
    line("read local memory", peakRates.localGbPerS, "GB/s");
    return text + "  launch " + threeDigits(peakRates.launchUs) + " us\n";
}

RowTable::RowTable(const std::vector<ExperimentPoint>& points) : devices_(devicesOf(points).size() > 1) {
    axes_ = std::ranges::all_of(points, [](const ExperimentPoint& point) { return !point.axes.empty(); });
    widths_ = {20, 10, 9, 9, 8};
    const auto widen = [&](std::size_t column, const std::string& text) {
        widths_[column] = std::min(std::max(widths_[column], textWidth(text)), widest);
    };
    for (const ExperimentPoint& point : points) {
        widen(0, labelOf(point, axes_));
        widen(1, variantsText(point.stack, point.filters));
        widen(2, workgroupsText(point.stack));
        widen(3, sizeText(point.size));
        widen(4, imageText(point));
    }
    if (devices_) widths_.insert(widths_.begin() + 1, 24);
    numbers_ = widths_.size();
    for (std::size_t width : {8, 8, 8, 8, 8, 11})
        widths_.push_back(width);
}

std::vector<std::string> RowTable::namesOf(const ExperimentPoint& point, const PointRow& row) const {
    std::vector<std::string> names{labelOf(point, axes_), row.variant, row.workgroup, sizeText(point.size),
                                   imageText(point)};
    if (devices_) names.insert(names.begin() + 1, std::to_string(point.device) + " " + shortDevice(row.device));
    return names;
}

std::string RowTable::text(const std::vector<std::string>& cells) const {
    std::string all, line;
    std::size_t place = 0;
    const auto end = [&] {
        line.erase(line.find_last_not_of(' ') + 1);
        all += std::exchange(line, {}) + "\n";
    };
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t width = i < widths_.size() ? widths_[i] : 0, used = textWidth(cells[i]);
        if (textWidth(line) > place) end();
        line.resize(line.size() + place - textWidth(line), ' ');
        const bool last = i + 1 == cells.size();
        if (i >= numbers_ && !last && used < width) line.append(width - used, ' ');
        line += cells[i] + "  ";
        place += width + 2;
    }
    end();
    return all;
}

std::string RowTable::heading() const {
    std::vector<std::string> cells{axes_ ? "axes" : "stack", "variant", "workgroup", "size", "image"};
    if (devices_) cells.insert(cells.begin() + 1, "device");
    for (const char* number : {"ms", "spread", "GB/s", "of read", "of copy", "reference", "verdict"})
        cells.emplace_back(number);
    return text(cells);
}

std::string RowTable::line(const ExperimentPoint& point, const PointRow& row) const {
    std::vector<std::string> cells = namesOf(point, row);
    if (!row.hasTime()) {
        cells.insert(cells.end(), {"-", row.reason});
        return text(cells);
    }
    const double ms = row.spanUs.median / 1000;
    cells.insert(cells.end(),
                 {threeDigits(ms), ms > 0 && row.repeats > 1 ? percentText(row.spanUs.spread() / 1000 / ms) : "-",
                  row.megabytes > 0 ? threeDigits(row.gbPerS) : "-", shareText(row.readShare), shareText(row.copyShare),
                  row.referenceMs > 0 ? threeDigits(row.referenceMs) + " ms" : "-", remarks(row)});
    return text(cells);
}

} // namespace lightbench
