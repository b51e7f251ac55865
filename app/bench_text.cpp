// Tables of times.
#include "app/bench_text.h"

#include "app/cli_table.h"
#include "core/text.h"

namespace lightbench {

namespace {
std::string percent(double part, double whole) { return whole > 0 ? threeDigits(100 * part / whole) + " %" : "-"; }

std::vector<std::string> timeCells(const Summary& us) {
    return {threeDigits(us.median), threeDigits(us.least), threeDigits(us.lowerQuartile),
            threeDigits(us.upperQuartile)};
}

/// GB/s, shares of both ceilings, giga-operations a second.
std::vector<std::string> rateCells(std::uint64_t bytes, std::uint64_t operations, double us, const Ceilings& ceilings) {
    if (us <= 0) return {"-", "-", "-", "-"};
    const double rate = double(bytes) / us / 1000;
    return {bytes ? threeDigits(rate) : "-", bytes ? percent(rate, ceilings.readGbPerS) : "-",
            bytes ? percent(rate, ceilings.copyGbPerS) : "-",
            operations ? threeDigits(double(operations) / us / 1000) : "-"};
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b,
                                const std::vector<std::string>& c) {
    a.insert(a.end(), b.begin(), b.end());
    a.insert(a.end(), c.begin(), c.end());
    return a;
}

std::string sizeText(const std::array<std::size_t, 2>& size) {
    return size[0] == 0 ? "" : std::to_string(size[0]) + "x" + std::to_string(size[1]);
}

void addKernels(Table& table, const StageReport& stage, const Ceilings& ceilings) {
    for (const KernelReport& kernel : stage.kernels)
        table.add(joined({"  " + kernel.name, sizeText(kernel.global), sizeText(kernel.local)},
                         timeCells(summaryOf(kernel.samplesUs)),
                         rateCells(kernel.bytes, kernel.operations, kernel.runUs, ceilings)));
}

std::string stageLine(const StageReport& stage) {
    return stage.filter + " variant=" + stage.variant + (stage.variantWasAuto ? " (auto)" : "") +
           " workgroup=" + workgroupText(stage.workgroup) + (stage.workgroupWasAuto ? " (auto)" : "") +
           ", local memory " + byteText(double(stage.localBytes));
}

std::string verdictLine(const StageReport& stage) {
    const Difference& difference = stage.difference;
    std::string line = verdictName(difference.verdict);
    if (difference.verdict == Verdict::NotChecked) return line;
    if (difference.mismatched > 0)
        line += ", " + std::to_string(difference.mismatched) + " samples differ by at most " +
                numberText(difference.maxAbs);
    return line + " (reference " + threeDigits(stage.referenceMs) + " ms on " + std::to_string(stage.referenceThreads) +
           " threads)";
}
/// Text in a column of fixed width: rows are printed before the next one is known.
std::string cell(const std::string& text, std::size_t width, bool right = false) {
    const std::string space(textWidth(text) < width ? width - textWidth(text) : 0, ' ');
    return right ? space + text : text + space;
}

std::string rowText(const std::vector<std::string>& cells) {
    constexpr std::size_t widths[] = {44, 18, 9, 11, 8, 9, 7, 8, 8, 9, 11};
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i ? "  " : "") + (i < std::size(widths) ? cell(cells[i], widths[i], i >= 5) : cells[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string shareText(double share) { return share > 0 ? threeDigits(100 * share) + " %" : "-"; }
} // namespace

std::string rowHeading() {
    return rowText({"stack", "variant", "workgroup", "size", "image", "ms", "spread", "GB/s", "of read", "of copy",
                    "reference", "verdict"});
}

std::string rowLine(const BenchRow& row) {
    if (!row.hasTime()) return rowText({row.stack, row.variant, row.workgroup, row.size, row.image, "-", row.reason});
    std::string verdict = row.verdict;
    if (!row.checkedSize.empty()) verdict += " (at " + row.checkedSize + ")";
    if (!row.reason.empty()) verdict += ", " + row.reason;
    return rowText({row.stack, row.variant, row.workgroup, row.size, row.image, threeDigits(row.spanUs.median / 1000),
                    row.spanUs.median > 0 ? threeDigits(100 * row.spanUs.spread() / row.spanUs.median) + " %" : "-",
                    row.megabytes > 0 ? threeDigits(row.gbPerS) : "-", shareText(row.readShare),
                    shareText(row.copyShare), row.referenceMs > 0 ? threeDigits(row.referenceMs) + " ms" : "-",
                    verdict});
}

std::string ceilingsText(const Ceilings& ceilings) {
    return "ceilings (" + byteText(double(ceilings.bytes)) + "): read " + threeDigits(ceilings.readGbPerS) + " GB/s (" +
           ceilings.readForm + "), copy " + threeDigits(ceilings.copyGbPerS) + " GB/s (" + ceilings.copyForm +
           "), multiply-add " + threeDigits(ceilings.gigaOperationsPerS) + " GFLOP/s (" + ceilings.multiplyAddForm +
           ")\n";
}

std::string resultText(const BenchResult& result, const Ceilings& ceilings) {
    std::string text;
    Table table({3, 4, 5, 6, 7, 8, 9, 10});
    table.add({"microseconds", "global", "local", "median", "min", "q1", "q3", "GB/s", "of read", "of copy", "Gop/s"});
    for (std::size_t i = 0; i < result.stages.size(); ++i) {
        const StageReport& stage = result.stages[i];
        text += stageLine(stage) + "\n  " + verdictLine(stage) + "\n  options " + result.buildOptions[i] + "\n";
        table.add({stage.filter});
        addKernels(table, stage, ceilings);
    }
    const std::uint64_t bytes = result.bytes(), operations = result.operations();
    for (const auto& [name, us] : {std::pair<const char*, const Summary&>{"sum of events", result.sumUs},
                                   {"span of events", result.spanUs},
                                   {"wall clock", result.wallUs}})
        table.add(joined({name, "", ""}, timeCells(us), rateCells(bytes, operations, us.median, ceilings)));
    return text + table.text();
}

} // namespace lightbench
