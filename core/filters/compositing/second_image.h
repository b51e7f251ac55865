// What filters of two images share: the parameter, the check that the second suits the first, the pass over runs of
// both, and products of samples over full scale (kernels/compositing/second_image.clh is its twin).
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/parallel.h"
#include "core/filters/point/point_runs.h"

namespace lightbench {

/// The parameter `with`, the second image; the stack's input unless something else is given.
Parameter secondImageParameter(std::string doc);
/// Throws Error(Usage) that says which filter makes it fit, unless the image of that name has the size and sample type
/// of the first, and its channels too unless `anyChannels`. One whose shape is not known yet passes.
void checkSecondImage(const std::string& filter, const std::string& name, const ImageShape& input,
                      const ParameterValues& parameters, bool anyChannels = false);
/// runsPass with one more argument, the second image: NAME_runs(src, dst, samples, with).
KernelPass twoImagesPass(const PlanRequest& request, const std::string& name, int operations,
                         RunWidth width = RunWidth::Floats);
/// The variant `runs` of filters of two images.
Variant twoImagesVariant(const std::string& name, int operations, const AddToRuns& add,
                         RunWidth width = RunWidth::Floats);

/// Full scale F of a whole sample.
template <class T> constexpr std::uint64_t fullOf() { return std::numeric_limits<T>::max(); }

/// a (F - share) + b share over F, to the nearest: F is odd, so that there are no ties. Floats: F is 1, each product
/// and the sum rounded.
template <class T> T mixedByShare(T a, T b, T share) {
    if constexpr (std::is_floating_point_v<T>) {
        const float first = a * (1.0f - share), second = b * share;
        return first + second;
    } else {
        constexpr std::uint64_t full = fullOf<T>();
        return T((std::uint64_t(a) * (full - share) + std::uint64_t(b) * share + full / 2) / full);
    }
}

} // namespace lightbench
