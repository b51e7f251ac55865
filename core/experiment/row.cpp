// One list of columns serves CSV in both directions and JSON.
#include "core/experiment/row.h"

#include <algorithm>
#include <charconv>
#include <functional>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/image/bench_image.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
/// One of text and number is set.
struct Column {
    const char* name;
    std::string& (*text)(PointRow& row);
    double& (*number)(PointRow& row);
    int& (*count)(PointRow& row);
};

#define TEXT_COLUMN(name, member)                                                                                      \
    Column {                                                                                                           \
        name, [](PointRow& row) -> std::string& { return row.member; }, nullptr, nullptr                               \
    }
#define NUMBER_COLUMN(name, member)                                                                                    \
    Column {                                                                                                           \
        name, nullptr, [](PointRow& row) -> double& { return row.member; }, nullptr                                    \
    }
#define COUNT_COLUMN(name, member)                                                                                     \
    Column {                                                                                                           \
        name, nullptr, nullptr, [](PointRow& row) -> int& { return row.member; }                                       \
    }

constexpr std::size_t namingColumns = 6; // the first ones say what was asked for

const std::vector<Column>& columns() {
    static const std::vector<Column> all{TEXT_COLUMN("device", device),
                                         TEXT_COLUMN("stack", stack),
                                         TEXT_COLUMN("image", image),
                                         TEXT_COLUMN("size", size),
                                         TEXT_COLUMN("format", format),
                                         TEXT_COLUMN("axes", axes),
                                         TEXT_COLUMN("variant", variant),
                                         TEXT_COLUMN("workgroup", workgroup),
                                         COUNT_COLUMN("repeats", repeats),
                                         COUNT_COLUMN("repeats_wanted", repeatsWanted),
                                         COUNT_COLUMN("buffers", buffers),
                                         NUMBER_COLUMN("span_us", spanUs.median),
                                         NUMBER_COLUMN("span_min_us", spanUs.least),
                                         NUMBER_COLUMN("span_q1_us", spanUs.lowerQuartile),
                                         NUMBER_COLUMN("span_q3_us", spanUs.upperQuartile),
                                         NUMBER_COLUMN("sum_us", sumUs),
                                         NUMBER_COLUMN("wall_us", wallUs),
                                         NUMBER_COLUMN("megabytes", megabytes),
                                         NUMBER_COLUMN("gb_per_s", gbPerS),
                                         NUMBER_COLUMN("read_share", readShare),
                                         NUMBER_COLUMN("copy_share", copyShare),
                                         NUMBER_COLUMN("gop_per_s", gigaOperationsPerS),
                                         NUMBER_COLUMN("mpix_per_s", megapixelsPerS),
                                         NUMBER_COLUMN("reference_ms", referenceMs),
                                         TEXT_COLUMN("verdict", verdict),
                                         TEXT_COLUMN("checked_size", checkedSize),
                                         NUMBER_COLUMN("mismatched", mismatched),
                                         NUMBER_COLUMN("max_abs", maxAbs),
                                         TEXT_COLUMN("kernels_us", kernels),
                                         TEXT_COLUMN("reason", reason)};
    return all;
}

double readNumber(const std::string& cell, const char* column) {
    double number = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    if (error == std::errc() && end == cell.data() + cell.size()) return number;
    throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" in column " + column + " is no number");
}

std::string joinedStages(const Measurement& result, std::string (*text)(const StageReport&)) {
    std::string all;
    for (const StageReport& stage : result.stages)
        all += (all.empty() ? "" : " | ") + text(stage);
    return all;
}

/// The first stage that is worst.
const StageReport& worstStage(const Measurement& result) {
    const StageReport* worst = &result.stages.front();
    for (const StageReport& stage : result.stages)
        if (stage.difference.verdict == Verdict::Mismatch && worst->difference.verdict != Verdict::Mismatch)
            worst = &stage;
    return *worst;
}

std::string kernelsText(const Measurement& result) {
    std::string text;
    for (const StageReport& stage : result.stages)
        for (const KernelReport& kernel : stage.kernels) {
            std::string name = kernel.name;
            for (char& c : name)
                if (c == ' ') c = '-';
            text += (text.empty() ? "" : " ") + name + "=" + threeDigits(kernel.runUs);
        }
    return text;
}
} // namespace

PointRow rowOf(const ExperimentPoint& point, const DeviceInfo& device) {
    PointRow row;
    row.device = device.name;
    row.stack = stackLine(point.stack);
    row.image = point.image;
    row.size = std::to_string(point.size.width) + "x" + std::to_string(point.size.height);
    row.format = formatText(point.format);
    row.axes = point.axes;
    return row;
}

