// The images that a worker holds, so that one is sent once. Program and worker each have such a shelf and put the same
// images on it in the same order.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

class ImageShelf {
public:
    std::span<const ImagePtr> images() const { return images_; }
    /// For before new images come, with a request that has those of `used` that are here. Beside the images of a
    /// request one more stays, the newest: a sweep measures one image and checks another. Two large ones need not lie
    /// beside the third.
    void makeRoom(const std::vector<ImagePtr>& used) {
        const auto isUsed = [&](const ImagePtr& one) { return std::ranges::find(used, one) != used.end(); };
        for (auto left = std::ranges::count_if(images_, std::not_fn(isUsed)); left > 1; --left)
            images_.erase(std::ranges::find_if_not(images_, isUsed));
    }
    void put(const std::vector<ImagePtr>& images) { images_.insert(images_.end(), images.begin(), images.end()); }
    /// Images whose first request failed are not kept, on either side: they may never have come.
    void drop(const std::vector<ImagePtr>& images) {
        std::erase_if(images_, [&](const ImagePtr& one) { return std::ranges::find(images, one) != images.end(); });
    }
    void clear() { images_.clear(); }

private:
    std::vector<ImagePtr> images_; ///< oldest first
};

} // namespace lightbench
