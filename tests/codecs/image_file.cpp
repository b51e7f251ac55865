// Image files: what is read keeps its depth, what is written reads back equal, and what is wrong is told in one line.
#include <QBuffer>
#include <QFile>
#include <QImageWriter>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

#include "core/base/error.h"
#include "tests/codecs/complaint.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"
#include "tests/view/image_support.h"
#include "ui/files/image_file.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
bool same(const Image& a, const Image& b) {
    return a.shape() == b.shape() && std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0;
}

QByteArray encoded(const QImage& image, const char* format) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, format);
    writer.write(image);
    return buffer.data();
}

QImage colourful(int width, int height, QImage::Format format = QImage::Format_RGB32) {
    QImage image(width, height, format);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.setPixel(x, y, qRgba(x * 7 % 256, y * 5 % 256, (x * y) % 256, 255));
    return image;
}
} // namespace

class ImageFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }
    QString put(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("no space for test files");
        return file.fileName();
    }
    QString saveComplaint(const Image& image, const QString& name) const {
        const std::string message = complaint([&] { saveImage(image, path(name)); });
        return QFile::exists(path(name)) ? QString() : QString::fromStdString(message);
    }

private slots:
    void roundTrip_data() {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("channels");
        QTest::addColumn<bool>("opaque");
        const auto row = [](const char* suffix, SampleType type, int channels, bool opaque) {
            const QString name = QString("%1 %2 %3").arg(suffix, Format{type, channels}.name().c_str()).arg(opaque);
            QTest::newRow(qPrintable(name)) << QString(suffix) << int(type) << channels << opaque;
        };
        for (SampleType type : {SampleType::U8, SampleType::U16})
            for (const char* suffix : {"png", "tif", "tiff", "npy", "pgm", "ppm"}) {
                const bool map = suffix[0] == 'p' && suffix[2] == 'm';
                row(suffix, type, 1, true);
                if (suffix != QByteArray("pgm")) row(suffix, type, 4, true);
                if (!map) row(suffix, type, 4, false);
            }
        row("bmp", SampleType::U8, 1, true);
        row("bmp", SampleType::U8, 4, true);
        row("webp", SampleType::U8, 4, true);
        row("webp", SampleType::U8, 4, false);
        for (SampleType type : {SampleType::U32, SampleType::F32})
            for (int channels : {1, 4})
                row("npy", type, channels, false);
        for (int channels : {1, 4})
            row("tif", SampleType::F32, channels, false);
    }
    void roundTrip() {
        QFETCH(QString, suffix);
        QFETCH(int, type);
        QFETCH(int, channels);
        QFETCH(bool, opaque);
        for (Size size : {Size{1, 1}, Size{37, 129}, Size{64, 3}}) {
            // Most formats hold colours without alpha as such; with one it comes back where they hold it.
            const Layout layout = opaque && channels == 4 ? Layout::NoAlpha : Layout::Plain;
            const Image image = patterned({size, {SampleType(type), channels}, layout}, opaque);
            const QString file = path("round." + suffix);
            saveImage(image, file);
            const ImagePtr back = loadImage(file);
            QCOMPARE(QString(back->shape().name().c_str()), QString(image.shape().name().c_str()));
            QVERIFY(same(*back, image));
        }
    }

    /// Alpha that happens to be opaque everywhere is alpha still.
    void opaqueAlphaComesBack() {
        for (const char* name : {"o.png", "o.npy", "o.tif", "o16.png", "o16.tif"}) {
            const SampleType type = QString(name).contains("16") ? SampleType::U16 : SampleType::U8;
            saveImage(patterned({{7, 5}, {type, 4}}), path(name));
            QVERIFY2(loadImage(path(name))->shape().hasAlpha(), name);
        }
        for (const char* name : {"o.jpg", "o.bmp", "o.ppm", "o.webp"}) {
            saveImage(patterned({{7, 5}, {SampleType::U8, 4}}), path(name));
            QCOMPARE(loadImage(path(name))->shape().name(), std::string("7 x 5, RGB 8-bit"));
        }
    }

    void jpegKeepsItsChannels() {
        saveImage(patterned({{33, 17}, {SampleType::U8, 1}}), path("gray.jpg"));
        QCOMPARE(loadImage(path("gray.jpg"))->channels(), 1);
        saveImage(patterned({{33, 17}, {SampleType::U8, 4}}), path("colour.jpeg"));
        QCOMPARE(loadImage(path("colour.jpeg"))->channels(), 4);
    }

    void palettes() {
        QImage indexed(8, 4, QImage::Format_Indexed8);
        indexed.setColorTable({qRgb(10, 10, 10), qRgb(200, 200, 200)});
        indexed.fill(1);
        const ImagePtr gray = loadImage(put("gray.png", encoded(indexed, "png")));
        QCOMPARE(gray->channels(), 1);
        QCOMPARE(gray->at(3, 2, 0), 200.0);
        indexed.setColorTable({qRgb(10, 10, 10), qRgb(200, 100, 50)});
        const ImagePtr colour = loadImage(put("colour.png", encoded(indexed, "png")));
        QCOMPARE(colour->channels(), 4);
        QCOMPARE(colour->at(3, 2, 1), 100.0);
        const ImagePtr bits = loadImage(put("bits.png", encoded(indexed.convertToFormat(QImage::Format_Mono), "png")));
        QCOMPARE(bits->width(), 8);
    }

    void alphaIsNotPremultiplied() {
        QImage image(2, 1, QImage::Format_ARGB32);
        image.setPixel(0, 0, qRgba(200, 100, 50, 3));
        image.setPixel(1, 0, qRgba(9, 8, 7, 0));
        const ImagePtr loaded = loadImage(put("alpha.png", encoded(image, "png")));
        QCOMPARE(loaded->at(0, 0, 0), 200.0);
        QCOMPARE(loaded->at(0, 0, 3), 3.0);
        QCOMPARE(loaded->at(1, 0, 2), 7.0);
    }

    /// Files of multiplied colours, which are refused, are among tiff.cpp's.
    void transparentTiff() {
        saveImage(imageOf<quint8>(2, 1, 4, {200, 100, 50, 3, 9, 8, 7, 0}), path("clear.tif"));
        const ImagePtr clear = loadImage(path("clear.tif"));
        QCOMPARE(clear->at(0, 0, 0), 200.0);
        QCOMPARE(clear->at(0, 0, 3), 3.0);
        QCOMPARE(clear->at(1, 0, 2), 7.0);
    }

    void portableMaps() {
        const ImagePtr plain = loadImage(put("plain.pgm", "P2 # a comment\n2 2\n# another\n15\n0 15 5 10\n"));
        QCOMPARE(plain->at(1, 0, 0), 255.0);
        QCOMPARE(plain->at(0, 1, 0), 85.0);
        const ImagePtr deep = loadImage(put("deep.pgm", QByteArray("P5\n2 1\n65535\n\x12\x34\xff\xfe", 18)));
        QCOMPARE(deep->format().type, SampleType::U16);
        QCOMPARE(deep->at(0, 0, 0), double(0x1234));
        QCOMPARE(deep->at(1, 0, 0), double(0xfffe));
        const ImagePtr colour = loadImage(put("colour.ppm", "P3 1 1 255 1 2 3"));
        QCOMPARE(colour->at(0, 0, 2), 3.0);
        QCOMPARE(colour->at(0, 0, 3), 255.0);
        const ImagePtr bits = loadImage(put("bits.pbm", "P1\n2 1\n1 0\n"));
        QCOMPARE(bits->channels(), 1);
        QCOMPARE(bits->at(0, 0, 0), 0.0);
        QCOMPARE(bits->at(1, 0, 0), 255.0);
        QVERIFY(complaint(put("short.pgm", "P5\n4 4\n255\nabc")).contains("truncated"));
        QVERIFY(complaint(put("header.pgm", "P5\n4")).contains("truncated"));
        QVERIFY(complaint(put("vast.ppm", "P6\n60000 60000\n255\nabc")).contains("too large"));
        QVERIFY(complaint(put("bad.ppm", "P3 1 1 255 1 2 x")).contains("damaged"));
        QVERIFY(complaint(put("above.pgm", "P2 1 1 7 8")).contains("maximum"));
    }

    void truncated_data() {
        QTest::addColumn<QString>("suffix");
        for (const char* suffix : {"png", "jpg", "bmp", "ppm", "tif", "webp"})
            QTest::newRow(suffix) << QString(suffix);
    }
    void truncated() {
        QFETCH(QString, suffix);
        saveImage(patterned({{97, 61}, {SampleType::U8, 4}, Layout::NoAlpha}), path("written." + suffix));
        QFile written(path("written." + suffix));
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray all = written.readAll();
        QVERIFY(all.size() > 100);
        QVERIFY(loadImage(put("whole." + suffix, all)) != nullptr);
        for (double share : {0.02, 0.3, 0.7, 0.98}) {
            const QString file = put("cut." + suffix, all.first(qsizetype(double(all.size()) * share)));
            const QString message = complaint(file);
            QVERIFY2(message.startsWith(file), qPrintable(message + QString::number(share)));
            QVERIFY2(!message.contains('\n'), qPrintable(message));
        }
    }

    void whatIsNoImage() {
        QVERIFY(complaint(path("missing.png")).contains("does not exist"));
        QVERIFY(complaint(folder_.path()).contains("is a folder"));
        QVERIFY(complaint(put("empty.png", {})).contains("is empty"));
        QVERIFY(complaint(put("text.png", "hello, I am text")).contains("is not an image"));
        const QByteArray png = encoded(colourful(5, 5), "png");
        const QString wrong = complaint(put("photo.jpg", png));
        QVERIFY2(wrong.contains("mislabelled") && wrong.contains("rename it to photo.png"), qPrintable(wrong));
        QCOMPARE(loadImage(put("no_suffix", png))->width(), 5);
        QVERIFY(complaint(put("bad.npy", "\x93NUMPY garbage")).contains("bad.npy"));
    }

    void hugeHeaderIsToldFromTheHeader() {
        const QString message = complaint(put("huge.png", pngWithSize(60000, 60000)));
        QVERIFY2(message.contains("60000 x 60000"), qPrintable(message));
        QVERIFY2(message.contains("too large"), qPrintable(message));
    }

    void whatDoesNotFit() {
        const Image deep = patterned({{4, 4}, {SampleType::U16, 1}});
        for (const char* name : {"a.jpg", "a.bmp", "a.webp"})
            QVERIFY(
                saveComplaint(deep, name).endsWith(" cannot hold 16-bit samples; save as .png, .tif, .ppm or .npy"));
        const Image real = patterned({{4, 4}, {SampleType::F32, 1}});
        QCOMPARE(saveComplaint(real, "f.png"),
                 "cannot write " + path("f.png") +
                     ": PNG cannot hold 32-bit float samples; save as .tif, .exr or .npy");
        QVERIFY(saveComplaint(patterned({{4, 4}, {SampleType::U32, 1}}), "f.tif").contains("unsigned"));
        const Image clear = patterned({{4, 4}, {SampleType::U8, 4}}, false);
        for (const char* name : {"a.jpg", "a.bmp", "a.ppm"})
            QVERIFY(saveComplaint(clear, name).contains("transparency"));
        QVERIFY(saveComplaint(clear, "a.pgm").contains("gray images only"));
    }

    void whereNothingCanBeWritten() {
        const Image image = patterned({{4, 4}, {SampleType::U8, 1}});
        QVERIFY(saveComplaint(image, "nowhere/a.png").contains("there is no folder"));
        QVERIFY(saveComplaint(image, "a.xyz").contains("suffix .xyz is unknown"));
        QVERIFY(saveComplaint(image, "a").contains("no suffix"));
        QVERIFY(QDir(folder_.path()).mkdir("folder.png"));
        try {
            saveImage(image, path("folder.png"));
            QFAIL("a folder was overwritten");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("it is a folder"));
        }
        put("file", "x");
        QVERIFY(saveComplaint(image, "file/a.png").contains("is not a folder"));
    }
};

LIGHTBENCH_TEST(ImageFileTest, QCoreApplication)
#include "image_file.moc"
