#include "core/device/device_choice.h"

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device_traits.h"

namespace lightbench {

namespace {
using Devices = std::vector<const DeviceInfo*>;

std::string namesOf(const Devices& devices, bool withPlatform) {
    const auto nameOf = [&](const DeviceInfo* device) {
        return numberedName(*device) + (withPlatform ? " (" + device->platform + ")" : "");
    };
    return joinWords(textsOf(devices, nameOf), "and");
}

[[noreturn]] void noneFits(std::string_view wanted, const std::vector<DeviceInfo>& devices) {
    Devices all;
    for (const DeviceInfo& device : devices)
        all.push_back(&device);
    throw Error(ErrorKind::Usage, "there is no device \"" + shownText(wanted) + "\"; there is " + namesOf(all, false));
}

bool fits(const DeviceInfo& device, std::string_view wanted) {
    for (const std::string& text : {device.name, device.platform, device.driver, device.version})
        if (lowerCase(text).find(lowerCase(wanted)) != std::string::npos) return true;
    return false;
}
} // namespace

std::vector<std::vector<int>> measurableAtOnce(const std::vector<DeviceInfo>& devices) {
    std::vector<std::vector<int>> groups;
    for (const DeviceInfo& device : devices) {
        if (isCpuDevice(device)) continue;
        if (groups.empty()) groups.emplace_back();
        groups.front().push_back(device.index);
    }
    for (const DeviceInfo& device : devices)
        if (isCpuDevice(device)) groups.push_back({device.index});
    return groups;
}

std::string numberedName(const DeviceInfo& device) { return std::to_string(device.index) + " " + device.name; }

const DeviceInfo& deviceNamed(const std::vector<DeviceInfo>& devices, std::string_view wanted) {
    if (devices.empty()) throw Error(ErrorKind::Device, "no OpenCL device was found; install pocl-opencl-icd");
    if (wanted.empty()) return devices.front();
    // Also one with a fraction: "0.5" must not match the driver version 550.54.
    if (const std::optional<double> number = parsedNumber(wanted)) {
        const auto found = std::ranges::find(devices, *number, [](const auto& device) { return double(device.index); });
        if (found == devices.end()) noneFits(wanted, devices);
        return *found;
    }
    Devices found;
    for (const DeviceInfo& device : devices)
        if (fits(device, wanted)) found.push_back(&device);
    if (found.empty()) noneFits(wanted, devices);
    const auto elsewhere = [&](const DeviceInfo* device) { return device->platform != found.front()->platform; };
    if (std::ranges::any_of(found, elsewhere))
        throw Error(ErrorKind::Usage, "\"" + shownText(wanted) + "\" fits devices of several platforms: " +
                                          namesOf(found, true) + "; give more of the name, or the number");
    return *found.front();
}

bool namesSeveral(std::string_view wanted) { return wanted == "all" || wanted.find(',') != wanted.npos; }

std::vector<DeviceInfo> devicesNamed(const std::vector<DeviceInfo>& devices, std::string_view wanted) {
    if (devices.empty() || !namesSeveral(wanted)) return {deviceNamed(devices, wanted)};
    if (wanted == "all") return devices;
    const auto fail = [&](const std::string& why) {
        throw Error(ErrorKind::Usage, "the devices \"" + shownText(wanted) + "\" " + why);
    };
    std::vector<DeviceInfo> named;
    for (const std::string_view name : split(wanted, ",")) {
        if (name.empty()) fail("have nothing before or behind a comma; name a device there, such as by its number");
        if (name == "all") fail("contain \"all\", which stands alone; write only all, or list devices");
        const DeviceInfo& found = deviceNamed(devices, name);
        if (std::ranges::find(named, found.index, &DeviceInfo::index) != named.end())
            fail("name " + numberedName(found) + " twice; give each once, such as by its number");
        named.push_back(found);
    }
    return named;
}

} // namespace lightbench
