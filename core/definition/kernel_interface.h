// The kernels of an OpenCL C file: their names and arguments, as a driver reports them or as the text says. Whoever
// guesses what an argument means reads these.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/workgroup.h"

namespace lightbench {

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

struct KernelInterface {
    std::string name;
    std::vector<KernelArgument> arguments;
    bool operator==(const KernelInterface&) const = default;
};

constexpr auto fields(const KernelInterface*) {
    using T = KernelInterface;
    return FieldList{Field{"name", &T::name}, Field{"arguments", &T::arguments}};
}

/// The kernels of a text in their order, read without a preprocessor. Throws Error(Build) if a kernel has #-lines among
/// its arguments, or is there twice with different ones.
std::vector<KernelInterface> kernelInterfaces(const std::string& text);

/// What a kernel's text shows beyond its arguments.
struct KernelBody {
    int line = 0;                      ///< of the kernel's name, counted from 1
    std::string text;                  ///< between the outer braces, without comments
    std::optional<Workgroup> required; ///< by reqd_work_group_size with numbers
};

/// Empty if the text has no such kernel.
KernelBody kernelBody(const std::string& text, const std::string& kernel);

inline constexpr const char* imageObjectType = "image2d_t";

/// The number of bytes of a scalar or vector type of OpenCL C, as in buffers; 0 for others, such as structs.
int bytesOfType(std::string_view type);
/// "uchar" and 4 of "uchar4"; the type and 1 of a scalar. A vector of three takes the place of four.
std::pair<std::string, int> elementOf(std::string_view type);

} // namespace lightbench
