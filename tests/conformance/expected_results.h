// Caches the results of CPU references during a conformance walk. All variants of a filter use the same images and
// parameters, and some references take longer than all variants. Not thread-safe.
#pragma once

#include <map>
#include <string>

#include "core/framework/filter.h"
#include "core/image/image.h"

namespace lightbench {

/// Holds the results of one filter at a time; a request for another filter clears them.
class ExpectedResults {
public:
    /// The reference's result. `name` identifies the image and the parameters among all that the filter gets.
    const Image& image(const std::string& name, const Filter& filter, const Image& input,
                       const ParameterValues& parameters);
    /// The reference's analysis, for filters that have one.
    const std::vector<std::uint32_t>& analysis(const std::string& name, const Filter& filter, const Image& input,
                                               const ParameterValues& parameters);

private:
    void turnTo(const Filter& filter);

    std::string filter_;
    std::map<std::string, Image> images_;
    std::map<std::string, std::vector<std::uint32_t>> analyses_;
};

} // namespace lightbench
