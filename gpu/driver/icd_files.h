// Reads the ICD files that tell the OpenCL loader which drivers exist, and finds drivers whose library cannot be
// loaded. The loader skips those silently.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// A driver as the loader finds it.
struct InstalledDriver {
    std::string file;    ///< its ICD file, or the library itself if OCL_ICD_FILENAMES names that
    std::string library; ///< empty if the file is empty or cannot be read
};

/// Searches where the loader does: OCL_ICD_FILENAMES, then OCL_ICD_VENDORS or OPENCL_VENDOR_PATH, else
/// /etc/OpenCL/vendors. Sorted by name, those of OCL_ICD_FILENAMES first. Loads nothing.
std::vector<InstalledDriver> installedDrivers();

/// The problem and its remedy, if the environment names a place without drivers; otherwise empty.
std::string emptyPlaceProblem();

/// One warning line per driver whose library does not load: file, library, reason, remedy. Call it after the loader has
/// been used, since libraries already in the process are not loaded again.
std::vector<std::string> brokenIcdWarnings();

} // namespace lightbench
