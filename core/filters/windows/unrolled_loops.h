// The tuning parameter of kernels whose loops over a window may be unrolled. convolution and the filters that blur
// columns first use it.
#pragma once

#include "core/framework/tuning_parameters.h"

namespace lightbench::filters {

/// The choices unroll loops on GPUs and leave them whole on CPUs.
struct UnrolledLoops {
    bool unrolled = false;
};
constexpr auto fields(const UnrolledLoops*) { return FieldList{Field{"unrolled", &UnrolledLoops::unrolled}}; }

} // namespace lightbench::filters
