// Shared by the filters that combine two images (blend, mask-mix): the parameter, the shape check, the pass and the
// mixing rule. kernels/compositing/second_image.clh is the device counterpart.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/parallel.h"
#include "core/filters/point/sample_variants.h"

namespace lightbench {

/// The parameter `with`, the second image; the default is the stack's input.
Parameter secondImageParameter(std::string doc);
/// Checks that the image called `name` has the size and sample type of the first, and its channels unless
/// `anyChannels`. Throws Error(Usage) that says which filter makes it fit, and lacks its subject. An image of unknown
/// shape passes.
void checkSecondImage(const std::string& name, const ImageShape& input, const ParameterValues& parameters,
                      bool anyChannels = false);
/// sampleSegmentsPass with the second image as one more argument: NAME_segments(src, dst, samples, with).
KernelPass twoImagesPass(const PlanRequest& request, const std::string& name, int operations,
                         SegmentWidth width = SegmentWidth::Floats);
/// The variant `segments` for filters with two images.
Variant twoImagesVariant(const std::string& name, int operations, const AddToSegments& add,
                         SegmentWidth width = SegmentWidth::Floats);

/// The full scale F of an integer sample.
template <class T> constexpr std::uint64_t fullOf() { return std::numeric_limits<T>::max(); }

/// Returns (a (F - share) + b share) / F, rounded to nearest, where F is the full scale. F is odd, so there are no
/// ties. For floats F is 1, and each product and the sum are rounded. A share of 0 hides its sample, even NaN.
template <class T> T mixedByShare(T a, T b, T share) {
    if constexpr (std::is_floating_point_v<T>) {
        const auto shared = [](float sample, float of) { return of == 0 ? 0.0f : sample * of; };
        return shared(a, 1.0f - share) + shared(b, share);
    } else {
        constexpr std::uint64_t full = fullOf<T>();
        return T((std::uint64_t(a) * (full - share) + std::uint64_t(b) * share + full / 2) / full);
    }
}

} // namespace lightbench