void addResult(PointRow& row, const ExperimentPoint& point, const Measurement& result, const Ceilings& ceilings) {
    row.variant = joinedStages(result, [](const StageReport& stage) { return stage.variant; });
    row.workgroup = joinedStages(result, [](const StageReport& stage) { return workgroupText(stage.workgroup); });
    row.repeats = result.repeats;
    row.buffers = result.buffers;
    row.spanUs = result.spanUs;
    row.sumUs = result.sumUs.median;
    row.wallUs = result.wallUs.median;
    row.megabytes = double(result.bytes()) / 1e6;
    row.gbPerS = result.gbPerS();
    addShares(row, point.stack, ceilings);
    if (row.spanUs.median > 0) row.gigaOperationsPerS = double(result.operations()) / row.spanUs.median / 1000;
    if (row.spanUs.median > 0) row.megapixelsPerS = double(point.size.area()) / row.spanUs.median;
    row.verdict = verdictName(result.verdict());
    for (const StageReport& stage : result.stages)
        row.referenceMs += stage.referenceMs;
    row.mismatched = double(worstStage(result).difference.allMismatched());
    row.maxAbs = worstStage(result).difference.largest();
    row.kernels = kernelsText(result);
}

void addShares(PointRow& row, const Stack& stack, const Ceilings& ceilings) {
    const auto writes = [](const Stage& stage) { return stage.enabled && !filterById(stage.filter).analyse; };
    if (ceilings.readGbPerS.best > 0) row.readShare = row.gbPerS / ceilings.readGbPerS.best;
    if (ceilings.copyGbPerS.best > 0 && std::ranges::any_of(stack, writes))
        row.copyShare = row.gbPerS / ceilings.copyGbPerS.best;
}

const std::vector<std::string>& rowColumns() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Column& column : columns())
            all.push_back(column.name);
        return all;
    }();
    return names;
}

CsvRow rowCells(const PointRow& row) {
    PointRow copy = row;
    CsvRow cells;
    for (const Column& column : columns())
        cells.push_back(column.text     ? column.text(copy)
                        : column.number ? numberText(column.number(copy))
                                        : std::to_string(column.count(copy)));
    return cells;
}

PointRow rowFromCells(const CsvRow& cells) {
    if (cells.size() != columns().size())
        throw Error(ErrorKind::Input,
                    "a row has " + std::to_string(cells.size()) + " cells, not " + std::to_string(columns().size()));
    PointRow row;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Column& column = columns()[i];
        if (column.text)
            column.text(row) = cells[i];
        else if (column.number)
            column.number(row) = readNumber(cells[i], column.name);
        else
            column.count(row) = int(readNumber(cells[i], column.name));
    }
    return row;
}

std::vector<PointRow> rowsOfFile(const std::vector<CsvRow>& file) {
    std::vector<PointRow> rows;
    const CsvRow heading = file.empty() ? CsvRow() : file.front(), initial = rowCells({});
    std::vector<std::size_t> places; // of the file's columns in a row
    for (const std::string& name : heading)
        places.push_back(std::size_t(std::ranges::find(rowColumns(), name) - rowColumns().begin()));
    const bool known = std::ranges::all_of(places, [&](std::size_t place) { return place < initial.size(); });
    for (std::size_t i = 0; i < namingColumns; ++i)
        if (!known || std::ranges::find(places, i) == places.end())
            throw Error(ErrorKind::Input, "it does not hold rows of this program");
    for (std::size_t line = 1; line < file.size(); ++line) {
        if (file[line].size() != heading.size())
            throw Error(ErrorKind::Input, "its row " + std::to_string(line) + " has " +
                                              std::to_string(file[line].size()) + " cells, not " +
                                              std::to_string(heading.size()));
        CsvRow cells = initial;
        for (std::size_t i = 0; i < places.size(); ++i)
            cells[places[i]] = file[line][i];
        rows.push_back(rowFromCells(cells));
    }
    return rows;
}

std::string pointKey(const PointRow& row) {
    const CsvRow cells = rowCells(row);
    return csvLine({cells.begin(), cells.begin() + namingColumns});
}

std::string rowJson(const PointRow& row) {
    PointRow copy = row;
    std::vector<std::pair<std::string, std::string>> members;
    for (const Column& column : columns())
        members.emplace_back(column.name, column.text     ? jsonText(column.text(copy))
                                          : column.number ? jsonNumber(column.number(copy))
                                                          : std::to_string(column.count(copy)));
    return jsonObject(members);
}

} // namespace lightbench
