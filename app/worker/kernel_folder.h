// The kernels that the user's environment names.
#pragma once

#include "core/filter/kernel_library.h"

namespace lightbench {

/// The folder that LIGHTBENCH_KERNELS names in place of the built-in kernels; those, where it names none. Its files are
/// read for every run anew.
KernelLibrary kernelsOfEnvironment();

} // namespace lightbench
