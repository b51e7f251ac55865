// The kernel sources compiled into the program. core/framework/embed_kernels.cmake generates the definition; only
// core/framework/kernel_library.cpp reads it.
#pragma once

#include <string_view>
#include <vector>

namespace lightbench {

struct EmbeddedKernel {
    std::string_view file; ///< its path in kernels/, such as "point/invert.cl"
    std::string_view source;
};

const std::vector<EmbeddedKernel>& embeddedKernels();

} // namespace lightbench
