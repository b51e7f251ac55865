// Looks at every alpha sample until one is transparent.
#include "core/codecs/opaque.h"

namespace lightbench {

bool isOpaque(const Image& image) {
    if (image.channels() != 4) return true;
    return withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        const T* samples = image.samples<T>();
        const T full = T(image.format().fullScale());
        for (std::size_t i = 3; i < image.shape().samples(); i += 4)
            if (samples[i] != full) return false;
        return true;
    });
}

} // namespace lightbench
