// PNG files as Qt's own reader has them again: every depth and kind of colour, thin sizes, smooth pictures, noise and
// pictures of few values, which are filtered in different ways.
#include <QTemporaryDir>
#include <QTest>

#include <random>

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
};

LIGHTBENCH_TEST(PngTest, QCoreApplication)
#include "png.moc"
