// Looks headers up in the embedded kernels, and former ones in a table.
#include "core/definition/built_in_headers.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/framework/embedded_kernels.h"

namespace lightbench {

namespace {
/// A header that was moved, or that became the file of a variant (.cl).
struct MovedHeader {
    std::string_view former, now;
};
constexpr std::array movedHeaders{
    MovedHeader{"smoothing/bilateral_blocks.clh", "smoothing/bilateral/blocks.cl"},
    MovedHeader{"smoothing/bilateral_segments.clh", "smoothing/bilateral/segments.cl"},
    MovedHeader{"smoothing/bilateral_colours.clh", "smoothing/bilateral/colours.clh"},
    MovedHeader{"smoothing/non_local_means_patches.clh", "smoothing/non_local_means/patches.cl"},
    MovedHeader{"smoothing/non_local_means_sliding.clh", "smoothing/non_local_means/sliding.cl"},
    MovedHeader{"smoothing/non_local_means_tile.clh", "smoothing/non_local_means/tile.clh"},
    MovedHeader{"measurement/component_strips.clh", "measurement/connected_components/strips.cl"},
    MovedHeader{"measurement/component_tiles.clh", "measurement/connected_components/tiles.clh"},
    MovedHeader{"measurement/component_labels.clh", "measurement/connected_components/labels.clh"},
    MovedHeader{"measurement/component_painting.clh", "measurement/connected_components/painting.clh"},
    MovedHeader{"measurement/component_words.clh", "measurement/connected_components/words.clh"},
    MovedHeader{"measurement/component_colours.clh", "measurement/connected_components/colours.clh"},
    MovedHeader{"measurement/foreground.clh", "measurement/connected_components/foreground.clh"},
    MovedHeader{"measurement/distance_halving.clh", "measurement/distance_transform/halving.cl"},
    MovedHeader{"measurement/distance_sweeps.clh", "measurement/distance_transform/sweeps.cl"},
    MovedHeader{"measurement/harris_strips.clh", "measurement/harris/strips.cl"},
    MovedHeader{"point/grayscale_vectors.clh", "point/grayscale/vectors.cl"},
    MovedHeader{"detection/pixel_tests.clh", "detection/patch_detector/pixel_tests.clh"},
    MovedHeader{"detection/rectangle_tests.clh", "detection/patch_detector/rectangle_tests.clh"},
    MovedHeader{"detection/neighbouring_windows.clh", "detection/patch_detector/neighbouring_windows.clh"},
};

/// The name with "segments" for "runs", as in all files and names of the kernels; the same name if it has none.
std::string withSegments(const std::string& name) {
    constexpr std::string_view former = "runs.clh", now = "segments.clh";
    return name.ends_with(former) ? name.substr(0, name.size() - former.size()) + std::string(now) : name;
}
} // namespace

bool isBuiltInHeader(const std::string& name) {
    return name.ends_with(".clh") && std::ranges::any_of(embeddedSources(), [&](const EmbeddedSource& kernel) {
               return kernel.file == name || kernel.file.ends_with("/" + name);
           });
}

std::string whereaboutsOfHeader(const std::string& name) {
    const std::string header = withSegments(name);
    const auto moved = std::ranges::find(movedHeaders, header, &MovedHeader::former);
    if (moved != movedHeaders.end() && moved->now.ends_with(".cl"))
        return "; it is " + std::string(moved->now) + " now, a file of its own; copy the variant again";
    if (moved != movedHeaders.end()) return "; Lightbench's is called " + std::string(moved->now) + " now";
    if (header == name || !isBuiltInHeader(header)) return {};
    return "; Lightbench's is called " + header +
           " now, and says segment where it said run: load_segment, SEGMENT_PIXELS";
}

} // namespace lightbench
