// Camera RAW files: small DNG files, made here, of a flat scene under a light that the camera knows.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/codecs/codecs.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
using RawBytes = std::vector<std::byte>;
using namespace std::string_view_literals;
/// How Canon's CR2 files begin.
constexpr std::string_view canonStart = "II*\0\x10\0\0\0CR\x02\0"sv;
constexpr int sensorWidth = 64, sensorHeight = 48, blackLevel = 256, whiteLevel = 4095;

/// A TIFF file of one directory, whose entries are given in the order of their tags.
class RawDirectory {
public:
    template <class T> void add(std::uint16_t tag, std::uint16_t type, std::uint32_t count, std::vector<T> values) {
        entries_.push_back({tag, type, count, {}});
        const auto* from = reinterpret_cast<const std::byte*>(values.data());
        entries_.back().value.assign(from, from + values.size() * sizeof(T));
    }
    /// The samples follow the directory; the entry 273 says where.
    RawBytes file(const RawBytes& samples) const {
        RawBytes file, beyond;
        put(file, "II*\0", 4);
        putNumber<std::uint32_t>(file, 8);
        putNumber<std::uint16_t>(file, std::uint16_t(entries_.size()));
        const std::size_t after = 8 + 2 + entries_.size() * 12 + 4;
        std::size_t room = after;
        for (const Entry& entry : entries_)
            if (entry.value.size() > 4) room += entry.value.size() + entry.value.size() % 2;
        for (const Entry& entry : entries_) {
            putNumber(file, entry.tag);
            putNumber(file, entry.type);
            putNumber(file, entry.count);
            RawBytes value = entry.value;
            if (entry.tag == 273) {
                value.clear();
                putNumber(value, std::uint32_t(room));
            }
            if (value.size() > 4) {
                putNumber(file, std::uint32_t(after + beyond.size()));
                beyond.insert(beyond.end(), value.begin(), value.end());
                if (beyond.size() % 2) beyond.push_back({});
            } else {
                value.resize(4);
                file.insert(file.end(), value.begin(), value.end());
            }
        }
        putNumber<std::uint32_t>(file, 0);
        file.insert(file.end(), beyond.begin(), beyond.end());
        file.insert(file.end(), samples.begin(), samples.end());
        return file;
    }

private:
    struct Entry {
        std::uint16_t tag, type;
        std::uint32_t count;
        RawBytes value;
    };
    static void put(RawBytes& to, const void* from, std::size_t bytes) {
        const auto* begin = static_cast<const std::byte*>(from);
        to.insert(to.end(), begin, begin + bytes);
    }
    template <class T> static void putNumber(RawBytes& to, T value) { put(to, &value, sizeof value); }
    std::vector<Entry> entries_;
};

std::vector<std::uint32_t> rawRationals(const std::vector<double>& values) {
    std::vector<std::uint32_t> parts;
    for (double value : values) {
        parts.push_back(std::uint32_t(std::int32_t(std::lround(value * 10000))));
        parts.push_back(10000);
    }
    return parts;
}

struct RawScene {
    int orientation = 1;
    bool isDng = true;
    bool knowsLight = true;
    std::uint16_t photometric = 32803; // a colour filter array
};

/// Left black, right a gray of half the range; the light leaves red half and blue three quarters of green's.
RawBytes rawFile(const RawScene& scene) {
    constexpr std::uint16_t byteType = 1, text = 2, shortType = 3, longType = 4, rational = 5, signedRational = 10;
    using Short = std::uint16_t;
    RawDirectory file;
    file.add<Short>(256, shortType, 1, {sensorWidth});
    file.add<Short>(257, shortType, 1, {sensorHeight});
    file.add<Short>(258, shortType, 1, {16});
    file.add<Short>(259, shortType, 1, {1});
    file.add<Short>(262, shortType, 1, {scene.photometric});
    file.add<char>(271, text, 11, {'L', 'i', 'g', 'h', 't', 'b', 'e', 'n', 'c', 'h', 0});
    file.add<char>(272, text, 5, {'T', 'e', 's', 't', 0});
    file.add<std::uint32_t>(273, longType, 1, {0});
    file.add<Short>(274, shortType, 1, {Short(scene.orientation)});
    file.add<Short>(277, shortType, 1, {1});
    file.add<Short>(278, shortType, 1, {sensorHeight});
    file.add<std::uint32_t>(279, longType, 1, {sensorWidth * sensorHeight * 2});
    file.add<Short>(33421, shortType, 2, {2, 2});
    file.add<std::uint8_t>(33422, byteType, 4, {0, 1, 1, 2});
    if (scene.isDng) {
        file.add<std::uint8_t>(50706, byteType, 4, {1, 4, 0, 0});
        file.add<char>(50708, text, 5, {'T', 'e', 's', 't', 0});
        file.add<Short>(50714, shortType, 1, {blackLevel});
        file.add<Short>(50717, shortType, 1, {whiteLevel});
        file.add(50721, signedRational, 9, rawRationals({0.8, -0.2, 0, 0, 1, 0, 0, 0, 1}));
        if (scene.knowsLight) file.add(50728, rational, 3, rawRationals({0.5, 1, 0.75}));
        file.add<Short>(50778, shortType, 1, {21});
    }
    std::vector<std::uint16_t> samples;
    for (int y = 0; y < sensorHeight; ++y)
        for (int x = 0; x < sensorWidth; ++x) {
            const int colour = y % 2 + x % 2; // red, green, blue
            const double light = x < sensorWidth / 2 ? 0 : colour == 0 ? 0.25 : colour == 1 ? 0.5 : 0.375;
            samples.push_back(std::uint16_t(std::lround(blackLevel + light * (whiteLevel - blackLevel))));
        }
    const auto* from = reinterpret_cast<const std::byte*>(samples.data());
    return file.file(RawBytes(from, from + samples.size() * 2));
}

