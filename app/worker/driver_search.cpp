// Asks each driver alone in a worker process, then the healthy ones together.
#include "app/worker/driver_search.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gpu/driver/devices.h"

namespace lightbench {

namespace {
namespace fs = std::filesystem;

/// Numbered, so that drivers keep their order in the folder.
std::string fileName(std::size_t place) {
    const std::string digits = std::to_string(place);
    return std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits + ".icd";
}

std::string nameOf(const InstalledDriver& driver) {
    return driver.file == driver.library ? driver.file : driver.file + " (" + driver.library + ")";
}

/// Such as "ended its process by signal 6 (Aborted) when it was asked for its devices".
std::string endOf(const WorkerFailure& end) {
    const char* const when = " when it was asked for its devices";
    if (end.kind == WorkerFailure::Late) return "gave no answer within " + end.how + when;
    if (end.kind == WorkerFailure::Garbled) return "answered with " + end.how + when;
    const std::string words = end.lastWords().line;
    return "ended its process " + end.how + when + (words.empty() ? "" : "; its last words were \"" + words + "\"");
}

/// True if the second list contains each device of the first.
bool hasAll(const DeviceList& some, const DeviceList& all) {
    return std::ranges::all_of(some.devices, [&](const DeviceInfo& wanted) {
        return std::ranges::any_of(all.devices, [&](const DeviceInfo& one) {
            return one.name == wanted.name && one.platform == wanted.platform && one.driver == wanted.driver;
        });
    });
}

/// True if a driver answered but may hide devices of another driver.
bool mayHideDevices(const DeviceList& list) {
    const auto isBeside = [](const std::string& warning) { return warning.find(besideItsLike) != std::string::npos; };
    return (list.devices.empty() && installedDrivers().size() > 1) || std::ranges::any_of(list.warnings, isBeside);
}

class DriverSearch {
public:
    DriverSearch(WorkerLink& link, double seconds, DriverSelection& drivers)
        : link_(link), seconds_(seconds), drivers_(drivers) {}

    /// The devices of the healthy drivers. Nothing if a worker fails even without drivers.
    std::optional<DeviceList> devices() {
        if (!findHealthy()) return std::nullopt;
        std::optional<DeviceList> list;
        if (!togetherProblem(healthy_, list).empty()) list = oneByOne();
        for (std::string& warning : list->warnings)
            warning = drivers_.withInstalledNames(warning);
        list->warnings.insert(list->warnings.begin(), warnings_.begin(), warnings_.end());
        return list;
    }

private:
    /// How a driver answered: with a device list, or with a failure.
    struct Answer {
        std::optional<DeviceList> list;
        std::optional<WorkerFailure> end; ///< nothing if it answered
    };
    struct Healthy {
        std::size_t place;
        DeviceList list; ///< its devices if no other driver is loaded
    };

    Answer tryWith(WorkerLink& link, const std::vector<EnvironmentChange>& environment) {
        link.restart(environment);
        try {
            return {listDevices(link, seconds_), std::nullopt};
        } catch (const WorkerFailure& end) {
            return {std::nullopt, end};
        }
    }

    /// The problem of these drivers in one process, as part of a sentence about the last one. Empty if they report all
    /// the devices that each has alone.
    std::string togetherProblem(const std::vector<Healthy>& drivers, std::optional<DeviceList>& list) {
        std::vector<std::size_t> places;
        for (const Healthy& one : drivers)
            places.push_back(one.place);
        Answer answer = tryWith(link_, drivers_.only(places));
        list = std::move(answer.list);
        if (answer.end) return endOf(*answer.end) + " with the other drivers loaded, though not alone";
        for (const Healthy& one : drivers)
            if (!hasAll(one.list, *list)) return "takes away devices of the other drivers, which have them without it";
        return {};
    }

    /// Asks all drivers at the same time, so that hanging ones cost one timeout. The last entry uses no driver.
    std::vector<Answer> tryEachAlone() {
        const std::size_t count = drivers_.installed().size();
        std::vector<Answer> answers(count + 1);
        std::vector<std::jthread> probes;
        for (std::size_t i = 0; i <= count; ++i)
            probes.emplace_back([this, &answer = answers[i],
                                 environment = drivers_.only(i < count ? std::vector{i} : std::vector<std::size_t>())] {
                answer = tryWith(*link_.another(), environment);
            });
        probes.clear();
        return answers;
    }

    /// Sorts drivers with devices first, so that of two incompatible drivers the one without devices is left out.
    bool findHealthy() {
        std::vector<Answer> answers = tryEachAlone();
        if (answers.back().end) return false;
        for (std::size_t i = 0; i + 1 < answers.size(); ++i) {
            if (answers[i].end)
                leaveOut(i, endOf(*answers[i].end));
            else
                healthy_.push_back({i, std::move(*answers[i].list)});
        }
        // Not std::ranges::stable_partition: clang before 16 cannot compile its result.
        std::stable_partition(healthy_.begin(), healthy_.end(),
                              [](const Healthy& one) { return !one.list.devices.empty(); });
        return true;
    }

    void leaveOut(std::size_t place, const std::string& action) {
        warnings_.push_back("the OpenCL driver of " + nameOf(drivers_.installed()[place]) + " is left out: it " +
                            action + ". Install it again or remove its file");
    }

    /// Adds one driver at a time, since two healthy drivers may be incompatible.
    std::optional<DeviceList> oneByOne() {
        std::optional<DeviceList> list;
        std::vector<Healthy> kept;
        for (const Healthy& one : healthy_) {
            kept.push_back(one);
            const std::string problem = togetherProblem(kept, list);
            if (problem.empty()) continue;
            kept.pop_back();
            leaveOut(one.place, (one.list.devices.empty() ? "has no device, and " : "") + problem);
        }
        if (!togetherProblem(kept, list).empty()) return DeviceList{};
        return list;
    }

    WorkerLink& link_;
    double seconds_;
    DriverSelection& drivers_;
    std::vector<Healthy> healthy_;
    std::vector<std::string> warnings_;
};
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

DeviceList listHealthyDevices(WorkerLink& link, double seconds, std::unique_ptr<DriverSelection>& drivers) {
    std::optional<DeviceList> answered;
    std::exception_ptr problem;
    try {
        answered = listDevices(link, seconds);
        if (!mayHideDevices(*answered)) return *answered;
    } catch (const WorkerFailure& end) {
        if (end.kind == WorkerFailure::Garbled || end.kind == WorkerFailure::OtherVersion) throw;
        problem = std::current_exception();
    }
    drivers = std::make_unique<DriverSelection>();
    const std::optional<DeviceList> list = DriverSearch(link, seconds, *drivers).devices();
    if (list && (!answered || !list->devices.empty())) return *list;
    link.restart({});
    if (answered) return *answered;
    std::rethrow_exception(problem);
}

} // namespace lightbench
