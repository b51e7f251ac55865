// The ICD files that tell the OpenCL loader which drivers there are, and which of them name a library that cannot be
// loaded. The loader skips those without a word.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// A driver as the loader finds it.
struct InstalledDriver {
    std::string file;    ///< its ICD file; the library itself where OCL_ICD_FILENAMES names that
    std::string library; ///< empty if the file is empty or cannot be read
};

/// Looks where the loader looks: OCL_ICD_FILENAMES, and OCL_ICD_VENDORS or OPENCL_VENDOR_PATH, else
/// /etc/OpenCL/vendors. By name, those of OCL_ICD_FILENAMES first. Loads nothing.
std::vector<InstalledDriver> installedDrivers();

/// Where the environment names a place without any driver: what it names, and a remedy. Empty otherwise.
std::string emptyPlaceProblem();

/// One warning line for each installed driver whose library does not load: file, library, reason, remedy. Call it after
/// the loader has been used: what is in the process already is not loaded again.
std::vector<std::string> brokenIcdWarnings();

} // namespace lightbench
