// What the references make of a walk's images. The variants of a filter meet the same images with the same parameters,
// and some references take longer than all variants: each result is computed once.
#pragma once

#include <map>
#include <string>

#include "core/filter/filter.h"
#include "core/image/image.h"

namespace lightbench {

/// Results of one filter at a time: those of another begin anew. Not for several threads.
class ExpectedResults {
public:
    /// `name` tells the image and the parameters from all others that the filter meets.
    const Image& image(const std::string& name, const Filter& filter, const Image& input,
                       const ParameterValues& parameters);
    /// Of a filter with an analysis.
    const std::vector<std::uint32_t>& analysis(const std::string& name, const Filter& filter, const Image& input,
                                               const ParameterValues& parameters);

private:
    void turnTo(const Filter& filter);

    std::string filter_;
    std::map<std::string, Image> images_;
    std::map<std::string, std::vector<std::uint32_t>> analyses_;
};

} // namespace lightbench
