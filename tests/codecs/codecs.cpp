// What every reader owes: the samples as stored, alpha, orientation, profile and resolution; what is not read is
// refused by its reason, never as damaged; what is left out is said. One class for all formats, files made byte by
// byte.
#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/codecs/image_file.h"
#include "tests/codecs/complaint.h"
#include "tests/codecs/made_files.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"
#include "tests/view/image_support.h"

using namespace lightbench;
using namespace lightbench::tests;
using namespace std::string_literals;

namespace {
/// "8 and 16 bits, floats of 32 bits; no `pbm`", or "never".
std::string writtenText(const Codec& codec) {
    std::vector<std::string> integers;
    bool hasFloats = false;
    for (const SampleType type : codec.writes) {
        hasFloats = hasFloats || type == SampleType::F32;
        if (type != SampleType::F32) integers.push_back(std::to_string(8 * Format{type, 1}.bytesPerSample()));
    }
    if (!codec.encode) return "never";
    const std::string text = integers.empty() ? std::string() : joinWords(integers, "and") + " bits";
    return text + (hasFloats ? (text.empty() ? "floats of 32 bits" : ", floats of 32 bits") : "") +
           (codec.readOnlySuffix.empty() ? "" : "; no `" + std::string(codec.readOnlySuffix) + "`");
}

/// Whether alpha, profile, resolution and EXIF are kept: "yes | yes | no | no".
std::string keptText(const Codec& codec) {
    const Keeps& keeps = codec.keeps;
    std::vector<std::string> words;
    for (const bool isKept : {keeps.alpha, keeps.profile, keeps.resolution, keeps.exifBytes > 0})
        words.emplace_back(isKept ? "yes" : "no");
    return joined(words, " | ");
}

/// The table of the manual.
std::string formatTable() {
    std::string table = "| format | suffixes | read | written | alpha | profile | resolution | EXIF |\n"
                        "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for (const Codec& codec : codecs()) {
        const std::vector<std::string> suffixes(codec.suffixes.begin(), codec.suffixes.end());
        table += "| " + std::string(codec.label) + " | `" + joined(suffixes, "`, `") + "` | " +
                 std::string(codec.reads) + " | " + writtenText(codec) + " | " + keptText(codec) + " |\n";
    }
    return table;
}

/// The line of the desktop's file.
std::string mimeLine() {
    std::string line = "MimeType=";
    for (const Codec& codec : codecs())
        for (const std::string_view type : codec.mimeTypes)
            line += std::string(type) + ";";
    return line + "\n";
}

/// All samples in order, as text that tells where two differ.
std::string samplesOf(const Image& image) {
    std::string text = std::to_string(image.channels()) + ":";
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            for (int c = 0; c < image.channels(); ++c)
                text += " " + std::to_string(std::int64_t(image.at(x, y, c)));
    return text;
}

/// An ICC profile's header, as far as it is read.
std::vector<std::byte> profileOf(const char* space) {
    std::string text(128, '\0');
    text.replace(16, 4, space);
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}
} // namespace

