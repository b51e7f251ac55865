// The kernels that the environment variable LIGHTBENCH_KERNELS selects. The programs and the conformance walk create
// their engines with them, so that kernels can be edited without a rebuild.
#pragma once

#include <cstdlib>

#include "core/framework/kernel_library.h"

namespace lightbench {

/// The kernels in the folder named by LIGHTBENCH_KERNELS, or the built-in kernels if it is not set. The files of the
/// folder are read again for every run.
inline KernelLibrary kernelsFromEnvironment() {
    const char* folder = std::getenv("LIGHTBENCH_KERNELS");
    return folder && *folder ? KernelLibrary::ofFolder(folder) : KernelLibrary();
}

} // namespace lightbench
