// The reference of a kernel file: a stack of built-in filters, another kernel of the file, a Python function or an
// image (core/definition/reference_line.h).
#pragma once

#include <functional>
#include <memory>

#include "core/definition/kernel_file.h"
#include "core/framework/filter_catalog.h"
#include "core/run/stack.h"

namespace lightbench {

using KernelFilePtr = std::shared_ptr<const KernelFile>;

/// Gives the filter the file's reference, if it has one. In a stack, a value that names parameters of the file, such as
/// `sigma` or `2 * radius + 1` (in double quotes), is that expression; catalog stand as they are. Throws Error(Usage)
/// that names the line if the stack cannot be read.
void addReference(Filter& filter, const KernelFilePtr& file, const FilterCatalog& catalog,
                  const std::function<Variant(const DeclaredVariant&)>& variantOf);

/// The stack of a reference that is one, with these values of the file's parameters. Throws Error if it cannot be read.
Stack referenceStack(const KernelFile& file, const ParameterValues& parameters, const FilterCatalog& catalog);

} // namespace lightbench
