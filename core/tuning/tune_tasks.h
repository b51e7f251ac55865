// The tasks of tuning a device, as data: for each filter, format and size, the implementations that race. Only
// core/tuning/tuner.h uses it.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"
#include "core/experiment/sweep.h"

namespace lightbench {

/// One filter with its defaults on one kind of image.
struct TuneTask {
    Stage stage; ///< with variant and workgroup auto
    Size size;
    Format format;
    FilterCatalog filters; ///< the catalog that the stage refers to

    std::string name() const; ///< "gaussian, 3840x2160 rgba8"
};

/// Tasks for single filters with their defaults: every combination that a filter accepts, filter by filter.
std::vector<TuneTask> filterTasks(const std::vector<const Filter*>& chosen, const FilterCatalog& filters,
                                  const std::vector<Size>& sizes, const std::vector<Format>& formats);
/// Tasks for the enabled stages of a stack, each on the input it gets from images of these sizes and formats, without
/// duplicates. Throws Error(Usage) if a stage does not accept its input.
std::vector<TuneTask> stackTasks(const Stack& stack, const FilterCatalog& filters, const std::vector<Size>& sizes,
                                 const std::vector<Format>& formats);
/// `auto`, and every variant that runs on the device with its automatic workgroup. NotInReport, as from `auto`, are
/// variants that may never end, and the host variant.
std::vector<ExperimentPoint> variantPoints(const TuneTask& task, const DeviceInfo& device);
/// `auto`, and the legal workgroups of the variants that won or tied in the race of `variants`, at most the three
/// fastest. Empty if none won.
std::vector<ExperimentPoint> workgroupPoints(const TuneTask& task, const DeviceInfo& device,
                                             const std::vector<PointRow>& variants);

} // namespace lightbench
