// The kernels' text as it was when the program was built; core/filter/embed_kernels.cmake writes the other half.
#pragma once

#include <string_view>
#include <vector>

namespace lightbench {

struct EmbeddedKernel {
    std::string_view file; ///< its path in kernels/, such as "windows/gaussian.cl"
    std::string_view source;
};

const std::vector<EmbeddedKernel>& embeddedKernels();

} // namespace lightbench
