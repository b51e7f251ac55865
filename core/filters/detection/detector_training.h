// Trains patch detectors on the host. Equal image and settings give the same detector on every machine, whatever the
// number of threads. The detection filters call it in a host step.
#pragma once

#include <cstddef>
#include <span>

#include "core/filters/detection/detector.h"
#include "core/framework/parameter.h"

namespace lightbench {

/// Training settings besides the image.
struct TrainingSettings {
    DetectorKind kind = DetectorKind::RandomTrees;
    Rectangle rectangle; ///< the object
    int trees = 1, tests = 1, seed = 0;
    bool operator==(const TrainingSettings&) const = default;
};

/// Empty if a detector can be trained with this rectangle in an image of this size, otherwise the problem.
std::string trainingProblem(const Rectangle& rectangle, Size image);
/// Trains a detector on an 8-bit image with one or four channels. The latest few results are cached. Throws
/// Error(Cancelled) under a stopped CancelScope.
DetectorPtr trainedDetector(const Image& image, const TrainingSettings& settings);
/// The same from an image's samples, row by row; they are copied only if a detector must be trained.
DetectorPtr trainedDetector(const ImageShape& shape, std::span<const std::byte> samples,
                            const TrainingSettings& settings);
/// The same without the cache. `gray` has one channel.
PatchDetector trainDetector(const Image& gray, const TrainingSettings& settings);
/// The exact training procedure in words.
std::string trainingDoc();

} // namespace lightbench
