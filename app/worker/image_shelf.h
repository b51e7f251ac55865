// The images that a worker holds, so that one is sent once. Program and worker each have such a shelf and put the same
// images on it in the same order.
#pragma once

#include <algorithm>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// Where the worker finds a request's image.
struct ImagePlace {
    static constexpr int follows = -1; ///< in the message after the request
    ImageShape shape;
    int place = follows; ///< else a place on the shelf
};

class ImageShelf {
public:
    /// A sweep measures one image and checks another.
    static constexpr std::size_t most = 2;

    ImagePlace placeOf(const ImagePtr& image) const {
        const auto found = std::ranges::find(images_, image);
        return {image->shape(), found == images_.end() ? ImagePlace::follows : int(found - images_.begin())};
    }
    /// Throws std::out_of_range for a place that is none.
    const ImagePtr& at(int place) const { return images_.at(std::size_t(place)); }
    /// For before a new image comes: two large ones need not lie beside the third.
    void makeRoom() {
        if (images_.size() == most) images_.erase(images_.begin());
    }
    void put(ImagePtr image) { images_.push_back(std::move(image)); }
    /// An image whose first request failed is not kept, on either side: it may never have come.
    void drop(const ImagePtr& image) { std::erase(images_, image); }
    void clear() { images_.clear(); }

private:
    std::vector<ImagePtr> images_; ///< oldest first
};

} // namespace lightbench
