// Caches the measured peak rates of devices (PeakRates) in a CSV file, by device, driver and compute units. The
// roofline, experiments and the bench look them up here.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "core/device/device.h"
#include "core/run/measurement.h"

namespace lightbench {

class Engine;

/// The peak rates of one device with one driver.
struct StoredPeakRates {
    PeakRates peakRates;
    std::string measured; ///< the time of the measurement, "2026-11-22T14:05:10Z"
};

class PeakRatesFile {
public:
    /// The path of a CSV file, which need not exist; empty: nothing is cached.
    explicit PeakRatesFile(std::string path) : path_(std::move(path)) {}
    const std::string& path() const { return path_; }
    /// The rates for this device with this driver and number of compute units; nothing if not measured. Throws
    /// Error(Input) that says what is wrong with the file or with the rates, and how measuring again keeps it.
    std::optional<StoredPeakRates> find(const DeviceInfo& device) const;
    /// Stores the rates atomically and creates the folder. Entries of other devices are kept. A file that holds
    /// something else is kept beside it (core/base/damaged_file.h). Throws Error(Input).
    void keep(const DeviceInfo& device, const StoredPeakRates& kept) const;

private:
    std::string path_;
};

/// lightbench/peak-rates.csv in XDG_CACHE_HOME, else in ~/.cache; LIGHTBENCH_PEAK_RATES overrides it. Empty if that is
/// "off", and if there is no home folder.
std::string peakRatesPath();

/// The error where a driver's event times give no rates, with the remedy.
std::string noPeakRates(const std::string& device);

/// Returns the cached rates, or measures and caches them if there are none or `remeasure` is set. Problems with the
/// file go to `warn` and are not errors. Throws like Engine::peakRates, and Error(Device) if the rates are not usable.
StoredPeakRates peakRatesOf(Engine& engine, const DeviceInfo& device, const PeakRatesFile& file, bool remeasure,
                            const std::stop_token& stop, const std::function<void(const std::string&)>& warn);

} // namespace lightbench
