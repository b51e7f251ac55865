// The kernel sources to use, as the environment selects them. The programs and tests pass them to their engines.
#pragma once

#include "core/framework/kernel_library.h"

namespace lightbench {

/// The kernels in the folder named by LIGHTBENCH_KERNELS, or the built-in kernels if it is not set. The files of the
/// folder are read again for every run.
KernelLibrary kernelsOfEnvironment();

} // namespace lightbench
