// OpenEXR files with luminance and chroma in place of red, green and blue: with a sample of chroma for each pixel, for
// 2 x 2 pixels, and in between.
#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfRgbaFile.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <QTest>

#include <array>
#include <cmath>
#include <deque>
#include <map>

#include "tests/codecs/exr_files.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
/// A file of one colour, whose chroma channels have one sample for so many pixels. Y is FLOAT, the chroma HALF.
ExrBytes exrChroma(Imf::Header header, int xStep, int yStep, const std::map<std::string, float>& colour) {
    MemorySink sink;
    ExrOutput out(sink);
    std::deque<std::vector<float>> floats;
    std::deque<std::vector<half>> halves;
    Imf::FrameBuffer frame;
    constexpr int width = 8, height = 4;
    for (const auto& [name, value] : colour) {
        const bool isChroma = name.size() == 2;
        const int across = isChroma ? xStep : 1, down = isChroma ? yStep : 1;
        header.channels().insert(name, Imf::Channel(isChroma ? Imf::HALF : Imf::FLOAT, across, down));
        const std::size_t row = std::size_t(width / across);
        void* samples = isChroma ? static_cast<void*>(halves.emplace_back(width * height, half(value)).data())
                                 : floats.emplace_back(width * height, value).data();
        const std::size_t bytes = isChroma ? sizeof(half) : sizeof(float);
        frame.insert(name, Imf::Slice::Make(isChroma ? Imf::HALF : Imf::FLOAT, samples, header.dataWindow(), bytes,
                                            bytes * row, across, down));
    }
    {
        Imf::OutputFile file(out, header, 0);
        file.setFrameBuffer(frame);
        file.writePixels(height);
    }
    return sink.file;
}
} // namespace

class ExrChroma : public QObject {
    Q_OBJECT
private slots:
    void readsLuminanceAndChroma() {
        MemorySink sink;
        ExrOutput out(sink);
        const std::vector<Imf::Rgba> pixels(16 * 12, Imf::Rgba(0.25f, 0.5f, 0.75f, 1));
        {
            Imf::Header header(16, 12);
            Imf::RgbaOutputFile file(out, header, Imf::WRITE_YC, 0);
            file.setFrameBuffer(pixels.data(), 1, 16);
            file.writePixels(12);
        }
        const DecodedImage read = exrRead(sink.file);
        QCOMPARE(read.image.shape().name(), "16 x 12, RGB 32-bit float");
        for (int c = 0; c < 3; ++c)
            QVERIFY2(std::abs(read.image.at(7, 5, c) - 0.25 * (c + 1)) < 0.002, "colours come back");
        QCOMPARE(read.image.at(15, 11, 3), 1.0);
        QCOMPARE(QString::fromStdString(read.notes.front()),
                 "stores fewer samples of colour than of brightness; the missing ones are interpolated");
    }
    void readsFullChroma() {
        // Of R 0.25, G 0.5, B 0.75 with the weights of Rec. 709.
        const float luminance = 0.2126f * 0.25f + 0.7152f * 0.5f + 0.0722f * 0.75f;
        const float red = 0.25f / luminance - 1, blue = 0.75f / luminance - 1;
        const auto colourOf = [](const ExrBytes& file) {
            const DecodedImage read = exrRead(file);
            return std::array{read.image.at(6, 3, 0), read.image.at(6, 3, 1), read.image.at(6, 3, 2),
                              read.image.at(6, 3, 3)};
        };
        const auto isNear = [](const std::array<double, 4>& a, const std::array<double, 4>& b) {
            for (std::size_t i = 0; i < 4; ++i)
                if (std::abs(a[i] - b[i]) > 0.0005) return false;
            return true;
        };
        const Imf::Header header(8, 4);
        const ExrBytes full = exrChroma(header, 1, 1, {{"Y", luminance}, {"RY", red}, {"BY", blue}});
        QCOMPARE(exrRead(full).image.shape().name(), "8 x 4, RGB 32-bit float");
        QVERIFY(isNear(colourOf(full), {0.25, 0.5, 0.75, 1}));
        QCOMPARE(exrNotes(full), QString());
        // The same colour from halved chroma, which the library converts.
        QVERIFY(
            isNear(colourOf(exrChroma(header, 2, 2, {{"Y", luminance}, {"RY", red}, {"BY", blue}})), colourOf(full)));
        const ExrBytes withAlpha = exrChroma(header, 1, 1, {{"Y", luminance}, {"RY", red}, {"BY", blue}, {"A", 0.5f}});
        QVERIFY(isNear(colourOf(withAlpha), {0.25, 0.5, 0.75, 0.5}));
        // Without chroma a pixel is exactly gray, beyond what a half holds, too.
        const float large = 123456.789f;
        QVERIFY((colourOf(exrChroma(header, 1, 1, {{"Y", large}, {"RY", 0}, {"BY", 0}})) ==
                 std::array<double, 4>{large, large, large, 1}));
        QVERIFY(isNear(colourOf(exrChroma(header, 1, 1, {{"Y", 0.5f}, {"RY", 1}})),
                       {1, (0.5 - 0.2126 - 0.0722 * 0.5) / 0.7152, 0.5, 1}));
        Imf::Header other(8, 4);
        Imf::addChromaticities(other, {{1, 0}, {0, 1}, {0, 0}, {1 / 3.0f, 1 / 3.0f}}); // each of the weights is 1/3
        QVERIFY(
            isNear(colourOf(exrChroma(other, 1, 1, {{"Y", 0.5f}, {"RY", 0.5f}, {"BY", -0.5f}})), {0.75, 0.5, 0.25, 1}));
    }
    void refusesOtherChroma() {
        const std::map<std::string, float> gray{{"Y", 0.5f}, {"RY", 0}, {"BY", 0}};
        for (const auto& [across, down] : {std::pair{2, 1}, {4, 4}})
            QCOMPARE(
                exrComplaint(exrChroma(Imf::Header(8, 4), across, down, gray)),
                QString("is an OpenEXR file whose channel BY has one sample for %1 x %2 pixels; only 1 x 1 and 2 x 2, "
                        "the same for RY and BY, can be read; save it with the channels R, G and B")
                    .arg(across)
                    .arg(down));
    }
};

LIGHTBENCH_TEST(ExrChroma, NoApplication)
#include "exr_chroma.moc"
