// What files say beside the image: EXIF goes with it where the format holds it, anything else that is left out is said
// when the image is written.
#include <QTemporaryDir>
#include <QTest>

#include <string>

#include "core/codecs/exif.h"
#include "core/codecs/image_file.h"
#include "tests/codecs/made_files.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"
#include "tests/view/image_support.h"

using namespace lightbench;
using namespace lightbench::tests;
using namespace std::string_literals;

namespace {
std::vector<std::byte> bytesOf(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::string textOf(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Make, orientation 6, 72 dpi, a size of 4000 x 3000, and a preview of 11 bytes.
std::string cameraBlock(bool isBig) {
    const auto number = [&](std::uint32_t value, int count) { return isBig ? high(value, count) : low(value, count); };
    const auto field = [&](int tag, int type, int count, std::uint32_t value) {
        return number(std::uint32_t(tag), 2) + number(std::uint32_t(type), 2) + number(std::uint32_t(count), 4) +
               (type == 3 ? number(value, 2) + number(0, 2) : number(value, 4));
    };
    const std::uint32_t first = 8, camera = first + 2 + 5 * 12 + 4, preview = camera + 2 + 2 * 12 + 4,
                        values = preview + 2 + 2 * 12 + 4;
    return (isBig ? "MM"s : "II"s) + number(42, 2) + number(first, 4) + number(5, 2) + field(0x10f, 2, 8, values) +
           field(0x112, 3, 1, 6) + field(0x11a, 5, 1, values + 8) + field(0x11b, 5, 1, values + 8) +
           field(0x8769, 4, 1, camera) + number(preview, 4) + number(2, 2) + field(0xa002, 3, 1, 4000) +
           field(0xa003, 3, 1, 3000) + number(0, 4) + number(2, 2) + field(0x201, 4, 1, values + 16) +
           field(0x202, 4, 1, 11) + number(0, 4) + "Cameras\0"s + number(72, 4) + number(1, 4) + "PREVIEWDATA";
}
} // namespace

class CameraData : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const std::string& name) const { return folder_.path().toStdString() + "/" + name; }

private slots:
    void theBlockIsWrittenAgain_data() {
        QTest::addColumn<bool>("isBig");
        QTest::newRow("II") << false;
        QTest::newRow("MM") << true;
    }
    void theBlockIsWrittenAgain() {
        QFETCH(bool, isBig);
        const std::vector<std::byte> read = bytesOf("Exif\0\0"s + cameraBlock(isBig));
        QCOMPARE(readExif(read).orientation, 6);
        QCOMPARE(readExif(read).horizontalDpi, 72.0);
        ImageMetadata metadata;
        metadata.exif = keptExif(read);
        metadata.horizontalDpi = 300;
        metadata.verticalDpi = 150;
        const std::vector<std::byte> written = exifFor(metadata, {640, 70000});
        QCOMPARE(readExif(written).orientation, 1);
        QCOMPARE(readExif(written).horizontalDpi, 300.0);
        QCOMPARE(readExif(written).verticalDpi, 150.0);
        const std::string text = textOf(written);
        QVERIFY(text.find("Cameras") != text.npos);
        QVERIFY(text.find("PREVIEW") == text.npos); // it shows the image before the filters
        const auto number = [&](std::uint32_t value, int count) {
            return isBig ? high(value, count) : low(value, count);
        };
        QVERIFY(text.find(number(0xa002, 2) + number(4, 2) + number(1, 4) + number(640, 4)) != text.npos);
        QVERIFY(text.find(number(0xa003, 2) + number(4, 2) + number(1, 4) + number(70000, 4)) != text.npos);
        metadata.exif = keptExif(written);
        QCOMPARE(readExif(exifFor(metadata, {5, 5})).verticalDpi, 150.0); // once more
    }

