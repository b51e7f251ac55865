// Walks the first directory of a classic TIFF file.
#include "ui/files/tiff_extent.h"

#include <QtEndian>

#include <vector>

namespace lightbench {

namespace {
constexpr quint16 stripOffsets = 273, stripBytes = 279, tileOffsets = 324, tileBytes = 325;

class Tiff {
public:
    explicit Tiff(QByteArrayView content) : content_(content), big_(content.startsWith('M')) {}
    bool has(quint64 at, quint64 bytes) const { return at + bytes <= quint64(content_.size()); }
    quint32 short16(quint64 at) const {
        return big_ ? qFromBigEndian<quint16>(content_.data() + at) : qFromLittleEndian<quint16>(content_.data() + at);
    }
    quint32 long32(quint64 at) const {
        return big_ ? qFromBigEndian<quint32>(content_.data() + at) : qFromLittleEndian<quint32>(content_.data() + at);
    }
    /// The values of a 12-byte entry of type SHORT or LONG; false if they lie beyond the end.
    bool values(quint64 entry, std::vector<quint64>& list) const {
        const quint64 bytes = short16(entry + 2) == 3 ? 2 : 4;
        const quint64 count = long32(entry + 4);
        const quint64 at = count * bytes <= 4 ? entry + 8 : long32(entry + 8);
        if (!has(at, count * bytes)) return false;
        for (quint64 i = 0; i < count; ++i)
            list.push_back(bytes == 2 ? short16(at + 2 * i) : long32(at + 4 * i));
        return true;
    }

private:
    QByteArrayView content_;
    bool big_;
};
} // namespace

bool tiffTruncated(QByteArrayView content) {
    const Tiff tiff(content);
    if (!tiff.has(0, 8)) return true;
    if (tiff.short16(2) != 42) return false;
    const quint64 directory = tiff.long32(4);
    if (!tiff.has(directory, 2)) return true;
    const quint64 entries = tiff.short16(directory);
    if (!tiff.has(directory + 2, entries * 12)) return true;
    std::vector<quint64> offsets, bytes;
    for (quint64 entry = directory + 2; entry < directory + 2 + entries * 12; entry += 12) {
        const quint16 tag = quint16(tiff.short16(entry));
        if ((tag == stripOffsets || tag == tileOffsets) && !tiff.values(entry, offsets)) return true;
        if ((tag == stripBytes || tag == tileBytes) && !tiff.values(entry, bytes)) return true;
    }
    for (std::size_t i = 0; i < std::min(offsets.size(), bytes.size()); ++i)
        if (!tiff.has(offsets[i], bytes[i])) return true;
    return false;
}

} // namespace lightbench
