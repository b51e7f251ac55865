// The axes of an experiment: what is varied, and over which values, as text that a person gives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/device/device.h"
#include "core/run/stack.h"

namespace lightbench {

/// Where an axis points: a setting of the run (device, size, image, format) or of one stage; or nowhere (copy).
struct AxisTarget {
    enum Kind { Device, Size, Image, Format, Copy, Variant, Workgroup, Parameter } kind = Variant;
    std::size_t stage = 0; ///< of Variant, Workgroup and Parameter: index in the stack
    std::string parameter;
};

struct Axis {
    std::string name; ///< as given, such as "gaussian.sigma"
    AxisTarget target;
    std::vector<std::string> values; ///< each as one would write it in a stack or on the command line
};

/// Reads "NAME=VALUES". NAME: `device`, `size`, `image`, `format`; `copy`, whose values 1..99 change nothing: points
/// that differ in it alone are entered several times, as a test of the measurement itself (an A/A test); `variant` and
/// `workgroup` of the only enabled stage; or STAGE.variant, STAGE.workgroup and STAGE.PARAMETER, where STAGE is a
/// number from 1 or the filter's name. VALUES: a list `a,b,c`, a range `a..b` or `a..b..step`, or `all`; for variants
/// also `kernels`: all but `cpu`. `devices`: those that there are; each value of the axis `device` becomes a device's
/// number. Throws Error(Usage) that says what there is, also for a value that is given twice.
Axis parseAxis(std::string_view text, const Stack& stack, const std::vector<DeviceInfo>& devices);
/// Where an axis of that name points. Throws Error(Usage) that says what there is.
AxisTarget axisTarget(std::string_view name, const Stack& stack);
/// Sets a value of an axis of a stage. Throws Error(Usage) if it is out of range.
void applyToStage(Stack& stack, const AxisTarget& target, const std::string& value);
/// Whether one of the axes is of that kind.
bool isVaried(const std::vector<Axis>& axes, AxisTarget::Kind kind);
/// Every combination, one index into each axis' values; the last axis changes fastest. One empty row for no axis.
std::vector<std::vector<std::size_t>> combinations(const std::vector<Axis>& axes);

} // namespace lightbench
