// The reference of a kernel file that is a stack of built-in filters, `//@ reference: gaussian sigma=sigma`.
#pragma once

#include <functional>

#include "core/definition/kernel_file.h"
#include "core/framework/filter_catalog.h"

namespace lightbench {

using Reference = std::function<Image(const Image& input, const ParameterValues& parameters)>;

/// Runs the stack's references on the host. A value that names parameters of the file, such as `sigma` or `2 * radius +
/// 1` (in double quotes), is that expression; others stand as they are. Null if the file has none. Throws Error(Usage)
/// that names the line if the stack cannot be read.
Reference stackReference(const KernelFile& file, const FilterCatalog& others);

} // namespace lightbench
