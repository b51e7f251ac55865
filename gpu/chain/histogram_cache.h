// Caches the histograms of recent images, because the input stays the same while a stack is edited. The engine owns
// one; it keeps no image alive, and is used from the engine's thread.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/image/histogram.h"

namespace lightbench {

/// Refers to images weakly.
class HistogramCache {
public:
    std::shared_ptr<const Histogram> of(const ImagePtr& image) {
        std::erase_if(known_, [](const auto& one) { return one.first.expired(); });
        for (const auto& [known, histogram] : known_)
            if (known.lock() == image) return histogram;
        known_.emplace_back(image, std::make_shared<const Histogram>(histogramOf(*image)));
        return known_.back().second;
    }

private:
    std::vector<std::pair<std::weak_ptr<const Image>, std::shared_ptr<const Histogram>>> known_;
};

} // namespace lightbench
