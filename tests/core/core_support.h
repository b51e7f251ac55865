// Helpers for tests of core: images from literals or functions, and the error that a call throws. Most tests of core,
// codecs and filters use it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <type_traits>

#include <QByteArray>
#include <QString>

#include "core/base/error.h"
#include "core/image/image.h"

namespace lightbench::tests {

template <class T> constexpr SampleType typeOf() {
    if (std::is_same_v<T, std::uint8_t>) return SampleType::U8;
    if (std::is_same_v<T, std::uint16_t>) return SampleType::U16;
    if (std::is_same_v<T, std::uint32_t>) return SampleType::U32;
    return SampleType::F32;
}

/// An image with its values given row by row.
template <class T> Image imageOf(int width, int height, int channels, std::initializer_list<T> samples) {
    Image image({{width, height}, {typeOf<T>(), channels}});
    if (samples.size() != image.shape().samples()) qFatal("the literal has the wrong number of samples");
    std::copy(samples.begin(), samples.end(), image.samples<T>());
    return image;
}

/// An image whose values a function of x, y and channel returns.
template <class T>
Image drawnImage(int width, int height, int channels, const std::function<T(int, int, int)>& sample) {
    Image image({{width, height}, {typeOf<T>(), channels}});
    T* to = image.samples<T>();
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < channels; ++c)
                *to++ = sample(x, y, c);
    return image;
}

/// The Error that a call throws; no value if it throws none.
template <class F> std::optional<Error> errorOf(F&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

/// The error's message, or "no error".
template <class F> QString messageOf(F&& call) {
    const std::optional<Error> error = errorOf(std::forward<F>(call));
    return error ? QString::fromStdString(error->what()) : QStringLiteral("no error");
}

} // namespace lightbench::tests

/// Fails the test and shows the message, unless the message contains `words`.
#define VERIFY_CONTAINS(message, words)                                                                                \
    QVERIFY2((message).contains(QStringLiteral(words)), qPrintable("the message is: " + (message)))
