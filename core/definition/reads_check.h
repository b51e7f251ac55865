// Tests the line //@ reads of a kernel file: changes samples that a result must not depend on, shifts the input, and
// continues it beyond its border by the declared rule. Engines call it before they use the declaration.
#pragma once

#include <functional>

#include "core/definition/kernel_file.h"
#include "core/image/image.h"

namespace lightbench {

/// Runs the filter with the parameters at hand. The result has the size of the image.
using FilterRun = std::function<ImagePtr(const ImagePtr& input)>;

/// Runs the filter on small images of that format. Results may differ by the file's tolerance. Throws Error(Usage) that
/// names file and line, and says what was seen, if the declaration is not true for these parameters. Does nothing for a
/// file that declares nothing.
void checkReads(const KernelFile& file, const ParameterValues& values, Format format, const FilterRun& run);

} // namespace lightbench
