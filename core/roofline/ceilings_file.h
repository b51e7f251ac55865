// What devices can do at most, measured once and kept by device and driver in a file.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "core/device/device.h"
#include "core/run/measurement.h"

namespace lightbench {

class Engine;

/// Of one device with one driver.
struct KeptCeilings {
    Ceilings ceilings;
    std::string measured; ///< when, "2026-11-22T14:05:10Z"
};

class CeilingsFile {
public:
    /// A CSV file, which need not be there; empty: nothing is kept.
    explicit CeilingsFile(std::string path) : path_(std::move(path)) {}
    const std::string& path() const { return path_; }
    /// Of this device with this driver and as many compute units; nothing if it was not measured so. Throws
    /// Error(Input) that says what is wrong with the file, and that measuring again replaces it.
    std::optional<KeptCeilings> find(const DeviceInfo& device) const;
    /// Whole or not at all; makes the folder. What the file says of other devices stays, unless it holds something
    /// else. Throws Error(Input).
    void keep(const DeviceInfo& device, const KeptCeilings& kept) const;

private:
    std::string path_;
};

/// lightbench/ceilings.csv in XDG_CACHE_HOME, else in ~/.cache; what LIGHTBENCH_CEILINGS names instead. Empty for "off"
/// there, and without a home.
std::string ceilingsPath();

/// Those that are kept, else, or with `anew`, measured now and kept. What is wrong with the file is told to `warn`, and
/// is no reason to fail. Throws as Engine::ceilings.
KeptCeilings ceilingsOf(Engine& engine, const DeviceInfo& device, const CeilingsFile& file, bool anew,
                        const std::stop_token& stop, const std::function<void(const std::string&)>& warn);

} // namespace lightbench
