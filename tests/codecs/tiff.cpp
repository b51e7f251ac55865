// TIFF files of every common make, written here by libtiff itself: what is read is what was written, sample for sample;
// what is damaged, hostile or not exact is told in one line.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

#include <tiffio.h>

#include "core/base/error.h"
#include "tests/codecs/complaint.h"
#include "tests/test_program.h"
#include "tests/view/image_support.h"
#include "ui/files/image_file.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

/// How a fixture is made. Alpha is what `extra` says; -1: the tag is left out.
struct Make {
    SampleType type = SampleType::U8;
    int samples = 1;
    int tile = 0; ///< side; 0: strips
    int compression = COMPRESSION_NONE;
    int predictor = PREDICTOR_NONE;
    int planar = PLANARCONFIG_CONTIG;
    int extra = EXTRASAMPLE_UNASSALPHA;
    int photometric = -1; ///< as the samples say
    const char* mode = "w";
};

constexpr Size size{37, 29};

/// Sample s of pixel (x, y): any value, floats beyond 0..1 too.
template <class T> T sampleAt(int x, int y, int s) {
    const unsigned mixed = unsigned(x * 2654435761u + unsigned(y) * 40503u + unsigned(s) * 97u) ^ unsigned(x * y * 31);
    if constexpr (std::is_same_v<T, float>) return float(mixed % 1000) / 400.0f - 0.5f;
    return T(mixed >> 3);
}

void describe(TIFF* tiff, const Make& make) {
    const int colours = make.samples < 3 ? 1 : 3;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, size.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, size.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, int(8 * Format{make.type, 1}.bytesPerSample()));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, make.samples);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, make.type == SampleType::F32 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    const int usual = colours == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB;
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, make.photometric >= 0 ? make.photometric : usual);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, make.planar);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, make.compression);
    if (make.predictor != PREDICTOR_NONE) TIFFSetField(tiff, TIFFTAG_PREDICTOR, make.predictor);
    const std::uint16_t extra = std::uint16_t(make.extra);
    if (make.samples > colours && make.extra >= 0) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
    if (make.tile > 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, make.tile);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, make.tile);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 7);
    }
}

/// One plane, or all samples together, by `sample(x, y, s)`.
template <class T, class Sample> void writePlane(TIFF* tiff, const Make& make, int plane, Sample sample) {
    const int together = make.planar == PLANARCONFIG_SEPARATE ? 1 : make.samples;
    const auto fill = [&](std::vector<T>& to, std::size_t at, int x, int y) {
        for (int s = 0; s < together; ++s)
            to[at + std::size_t(s)] = x < size.width && y < size.height ? sample(x, y, plane + s) : T(0);
    };
    const int across = make.tile > 0 ? make.tile : size.width, down = make.tile > 0 ? make.tile : 1;
    for (int top = 0; top < size.height; top += down)
        for (int left = 0; left < size.width; left += across) {
            std::vector<T> part(std::size_t(across * down * together));
            for (int i = 0; i < across * down; ++i)
                fill(part, std::size_t(i * together), left + i % across, top + i / across);
            if (make.tile > 0)
                TIFFWriteTile(tiff, part.data(), std::uint32_t(left), std::uint32_t(top), 0, std::uint16_t(plane));
            else
                TIFFWriteScanline(tiff, part.data(), std::uint32_t(top), std::uint16_t(plane));
        }
}

template <class T, class Sample> void writePage(TIFF* tiff, const Make& make, Sample sample) {
    describe(tiff, make);
    for (int plane = 0; plane < (make.planar == PLANARCONFIG_SEPARATE ? make.samples : 1); ++plane)
        writePlane<T>(tiff, make, plane, sample);
    TIFFWriteDirectory(tiff);
}

void writeFixture(const QString& path, const Make& make, int pages = 1) {
    TIFF* tiff = TIFFOpen(QFile::encodeName(path).constData(), make.mode);
    for (int page = 0; page < pages; ++page)
        withSampleType(make.type, [&](auto zero) { writePage<decltype(zero)>(tiff, make, sampleAt<decltype(zero)>); });
    TIFFClose(tiff);
}

/// The image that a fixture is to be read as.
Image expected(const Make& make) {
    const bool isGray = make.samples == 1;
    Image image({size, {make.type, isGray ? 1 : 4}, make.samples == 3 ? Layout::NoAlpha : Layout::Plain});
    withSampleType(make.type, [&](auto zero) {
        using T = decltype(zero);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                for (int c = 0; c < image.channels(); ++c) {
                    const int s = make.samples == 2 ? (c == 3 ? 1 : 0) : c;
                    const T full = T(image.format().fullScale());
                    image.row<T>(y)[x * image.channels() + c] = s < make.samples ? sampleAt<T>(x, y, s) : full;
                }
    });
    return image;
}

bool sameSamples(const Image& a, const Image& b) {
    return a.shape() == b.shape() && a.shape().hasAlpha() == b.shape().hasAlpha() &&
           std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0;
}

} // namespace

