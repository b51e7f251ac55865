// The list of all built-in filters, one line each, sorted by name. FILTER(NAME) adds what `Filter NAME()` makes, which
// a file of core/filters/FAMILY defines.
#include "core/filters/built_in_filters.h"

#include <vector>

namespace lightbench {

namespace filters {

#define FILTER(NAME)                                                                                                   \
    extern Filter NAME();                                                                                              \
    all.push_back(NAME())

static std::vector<Filter> builtIn() {
    std::vector<Filter> all;
    FILTER(adaptive_threshold);
    FILTER(anisotropic_diffusion);
    FILTER(auto_levels);
    FILTER(bilateral);
    FILTER(binary_patterns);
    FILTER(black_hat);
    FILTER(blend);
    FILTER(blue_noise);
    FILTER(box);
    FILTER(brightness_contrast);
    FILTER(canny);
    FILTER(channel_mixer);
    FILTER(checkerboard);
    FILTER(clahe);
    FILTER(close);
    FILTER(colour_map);
    FILTER(colour_space);
    FILTER(connected_components);
    FILTER(convolution);
    FILTER(crop);
    FILTER(curve);
    FILTER(difference_of_gaussians);
    FILTER(dilate);
    FILTER(distance_transform);
    FILTER(equalize);
    FILTER(erode);
    FILTER(error_diffusion);
    FILTER(flip);
    FILTER(floyd_steinberg);
    FILTER(formula);
    FILTER(gaussian);
    FILTER(grayscale);
    FILTER(harris);
    FILTER(histogram);
    FILTER(integral);
    FILTER(invert);
    FILTER(kuwahara);
    FILTER(laplacian);
    FILTER(levels);
    FILTER(local_maximum);
    FILTER(mask_mix);
    FILTER(median);
    FILTER(morphological_gradient);
    FILTER(noise);
    FILTER(non_local_means);
    FILTER(open);
    FILTER(ordered_dither);
    FILTER(otsu);
    FILTER(pad);
    FILTER(peaks);
    FILTER(posterize);
    FILTER(prefix_sum);
    FILTER(prewitt);
    FILTER(random_trees);
    FILTER(resize);
    FILTER(rotate);
    FILTER(rotate_90);
    FILTER(saturation_hue);
    FILTER(scharr);
    FILTER(sobel);
    FILTER(step_edges);
    FILTER(template_matching);
    FILTER(threshold);
    FILTER(top_hat);
    FILTER(transpose);
    FILTER(unsharp_mask);
    FILTER(warp);
    return all;
}

#undef FILTER

} // namespace filters

const FilterCatalog& builtInFilters() {
    static const FilterCatalog catalog(filters::builtIn());
    return catalog;
}

} // namespace lightbench
