// Images to write, and a broken PNG. Tests that read and write image files use them.
#pragma once

#include <QByteArray>

#include "core/image/image.h"

namespace lightbench {

/// An image with a fixed random sequence of values over the whole range of their type; alpha too unless `opaque`.
inline Image patterned(ImageShape shape, bool opaque = true) {
    Image image(shape);
    quint32 state = 2024;
    withSampleType(shape.format.type, [&](auto zero) {
        using T = decltype(zero);
        T* samples = image.samples<T>();
        for (std::size_t i = 0; i < shape.samples(); ++i) {
            state = state * 1664525u + 1013904223u;
            const double share = double(state) / 4294967296.0;
            samples[i] = T(share * (shape.format.fullScale() + (shape.format.isInteger() ? 1 : 0)));
            if (opaque && shape.format.channels == 4 && i % 4 == 3) samples[i] = T(shape.format.fullScale());
        }
    });
    return image;
}

/// A PNG whose header claims a size and whose data is almost empty. (The checksums of W3C PNG, annex D.)
inline QByteArray pngWithSize(quint32 width, quint32 height) {
    const auto big32 = [](quint32 v) { return QByteArray::fromHex(QByteArray::number(v, 16).rightJustified(8, '0')); };
    const auto chunk = [&](const QByteArray& type, const QByteArray& data) {
        quint32 crc = ~0u;
        for (char byte : type + data) {
            crc ^= quint8(byte);
            for (int bit = 0; bit < 8; ++bit)
                crc = crc & 1 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
        }
        return big32(quint32(data.size())) + type + data + big32(~crc);
    };
    return QByteArray("\x89PNG\r\n\x1a\n", 8) +
           chunk("IHDR", big32(width) + big32(height) + QByteArray::fromHex("0802000000")) +
           chunk("IDAT", qCompress("x").mid(4)) + chunk("IEND", {});
}

} // namespace lightbench
