// Shortens the long names that drivers report, and appends a detail where two devices would have the same label.
#include "core/device/device_label.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "core/base/text.h"
#include "core/device/device_traits.h"

namespace lightbench {

namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

void eraseAll(std::string& text, std::string_view part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

/// "Intel(R) Xeon(R) CPU @ 2.20GHz" becomes "Intel Xeon". Text in brackets, such as the PCI id, is removed too.
std::string plainName(std::string name) {
    for (const char* mark : {"(R)", "(r)", "(TM)", "(tm)", "(C)", "®", "™"})
        eraseAll(name, mark);
    for (const char* rest : {" @ ", " (", " [", " CPU", " Processor", " w/ "})
        if (const std::size_t at = name.find(rest); at != std::string::npos && at > 0) name.erase(at);
    for (std::size_t at = name.find("  "); at != std::string::npos; at = name.find("  "))
        name.erase(at, 1);
    while (!name.empty() && name.back() == ' ')
        name.pop_back();
    return name.substr(std::min(name.size(), name.find_first_not_of(' ')));
}

/// PoCL names a CPU after its driver: "pthread-skylake-avx512-...", "basic-...", since version 4 "cpu-..." and
/// "cpu-minimal-...". The usual driver is not mentioned.
std::string poclName(const std::string& name) {
    if (name.starts_with("cpu-minimal")) return "PoCL minimal";
    const std::string kind = name.substr(0, name.find('-'));
    return kind == "pthread" || kind == "cpu" ? "PoCL" : "PoCL " + kind;
}

std::string makersName(const DeviceInfo& device) {
    const std::string name = plainName(device.name);
    if (contains(device.vendor, "NVIDIA") && !contains(name, "NVIDIA")) return "NVIDIA " + name;
    if (contains(device.vendor, "Advanced Micro Devices") && !contains(name, "AMD")) return "AMD " + name;
    return name.empty() ? deviceTypeName(device.type) : name;
}

std::string platformShort(const DeviceInfo& device) {
    return poclVersion(device) ? "PoCL" : plainName(device.platform);
}

/// Appends what(device) to labels that occur more than once, if it differs between them.
template <class F> void distinguish(std::vector<std::string>& labels, const std::vector<DeviceInfo>& devices, F what) {
    const std::vector<std::string> before = labels;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        bool alike = false, differs = false;
        for (std::size_t j = 0; j < labels.size(); ++j)
            if (i != j && before[i] == before[j]) {
                alike = true;
                differs = differs || what(devices[i]) != what(devices[j]);
            }
        if (alike && differs) labels[i] += what(devices[i]);
    }
}

int rank(DeviceType type) {
    switch (type) {
    case DeviceType::Gpu: return 3;
    case DeviceType::Accelerator: return 2;
    case DeviceType::Cpu: return 1;
    case DeviceType::Other: break;
    }
    return 0;
}

} // namespace

std::string deviceLabel(const DeviceInfo& device) {
    if (device.type != DeviceType::Cpu) return makersName(device);
    const std::string name = poclVersion(device) ? poclName(device.name) : makersName(device);
    return name + ", " + std::to_string(device.computeUnits) + (device.computeUnits == 1 ? " core" : " cores");
}

std::vector<std::string> deviceLabels(const std::vector<DeviceInfo>& devices) {
    std::vector<std::string> labels = textsOf(devices, deviceLabel);
    distinguish(labels, devices, [](const DeviceInfo& d) { return " (" + platformShort(d) + ")"; });
    distinguish(labels, devices, [](const DeviceInfo& d) { return ", driver " + d.driver; });
    distinguish(labels, devices, [](const DeviceInfo& d) { return " #" + std::to_string(d.index); });
    return labels;
}

int preferredDevice(const std::vector<DeviceInfo>& devices) {
    const auto size = [](const DeviceInfo& d) { return std::tuple(rank(d.type), d.computeUnits, -d.index); };
    const auto found = std::ranges::max_element(devices, {}, size);
    return found == devices.end() ? -1 : found->index;
}

} // namespace lightbench
