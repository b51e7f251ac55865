// The points of an experiment (one stack on one image on one device), and the sweeps that axes generate. Everything
// that measures takes points.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/axes.h"

namespace lightbench {

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
std::string imageAfter(const std::string& image, const Stack& before, const FilterCatalog& filters);
/// "640x480", the form that parseSize reads back.
std::string sizeText(const Size& size);

} // namespace lightbench