DecodedImage rawRead(const RawBytes& file) {
    return codecBySuffix("dng")->decode(file, [](const DecodingCost&) {});
}
QString rawComplaint(const RawBytes& file) {
    return messageOf([&] { rawRead(file); });
}
} // namespace

class RawTest : public QObject {
    Q_OBJECT
private slots:
    void developsAsSaid();
    void obeysOrientation();
    void tellsRawFromTiff();
    void refusesByTheRealReason();
    void asksForTheCostFirst();
};

void RawTest::developsAsSaid() {
    const DecodedImage read = rawRead(rawFile({}));
    QCOMPARE(read.image.shape().name(), "64 x 48, RGB 16-bit");
    QVERIFY(read.notes.empty());
    // Half the light by the curve of sRGB, neutral by the camera's white balance, and no brighter than it was.
    const double gray = 65535 * (1.055 * std::pow(0.5, 1 / 2.4) - 0.055);
    for (int c = 0; c < 3; ++c) {
        QVERIFY2(std::abs(read.image.at(52, 24, c) - gray) < 65, qPrintable(QString::number(read.image.at(52, 24, c))));
        QCOMPARE(read.image.at(10, 24, c), 0.0);
    }
    QCOMPARE(read.image.at(52, 24, 3), 65535.0);
    const DecodedImage again = rawRead(rawFile({}));
    QVERIFY(again.image == read.image);
}

void RawTest::obeysOrientation() {
    RawScene turned;
    turned.orientation = 6; // by a quarter, clockwise
    const Image image = rawRead(rawFile(turned)).image;
    QCOMPARE(image.shape().name(), "48 x 64, RGB 16-bit");
    QVERIFY(image.at(24, 52, 1) > 40000); // the bright half was on the right, and is below
    QCOMPARE(image.at(24, 10, 1), 0.0);
}

void RawTest::tellsRawFromTiff() {
    const auto isRaw = codecBySuffix("dng")->recognises;
    RawScene plain;
    plain.isDng = false;
    QVERIFY(isRaw(rawFile({})));
    QVERIFY(isRaw(rawFile(plain)));
    plain.photometric = 1;
    QVERIFY(!isRaw(rawFile(plain)));
    const RawBytes file = rawFile({});
    for (std::size_t bytes = 0; bytes < 8; ++bytes)
        QVERIFY(!isRaw(std::span(file).first(bytes)));
    // Of makers whose files are no plain TIFF.
    for (const std::string_view start : {canonStart, "FUJIFILMCCD-RAW 0201"sv, "IIRO\x08\0\0\0"sv, "IIU\0\x18\0\0\0"sv})
        QVERIFY(isRaw(std::as_bytes(std::span(start))));
}

void RawTest::refusesByTheRealReason() {
    const RawBytes file = rawFile({});
    const RawBytes cut(file.begin(), file.begin() + std::ptrdiff_t(file.size() * 2 / 3));
    QCOMPARE(rawComplaint(cut), "is truncated: the end of the image is missing");
    RawBytes unknown(100);
    std::memcpy(unknown.data(), canonStart.data(), canonStart.size());
    const QString complaint = rawComplaint(unknown);
    QVERIFY2(complaint.startsWith("is a camera RAW file of a kind that LibRaw "), qPrintable(complaint));
    QVERIFY2(complaint.endsWith(" does not support; convert it to DNG or TIFF first"), qPrintable(complaint));
}

void RawTest::asksForTheCostFirst() {
    ImageShape asked;
    const auto refuse = [&](const DecodingCost& cost) {
        asked = cost.shape;
        QVERIFY(cost.bytes >= asked.bytes());
        fail(ErrorKind::Input, "too large");
    };
    QCOMPARE(messageOf([&] { codecBySuffix("dng")->decode(rawFile({}), refuse); }), "too large");
    QCOMPARE(asked.name(), "64 x 48, RGB 16-bit");
}

LIGHTBENCH_TEST(RawTest, NoApplication)
#include "raw.moc"
