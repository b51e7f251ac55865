// The kernels' text as it was when the program was built; core/embed_kernels.cmake writes the other half.
#pragma once

#include <string_view>
#include <vector>

namespace lightbench {

struct EmbeddedKernel {
    std::string_view file; ///< such as "gaussian.cl"
    std::string_view source;
};

const std::vector<EmbeddedKernel>& embeddedKernels();

} // namespace lightbench
