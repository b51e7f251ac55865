// A filter as text, so that it can be sent, stored and compared: one OpenCL C file with one kernel. Comment lines that
// begin with //@ say what a built-in filter says in C++. Catalogs hold definitions, and the worker makes the same
// filters from them as the program. For example:
//
//     //@ label: Brighter
//     //@ summary: Multiplies every sample by a factor.
//     //@ parameter: factor 0..4 = 1.5; step 0.1; label Factor; doc The factor.
//     kernel void brighter(global const uchar* src, global uchar* dst, int width, int height, float factor) {...}
//
// The kernel runs once for each pixel. Its arguments are recognised by name.
//   src, in, input: the image, row by row. Its type decides which images the filter takes; sample_t takes all types.
//   dst, out, output: the result, of the same shape.
//   width, height: the size in pixels. Work-items beyond it must do nothing.
//   channels: 1 or 4, the samples of a pixel.
// A kernel without `channels` takes gray images only. Kernels whose pointers are pixels need none: uchar4, ushort4,
// uint4 and float4 take RGBA images, pixel_t takes both. Every other int, uint or float needs a line //@ parameter.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/filter.h"
#include "core/framework/kernel_library.h"

namespace lightbench {

struct FilterDefinition {
    std::string id;   ///< the filter's id, in kebab-case
    std::string text; ///< OpenCL C
    bool operator==(const FilterDefinition&) const = default;
};

constexpr auto fields(const FilterDefinition*) {
    using T = FilterDefinition;
    return FieldList{Field{"id", &T::id}, Field{"text", &T::text}};
}

/// The filter that the text defines: a pure function of the definition. It has one variant, `kernel`, and no reference.
/// Throws Error(Usage) that names the line and says what to write.
Filter filterOf(const FilterDefinition& definition);
/// The kernel files of these definitions, for a library in which their filters' programs are looked up.
KernelLayer kernelFilesOf(const std::vector<FilterDefinition>& definitions);

} // namespace lightbench
