#include "core/device/device_traits.h"

#include <algorithm>
#include <cstdlib>

namespace lightbench {

namespace {
/// NVIDIA's compute capability 9.0 brought minima and maxima of two 16-bit numbers at once
/// (kernels/windows/packed_pairs.clh).
constexpr int packedCapability = 90;
/// Keeps kernels from declaring all local memory of a GPU: an H200 was seen to need more than 48 KiB for a kernel that
/// declared all 48 KiB.
constexpr std::uint64_t gpuLocalReserve = 512;
/// Private arrays of a workgroup on a CPU may take 1 MiB, well below the 8 MiB that Linux gives a thread's stack.
constexpr std::uint64_t cpuStackBytes = 1 << 20;

bool isCpu(const DeviceInfo& device) { return device.type == DeviceType::Cpu; }
bool isRusticl(const DeviceInfo& device) { return device.platform == "rusticl"; }
bool isNvidia(const DeviceInfo& device) { return device.vendor.find("NVIDIA") != std::string::npos; }
} // namespace

DeviceClass deviceClass(const DeviceInfo& device) {
    if (isCpu(device)) return DeviceClass::Cpu;
    return device.type == DeviceType::Gpu ? DeviceClass::Gpu : DeviceClass::Other;
}

bool isCpuDevice(const DeviceInfo& device) { return isCpu(device); }

std::optional<int> poclVersion(const DeviceInfo& device) {
    if (device.platform != "Portable Computing Language") return std::nullopt;
    return std::atoi(device.driver.c_str());
}

bool fillsVectors(const DeviceInfo& device) { return isCpu(device) && !isRusticl(device); }

int vectorLanes(const DeviceInfo& device) { return isCpu(device) ? 16 : 4; }

int integerLanes(const DeviceInfo& device, std::size_t sampleBytes) {
    if (!isCpu(device)) return 4;
    constexpr int widestOfOpenCl = 16; // rusticl's compiler ends its process at wider vectors; clang takes them
    const int lanes = 64 / int(sampleBytes);
    return isRusticl(device) ? std::min(lanes, widestOfOpenCl) : lanes;
}

bool keepsValuesAtBarriers(const DeviceInfo& device) { return !isCpu(device) || poclVersion(device).value_or(0) < 4; }

bool hasPackedInstructions(const DeviceInfo& device) { return device.computeCapability >= packedCapability; }

int shuffleLanes(const DeviceInfo& device) {
    const bool hasWarps = device.type == DeviceType::Gpu && device.preferredMultiple == 32 && isNvidia(device);
    return hasWarps ? 32 : 1;
}

// NVIDIA GPUs do so since Volta.
bool hasIndependentThreadScheduling(const DeviceInfo& device) {
    return isNvidia(device) || (isCpu(device) && !isRusticl(device));
}

bool hasKernelClock(const DeviceInfo& device) { return device.type == DeviceType::Gpu && isNvidia(device); }

std::uint64_t localMemoryReserve(const DeviceInfo& device) {
    return device.type == DeviceType::Gpu ? gpuLocalReserve : 0;
}

std::uint64_t workgroupStackBytes(const DeviceInfo& device) { return isCpu(device) ? cpuStackBytes : 0; }

bool bypassesCaches(const DeviceInfo& device, std::uint64_t bytes) {
    return isCpu(device) && device.globalCache > 0 && bytes > device.globalCache;
}

} // namespace lightbench
