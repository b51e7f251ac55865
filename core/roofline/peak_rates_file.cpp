#include "core/roofline/peak_rates_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "core/base/csv.h"
#include "core/base/current_time.h"
#include "core/base/damaged_file.h"
#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/base/user_files.h"
#include "core/base/whole_file.h"
#include "core/run/engine.h"

namespace lightbench {

namespace {
constexpr std::size_t maxBytes = 1 << 20, namingColumns = 3;

struct Kind {
    const char* name;
    PeakRate PeakRates::*peakRate;
};
constexpr std::array<Kind, 4> kinds{{{"read_gb_per_s", &PeakRates::readGbPerS},
                                     {"copy_gb_per_s", &PeakRates::copyGbPerS},
                                     {"local_gb_per_s", &PeakRates::localGbPerS},
                                     {"gop_per_s", &PeakRates::gigaOperationsPerS}}};

CsvRow heading() {
    CsvRow row{"device", "driver", "compute_units", "measured", "bytes", "rounds", "launch_us"};
    for (const Kind& kind : kinds)
        for (const char* figure : {"", "_slowest", "_launch"})
            row.push_back(kind.name + std::string(figure));
    return row;
}

CsvRow nameOf(const DeviceInfo& device) { return {device.name, device.driver, std::to_string(device.computeUnits)}; }

CsvRow rowOf(const DeviceInfo& device, const StoredPeakRates& kept) {
    const PeakRates& all = kept.peakRates;
    CsvRow row = nameOf(device);
    row.insert(row.end(),
               {kept.measured, std::to_string(all.bytes), std::to_string(all.rounds), numberText(all.launchUs)});
    for (const Kind& kind : kinds) {
        const PeakRate& peakRate = all.*kind.peakRate;
        row.insert(row.end(), {numberText(peakRate.best), numberText(peakRate.minimum), peakRate.form});
    }
    return row;
}

template <class T> void read(const std::string& cell, T& value) {
    const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (problem != std::errc() || end != cell.data() + cell.size())
        throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" is not a number");
}

StoredPeakRates keptOf(const CsvRow& row) {
    StoredPeakRates kept;
    std::size_t at = namingColumns;
    kept.measured = row[at++];
    read(row[at++], kept.peakRates.bytes);
    read(row[at++], kept.peakRates.rounds);
    read(row[at++], kept.peakRates.launchUs);
    for (const Kind& kind : kinds) {
        PeakRate& peakRate = kept.peakRates.*kind.peakRate;
        read(row[at++], peakRate.best);
        read(row[at++], peakRate.minimum);
        peakRate.form = row[at++];
    }
    return kept;
}

/// The rows without the heading; empty if the file does not exist.
std::vector<CsvRow> rowsOf(const std::string& path) {
    std::error_code problem;
    if (path.empty() || (!std::filesystem::exists(path, problem) && !problem)) return {};
    // Lightbench writes the whole file at once, so a last line without a line end comes from an editor and is complete.
    std::vector<CsvRow> rows = parseCsv(readSmallFile(path, maxBytes, "a list of peak rates") + "\n");
    if (rows.empty() || rows.front() != heading())
        throw Error(ErrorKind::Input, "its first line is not that of a list of peak rates");
    rows.erase(rows.begin());
    for (const CsvRow& row : rows) {
        if (row.size() != heading().size()) throw Error(ErrorKind::Input, "a line has too few or too many cells");
        keptOf(row); // throws if the row is invalid
    }
    return rows;
}

/// Throws Error(Input) if no clock has measured these rates. A driver without event times gives such ones.
StoredPeakRates usableOf(const CsvRow& row) {
    StoredPeakRates kept = keptOf(row);
    if (!areUsable(kept.peakRates))
        throw Error(ErrorKind::Input, "its rates of " + shownText(row.front()) + " are no measured values, such as " +
                                          numberText(kept.peakRates.copyGbPerS.best) + " GB/s");
    return kept;
}

bool isOf(const CsvRow& row, const CsvRow& name) { return std::equal(name.begin(), name.end(), row.begin()); }
} // namespace

std::optional<StoredPeakRates> PeakRatesFile::find(const DeviceInfo& device) const {
    try {
        for (const CsvRow& row : rowsOf(path_))
            if (isOf(row, nameOf(device))) return usableOf(row);
        return std::nullopt;
    } catch (const Error& error) {
        throw withPrefix(error, shownPath(path_) + ", which keeps the peak rates of devices, cannot be used: ",
                         ". Measuring them again keeps it as " + shownPath(damagedName(path_)));
    }
}

void PeakRatesFile::keep(const DeviceInfo& device, const StoredPeakRates& kept) const {
    if (path_.empty()) return;
    std::vector<CsvRow> rows;
    try {
        rows = rowsOf(path_);
    } catch (const Error&) { // find() reports it
        keepDamaged(path_);
    }
    std::erase_if(rows, [&](const CsvRow& row) { return isOf(row, nameOf(device)); });
    rows.push_back(rowOf(device, kept));
    std::string text = csvLine(heading());
    for (const CsvRow& row : rows)
        text += csvLine(row);
    std::error_code problem; // a failure shows up when the file is written
    std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), problem);
    writeWhole(path_, text);
}

std::string noPeakRates(const std::string& device) {
    return "the peak rates of " + device +
           " were not measured: its driver reports no event times, or impossible times. Use another device, or update "
           "the driver";
}

std::string peakRatesPath() { return userFile(UserFolder::Cache, "peak-rates.csv", "LIGHTBENCH_PEAK_RATES"); }

StoredPeakRates peakRatesOf(Engine& engine, const DeviceInfo& device, const PeakRatesFile& file, bool remeasure,
                            const std::stop_token& stop, const std::function<void(const std::string&)>& warn) {
    try {
        if (const auto known = remeasure ? std::nullopt : file.find(device)) return *known;
    } catch (const Error& error) {
        warn(error.what());
    }
    const StoredPeakRates measured{engine.peakRates(device.index, stop), timeText()};
    if (!areUsable(measured.peakRates)) throw Error(ErrorKind::Device, noPeakRates(device.name));
    try {
        file.keep(device, measured);
    } catch (const Error& error) {
        warn("the peak rates of " + device.name + " were measured, but not saved: " + error.what());
    }
    return measured;
}

} // namespace lightbench