Q_DECLARE_METATYPE(Make)

class Tiff : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }
    QByteArray content(const Make& make) const {
        writeFixture(path("content.tif"), make);
        QFile file(path("content.tif"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString put(const QByteArray& bytes) const {
        QFile file(path("put.tif"));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("no space for test files");
        return file.fileName();
    }

private slots:
    void reads_data() {
        QTest::addColumn<Make>("make");
        int number = 0;
        const auto row = [&](const Make& make) { QTest::addRow("%d", number++) << make; };
        for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32})
            for (int samples : {1, 2, 3, 4})
                for (int tile : {0, 16, 64})
                    for (int planar : {PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE})
                        for (const char* mode : {"w", "wb", "w8"})
                            row({type, samples, tile, COMPRESSION_NONE, PREDICTOR_NONE, planar, EXTRASAMPLE_UNASSALPHA,
                                 -1, mode});
        for (int compression :
             {COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_ZSTD, COMPRESSION_LZMA}) {
            if (!TIFFIsCODECConfigured(std::uint16_t(compression))) continue;
            for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32})
                for (int tile : {0, 16}) {
                    row({type, 3, tile, compression});
                    if (compression == COMPRESSION_PACKBITS) continue;
                    const bool isFloat = type == SampleType::F32;
                    row({type, 4, tile, compression, isFloat ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL});
                }
        }
        for (int extra : {-1, EXTRASAMPLE_UNSPECIFIED}) // alpha all the same
            row({SampleType::U8, 4, 0, COMPRESSION_NONE, PREDICTOR_NONE, PLANARCONFIG_CONTIG, extra});
    }
    void reads() {
        QFETCH(Make, make);
        writeFixture(path("made.tif"), make);
        const ImagePtr image = loadImage(path("made.tif"));
        QCOMPARE(QString(image->shape().name().c_str()), QString(expected(make).shape().name().c_str()));
        QVERIFY(sameSamples(*image, expected(make)));
    }

    void whiteIsZero() {
        for (SampleType type : {SampleType::U8, SampleType::U16}) {
            Make make{type, 1};
            make.photometric = PHOTOMETRIC_MINISWHITE;
            writeFixture(path("white.tif"), make);
            const ImagePtr image = loadImage(path("white.tif"));
            QCOMPARE(image->at(5, 7, 0), Format({type, 1}).fullScale() - expected(make).at(5, 7, 0));
        }
    }

    /// Colours that were multiplied with their alpha: exact only where that is opaque.
    void multipliedColours() {
        for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32}) {
            Make make{type, 4};
            make.extra = EXTRASAMPLE_ASSOCALPHA;
            writeFixture(path("multiplied.tif"), make);
            const QString message = complaint(path("multiplied.tif"));
            QVERIFY2(message.contains("convert it to PNG") && !message.contains('\n'), qPrintable(message));
            TIFF* tiff = TIFFOpen(QFile::encodeName(path("opaque.tif")).constData(), "w");
            withSampleType(type, [&](auto zero) {
                using T = decltype(zero);
                const T full = T(Format({type, 4}).fullScale());
                writePage<T>(tiff, make, [=](int x, int y, int s) { return s == 3 ? full : sampleAt<T>(x, y, s); });
            });
            TIFFClose(tiff);
            QCOMPARE(loadImage(path("opaque.tif"))->at(5, 7, 1), expected({type, 4}).at(5, 7, 1));
        }
    }

    void theFirstOfSeveralPagesIsRead() {
        writeFixture(path("pages.tif"), {SampleType::U16, 3}, 3);
        const LoadedImage loaded = readImage(path("pages.tif"));
        QVERIFY(sameSamples(*loaded.image, expected({SampleType::U16, 3})));
        QCOMPARE(QString::fromStdString(loaded.note), path("pages.tif") + " has more than one page; the first is read");
        writeFixture(path("page.tif"), {SampleType::U16, 3});
        QVERIFY(readImage(path("page.tif")).note.empty());
    }

    void theFirstSliceOfAVolumeIsRead() {
        TIFF* tiff = TIFFOpen(QFile::encodeName(path("volume.tif")).constData(), "w");
        const Make make{SampleType::U16, 1};
        describe(tiff, make);
        TIFFSetField(tiff, TIFFTAG_IMAGEDEPTH, 4);
        writePlane<std::uint16_t>(tiff, make, 0, sampleAt<std::uint16_t>);
        TIFFWriteDirectory(tiff);
        TIFFClose(tiff);
        const LoadedImage loaded = readImage(path("volume.tif"));
        QCOMPARE(QString::fromStdString(loaded.note),
                 path("volume.tif") + " is a volume of 4 slices; the first is read");
        QCOMPARE(loaded.image->at(5, 7, 0), expected({SampleType::U16, 1}).at(5, 7, 0));
    }

    /// One strip of 16 samples that says it has `counted` bytes; libtiff reads on behind it.
    void stripsThatAreCountedTooShort() {
        const auto file = [this](char counted) {
            QByteArray all("II*\0\x18\0\0\0", 8);
            all += QByteArray(16, 'x') + QByteArray("\x08\0", 2);
            const auto entry = [&](int tag, char value) {
                all += QByteArray{} + char(tag & 255) + char(tag >> 8) + QByteArray("\3\0\1\0\0\0", 6) + value +
                       QByteArray(3, '\0');
            };
            entry(256, 4);       // width
            entry(257, 4);       // height
            entry(258, 8);       // bits
            entry(259, 1);       // no compression
            entry(262, 1);       // black is zero
            entry(273, 8);       // where the strip begins
            entry(278, 4);       // its rows
            entry(279, counted); // its bytes
            all += QByteArray(4, '\0');
            return put(all);
        };
        QVERIFY(readImage(file(16).toStdString()).note.empty());
        const QString shortFile = file(9);
        QCOMPARE(QString::fromStdString(readImage(shortFile.toStdString()).note),
                 shortFile + " is shorter than its image needs; the last pixels may be wrong");
    }

    void writesWhatItReads_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("layout");
        for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32}) {
            const auto row = [&](int channels, Layout layout, const char* name) {
                QTest::addRow("%d %s", int(type), name) << int(type) << channels << int(layout);
            };
            row(1, Layout::Plain, "gray");
            row(4, Layout::NoAlpha, "RGB");
            row(4, Layout::Plain, "RGBA");
        }
    }
    void writesWhatItReads() {
        QFETCH(int, type);
        QFETCH(int, channels);
        QFETCH(int, layout);
        for (Size one : {Size{1, 1}, Size{37, 129}, Size{1000, 3}}) {
            const bool opaque = Layout(layout) == Layout::NoAlpha;
            const Image image = patterned({one, {SampleType(type), channels}, Layout(layout)}, opaque);
            saveImage(image, path("written.tiff"));
            QVERIFY(sameSamples(*loadImage(path("written.tiff")), image));
            TIFF* tiff = TIFFOpen(QFile::encodeName(path("written.tiff")).constData(), "r");
            std::uint16_t extras = 0, samples = 0;
            const std::uint16_t* kinds = nullptr;
            TIFFGetField(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
            const bool alpha = TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &extras, &kinds) == 1 && extras == 1;
            const bool isAsItIs = !alpha || kinds[0] == EXTRASAMPLE_UNASSALPHA;
            TIFFClose(tiff);
            QCOMPARE(int(samples), channels == 1 ? 1 : opaque ? 3 : 4);
            QVERIFY(alpha == image.shape().hasAlpha() && isAsItIs);
        }
    }

    void cutAnywhere() {
        for (int tile : {0, 16})
            for (const char* mode : {"w", "w8"}) {
                Make make{SampleType::U16, 3, tile, COMPRESSION_LZW};
                make.mode = mode;
                const QByteArray all = content(make);
                for (qsizetype size = 8; size < all.size(); size += 97) {
                    const QString file = put(all.first(size)), message = complaint(file);
                    QVERIFY2(message.startsWith(file) && !message.contains('\n'), qPrintable(message));
                }
            }
    }

    /// Every byte of a small file's directory set to odd values: an image or a line, nothing else.
    void damagedDirectories() {
        const QByteArray all = content({SampleType::U16, 3, 16, COMPRESSION_LZW});
        for (qsizetype at = 4; at < all.size(); at += at < 8 || at > all.size() - 300 ? 1 : 61)
            for (char value : {'\0', '\xff', '\x7f'}) {
                QByteArray damaged = all;
                damaged[at] = value;
                const QString file = put(damaged);
                try {
                    QVERIFY(loadImage(file));
                } catch (const Error& error) {
                    QVERIFY2(QString(error.what()).startsWith(file), error.what());
                    QVERIFY2(!QString(error.what()).contains('\n'), error.what());
                }
            }
    }

    /// Sizes are told from the directory, before memory is taken.
    void hugeClaims() {
        const auto claim = [this](int width, int tile) {
            TIFF* tiff = TIFFOpen(QFile::encodeName(path("huge.tif")).constData(), "w");
            describe(tiff, {SampleType::U16, 3, tile});
            TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
            TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, width);
            char data[8] = {};
            (tile > 0 ? TIFFWriteRawTile : TIFFWriteRawStrip)(tiff, 0, data, sizeof data);
            TIFFWriteDirectory(tiff);
            TIFFClose(tiff);
            return complaint(path("huge.tif"));
        };
        const auto says = [](const QString& message, const char* words) {
            return QTest::qVerify(message.contains(words), words, qPrintable(message), __FILE__, __LINE__);
        };
        QVERIFY(says(claim(60000, 0), "60000 x 60000"));
        QVERIFY(says(claim(20000, 0), "20000 x 20000"));
        QVERIFY(says(claim(64, 1 << 20), "damaged"));
    }
};

LIGHTBENCH_TEST(Tiff, QCoreApplication)
#include "tiff.moc"
