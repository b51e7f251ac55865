// What follows from the kind of a device, in one place: the class that measured choices are made for, and the
// properties that plans and checks ask for. Nothing else in core asks whether a device is a CPU or who made it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/device/device.h"

namespace lightbench {

/// What choices are measured for (core/filter/choices.h). Accelerators are Other.
enum class DeviceClass { Cpu, Gpu, Other };
DeviceClass deviceClass(const DeviceInfo& device);

/// Whether it computes on the processors of the host.
bool computesOnHost(const DeviceInfo& device);
/// Floats in the vectors of a work-item that makes a run of neighbouring pixels (LANES in kernels/common.clh): what
/// fills a CPU's vector unit; on a GPU, one wide load. 4 or 16.
int vectorLanes(const DeviceInfo& device);
/// The same for vectors of samples that stay integers, of so many bytes each: 64 bytes on a CPU. 4 to 64.
int sampleLanes(const DeviceInfo& device, std::size_t sampleBytes);
/// Whether its compiler takes PTX instructions on two 16-bit numbers.
bool hasPackedInstructions(const DeviceInfo& device);
/// Work-items that can exchange registers, by PTX's shuffles: 32, or 1 where there are none.
int shuffleLanes(const DeviceInfo& device);
/// Whether a work-item gets on while another of the same warp waits for it: each has a program counter of its own.
bool advancesEachWorkItem(const DeviceInfo& device);
/// Whether kernels can read a clock: NVIDIA's global timer.
bool hasKernelClock(const DeviceInfo& device);
/// Local memory that the driver takes for itself beside the kernel's, bytes.
std::uint64_t localMemoryReserve(const DeviceInfo& device);
/// What private arrays of a whole workgroup may take on the stack of the one thread that runs it, bytes; 0: they do not
/// lie on a stack.
std::uint64_t groupStack(const DeviceInfo& device);
/// Whether results had better go past the caches, by streaming stores, because these cannot hold so many bytes.
bool streamsPastCaches(const DeviceInfo& device, std::uint64_t bytes);

} // namespace lightbench
