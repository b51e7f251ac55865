// Decides by device type, vendor and compute capability.
#include "core/device/device_traits.h"

namespace lightbench {

namespace {
bool isCpu(const DeviceInfo& device) { return device.type == DeviceType::Cpu; }
bool isNvidia(const DeviceInfo& device) { return device.vendor.find("NVIDIA") != std::string::npos; }
} // namespace

DeviceClass deviceClass(const DeviceInfo& device) {
    if (isCpu(device)) return DeviceClass::Cpu;
    return device.type == DeviceType::Gpu ? DeviceClass::Gpu : DeviceClass::Other;
}

bool isCpuDevice(const DeviceInfo& device) { return isCpu(device); }

int vectorLanes(const DeviceInfo& device) { return isCpu(device) ? 16 : 4; }

int integerLanes(const DeviceInfo& device, std::size_t sampleBytes) {
    return isCpu(device) ? 64 / int(sampleBytes) : 4;
}

bool hasPackedInstructions(const DeviceInfo& device) { return device.computeCapability >= 90; }

int shuffleLanes(const DeviceInfo& device) {
    const bool hasWarps = device.type == DeviceType::Gpu && device.preferredMultiple == 32 && isNvidia(device);
    return hasWarps ? 32 : 1;
}

// NVIDIA GPUs do so since Volta.
bool advancesEachWorkItem(const DeviceInfo& device) { return isCpu(device) || isNvidia(device); }

bool hasKernelClock(const DeviceInfo& device) { return device.type == DeviceType::Gpu && isNvidia(device); }

// An H200 was seen to need more than 48 KiB for a kernel that declared all 48 KiB.
std::uint64_t localMemoryReserve(const DeviceInfo& device) { return device.type == DeviceType::Gpu ? 512 : 0; }

std::uint64_t workgroupStackBytes(const DeviceInfo& device) { return isCpu(device) ? 1 << 20 : 0; }

bool bypassesCaches(const DeviceInfo& device, std::uint64_t bytes) {
    return isCpu(device) && device.globalCache > 0 && bytes > device.globalCache;
}

} // namespace lightbench
