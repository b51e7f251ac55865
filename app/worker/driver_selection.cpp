// Copies ICD files into a private folder. Each contains the name of a library.
#include "app/worker/driver_selection.h"

#include <filesystem>
#include <fstream>

#include "core/base/error.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

/// Numbered, so that drivers keep their order in the folder.
std::string fileName(std::size_t place) {
    const std::string digits = std::to_string(place);
    return std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits + ".icd";
}
} // namespace

std::vector<EnvironmentChange> DriverSelection::only(const std::vector<std::size_t>& drivers) {
    if (!folder_) folder_.emplace("drivers", "to look for the OpenCL driver that fails");
    const fs::path folder = fs::path(folder_->path()) / std::to_string(made_++);
    std::error_code problem;
    fs::create_directory(folder, problem);
    for (std::size_t place : drivers) {
        const fs::path path = folder / fileName(place);
        names_.emplace_back(path.string(), installed_[place].file);
        std::ofstream file(path);
        file << installed_[place].library << "\n";
        if (!file.flush()) throw Error(ErrorKind::Device, "cannot write to " + folder.string() + "; make room there");
    }
    return {{"OCL_ICD_VENDORS", folder.string()}, {"OPENCL_VENDOR_PATH", folder.string()}, {"OCL_ICD_FILENAMES", {}}};
}

std::string DriverSelection::withInstalledNames(std::string text) const {
    for (const auto& [here, installed] : names_)
        if (const std::size_t at = text.find(here); at != std::string::npos) text.replace(at, here.size(), installed);
    return text;
}

} // namespace lightbench
