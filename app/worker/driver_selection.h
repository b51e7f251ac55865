// Which of the installed OpenCL drivers a worker is to load: the loader is pointed to a folder with their ICD files.
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
    /// Its folders go with it: no worker that was given one may be started later.
    DriverSelection() : installed_(installedDrivers()) {}
    DriverSelection(const DriverSelection&) = delete;
    DriverSelection& operator=(const DriverSelection&) = delete;

    const std::vector<InstalledDriver>& installed() const { return installed_; }
    /// For a worker with these drivers only, by their places in installed(). Throws Error(Device) if no temporary
    /// folder can be written.
    std::vector<EnvironmentChange> only(const std::vector<std::size_t>& drivers);
    /// A worker's text in which the files of this selection are called by the names of those that are installed.
    std::string withInstalledNames(std::string text) const;

private:
    std::vector<InstalledDriver> installed_;
    std::optional<PassingFolder> folder_;                    ///< from its first use
    std::vector<std::pair<std::string, std::string>> names_; ///< of a file here, and of the one that it stands for
    int made_ = 0;
};

} // namespace lightbench
