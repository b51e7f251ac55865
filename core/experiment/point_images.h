// The images that points are measured on: made by their kind, or fitted from the one that was given.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/experiment/point.h"

namespace lightbench {

class PointImages {
public:
    /// `given` stands for every name that is no kind of core/image/bench_image.h; may be null.
    explicit PointImages(ImagePtr given) : given_(std::move(given)) {}
    /// The last two are kept: the one that is measured, and the one that is checked. Throws Error(Usage) for a name
    /// that is neither a kind nor given.
    ImagePtr of(const ExperimentPoint& point);
    /// Hash of the given image's samples where the point has that, and of those of the files that its stages have;
    /// empty where all images follow from their names.
    std::string hashOf(const ExperimentPoint& point);

private:
    struct Known {
        std::string name;
        ImageShape shape;
        ImagePtr image;
    };
    bool isGiven(const std::string& name) const;
    ImagePtr make(const std::string& name, const ImageShape& shape) const;

    const std::string& hashOf(const ImagePtr& image);

    ImagePtr given_;
    std::map<ImagePtr, std::string> hashes_; ///< every row asks for them
    std::vector<Known> known_;
};

/// The image, cut or mirrored on to another size.
ImagePtr fitted(const ImagePtr& image, Size size);
/// The stack for an image of another size than it was for: files' images of the size that their stage's input had are
/// fitted to what it now has, and stages' regions lie where they lay.
Stack fitted(Stack stack, ImageShape before, ImageShape now);

} // namespace lightbench
