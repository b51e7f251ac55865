// The kernel sources compiled into the program. core/framework/embed_kernels.cmake generates the definition;
// core/framework/kernel_library.cpp and core/definition/kernel_files.cpp read it.
#pragma once

#include <string_view>
#include <vector>

namespace lightbench {

struct EmbeddedSource {
    std::string_view file; ///< its path in kernels/, such as "point/invert.cl"
    std::string_view source;
};

const std::vector<EmbeddedSource>& embeddedSources();

} // namespace lightbench
