// The points of an experiment, and the axes that generate them: what is varied, and over which values. The command line
// and the Experiment tab give axes as text. Everything that measures takes points. Errors are Error(Usage) and list the
// alternatives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/device/device.h"
#include "core/run/stack.h"

namespace lightbench {

/// What an axis varies: a setting of the run (device, size, image, format), the step of an ablation, a setting of one
/// stage, or nothing (copy).
struct AxisTarget {
    enum Kind { Device, Size, Image, Format, Copy, Step, Variant, Workgroup, Parameter } kind = Variant;
    std::size_t stage = 0; ///< for Variant, Workgroup and Parameter: index in the stack
    std::string parameter;
};

struct Axis {
    std::string name; ///< such as "gaussian.sigma"
    AxisTarget target;
    std::vector<std::string> values; ///< each as written in a stack or on the command line
};

/// Parses "NAME=VALUES". NAME is `device`, `size`, `image`, `format`, `step` or `copy`; `variant` or `workgroup` of the
/// only enabled stage; or STAGE.variant, STAGE.workgroup and STAGE.PARAMETER. STAGE is a number from 1 or the filter's
/// name. The values of `step` are numbers from 0 or names (Variant::ablation). The values 1..99 of `copy` change
/// nothing: such points are measured repeatedly, to test the measurement itself (an A/A test). VALUES is a list
/// `a,b,c`, a range `a..b` or `a..b..step`, or `all`. Variants also take `kernels`: all except `cpu`. Workgroups also
/// take `usual`: all where a variant offers at most 12. Of more they are those of 64 to 256 work-items, as a row or a
/// block. A block is at least 4 rows high, and not higher than wide. Values of `device` become numbers of `devices`.
/// Throws Error(Usage) that lists what exists, also for a repeated value.
Axis parseAxis(std::string_view text, const Stack& stack, const FilterCatalog& filters,
               const std::vector<DeviceInfo>& devices);
/// The target of an axis name. Throws Error(Usage) that lists what exists.
AxisTarget axisTarget(std::string_view name, const Stack& stack, const FilterCatalog& filters);
/// True if one of the axes is of that kind.
bool isVaried(const std::vector<Axis>& axes, AxisTarget::Kind kind);

/// One stack on one image on one device.
struct ExperimentPoint {
    Stack stack;
    int device = 0; ///< DeviceInfo::index
    Size size;
    Format format;
    FilterCatalog filters{};         ///< the catalog that the stack refers to
    std::string image = "random";    ///< a kind (core/sample_images/bench_image.h), or the path of a given file
    std::string axes;                ///< in a sweep: "variant=local workgroup=64"
    std::string copy;                ///< points that differ only here are one configuration, measured repeatedly
    std::string buildOptions;        ///< additional compiler options
    bool racesWithinDevice = false;  ///< it races only with points of its device
    bool check = true;               ///< false: its result cannot be compared with a reference
    std::vector<std::string> values; ///< in a sweep: one per axis
};

/// A base point, and the points that its axes generate.
struct Sweep {
    ExperimentPoint base;
    std::vector<Axis> axes;
    std::vector<ExperimentPoint> points; ///< the last axis changes fastest
};

/// Points with the same result, which race against each other: they differ only in variant, workgroup and device.
struct PointGroup {
    std::string name;                 ///< the shared settings, such as "gaussian sigma=2, random 640x480 u8"
    std::vector<std::size_t> members; ///< indices of points, in order
};

/// The groups are in the order of their first points.
std::vector<PointGroup> pointGroups(const std::vector<ExperimentPoint>& points);
/// Combines `base` with every combination of values. Throws Error(Usage) for more than 100,000 points.
Sweep sweepOf(const ExperimentPoint& base, std::vector<Axis> axes);
/// The device numbers of the points, each once, in order.
std::vector<int> devicesOf(const std::vector<ExperimentPoint>& points);
/// The image name of points whose input is the output of these stages: "photo.png | grayscale".
std::string imageNameAfter(const std::string& image, const Stack& before, const FilterCatalog& filters);
/// The stage with variant and workgroup auto.
Stage automaticStage(Stage stage);
/// The text of a stack whose stages are all auto: points that race with each other share it.
std::string automaticStackText(Stack stack, const FilterCatalog& filters);
/// "640x480", the form that parseSize reads back.
std::string sizeText(const Size& size);

} // namespace lightbench
