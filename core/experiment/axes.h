// Parses the axes of an experiment: what is varied, and over which values. The command line and the Experiment tab both
// give axes as text. Errors are Error(Usage) and list the alternatives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/device/device.h"
#include "core/run/stack.h"

namespace lightbench {

/// What an axis varies: a setting of the run (device, size, image, format), a setting of one stage, or nothing (copy).
struct AxisTarget {
    enum Kind { Device, Size, Image, Format, Copy, Variant, Workgroup, Parameter } kind = Variant;
    std::size_t stage = 0; ///< for Variant, Workgroup and Parameter: index in the stack
    std::string parameter;
};

struct Axis {
    std::string name; ///< as typed, such as "gaussian.sigma"
    AxisTarget target;
    std::vector<std::string> values; ///< each as written in a stack or on the command line
};

/// Parses "NAME=VALUES". NAME is `device`, `size`, `image`, `format` or `copy`; `variant` or `workgroup` of the only
/// enabled stage; or STAGE.variant, STAGE.workgroup and STAGE.PARAMETER. STAGE is a number from 1 or the filter's name.
/// The values 1..99 of `copy` change nothing: such points are measured repeatedly, to test the measurement itself (an
/// A/A test). VALUES is a list `a,b,c`, a range `a..b` or `a..b..step`, or `all`. Variants also take `kernels`: all
/// except `cpu`. Values of `device` become numbers of `devices`. Throws Error(Usage) that lists what exists, also for a
/// repeated value.
Axis parseAxis(std::string_view text, const Stack& stack, const FilterCatalog& filters,
               const std::vector<DeviceInfo>& devices);
/// The target of an axis name. Throws Error(Usage) that lists what exists.
AxisTarget axisTarget(std::string_view name, const Stack& stack, const FilterCatalog& filters);
/// Sets a value of a stage's axis. Throws Error(Usage) if it is out of range.
void applyToStage(Stack& stack, const AxisTarget& target, const std::string& value, const FilterCatalog& filters);
/// True if one of the axes is of that kind.
bool isVaried(const std::vector<Axis>& axes, AxisTarget::Kind kind);
/// Every combination, as one index per axis; the last axis changes fastest. One empty row if there are no axes.
std::vector<std::vector<std::size_t>> combinations(const std::vector<Axis>& axes);

} // namespace lightbench
