// Remembers which images the worker already holds, so that each is sent only once. The program and the worker each keep
// a cache and change it in the same order. An image's number, its index in images(), is then the same in both.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

class SharedImageCache {
public:
    std::span<const ImagePtr> images() const { return images_; }
    /// Call this before new images arrive, with the images that the request uses. It keeps those and the newest other
    /// image, because a sweep measures one image and checks another, and drops the rest to save memory.
    void evictUnused(const std::vector<ImagePtr>& used) {
        const auto isUsed = [&](const ImagePtr& one) { return std::ranges::find(used, one) != used.end(); };
        for (auto left = std::ranges::count_if(images_, std::not_fn(isUsed)); left > 1; --left)
            images_.erase(std::ranges::find_if_not(images_, isUsed));
    }
    void add(const std::vector<ImagePtr>& images) { images_.insert(images_.end(), images.begin(), images.end()); }
    /// Call this in the program and in the worker if a request failed: its new images may not have arrived.
    void remove(const std::vector<ImagePtr>& images) {
        std::erase_if(images_, [&](const ImagePtr& one) { return std::ranges::find(images, one) != images.end(); });
    }
    void clear() { images_.clear(); }

private:
    std::vector<ImagePtr> images_; ///< oldest first
};

} // namespace lightbench
