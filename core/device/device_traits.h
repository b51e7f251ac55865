// Properties derived from a device's kind and vendor: vector width, packed instructions, shuffles, forward progress.
// Plans, checks and tables of measured choices ask here. No other code in core tests for a CPU or a vendor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/device/device.h"

namespace lightbench {

/// The device class that measured choices refer to (core/framework/choices.h). Accelerators are Other.
enum class DeviceClass { Cpu, Gpu, Other };
DeviceClass deviceClass(const DeviceInfo& device);

/// True if it computes on the host's processors.
bool isCpuDevice(const DeviceInfo& device);
/// Which version of PoCL it is a device of, such as 3 for 3.1; no value for other drivers. 0: its version has no
/// number.
std::optional<int> poclVersion(const DeviceInfo& device);
/// True if the vectors of a work-item fill those of a CPU. On llvmpipe, which is rusticl's device on a CPU, work-items
/// do, as on a GPU: a work-item with wide vectors only makes a large program.
bool fillsVectors(const DeviceInfo& device);
/// The number of neighbouring floats that a work-item computes (LANES in kernels/prelude/segments.clh): 16 on a CPU, to
/// fill its vectors, and 4 on a GPU, one wide load.
int vectorLanes(const DeviceInfo& device);
/// The same for integer samples of `sampleBytes` bytes: 64 bytes of them on a CPU, but at most 16
/// samples on rusticl. 4 to 64.
int integerLanes(const DeviceInfo& device, std::size_t sampleBytes);
/// False for PoCL from version 4 on: now and then its compiler loses values that work-items keep across barriers of a
/// loop, in programs as large as that of box variant=columns.
bool keepsValuesAtBarriers(const DeviceInfo& device);
/// True if its compiler accepts PTX instructions on pairs of 16-bit numbers.
bool hasPackedInstructions(const DeviceInfo& device);
/// The number of work-items that can exchange registers with PTX shuffles: 32, or 1 if there are none.
int shuffleLanes(const DeviceInfo& device);
/// True if a work-item makes progress while another of its warp waits for it (independent thread scheduling). llvmpipe,
/// which is rusticl's device on a CPU, runs work-items as the lanes of a vector: there none does.
bool hasIndependentThreadScheduling(const DeviceInfo& device);
/// True if kernels can read a clock: NVIDIA's global timer.
bool hasKernelClock(const DeviceInfo& device);
/// Local memory that the driver reserves for itself, bytes.
std::uint64_t localMemoryReserve(const DeviceInfo& device);
/// Bytes of stack for the private arrays of a workgroup, on devices where one thread runs the whole workgroup;
/// otherwise 0.
std::uint64_t workgroupStackBytes(const DeviceInfo& device);
/// True if results of so many bytes exceed the caches and should bypass them with streaming stores.
bool bypassesCaches(const DeviceInfo& device, std::uint64_t bytes);

} // namespace lightbench
