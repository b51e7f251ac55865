// The histograms of the images that were seen last: while a stack is edited, the input stays.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/image/histogram.h"

namespace lightbench {

/// Holds no image alive.
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