    void damagedBlocksAreLeftOut() {
        const std::string whole = cameraBlock(false);
        for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
            ImageMetadata metadata;
            metadata.exif = keptExif(bytesOf(whole.substr(0, bytes)));
            metadata.horizontalDpi = metadata.verticalDpi = 96;
            if (bytes < 8 + 2 + 5 * 12) QVERIFY(metadata.exif.empty());
            QCOMPARE(readExif(exifFor(metadata, {3, 4})).horizontalDpi, 96.0);
        }
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string odd = whole;
            odd[at] = '\xff';
            ImageMetadata metadata;
            metadata.exif = keptExif(bytesOf(odd));
            exifFor(metadata, {3, 4});
        }
        std::string unnumbered = whole; // some files have another number than TIFF's 42
        unnumbered[2] = unnumbered[3] = '\0';
        QVERIFY(keptExif(bytesOf(unnumbered)) == keptExif(bytesOf(whole)));
        QVERIFY(keptExif(bytesOf("Exif\0\0"s)).empty());
        QVERIFY(exifFor({}, {3, 4}).empty());
    }

    void formatsKeepIt() {
        const Image colour = patterned({{9, 5}, {SampleType::U8, 4}, Layout::NoAlpha});
        EncodeOptions options;
        options.metadata.exif = bytesOf(cameraBlock(true));
        options.metadata.horizontalDpi = options.metadata.verticalDpi = 240;
        for (const char* suffix : {"png", "jpg", "webp"}) {
            const std::string name = path("kept."s + suffix);
            QCOMPARE(saveImage(colour, name, {}, options), std::string());
            const LoadedImage back = readImage(name);
            QVERIFY2(textOf(back.metadata.exif).find("Cameras") != std::string::npos, suffix);
            QCOMPARE(back.image->width(), 9); // its pixels were turned before
            QCOMPARE(back.metadata.horizontalDpi, 240.0);
        }
        for (const char* suffix : {"tif", "bmp", "npy"}) {
            const std::string warning = saveImage(colour, path("lost."s + suffix), {}, options);
            QVERIFY2(warning.find("cannot hold") != warning.npos && warning.find("EXIF") != warning.npos,
                     warning.c_str());
        }
        options.metadata.exif.resize(70000);
        const std::string warning = saveImage(colour, path("long.jpg"), {}, options);
        QVERIFY2(warning.find("EXIF") != warning.npos, warning.c_str()); // a JPEG marker holds 64 KiB
    }

    void whatIsLeftOutIsSaid() {
        const std::string text = madePng(1, 1, 8, 0, std::string("\0\5", 2),
                                         pngChunk("tEXt", "Author\0Ada"s) + pngChunk("tEXt", "Software\0x"s) +
                                             pngChunk("iTXt", "XML:com.adobe.xmp\0\0\0\0\0<x/>"s));
        const LoadedImage loaded = readImage(putFile("text.png", text));
        QVERIFY(loaded.note.empty());
        EncodeOptions options;
        options.metadata = loaded.metadata;
        const std::string warning = saveImage(*loaded.image, path("plain.png"), {}, options);
        QVERIFY2(warning.ends_with("the file that was read has XMP data and text (Author), which Lightbench does not "
                                   "keep"),
                 warning.c_str());
        QVERIFY(saveImage(*loaded.image, path("plain.jpg"), {}, {.quality = 50}).empty());
        const std::string quality = saveImage(*loaded.image, path("plain.png"), {}, {.quality = 50});
        QVERIFY2(quality.ends_with("PNG has no quality setting: it keeps every sample"), quality.c_str());
    }

    void tiffTagsAreNamed() {
        std::string file = madeTiff(1, 1, 8, "\5", 1, 1, {{339, 3, 1}});
        const std::size_t count = file.find(low(0x100, 2) + low(3, 2)) - 2;
        QVERIFY(count < file.size());
        const auto fields = std::uint32_t(std::uint8_t(file[count]));
        const std::string artist = low(315, 2) + low(2, 2) + low(4, 4) + "Ada\0"s;
        std::size_t after = count + 2; // tags are sorted
        while (std::uint8_t(file[after]) + 256 * std::uint8_t(file[after + 1]) < 315 && after < file.size() - 12)
            after += 12;
        file.replace(count, 2, low(fields + 1, 2));
        file.insert(after, artist);
        const ImageMetadata metadata = readImage(putFile("artist.tif", file)).metadata;
        QCOMPARE(metadata.unsupported, std::vector<std::string>{"text (Artist)"});
    }

private:
    std::string putFile(const std::string& name, const std::string& content) const {
        QFile file(QString::fromStdString(path(name)));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(content.data(), qint64(content.size()));
        return path(name);
    }
};

LIGHTBENCH_TEST(CameraData, NoApplication)
#include "camera_data.moc"
