// The images that a worker holds, so that one is sent once. Program and worker each have such a shelf and put the same
// images on it in the same order.
#pragma once

#include <span>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

class ImageShelf {
public:
    /// A sweep measures one image and checks another.
    static constexpr std::size_t most = 2;

    std::span<const ImagePtr> images() const { return images_; }
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
