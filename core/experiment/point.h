// What an experiment measures: points, and how axes span them.
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
    std::string image = "random";    ///< a kind (core/image/bench_image.h), or a file's path where an image was given
    std::string axes;                ///< of a sweep: "variant=local workgroup=64"
    std::string copy;                ///< points that differ in it alone are one configuration, entered several times
    std::string buildOptions;        ///< more options for the compiler
    bool deviceAlone = false;        ///< it races with points of its own device only
    bool check = true;               ///< false: it has no result that a reference could be compared with
    std::vector<std::string> values; ///< of a sweep: one for each axis
};

/// The points that axes span around one that they vary.
struct Sweep {
    ExperimentPoint base;
    std::vector<Axis> axes;
    std::vector<ExperimentPoint> points; ///< the last axis changes fastest
};

/// `base` with every combination of the axes' values. Throws Error(Usage) for more than 100,000 points.
Sweep sweepOf(const ExperimentPoint& base, std::vector<Axis> axes);
/// The numbers of the points' devices, each once, in their order.
std::vector<int> devicesOf(const std::vector<ExperimentPoint>& points);
/// What points call the image that these stages make of one: "photo.png | grayscale".
std::string imageAfter(const std::string& image, const Stack& before);
/// "640x480", which parseSize reads back.
std::string sizeText(const Size& size);

} // namespace lightbench
