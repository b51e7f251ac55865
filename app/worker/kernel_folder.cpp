// Reads the environment variable LIGHTBENCH_KERNELS.
#include "app/worker/kernel_folder.h"

#include <cstdlib>

namespace lightbench {

KernelLibrary kernelsOfEnvironment() {
    const char* folder = std::getenv("LIGHTBENCH_KERNELS");
    return folder && *folder ? KernelLibrary::ofFolder(folder) : KernelLibrary();
}

} // namespace lightbench
