// The parameter `sign`, shared by edge filters: how negative results are stored in formats without negative numbers.
// difference-of-gaussians, laplacian and the gradient filters have it. References and kernels use the same numbers.
#pragma once

#include "core/framework/parameter.h"

namespace lightbench {

/// Numbered like SIGN_RULE in kernels/edges.
enum class SignedResult { Absolute = 0, Offset = 1, Clipped = 2 };

/// The parameter `sign`; its default is absolute.
inline Parameter signParameter() {
    return choiceParameter(
        "sign", "Sign", {{"absolute", "Absolute"}, {"offset", "Offset"}, {"clipped", "Clipped"}}, "absolute",
        "How negative results are stored. absolute: as their absolute value (OpenCV's convertScaleAbs). offset: half "
        "of full scale is added (128, 32768; float: 0.5), so that it stands for 0. clipped: as 0 (OpenCV with the "
        "depth of its input); floats do not change. Integers saturate at full scale.");
}

inline SignedResult signOf(const ParameterValues& parameters) {
    const std::string& name = parameters.choice("sign");
    return name == "absolute" ? SignedResult::Absolute
           : name == "offset" ? SignedResult::Offset
                              : SignedResult::Clipped;
}

/// Applies the sign rule, in the arithmetic of N. Integers saturate when they are stored. `half` is half of full scale.
template <class N> N withSign(N value, SignedResult sign, N half) {
    if (sign == SignedResult::Offset) return value + half;
    return sign == SignedResult::Absolute && value < 0 ? N(-value) : value;
}

} // namespace lightbench
