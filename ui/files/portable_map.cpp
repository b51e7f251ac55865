// The reader and writer of PGM and PPM.
#include "ui/files/portable_map.h"

#include <QIODevice>
#include <QtEndian>

#include <cctype>
#include <vector>

#include "core/base/error.h"

namespace lightbench {

namespace {
[[noreturn]] void fail(const char* why) { throw Error(ErrorKind::Input, why); }

/// Goes through the numbers of a header or of a plain map; `#` starts a comment.
class Numbers {
public:
    explicit Numbers(QByteArrayView content) : content_(content) {}
    qsizetype position() const { return at_; }

    int next(int most) {
        skipSpace();
        if (at_ >= content_.size()) fail("is truncated: it ends before its last sample");
        if (!std::isdigit(quint8(content_[at_]))) fail("is damaged: a number is missing");
        int value = 0;
        while (at_ < content_.size() && std::isdigit(quint8(content_[at_]))) {
            value = value * 10 + (content_[at_++] - '0');
            if (value > most) fail("is damaged: a number is out of range");
        }
        return value;
    }

private:
    void skipSpace() {
        while (at_ < content_.size()) {
            if (content_[at_] == '#')
                while (at_ < content_.size() && content_[at_] != '\n')
                    ++at_;
            else if (!std::isspace(quint8(content_[at_])))
                return;
            else
                ++at_;
        }
    }
    QByteArrayView content_;
    qsizetype at_ = 2;
};

struct Header {
    Size size;
    int most = 255;
    int channels = 1;
    ImageShape shape() const {
        return {size,
                {most > 255 ? SampleType::U16 : SampleType::U8, channels == 3 ? 4 : 1},
                channels == 3 ? Layout::NoAlpha : Layout::Plain};
    }
};

Header readHeader(Numbers& numbers, char kind) {
    Header header;
    header.size.width = numbers.next(1 << 27);
    header.size.height = numbers.next(1 << 27);
    header.most = numbers.next(65535);
    header.channels = kind == '3' || kind == '6' ? 3 : 1;
    if (header.most < 1) fail("is damaged: its header gives 0 as the largest sample");
    return header;
}

/// Samples of the file in order, scaled by `scale`, into an image; colour gets opaque alpha.
template <class T, class Next> Image fill(const Header& header, Next next) {
    Image image = Image::shareable(header.shape()); // on its way to the worker
    constexpr quint32 full = T(~T(0));
    const quint32 most = quint32(header.most);
    T* to = image.samples<T>();
    for (std::size_t i = 0; i < header.size.area(); ++i) {
        for (int c = 0; c < header.channels; ++c) {
            const quint32 sample = next();
            if (sample > most) fail("is damaged: a sample is above the maximum of its header");
            *to++ = T(most == full ? sample : (quint64(sample) * full + most / 2) / most);
        }
        if (header.channels == 3) *to++ = T(full);
    }
    return image;
}

template <class Next> Image fillAny(const Header& header, Next next) {
    if (header.most > 255) return fill<quint16>(header, next);
    return fill<quint8>(header, next);
}

Image readBinary(const Header& header, QByteArrayView data) {
    const std::size_t bytes = header.size.area() * std::size_t(header.channels) * (header.most > 255 ? 2 : 1);
    if (std::size_t(data.size()) < bytes) fail("is truncated: it ends before its last sample");
    const char* at = data.data();
    if (header.most > 255)
        return fillAny(header, [&] {
            const quint16 sample = qFromBigEndian<quint16>(at);
            at += 2;
            return quint32(sample);
        });
    return fillAny(header, [&] { return quint32(quint8(*at++)); });
}

template <class T> bool writeRows(const Image& image, QIODevice& device) {
    const int width = image.width(), kept = image.channels() == 4 ? 3 : 1;
    std::vector<T> line(std::size_t(width) * std::size_t(kept));
    for (int y = 0; y < image.height(); ++y) {
        const T* from = image.row<T>(y);
        T* to = line.data();
        for (int x = 0; x < width; ++x, from += image.channels())
            for (int c = 0; c < kept; ++c)
                *to++ = qToBigEndian(from[c]);
        const qint64 bytes = qint64(line.size()) * qint64(sizeof(T));
        if (device.write(reinterpret_cast<const char*>(line.data()), bytes) != bytes) return false;
    }
    return true;
}
} // namespace

std::optional<ImageShape> portableMapShape(QByteArrayView content) {
    const char kind = content.size() > 2 ? content[1] : '1';
    if (kind == '1' || kind == '4') return std::nullopt;
    Numbers numbers(content);
    return readHeader(numbers, kind).shape();
}

Image readPortableMap(QByteArrayView content) {
    const char kind = content[1];
    Numbers numbers(content);
    const Header header = readHeader(numbers, kind);
    if (header.shape().samples() > maximumSamples) fail("is too large: more than 2^31 - 1 samples");
    if (kind == '5' || kind == '6')
        return readBinary(header, content.sliced(std::min(numbers.position() + 1, content.size())));
    // A plain sample takes at least one digit and a space: told before memory is taken.
    if (header.size.area() > std::size_t(content.size())) fail("is truncated: it ends before its last sample");
    return fillAny(header, [&] { return quint32(numbers.next(65535)); });
}

bool writePortableMap(const Image& image, QIODevice& device) {
    const bool deep = image.format().type == SampleType::U16;
    const QByteArray header = QByteArray(image.channels() == 4 ? "P6\n" : "P5\n") + QByteArray::number(image.width()) +
                              " " + QByteArray::number(image.height()) + (deep ? "\n65535\n" : "\n255\n");
    if (device.write(header) != header.size()) return false;
    return deep ? writeRows<quint16>(image, device) : writeRows<quint8>(image, device);
}

} // namespace lightbench
