// Converts samples as kernels/move_samples.cl does.
#include "core/definition/kernel_images.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel.h"
#include "core/definition/definition_plan.h"

namespace lightbench {

namespace {
template <class To, class From> To convertedSample(From sample) {
    constexpr bool toFloat = std::is_floating_point_v<To>, fromFloat = std::is_floating_point_v<From>;
    if constexpr (std::is_same_v<To, From>) {
        return sample;
    } else if constexpr (toFloat) {
        return To(sample) / To(std::numeric_limits<From>::max());
    } else if constexpr (fromFloat) {
        const float kept = std::clamp(std::isnan(sample) ? 0.0f : sample, 0.0f, 1.0f);
        const float scaled = std::nearbyint(kept * float(std::numeric_limits<To>::max()));
        return scaled >= float(std::numeric_limits<To>::max()) ? std::numeric_limits<To>::max() : To(scaled);
    } else if constexpr (sizeof(From) < sizeof(To)) {
        return To(sample * (std::numeric_limits<To>::max() / std::numeric_limits<From>::max()));
    } else {
        constexpr std::uint64_t factor = std::numeric_limits<From>::max() / std::numeric_limits<To>::max();
        return To((sample + factor / 2) / factor);
    }
}

/// Where samples lie in an image: the first channel, and the distance to the next sample.
struct Channels {
    int first = 0, step = 1;
};

void moveSamples(const Image& from, Channels in, Image& to, Channels out) {
    const std::size_t each = std::size_t(from.width()) * std::size_t(from.channels()) / std::size_t(in.step);
    withSampleType(from.format().type, [&](auto a) {
        withSampleType(to.format().type, [&](auto b) {
            parallelRows(from.height(), [&](int y) {
                const auto* source = from.row<decltype(a)>(y) + in.first;
                auto* target = to.row<decltype(b)>(y) + out.first;
                for (std::size_t i = 0; i < each; ++i)
                    target[i * std::size_t(out.step)] = convertedSample<decltype(b)>(source[i * std::size_t(in.step)]);
            });
        });
    });
}
} // namespace

Format kernelFormat(const KernelFile& file, const Format& given) {
    Format format = given;
    if (runsByChannel(file, {{1, 1}, given})) format.channels = 1;
    const std::vector<SampleType>& types = file.pixels.types;
    if (std::ranges::find(types, format.type) == types.end()) format.type = types.front();
    return format;
}

std::vector<Image> kernelImages(const KernelFile& file, const Image& image) {
    const Format format = kernelFormat(file, image.format());
    const bool isByChannel = format.channels != image.channels();
    std::vector<Image> result;
    for (int c = 0; c < (isByChannel ? image.format().colourChannels() : 1); ++c) {
        result.emplace_back(ImageShape{image.size(), format});
        moveSamples(image, isByChannel ? Channels{c, image.channels()} : Channels{}, result.back(), {});
    }
    return result;
}

Image resultOf(const std::vector<Image>& results, const Image& image) {
    Image result(image.shape());
    if (results.front().channels() == image.channels()) {
        moveSamples(results.front(), {}, result, {});
        return result;
    }
    const int channels = image.channels();
    for (int c = 0; c < image.format().colourChannels(); ++c)
        moveSamples(results[std::size_t(c)], {}, result, {c, channels});
    moveSamples(image, {channels - 1, channels}, result, {channels - 1, channels});
    return result;
}

} // namespace lightbench
