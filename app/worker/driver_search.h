// Finds the OpenCL drivers that crash their process, hang, or hide the devices of other drivers, and leaves them out.
// The worker engine calls it when it lists devices. Each such driver becomes a warning.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/worker/passing_folder.h"
#include "app/worker/worker_link.h"
#include "gpu/driver/icd_files.h"

namespace lightbench {

/// Restricts a worker to some of the installed drivers: writes their ICD files into a temporary folder, to which the
/// environment points the OpenCL loader.
class DriverSelection {
public:
    /// The destructor removes the folders. Do not start a worker with one of them afterwards.
    DriverSelection() : installed_(installedDrivers()) {}
    DriverSelection(const DriverSelection&) = delete;
    DriverSelection& operator=(const DriverSelection&) = delete;

    const std::vector<InstalledDriver>& installed() const { return installed_; }
    /// The environment for a worker that loads only these drivers, given as indices of installed(). Throws
    /// Error(Device) if no temporary folder can be written.
    std::vector<EnvironmentChange> only(const std::vector<std::size_t>& drivers);
    /// Replaces the paths of this selection's files in a worker's text by the paths of the installed files.
    std::string withInstalledNames(std::string text) const;

private:
    std::vector<InstalledDriver> installed_;
    std::optional<TemporaryFolder> folder_; ///< created on first use
    std::vector<std::pair<std::string, std::string>>
        names_; ///< a file of this selection, and the installed file that it replaces
    int made_ = 0;
};

/// Returns the devices of the drivers that work. It tests every installed driver in its own worker in two cases: the
/// worker does not list its devices within `seconds` (0: no limit), or a platform without devices has the name of
/// another one. Then `link` holds a worker that loads only the healthy drivers, from the files in `drivers`. Throws
/// WorkerFailure if no driver is the cause.
DeviceList listHealthyDevices(WorkerLink& link, double seconds, std::unique_ptr<DriverSelection>& drivers);

} // namespace lightbench
