// Which files a reader of a variant needs, for the manual's pages of filters.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/device/device.h"
#include "core/framework/filter_catalog.h"

namespace lightbench {

/// The paths of the files of a variant's kernels, in the order of reading, with their numbers of lines: the file of
/// each program, then what it includes, without the prelude. They are those of an image of bytes with default
/// parameters, of colours if the variant takes them, on a device of that type. Empty if the variant does not exist
/// there, or if its plan needs more than the defaults, such as a template.
std::vector<std::pair<std::string, int>> filesToRead(const Filter& filter, const Variant& variant,
                                                     const FilterCatalog& filters, DeviceType type);

} // namespace lightbench
