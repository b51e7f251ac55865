// The pictures, sizes and parameters of `lightbench-conformance --stress`: those with the longest chains from one
// work-item to the next. All are fixed, so every run is the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/framework/filter.h"

namespace lightbench {

/// One case of a filter: a picture of a size and format, and parameters.
struct StressCase {
    std::string picture; ///< one of stressPictures()
    ImageShape shape;
    ParameterValues parameters; ///< second images are still to be filled in
    std::string changed;        ///< what differs from the defaults, such as "show=area"; empty: nothing

    /// What `--case` takes, such as "columns 1024x1024 show=area".
    std::string name() const;
};

/// The names of the pictures, from the longest chains to noise.
std::vector<std::string> stressPictures();

/// Draws a picture. Colours are those of the gray one, and alpha is noise; noise differs from channel to channel.
Image stressImage(const std::string& picture, const ImageShape& shape);

/// The cases of a filter. The first format that it accepts meets all pictures and sizes. Other formats, and other
/// values of its choices and switches, meet a few. `format`: this one alone, with all pictures. `isSmall`: a few
/// pictures and sizes for processors, and the defaults alone.
std::vector<StressCase> stressCases(const Filter& filter, std::optional<Format> format, bool isSmall);

} // namespace lightbench
