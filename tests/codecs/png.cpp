// PNG files as Qt's own reader has them again: every depth and kind of colour, thin sizes, smooth pictures, noise and
// pictures of few values, which are filtered in different ways. What a file says about its colours is kept, or named.
#include <QTemporaryDir>
#include <QTest>

#include <random>

#include "core/codecs/image_file.h"
#include "tests/codecs/made_files.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"
#include "ui/files/image_file.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
enum Content { Smooth, Noise, FewValues };

template <class T> Image picture(Size size, int channels, Content content) {
    std::mt19937 random(5);
    const int full = std::numeric_limits<T>::max();
    return drawnImage<T>(size.width, size.height, channels, [&](int x, int y, int c) {
        switch (content) {
        case Smooth: return T((37 * x + 11 * y + 5 * c) * (full / 255) / 16);
        case Noise: return T(random());
        case FewValues: break;
        }
        return T(random() % 2 * unsigned(full));
    });
}

Image pictureOf(SampleType type, Size size, int channels, Content content) {
    return type == SampleType::U8 ? picture<std::uint8_t>(size, channels, content)
                                  : picture<std::uint16_t>(size, channels, content);
}

const std::string gammaOfOne = pngChunk("gAMA", high(100000, 4)), gammaOfSrgb = pngChunk("gAMA", high(45455, 4));
const std::string primariesOfP3 =
    pngChunk("cHRM", high(31270, 4) + high(32900, 4) + high(68000, 4) + high(32000, 4) + high(26500, 4) +
                         high(69000, 4) + high(15000, 4) + high(6000, 4));
const std::string perceptual = pngChunk("sRGB", std::string(1, '\0'));
const std::string pq = pngChunk("cICP", std::string("\x09\x10\x00\x01", 4));
const std::string light = pngChunk("cLLI", high(10000000, 4) + high(4000000, 4));
} // namespace

class PngTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
private slots:
    void keepsEverySample_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("content");
        for (SampleType type : {SampleType::U8, SampleType::U16})
            for (int channels : {1, 4})
                for (int content : {Smooth, Noise, FewValues})
                    QTest::addRow("%s %d", Format{type, channels}.name().c_str(), content)
                        << int(type) << channels << content;
    }
    void keepsEverySample() {
        QFETCH(int, type);
        QFETCH(int, channels);
        QFETCH(int, content);
        for (const Size size : {Size{1, 1}, Size{1, 9}, Size{9, 1}, Size{61, 47}, Size{700, 3}}) {
            const Image image = pictureOf(SampleType(type), size, channels, Content(content));
            const QString path = folder_.filePath("image.png");
            saveImage(image, path);
            const ImagePtr read = loadImage(path);
            QCOMPARE(read->shape().size, image.shape().size);
            QVERIFY(read->format() == image.format());
            QVERIFY(std::ranges::equal(read->bytes(), image.bytes()));
        }
    }

    void keepsWhatItSaysOfColours_data() {
        QTest::addColumn<QByteArray>("chunks");
        QTest::addColumn<QString>("lost"); // what another format cannot hold
        const auto row = [](const char* name, const std::string& chunks, const char* lost) {
            QTest::newRow(name) << QByteArray::fromStdString(chunks) << QString(lost);
        };
        row("nothing", "", "");
        row("gamma", gammaOfOne, "gAMA");
        row("gamma and primaries", gammaOfOne + primariesOfP3, "gAMA and cHRM");
        row("primaries", primariesOfP3, "cHRM");
        row("code points", pq + light, "cICP and cLLI");
        row("sRGB", perceptual + gammaOfSrgb, "");
        row("gamma of sRGB", gammaOfSrgb, "");
        row("sRGB counts more", perceptual + gammaOfOne, "");
    }
    void keepsWhatItSaysOfColours() {
        QFETCH(QByteArray, chunks);
        QFETCH(QString, lost);
        const std::string rows("\0\1\2\3", 4);
        const std::string from = path("colours.png"), to = path("kept.png");
        put(from, madePng(3, 1, 8, 0, rows, chunks.toStdString()));
        const LoadedImage loaded = readImage(from);
        EncodeOptions options;
        options.metadata = loaded.metadata;
        QCOMPARE(saveImage(*loaded.image, to, {}, options), std::string());
        QVERIFY(content(to).contains(chunks));
        for (const char* suffix : {"tif", "jpg", "bmp", "webp", "pgm", "npy"}) {
            const QString warning =
                QString::fromStdString(saveImage(*loaded.image, path(std::string("lost.") + suffix), {}, options));
            QCOMPARE(warning.contains("cannot hold the colour space of the PNG (" + lost + "); PNG can"),
                     !lost.isEmpty());
            QCOMPARE(warning.isEmpty(), lost.isEmpty());
        }
    }
    void leavesOutDamagedColours() {
        std::string broken = gammaOfOne;
        broken.back() = char(broken.back() + 1);
        put(path("damaged.png"), madePng(3, 1, 8, 0, std::string("\0\1\2\3", 4), broken));
        const LoadedImage loaded = readImage(path("damaged.png"));
        QVERIFY(loaded.metadata.colourChunks.empty());
        QVERIFY(QString::fromStdString(loaded.note)
                    .endsWith("has damaged data about its colours (gAMA), which is left out"));
    }

private:
    std::string path(const std::string& name) const { return folder_.path().toStdString() + "/" + name; }
    static void put(const std::string& name, const std::string& bytes) {
        QFile file(QString::fromStdString(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), qint64(bytes.size()));
    }
    static QByteArray content(const std::string& name) {
        QFile file(QString::fromStdString(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

LIGHTBENCH_TEST(PngTest, QCoreApplication)
#include "png.moc"
