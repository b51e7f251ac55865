// Sets the arguments of a built kernel from a pass, and converts its local size. PlanRunner and BuildAhead use it.
#pragma once

#include "core/framework/plan.h"
#include "gpu/programs/program_cache.h"

namespace lightbench {

/// Sets the arguments of a pass at the positions of the kernel's parameters; bufferOf returns the cl::Buffer of a
/// BufferRef.
template <class BufferOf> void setArguments(BuiltKernel& built, const KernelPass& pass, BufferOf&& bufferOf) {
    for (std::size_t i = 0; i < pass.arguments.size(); ++i) {
        const auto place = cl_uint(built.parameterIndices[i]);
        std::visit(
            [&](const auto& value) {
                using T = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<T, BufferRef>)
                    built.kernel.setArg(place, bufferOf(value));
                else if constexpr (std::is_same_v<T, LocalArgument>)
                    built.kernel.setArg(place, cl::Local(std::size_t(value.bytes)));
                else if constexpr (std::is_same_v<T, ByteArgument>)
                    built.kernel.setArg(place, value.bytes.size(), value.bytes.data());
                else
                    built.kernel.setArg(place, value);
            },
            pass.arguments[i].value);
    }
}

/// The local size for clEnqueueNDRangeKernel.
inline cl::NDRange localRange(const KernelPass& pass) {
    if (pass.local == driverChosenWorkgroup) return cl::NullRange;
    return {std::size_t(pass.local.x), std::size_t(pass.local.y)};
}

} // namespace lightbench
