// Each driver alone, then those that are well together.
#include "app/worker/driver_search.h"

#include <algorithm>
#include <optional>
#include <thread>

namespace lightbench {

namespace {
std::string nameOf(const InstalledDriver& driver) {
    return driver.file == driver.library ? driver.file : driver.file + " (" + driver.library + ")";
}

/// "ended its process by signal 6 (Aborted) when it was asked for its devices"
std::string endOf(const NoAnswer& end) {
    const char* const when = " when it was asked for its devices";
    if (end.kind == NoAnswer::Late) return "gave no answer within " + end.how + when;
    if (end.kind == NoAnswer::Garbled) return "answered with " + end.how + when;
    return "ended its process " + end.how + when + end.lastWords();
}

class DriverSearch {
public:
    DriverSearch(WorkerLink& link, const WorkerLinkMaker& makeLink, double seconds, DriverSelection& drivers)
        : link_(link), makeLink_(makeLink), seconds_(seconds), drivers_(drivers) {}

    /// Nothing if a worker fails without any driver too.
    std::optional<DeviceList> devices() {
        if (!findHealthy()) return std::nullopt;
        std::optional<DeviceList> list;
        if (tryTogether(healthy_, list)) list = oneByOne();
        for (std::string& warning : list->warnings)
            warning = drivers_.withInstalledNames(warning);
        list->warnings.insert(list->warnings.begin(), warnings_.begin(), warnings_.end());
        return list;
    }

private:
    using End = std::optional<NoAnswer>; ///< nothing: it did answer

    End tryWith(WorkerLink& link, const std::vector<EnvironmentChange>& environment, std::optional<DeviceList>& list) {
        link.restart(environment);
        try {
            list = listDevices(link, seconds_);
            return std::nullopt;
        } catch (const NoAnswer& end) {
            return end;
        }
    }
    End tryTogether(const std::vector<std::size_t>& drivers, std::optional<DeviceList>& list) {
        return tryWith(link_, drivers_.only(drivers), list);
    }

    /// All at once, so that one which hangs is waited for once. The last place is for none of them.
    std::vector<End> tryEachAlone() {
        const std::size_t count = drivers_.installed().size();
        std::vector<End> ends(count + 1);
        std::vector<std::jthread> probes;
        for (std::size_t i = 0; i <= count; ++i)
            probes.emplace_back([this, &end = ends[i], environment = drivers_.only(alone(i, count))] {
                std::optional<DeviceList> ignored;
                end = tryWith(*makeLink_(), environment, ignored);
            });
        probes.clear();
        return ends;
    }
    static std::vector<std::size_t> alone(std::size_t place, std::size_t count) {
        return place < count ? std::vector{place} : std::vector<std::size_t>{};
    }

    bool findHealthy() {
        const std::vector<End> ends = tryEachAlone();
        if (ends.back()) return false;
        for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
            if (ends[i])
                leaveOut(i, endOf(*ends[i]));
            else
                healthy_.push_back(i);
        }
        return true;
    }

    void leaveOut(std::size_t place, const std::string& deed) {
        warnings_.push_back("the OpenCL driver of " + nameOf(drivers_.installed()[place]) + " is left out: it " + deed +
                            ". Install it again or remove its file");
    }

    /// Two can be well and still not bear one another.
    std::optional<DeviceList> oneByOne() {
        std::optional<DeviceList> list;
        std::vector<std::size_t> kept;
        for (std::size_t place : healthy_) {
            kept.push_back(place);
            const End end = tryTogether(kept, list);
            if (!end) continue;
            kept.pop_back();
            leaveOut(place, endOf(*end) + " with the other drivers loaded, though not alone");
        }
        if (tryTogether(kept, list)) return DeviceList{};
        return list;
    }

    WorkerLink& link_;
    const WorkerLinkMaker& makeLink_;
    double seconds_;
    DriverSelection& drivers_;
    std::vector<std::size_t> healthy_;
    std::vector<std::string> warnings_;
};
} // namespace

DeviceList listHealthyDevices(WorkerLink& link, const WorkerLinkMaker& makeLink, double seconds,
                              std::unique_ptr<DriverSelection>& drivers) {
    try {
        return listDevices(link, seconds);
    } catch (const NoAnswer& end) {
        if (end.kind == NoAnswer::Garbled) throw;
        drivers = std::make_unique<DriverSelection>();
        const std::optional<DeviceList> list = DriverSearch(link, makeLink, seconds, *drivers).devices();
        if (list) return *list;
        link.restart({});
        throw;
    }
}

} // namespace lightbench
