// Trains patch detectors on the host: the same detector from the same image and settings on every machine, whatever
// the number of threads.
#pragma once

#include <cstddef>
#include <span>

#include "core/filter/parameter.h"
#include "core/filters/detection/detector.h"

namespace lightbench {

/// What a detector is trained from, beside the image.
struct TrainingSettings {
    DetectorKind kind = DetectorKind::RandomTrees;
    Rectangle rectangle; ///< the object
    int trees = 1, tests = 1, seed = 0;
    bool operator==(const TrainingSettings&) const = default;
};

/// Empty if a detector can be trained with this rectangle in an image of this size, else what is wrong with it.
std::string trainingProblem(const Rectangle& rectangle, Size image);
/// One channel or four, 8-bit. The newest few detectors are kept: asking again for one of them is cheap.
/// Throws Error(Cancelled) under a stopped CancelScope.
DetectorPtr trainedDetector(const Image& image, const TrainingSettings& settings);
/// The same from an image's samples, row by row, which are copied only where a detector is trained.
DetectorPtr trainedDetector(const ImageShape& shape, std::span<const std::byte> samples,
                            const TrainingSettings& settings);
/// The same without looking at those that are kept. `gray` has one channel.
PatchDetector trainDetector(const Image& gray, const TrainingSettings& settings);
/// The exact rule of training in words.
std::string trainingDoc();

} // namespace lightbench
