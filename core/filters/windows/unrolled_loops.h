// The tuning parameter of kernels whose loops over a window may be unrolled: those of convolution, gaussian and the
// filters built on it.
#pragma once

#include "core/framework/tuning_parameters.h"

namespace lightbench::filters {

/// The choices unroll loops on GPUs and leave them whole on CPUs.
struct UnrolledLoops {
    bool unrolled = false;
};
constexpr auto fields(const UnrolledLoops*) { return FieldList{Field{"unrolled", &UnrolledLoops::unrolled}}; }

} // namespace lightbench::filters
