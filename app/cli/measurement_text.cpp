// Formats tables of times and rates.
#include "app/cli/measurement_text.h"

#include "app/cli/row_table.h"
#include "app/terminal/table.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
std::string shareOfPeak(double part, double whole) { return shareText(whole > 0 ? part / whole : 0); }

std::vector<std::string> timeCells(const Summary& us) {
    return {threeDigits(us.median), threeDigits(us.minimum), threeDigits(us.lowerQuartile),
            threeDigits(us.upperQuartile)};
}

/// GB/s, shares of the peak rates of reading and copying, and 10^9 operations per second.
std::vector<std::string> rateCells(std::uint64_t bytes, std::uint64_t operations, double us,
                                   const PeakRates& peakRates) {
    if (us <= 0) return {"-", "-", "-", "-"};
    const double rate = double(bytes) / us / 1000;
    return {bytes ? threeDigits(rate) : "-", bytes ? shareOfPeak(rate, peakRates.readGbPerS.best) : "-",
            bytes ? shareOfPeak(rate, peakRates.copyGbPerS.best) : "-",
            operations ? threeDigits(double(operations) / us / 1000) : "-"};
}

std::vector<std::string> withRates(std::vector<std::string> a, const std::vector<std::string>& b,
                                   const std::vector<std::string>& c) {
    a.insert(a.end(), b.begin(), b.end());
    a.insert(a.end(), c.begin(), c.end());
    return a;
}

std::string workSizeText(const std::array<std::size_t, 2>& size) {
    return size[0] == 0 ? "" : std::to_string(size[0]) + "x" + std::to_string(size[1]);
}

void addKernels(Table& table, const StageReport& stage, const PeakRates& peakRates) {
    for (const KernelReport& kernel : stage.kernels)
        table.add(withRates({"  " + kernel.name, workSizeText(kernel.global), workSizeText(kernel.local)},
                            timeCells(summaryOf(kernel.timingsUs)),
                            rateCells(kernel.bytes, kernel.operations, kernel.runUs, peakRates)));
}

std::string stageLine(const StageReport& stage) {
    return stage.filter + " variant=" + stage.variant + (stage.variantWasAuto ? " (auto)" : "") +
           " workgroup=" + workgroupText(stage.workgroup) + (stage.workgroupWasAuto ? " (auto)" : "") +
           ", local memory " + byteText(double(stage.localBytes));
}

std::string verdictLine(const StageReport& stage) {
    const Difference& difference = stage.difference;
    std::string line = verdictName(difference.verdict);
    if (!isChecked(difference.verdict)) return line;
    if (difference.allMismatched() > 0)
        line += ", " + std::to_string(difference.allMismatched()) +
                (difference.allMismatched() == 1 ? " sample differs by " : " samples differ by at most ") +
                numberText(difference.largest());
    return line + " (reference " + threeDigits(stage.referenceMs) + " ms on " + std::to_string(stage.referenceThreads) +
           " threads)";
}
} // namespace

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

std::string resultText(const Measurement& result, const PeakRates& peakRates) {
    std::string text;
    Table table({3, 4, 5, 6, 7, 8, 9, 10});
    table.add({"microseconds", "global", "local", "median", "min", "q1", "q3", "GB/s", "of read", "of copy", "Gop/s"});
    for (std::size_t i = 0; i < result.stages.size(); ++i) {
        const StageReport& stage = result.stages[i];
        text += stageLine(stage) + "\n  " + verdictLine(stage) + "\n  options " + result.buildOptions[i] + "\n";
        table.add({stage.filter});
        addKernels(table, stage, peakRates);
    }
    const std::uint64_t bytes = result.bytes(), operations = result.operations();
    for (const auto& [name, us] : {std::pair<const char*, const Summary&>{"sum of events", result.sumUs},
                                   {"span of events", result.spanUs},
                                   {"wall clock", result.wallUs}})
        table.add(withRates({name, "", ""}, timeCells(us), rateCells(bytes, operations, us.median, peakRates)));
    return text + table.text();
}

} // namespace lightbench
