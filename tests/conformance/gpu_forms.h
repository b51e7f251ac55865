// Which variants are other kernels on a GPU than on the processor that tests run on. The conformance test runs these as
// GPUs get them, on the processor.
#pragma once

#include "core/device/device.h"
#include "core/framework/filter.h"

namespace lightbench {

/// True if the variant's plan for a usual image of this format, with default parameters, has other kernels or defines
/// on `device` once that claims to be a GPU, or is for GPUs alone.
bool hasFormForGpus(const Filter& filter, const Variant& variant, Format format, const DeviceInfo& device);

} // namespace lightbench
