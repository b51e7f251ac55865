#include "ui/display/display_image.h"

#include <algorithm>
#include <type_traits>

namespace lightbench {

namespace {

constexpr int previewSide = 1024; ///< longest side of a converted preview

QImage::Format pixelFormat(int channels) { return channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGBA8888; }

QImage wrapped(const ImagePtr& image) {
    auto* keeper = new ImagePtr(image);
    const auto release = [](void* kept) { delete static_cast<ImagePtr*>(kept); };
    return QImage(image->samples<uchar>(), image->width(), image->height(),
                  qsizetype(image->width()) * image->channels(), pixelFormat(image->channels()), release, keeper);
}

/// How samples of one image are scaled to 0..255.
struct Scaling {
    double factor = 1;
    bool opaque = false;    ///< alpha is ignored
    bool nanPixels = false; ///< NaN is shown in magenta
    float black = 0;        ///< for float samples

    /// Only colours of float images have a range; alpha keeps 0..1.
    Scaling ofAlpha() const { return {255, opaque, nanPixels, 0}; }
};

/// Looks at every `step`-th pixel of every `step`-th row.
template <class T> Scaling scalingOf(const Image& image, int step, const DisplayRange& range) {
    if constexpr (std::is_same_v<T, float>) {
        Scaling scaling{255 / (range.white - range.black), false, false, float(range.black)};
        for (int y = 0; y < image.height() && !scaling.nanPixels; y += step) {
            const float* row = image.row<float>(y);
            const int samples = image.width() * image.channels();
            scaling.nanPixels = std::any_of(row, row + samples, [](float s) { return s != s; });
        }
        return scaling;
    } else if constexpr (std::is_same_v<T, std::uint32_t>) {
        std::uint32_t largest = 1;
        const int colours = image.format().colourChannels();
        for (int y = 0; y < image.height(); y += step) {
            const std::uint32_t* row = image.row<std::uint32_t>(y);
            for (int x = 0; x < image.width(); x += step)
                for (int c = 0; c < colours; ++c)
                    largest = std::max(largest, row[x * image.channels() + c]);
        }
        return {255.0 / largest, true, false, 0};
    } else {
        return {255.0 / image.format().fullScale(), false, false, 0};
    }
}

template <class T> uchar shade(T sample, const Scaling& scaling) {
    if constexpr (std::is_same_v<T, std::uint8_t>)
        return sample;
    else if constexpr (std::is_same_v<T, std::uint16_t>)
        return uchar((sample + 128u) / 257u);
    else if constexpr (std::is_same_v<T, float>)
        return sample > scaling.black ? uchar(std::min((sample - scaling.black) * float(scaling.factor), 255.0f) + 0.5f)
                                      : 0;
    else
        return uchar(sample * scaling.factor + 0.5);
}

template <class T> void convertPixel(const T* in, int channels, uchar* out, const Scaling& scaling) {
    const bool hasAlpha = channels == 4 && !scaling.opaque;
    bool nan = hasAlpha && in[3] != in[3];
    for (int c = 0; c < 3; ++c) {
        const T sample = in[channels == 1 ? 0 : c];
        nan = nan || sample != sample;
        out[c] = shade(sample, scaling);
    }
    out[3] = hasAlpha ? shade(in[3], scaling.ofAlpha()) : 255;
    if (!nan) return;
    out[0] = out[2] = out[3] = 255;
    out[1] = 0;
}

/// Converts every `step`-th pixel of every `step`-th row.
template <class T>
QImage converted(const Image& image, int step, const DisplayRange& range, const std::stop_token& stop) {
    const Scaling scaling = scalingOf<T>(image, step, range);
    const int channels = image.channels();
    const bool gray = channels == 1 && !scaling.nanPixels;
    QImage out((image.width() + step - 1) / step, (image.height() + step - 1) / step, pixelFormat(gray ? 1 : 4));
    for (int y = 0; y < out.height(); ++y) {
        if (stop.stop_requested()) return {};
        const T* in = image.row<T>(y * step);
        uchar* pixels = out.scanLine(y);
        if (gray)
            for (int x = 0; x < out.width(); ++x)
                pixels[x] = shade(in[std::size_t(x) * step], scaling);
        else
            for (int x = 0; x < out.width(); ++x)
                convertPixel(in + std::size_t(x) * step * channels, channels, pixels + 4 * x, scaling);
    }
    return out;
}

QImage convertedEvery(const ImagePtr& image, int step, const DisplayRange& range, const std::stop_token& stop) {
    return withSampleType(image->format().type,
                          [&](auto sample) { return converted<decltype(sample)>(*image, step, range, stop); });
}

bool isOpaque(const QImage& pixels) {
    if (pixels.format() == QImage::Format_Grayscale8) return true;
    for (int y = 0; y < pixels.height(); ++y) {
        const uchar* row = pixels.constScanLine(y);
        uchar all = 255;
        for (int x = 0; x < pixels.width(); ++x)
            all &= row[4 * x + 3];
        if (all != 255) return false;
    }
    return true;
}

} // namespace

int DisplayImage::nearestLevel(int wanted) const {
    const int count = int(levels.size());
    for (int n = std::clamp(wanted, 0, count - 1); n < count; ++n)
        if (!levels[std::size_t(n)].isNull()) return n;
    for (int n = std::min(wanted, count) - 1; n > 0; --n)
        if (!levels[std::size_t(n)].isNull()) return n;
    return 0;
}

QImage displayPixels(const ImagePtr& image, std::stop_token stop, DisplayRange range) {
    return image->format().type == SampleType::U8 ? wrapped(image) : convertedEvery(image, 1, range, stop);
}

DisplayPtr makeDisplayImage(const ImagePtr& image, Reduction reduction, std::stop_token stop, DisplayRange range) {
    auto display =
        std::make_shared<DisplayImage>(DisplayImage{.source = image, .reduction = reduction, .range = range});
    display->levels.push_back(displayPixels(image, stop, range));
    if (display->levels.back().isNull()) return nullptr;
    display->opaque = !image->shape().hasAlpha() || isOpaque(display->levels.back());
    while (std::max(display->levels.back().width(), display->levels.back().height()) > 1) {
        display->levels.push_back(halved(display->levels.back(), reduction, display->opaque, stop));
        if (display->levels.back().isNull()) return nullptr;
    }
    return display;
}

DisplayPtr makePreview(const ImagePtr& image, Reduction reduction, DisplayRange range) {
    auto display = std::make_shared<DisplayImage>(DisplayImage{
        .source = image, .reduction = reduction, .range = range, .opaque = image->channels() == 1, .preview = true});
    int level = 0;
    if (image->format().type != SampleType::U8)
        while ((std::max(image->width(), image->height()) >> level) > previewSide)
            ++level;
    display->levels.resize(std::size_t(level) + 1);
    display->levels.back() =
        level == 0 ? displayPixels(image, {}, range) : convertedEvery(image, 1 << level, range, {});
    return display;
}

} // namespace lightbench
