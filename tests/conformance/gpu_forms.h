// Which variants are other kernels on a GPU than on the processor that tests run on. The conformance test runs these as
// GPUs get them, on the processor.
#pragma once

#include "core/device/device.h"
#include "core/framework/filter.h"

namespace lightbench {

/// True if the variant has other kernels or defines on `device` once that claims to be a GPU, or runs only then. That
/// is for default parameters and a usual image of this format.
bool hasFormForGpus(const Filter& filter, const Variant& variant, Format format, const DeviceInfo& device);

} // namespace lightbench
