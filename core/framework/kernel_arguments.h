// The kernels of an OpenCL C file and their arguments, as a driver reports them or as the text says. A definition may
// carry what a driver said; core/definition/kernels_in_text.h reads the text.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

inline constexpr const char* imageObjectType = "image2d_t";

struct KernelArgument {
    enum Space { Value, Global, Constant, Local, Image, Sampler } space = Value;
    std::string name;
    std::string type;        ///< without qualifiers and star, such as "uchar4", "float", "image2d_t" or "struct tone"
    bool isReadOnly = false; ///< const, constant or read_only
    bool operator==(const KernelArgument&) const = default;
};

constexpr auto fields(const KernelArgument*) {
    using T = KernelArgument;
    return FieldList{Field{"space", &T::space}, Field{"name", &T::name}, Field{"type", &T::type},
                     Field{"is_read_only", &T::isReadOnly}};
}

struct KernelSignature {
    std::string name;
    std::vector<KernelArgument> arguments;
    bool operator==(const KernelSignature&) const = default;
};

constexpr auto fields(const KernelSignature*) {
    using T = KernelSignature;
    return FieldList{Field{"name", &T::name}, Field{"arguments", &T::arguments}};
}

} // namespace lightbench
