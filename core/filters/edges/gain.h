// The parameter `gain`: a factor for results that are nearly black on a photograph. laplacian, difference-of-gaussians,
// top-hat and black-hat have it.
#pragma once

#include "core/framework/parameter.h"
#include "core/framework/plan.h"

namespace lightbench {

inline Parameter gainParameter() {
    return integerParameter("gain", "Gain", "", 1, 16, 1, 1,
                            "The result is multiplied by it, then rounded and cut off at full scale. Raise it if the "
                            "picture is nearly black.");
}

/// 1 for filters without the parameter.
inline int gainOf(const ParameterValues& parameters) {
    return parameters.all().contains("gain") ? parameters.integer("gain") : 1;
}

/// Adds the kernel's argument `gain` and the define HAS_GAIN. Programs for a gain of 1 do not multiply.
inline void addGain(KernelPass& pass, const PlanRequest& request) {
    const int gain = gainOf(request.parameters);
    pass.defines.push_back({"HAS_GAIN", gain != 1 || request.general ? "1" : "0"});
    pass.arguments.push_back({"gain", gain});
}

} // namespace lightbench
