// Restricts a worker to some of the installed OpenCL drivers. It writes their ICD files into a temporary folder and
// points the OpenCL loader to it through the environment. The driver search uses it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/worker/passing_folder.h"
#include "app/worker/worker_process.h"
#include "gpu/driver/icd_files.h"

namespace lightbench {

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
    std::optional<PassingFolder> folder_; ///< created on first use
    std::vector<std::pair<std::string, std::string>>
        names_; ///< a file of this selection, and the installed file that it replaces
    int made_ = 0;
};

} // namespace lightbench
