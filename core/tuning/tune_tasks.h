// What tuning a device means, as data: for each filter, format and size which implementations race.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/point.h"
#include "core/experiment/row.h"

namespace lightbench {

/// A filter with its defaults on one kind of image.
struct TuneTask {
    Stage stage; ///< its variant and workgroup are auto
    Size size;
    Format format;

    std::string name() const; ///< "gaussian, 3840x2160 rgba8"
};

/// Filters by themselves with their defaults: all combinations but those that a filter does not take, one filter after
/// the other.
std::vector<TuneTask> filterTasks(const std::vector<const Filter*>& filters, const std::vector<Size>& sizes,
                                  const std::vector<Format>& formats);
/// The enabled stages of a stack, each on what comes to it from images of these sizes and formats; no two alike. Throws
/// Error(Usage) where a stage does not take what comes.
std::vector<TuneTask> stackTasks(const Stack& stack, const std::vector<Size>& sizes,
                                 const std::vector<Format>& formats);
/// `auto`, and every variant that runs on the device with the workgroup that it takes by itself. A variant that may
/// never end is left out, as `auto` leaves it out, and so is the host's.
std::vector<ExperimentPoint> variantPoints(const TuneTask& task, const DeviceInfo& device);
/// `auto`, and the legal workgroups of the variants that won the race of the points before, or tie with the winner
/// there: of several the three fastest. Empty if none won.
std::vector<ExperimentPoint> workgroupPoints(const TuneTask& task, const DeviceInfo& device,
                                             const std::vector<PointRow>& variants);

} // namespace lightbench
