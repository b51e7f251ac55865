// Parses ICD files, and tries to load each library with dlopen.
#include "gpu/driver/icd_files.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/user_files.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

std::vector<fs::path> icdFilesIn(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (entry.path().extension() == ".icd") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

const char* const usualFolder = "/etc/OpenCL/vendors";

/// The folder or file that the environment sets instead of the usual folder, read as the loaders do.
std::string namedPlace() {
    const std::string place = environment("OCL_ICD_VENDORS");
    return place.empty() ? environment("OPENCL_VENDOR_PATH") : place;
}

/// The loaders accept a folder or a single ICD file. A file name without a folder means the usual folder.
std::vector<fs::path> icdFiles() {
    const std::string named = namedPlace();
    const fs::path place = named.empty() ? usualFolder : named;
    std::error_code ignored;
    if (fs::is_directory(place, ignored)) return icdFilesIn(place);
    if (place.extension() == ".icd") return {place.has_parent_path() ? place : usualFolder / place};
    return {};
}

/// The dynamic linker's error; empty if the library loads.
std::string loadProblem(const std::string& library) {
    if (void* loaded = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
        dlclose(loaded);
        return {};
    }
    if (void* loaded = dlopen(library.c_str(), RTLD_LAZY)) {
        dlclose(loaded);
        return {};
    }
    const char* reason = dlerror();
    return reason ? reason : "no reason given";
}

std::string libraryIn(const fs::path& file) {
    std::ifstream stream(file);
    std::string library;
    std::getline(stream, library);
    library.erase(library.find_last_not_of(" \t\r\n") + 1);
    return library;
}

std::string driverProblem(const InstalledDriver& driver) {
    if (driver.library.empty()) return driver.file + " is empty or cannot be read";
    const std::string problem = loadProblem(driver.library);
    if (problem.empty()) return {};
    if (driver.file == driver.library) return driver.file + " cannot be loaded (" + problem + ")";
    return driver.file + " names " + driver.library + ", which cannot be loaded (" + problem + ")";
}
} // namespace

std::vector<InstalledDriver> installedDrivers() {
    std::vector<InstalledDriver> drivers;
    std::istringstream named(environment("OCL_ICD_FILENAMES"));
    for (std::string library; std::getline(named, library, ':');)
        if (!library.empty()) drivers.push_back({library, library});
    // The loader also accepts a library instead of a folder.
    if (const std::string place = namedPlace(); fs::path(place).filename().string().find(".so") != std::string::npos)
        drivers.push_back({place, place});
    for (const fs::path& file : icdFiles())
        drivers.push_back({file.string(), libraryIn(file)});
    return drivers;
}

std::string emptyPlaceProblem() {
    const std::string named = namedPlace();
    if (named.empty() || !installedDrivers().empty()) return {};
    const char* const variable = environment("OCL_ICD_VENDORS").empty() ? "OPENCL_VENDOR_PATH" : "OCL_ICD_VENDORS";
    return std::string(variable) + " names " + named +
           ", which has no ICD file (*.icd); name another folder, or unset the variable";
}

std::vector<std::string> brokenIcdWarnings() {
    std::vector<std::string> warnings;
    for (const InstalledDriver& driver : installedDrivers())
        if (const std::string problem = driverProblem(driver); !problem.empty())
            warnings.push_back(problem + ": install that OpenCL driver again or remove the file");
    return warnings;
}

} // namespace lightbench