class Codecs : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const std::string& name) const { return folder_.path().toStdString() + "/" + name; }
    std::string put(const std::string& name, const std::string& content) const {
        std::ofstream(path(name), std::ios::binary) << content;
        return path(name);
    }
    std::string contentOf(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::string samplesIn(const std::string& name, const std::string& content) const {
        try {
            return samplesOf(*loadImage(put(name, content)));
        } catch (const Error& error) {
            return error.what();
        }
    }
    std::string refusal(const std::string& name, const std::string& content) const {
        return complaint([&] { loadImage(put(name, content)); });
    }

private slots:
    void transparencyOfPng() {
        const std::string three = high(257, 2) + high(514, 2) + high(771, 2);
        const std::string deep = '\0' + three + high(1000, 2) + high(2000, 2) + high(3000, 2);
        QCOMPARE(
            samplesIn("rgb16.png", madePng(2, 1, 16, 2, deep, pngChunk("tRNS", high(1, 2) + high(2, 2) + high(3, 2)))),
            std::string("4: 257 514 771 65535 1000 2000 3000 65535"));
        QCOMPARE(samplesIn("rgb16.png", madePng(2, 1, 16, 2, deep, pngChunk("tRNS", three))),
                 std::string("4: 257 514 771 0 1000 2000 3000 65535"));
        const std::string gray = std::string("\0\x80\x81", 3), clear = pngChunk("tRNS", high(128, 2));
        QCOMPARE(samplesIn("g8.png", madePng(2, 1, 8, 0, gray, clear)),
                 std::string("4: 128 128 128 0 129 129 129 255"));
        QCOMPARE(samplesIn("g16.png", madePng(2, 1, 16, 0, '\0' + high(128, 2) + high(129, 2), clear)),
                 std::string("4: 128 128 128 0 129 129 129 65535"));
        QCOMPARE(samplesIn("rgb8.png", madePng(2, 1, 8, 2, std::string("\0\1\2\3\4\5\6", 7),
                                               pngChunk("tRNS", high(4, 2) + high(5, 2) + high(6, 2)))),
                 std::string("4: 1 2 3 255 4 5 6 0"));
        QCOMPARE(samplesIn("g1.png", madePng(2, 1, 1, 0, std::string("\0\x40", 2), pngChunk("tRNS", high(1, 2)))),
                 std::string("4: 0 0 0 255 255 255 255 0"));
        QCOMPARE(samplesIn("p4.png",
                           madePng(3, 1, 4, 3, std::string("\0\x01\x20", 3),
                                   pngChunk("PLTE", std::string("\1\1\1\2\2\2\3\3\3", 9)) + pngChunk("tRNS", "\x07"))),
                 std::string("4: 1 1 1 7 2 2 2 255 3 3 3 255"));
    }

    void smallDepthsBecomeFullScale() {
        QCOMPARE(samplesIn("g1.png", madePng(3, 1, 1, 0, std::string("\0\xa0", 2))), std::string("1: 255 0 255"));
        QCOMPARE(samplesIn("g2.png", madePng(4, 1, 2, 0, std::string("\0\x1b", 2))), std::string("1: 0 85 170 255"));
        QCOMPARE(samplesIn("g4.png", madePng(2, 1, 4, 0, std::string("\0\x1f", 2))), std::string("1: 17 255"));
        QCOMPARE(samplesIn("g1.tif", madeTiff(3, 1, 1, "\xa0", 1)), std::string("1: 255 0 255"));
        QCOMPARE(samplesIn("w1.tif", madeTiff(3, 1, 1, "\xa0", 0)), std::string("1: 0 255 0"));
        QCOMPARE(samplesIn("g2.tif", madeTiff(4, 1, 2, "\x1b", 1)), std::string("1: 0 85 170 255"));
        QCOMPARE(samplesIn("g4.tif", madeTiff(2, 1, 4, "\x1f", 1)), std::string("1: 17 255"));
        QCOMPARE(samplesIn("g12.tif", madeTiff(2, 1, 12, "\x00\x1f\xff"s, 1)), std::string("1: 16 65535"));
        QCOMPARE(samplesIn("g14.tif", madeTiff(2, 1, 14, "\x00\x07\xff\xf0"s, 1)), std::string("1: 4 65535"));
        QCOMPARE(samplesIn("rgb5.bmp", madeBmp(2, 1, 16, 0, "\xff\x7f\x1f\x00"s)),
                 std::string("4: 255 255 255 255 0 0 255 255"));
        QCOMPARE(samplesIn("rgb565.bmp",
                           madeBmp(2, 1, 16, 3, "\xff\xff\xe0\x07"s, low(0xf800, 4) + low(0x7e0, 4) + low(0x1f, 4))),
                 std::string("4: 255 255 255 255 0 255 0 255"));
        QCOMPARE(samplesIn("ten.pgm", "P2 2 1 1023 1023 1\n"), std::string("1: 65535 64"));
    }

    void otherTypesOfTiff() {
        const auto format = [](int value) { return std::vector<MadeTag>{{339, 3, std::uint32_t(value)}}; };
        QCOMPARE(samplesIn("u32.tif", madeTiff(2, 1, 32, low(4000000000u, 4) + low(7, 4), 1)),
                 std::string("1: 4000000000 7"));
        const std::string half = low(0x3c00, 2) + low(0xc500, 2) + low(0x0001, 2) + low(0x7c00, 2);
        const ImagePtr halves = loadImage(put("f16.tif", madeTiff(4, 1, 16, half, 1, 1, format(3))));
        QVERIFY(halves->format().type == SampleType::F32);
        QCOMPARE(halves->at(0, 0, 0), 1.0);
        QCOMPARE(halves->at(1, 0, 0), -5.0);
        QCOMPARE(halves->at(2, 0, 0), 0x1p-24);
        QVERIFY(std::isinf(halves->at(3, 0, 0)));
        const LoadedImage doubles =
            readImage(put("f64.tif", madeTiff(1, 1, 64, low(0x4004000000000000u, 8), 1, 1, format(3))));
        QCOMPARE(doubles.image->at(0, 0, 0), 2.5);
        QVERIFY(doubles.note.find("64-bit") != std::string::npos);
        for (const int bits : {8, 16, 32}) {
            const std::string all(std::size_t(bits) / 8, '\xff');
            const std::string why = refusal("signed.tif", madeTiff(1, 1, bits, all, 1, 1, format(2)));
            QVERIFY2(why.find("signed samples of " + std::to_string(bits)) != why.npos &&
                         why.find("damaged") == why.npos,
                     why.c_str());
        }
        QVERIFY(refusal("u24.tif", madeTiff(1, 1, 24, "abc", 1)).find("24 bits") != std::string::npos);
        QVERIFY(refusal("five.tif", madeTiff(1, 1, 8, "abcde", 1, 5)).find("5 channels") != std::string::npos);
        QVERIFY(refusal("ink.tif", madeTiff(1, 1, 8, "abcd", 5, 4)).find("CMYK") != std::string::npos);
        QVERIFY(refusal("lab.tif", madeTiff(1, 1, 8, "abc", 8, 3)).find("Lab") != std::string::npos);
        const LoadedImage six = readImage(put("six.tif", madeTiff(1, 1, 8, "\1\2\3\4\5\6", 2, 6)));
        QCOMPARE(samplesOf(*six.image), std::string("4: 1 2 3 255"));
        QVERIFY(six.note.find("6 channels") != std::string::npos);
    }

    void orientationOfEveryFormat() {
        const Image image = drawnImage<std::uint8_t>(
            3, 2, 4, [](int x, int y, int c) { return std::uint8_t(c == 3 ? 255 : 40 * x + 100 * y + c); });
        for (const char* suffix : {"png", "jpg", "webp"}) {
            const std::string name = std::string("turned.") + suffix;
            saveImage(image, path(name));
            const std::string whole = contentOf(name), exif = madeExif(6);
            std::string turned;
            if (suffix == std::string("png")) {
                turned = whole.substr(0, 33) + pngChunk("eXIf", exif) + whole.substr(33);
            } else if (suffix == std::string("jpg")) {
                turned = whole.substr(0, 2) + "\xff\xe1" + high(exif.size() + 8, 2) + std::string("Exif\0\0", 6) +
                         exif + whole.substr(2);
            } else {
                const std::string extended = "VP8X" + low(10, 4) + low(8, 4) + low(2, 3) + low(1, 3);
                const std::string chunks = "WEBP" + extended + whole.substr(12) + "EXIF" + low(exif.size(), 4) + exif;
                turned = "RIFF" + low(chunks.size(), 4) + chunks;
            }
            const ImagePtr read = loadImage(put(name, turned));
            QCOMPARE(read->width(), 2);
            QCOMPARE(read->height(), 3);
            saveImage(image, path(name)); // losses of JPEG are the same
            const ImagePtr straight = loadImage(path(name));
            for (int y = 0; y < 3; ++y)
                for (int x = 0; x < 2; ++x)
                    QCOMPARE(read->at(x, y, 1), straight->at(y, 1 - x, 1));
        }
    }

    /// Where each orientation puts the first pixel of 1 2 / 3 4 / 5 6 (TIFF 6.0, section 8).
    void everyOrientation() {
        const std::array<const char*, 8> expected{"1: 1 2 3 4 5 6", "1: 2 1 4 3 6 5", "1: 6 5 4 3 2 1",
                                                  "1: 5 6 3 4 1 2", "1: 1 3 5 2 4 6", "1: 5 3 1 6 4 2",
                                                  "1: 6 4 2 5 3 1", "1: 2 4 6 1 3 5"};
        for (std::uint32_t o = 1; o <= 8; ++o) {
            std::string floats;
            for (std::uint32_t i = 1; i <= 6; ++i)
                floats += low(std::bit_cast<std::uint32_t>(float(i)), 4);
            std::string file = madeTiff(2, 3, 32, floats, 1, 1, {{339, 3, 3}});
            const std::string tag = low(274, 2) + low(3, 2) + low(1, 4) + low(o, 4);
            const std::size_t count = 8 + floats.size(),
                              after = count + 2 + 12 * 6; // after 256, 257, 258, 259, 262, 273
            file.replace(count, 2, low(11, 2));
            file.insert(after, tag);
            QCOMPARE(samplesIn("turned.tif", file), std::string(expected[o - 1]));
        }
    }

    void anUnknownOrientationIsNamed() {
        std::string file = madeTiff(3, 2, 8, "\1\2\3\4\5\6", 1, 1);
        for (const std::uint32_t o : {0u, 9u}) {
            std::string odd = file;
            const std::size_t count = 8 + 6;
            odd.replace(count, 2, low(std::uint32_t(std::uint8_t(file[count])) + 1, 2));
            odd.insert(count + 2 + 12 * 6, low(274, 2) + low(3, 2) + low(1, 4) + low(o, 4));
            const LoadedImage read = readImage(put("odd.tif", odd));
            QCOMPARE(samplesOf(*read.image), std::string("1: 1 2 3 4 5 6"));
            QVERIFY2(read.note.find("unknown orientation (" + std::to_string(o) + ")") != std::string::npos,
                     read.note.c_str());
        }
    }

    void profileAndResolutionAreKept() {
        const Image colour = patterned({{9, 5}, {SampleType::U8, 4}, Layout::NoAlpha});
        EncodeOptions options;
        options.metadata = {profileOf("RGB "), 300, 150};
        for (const char* suffix : {"png", "jpg", "tif", "webp"}) {
            const std::string name = path(std::string("kept.") + suffix);
            QCOMPARE(saveImage(colour, name, {}, options), std::string());
            const ImageMetadata back = readImage(name).metadata;
            QVERIFY2(back.iccProfile == options.metadata.iccProfile, suffix);
            QCOMPARE(back.horizontalDpi, 300.0);
            QCOMPARE(back.verticalDpi, 150.0);
        }
        for (const char* suffix : {"bmp", "npy", "ppm"}) {
            const std::string warning = saveImage(colour, path(std::string("lost.") + suffix), {}, options);
            QVERIFY2(warning.find("cannot hold the colour profile") != warning.npos, warning.c_str());
            QCOMPARE(warning.find("300 x 150 dpi") != warning.npos, suffix != std::string("bmp"));
        }
        const std::string gray = saveImage(patterned({{9, 5}, {SampleType::U8, 1}}), path("gray.png"), {}, options);
        QVERIFY2(gray.find("other channels") != gray.npos, gray.c_str());
        QVERIFY(readImage(path("gray.png")).metadata.iccProfile.empty());
        QCOMPARE(readImage(path("gray.png")).metadata.horizontalDpi, 300.0);
        QVERIFY(!readImage(path("lost.ppm")).metadata.hasResolution());
    }

    void coloursStayWhereAlphaIsZero() {
        const Image image = patterned({{31, 17}, {SampleType::U8, 4}}, false);
        Image clear = image.clone();
        for (std::size_t i = 3; i < 31 * 4 * 2; i += 4)
            clear.samples<std::uint8_t>()[i] = 0;
        for (const char* suffix : {"png", "tif", "webp"}) {
            saveImage(clear, path(std::string("clear.") + suffix));
            QVERIFY2(*loadImage(path(std::string("clear.") + suffix)) == clear, suffix);
        }
    }

    void qualityAndCompression() {
        const Image image = patterned({{200, 150}, {SampleType::U8, 4}, Layout::NoAlpha});
        const auto bytes = [&](const std::string& name, const EncodeOptions& options) {
            saveImage(image, path(name), {}, options);
            return contentOf(name).size();
        };
        QVERIFY(bytes("q.jpg", {.quality = 30}) < bytes("q.jpg", {}) &&
                bytes("q.jpg", {}) < bytes("q.jpg", {.quality = 100}));
        QVERIFY(bytes("q.webp", {.quality = 30}) < bytes("q.webp", {}));
        for (const char* name : {"q.png", "q.tif"})
            for (const int compression : {0, 1, 9}) {
                bytes(name, {.compression = compression});
                QVERIFY(*loadImage(path(name)) == image);
            }
        QVERIFY(bytes("q.png", {.compression = 0}) > image.shape().size.area() * 3);
    }

    void mapsWithoutSpaces() {
        QCOMPARE(samplesIn("plain.pbm", "P1\n4 2\n0101\n1100\n"), std::string("1: 255 0 255 0 0 0 255 255"));
        QCOMPARE(samplesIn("comment.pbm", "P1\n#x\n4 2\n01 #y\n01\n1100"), std::string("1: 255 0 255 0 0 0 255 255"));
        QCOMPARE(samplesIn("binary.pbm", "P4\n9 2\n\xaa\x80\x55\x00"s),
                 std::string("1: 0 255 0 255 0 255 0 255 0 255 0 255 0 255 0 255 0 255"));
        QVERIFY(readImage(put("two.pgm", "P5 1 1 255\nxP5 1 1 255\ny")).note.find("more than one image") !=
                std::string::npos);
    }

    void bitmaps() {
        std::string grays;
        for (int i = 0; i < 256; ++i)
            grays += std::string(3, char(i)) + '\0';
        QCOMPARE(samplesIn("runs.bmp", madeBmp(4, 2, 8, 1, "\3\1\1\2\0\0\0\4\0\1\2\3\0\1"s, grays)),
                 std::string("1: 0 1 2 3 1 1 1 2"));
        QCOMPARE(samplesIn("down.bmp", madeBmp(1, -2, 24, 0, "\1\2\3\0\4\5\6\0"s)),
                 std::string("4: 3 2 1 255 6 5 4 255"));
        QCOMPARE(samplesIn("old.bmp", "BM"s + low(0, 8) + low(26, 4) + low(12, 4) + low(1, 2) + low(1, 2) + low(1, 2) +
                                          low(24, 2) + "\1\2\3\0"s),
                 std::string("4: 3 2 1 255"));
        const std::string os2 = refusal("os2.bmp", "BM"s + low(0, 8) + low(78, 4) + low(64, 4) + low(0, 80));
        QVERIFY2(os2.find("OS/2") != os2.npos && os2.find("damaged") == os2.npos, os2.c_str());
        QVERIFY(refusal("cut.bmp", madeBmp(100, 100, 8, 1, "\3\1"s, grays)).find("truncated") != std::string::npos);
    }

    void filesListTheFormats_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<std::string>("begin");
        QTest::addColumn<std::string>("listed");
        QTest::newRow("manual") << "resources/manual/files.md"
                                << "| format |"s << formatTable();
        QTest::newRow("desktop") << "resources/lightbench.desktop"
                                 << "MimeType="s << mimeLine();
    }
    /// These parts of files are made of the table of formats. With LIGHTBENCH_RENEW, which renew_formats.py sets, they
    /// are written.
    void filesListTheFormats() {
        QFETCH(QString, file);
        QFETCH(std::string, begin);
        QFETCH(std::string, listed);
        const std::string path = LIGHTBENCH_SOURCE_DIR "/" + file.toStdString();
        std::ifstream stream(path);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const std::size_t from = text.find(begin), to = std::min(text.find("\n\n", from), text.size() - 1) + 1;
        QVERIFY(from != text.npos);
        std::string wanted = text;
        wanted.replace(from, to - from, listed);
        if (qEnvironmentVariableIsSet("LIGHTBENCH_RENEW"))
            std::ofstream(path) << wanted;
        else
            QVERIFY2(wanted == text, qPrintable(file + " is stale: run resources/manual/renew.py BUILD_FOLDER"));
    }

    void sidesOfJpeg() {
        const Image long_ = patterned({{1, 65501}, {SampleType::U8, 1}});
        const std::string why = complaint([&] { saveImage(long_, path("long.jpg")); });
        QVERIFY2(why.find("JPEG holds at most 65500 pixels per side") != why.npos, why.c_str());
        QVERIFY(!canHold("jpg", long_.shape()) && canHold("png", long_.shape()));
        saveImage(patterned({{1, 65500}, {SampleType::U8, 1}}), path("longest.jpg"));
        QCOMPARE(loadImage(path("longest.jpg"))->height(), 65500);
        std::string file = contentOf("longest.jpg");
        const std::size_t frame = file.find("\xff\xc0") + 5;
        file.replace(frame, 2, high(65501, 2));
        const std::string read = refusal("longer.jpg", file);
        QVERIFY2(read.find("65500 pixels per side") != read.npos, read.c_str());
        file.replace(frame - 1, 1, "\x0c");
        QVERIFY(refusal("deep.jpg", file).find("12 bits per sample") != std::string::npos);
    }

    void framesAreNoted() {
        const std::string row("\0\5", 2);
        const std::string animated = madePng(1, 1, 8, 0, row, pngChunk("acTL", high(3, 4) + high(0, 4)));
        QVERIFY(readImage(put("moving.png", animated)).note.ends_with("has more than one frame; the first is read"));
        QVERIFY(readImage(put("still.png", madePng(1, 1, 8, 0, row))).note.empty());
    }

    /// A reader is refused or gives the same bytes each time, whatever memory held before.
    void samplesAreTheFilesAlone() {
        const std::string deep = '\0' + high(257, 2) + high(514, 2) + high(771, 2);
        const std::string file = madePng(1, 1, 16, 2, deep, pngChunk("tRNS", high(1, 2) + high(2, 2) + high(3, 2)));
        const std::string first = samplesIn("twice.png", file);
        std::vector<std::string> other(64, std::string(1024, '\x5a'));
        QCOMPARE(samplesIn("twice.png", file), first);
    }
};

LIGHTBENCH_TEST(Codecs, NoApplication)
#include "codecs.moc"
