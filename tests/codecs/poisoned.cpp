// No byte of a decoded image comes from what was in memory before. Every seed of the fuzzers is read twice, each time
// in memory that was filled with another byte; so are images that are large enough for shared and reused memory.
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include "core/codecs/codecs.h"
#include "tests/codecs/memory_sink.h"
#include "tests/core/core_support.h"
#include "tests/fuzz/poisoned_memory.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
constexpr std::uint64_t maxPoisonedBytes = std::uint64_t(256) << 20;

/// "equal", "different" or the refusal.
QString twoReadings(const Codec& codec, std::span<const std::byte> file) {
    QString result;
    const QString refusal = messageOf([&] {
        const DecodedImage first = decodePoisoned(codec, file, std::byte(0x55), maxPoisonedBytes);
        const DecodedImage second = decodePoisoned(codec, file, std::byte(0xaa), maxPoisonedBytes);
        result = first.image == second.image && first.metadata.iccProfile == second.metadata.iccProfile ? "equal"
                                                                                                        : "different";
    });
    return result.isEmpty() ? refusal : result;
}

template <class T> Image largeImage(Layout layout) {
    Image image({{701, 503}, {typeOf<T>(), layout == Layout::OneDeep ? 1 : 4}, layout});
    T* samples = image.samples<T>();
    const T full = T(image.format().fullScale());
    for (std::size_t i = 0; i < image.shape().samples(); ++i)
        samples[i] = layout == Layout::NoAlpha && i % 4 == 3 ? full : T(double(full) * double(i % 251) / 255);
    return image;
}
} // namespace

class PoisonedTest : public QObject {
    Q_OBJECT
private slots:
    void memoryIsPoisoned();
    void readsSeedsAlike();
    void readsLargeImagesAlike();
};

/// A codec that fills nothing is found, or the other tests would show nothing.
void PoisonedTest::memoryIsPoisoned() {
    Codec fillsNothing;
    fillsNothing.decode = [](std::span<const std::byte>, const CostCheck&) {
        return DecodedImage{Image({{701, 503}, {SampleType::U8, 4}}), {}, {}};
    };
    QCOMPARE(twoReadings(fillsNothing, {}), "different");
}

void PoisonedTest::readsSeedsAlike() {
    QDirIterator seeds(LIGHTBENCH_SOURCE_DIR "/tests/fuzz/seeds", QDir::Files, QDirIterator::Subdirectories);
    int read = 0;
    while (seeds.hasNext()) {
        QFile file(seeds.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        const auto bytes = std::as_bytes(std::span(content.data(), std::size_t(content.size())));
        const Codec* codec = codecByContent(bytes);
        if (!codec) continue; // of a kind that is not read
        const QString result = twoReadings(*codec, bytes);
        QVERIFY2(result != "different", qPrintable(file.fileName()));
        read += result == "equal";
    }
    QVERIFY2(read >= 100, qPrintable(QString::number(read)));
}

void PoisonedTest::readsLargeImagesAlike() {
    std::vector<Image> images;
    for (const Layout layout : {Layout::OneDeep, Layout::NoAlpha, Layout::Plain}) {
        images.push_back(largeImage<std::uint8_t>(layout));
        images.push_back(largeImage<std::uint16_t>(layout));
        images.push_back(largeImage<float>(layout));
    }
    int written = 0;
    for (const Codec& codec : codecs())
        for (const Image& image : images) {
            const bool isHeld = codec.encode && formatProblem(codec, image.shape(), codec.suffixes.front()).empty() &&
                                (codec.keeps.alpha || !image.shape().hasAlpha());
            if (!isHeld) continue;
            MemorySink sink;
            codec.encode(image, {}, sink);
            QCOMPARE(twoReadings(codec, sink.file), "equal");
            ++written;
        }
    QVERIFY2(written >= 20, qPrintable(QString::number(written)));
}

LIGHTBENCH_TEST(PoisonedTest, NoApplication)
#include "poisoned.moc"
