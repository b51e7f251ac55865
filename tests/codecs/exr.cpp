// OpenEXR files as other programs write them, made here by the library: layers, parts, tiles, windows, integers,
// deep data and files that end early.
#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfDeepFrameBuffer.h>
#include <OpenEXR/ImfDeepScanLineOutputFile.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfMultiPartOutputFile.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfOutputPart.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfTiledOutputFile.h>
#include <QTest>

#include <cmath>
#include <deque>
#include <limits>
#include <map>

#include "tests/codecs/exr_files.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
using ExrTypes = std::map<std::string, Imf::PixelType>;

/// Exact as a half, different for every pixel and channel.
float exrSample(int index, const std::string& channel) { return float(index % 97) / 8 + float(channel.back() % 32); }

/// ExrChannelFrame of their types, filled with what `stored` gives.
class ExrChannelFrame {
public:
    ExrChannelFrame(Imf::Header& header, const ExrTypes& types) {
        const Imath::Box2i window = header.dataWindow();
        const int width = window.max.x - window.min.x + 1, height = window.max.y - window.min.y + 1;
        for (const auto& [name, type] : types) {
            header.channels().insert(name, Imf::Channel(type));
            const std::size_t bytes = type == Imf::HALF ? 2 : 4;
            ExrBytes& samples = memory_.emplace_back(std::size_t(width) * std::size_t(height) * bytes);
            for (int i = 0; i < width * height; ++i) {
                const float value = exrSample(i, name);
                const half asHalf(value);
                const auto asWhole = unsigned(value);
                const void* from = type == Imf::HALF    ? static_cast<const void*>(&asHalf)
                                   : type == Imf::FLOAT ? static_cast<const void*>(&value)
                                                        : &asWhole;
                std::memcpy(samples.data() + std::size_t(i) * bytes, from, bytes);
            }
            frame.insert(name, Imf::Slice::Make(type, samples.data(), window));
        }
    }
    Imf::FrameBuffer frame;

private:
    std::deque<ExrBytes> memory_;
};

ExrBytes exrLines(Imf::Header header, const ExrTypes& types) {
    MemorySink sink;
    ExrOutput out(sink);
    const ExrChannelFrame channels(header, types);
    {
        Imf::OutputFile file(out, header, 0);
        file.setFrameBuffer(channels.frame);
        file.writePixels(header.dataWindow().max.y - header.dataWindow().min.y + 1);
    }
    return sink.file;
}

ExrBytes exrTiles(Imf::Header header, const ExrTypes& types) {
    MemorySink sink;
    ExrOutput out(sink);
    header.setTileDescription(Imf::TileDescription(8, 5, Imf::MIPMAP_LEVELS));
    const ExrChannelFrame channels(header, types);
    {
        Imf::TiledOutputFile file(out, header, 0);
        file.setFrameBuffer(channels.frame);
        for (int level = 0; level < file.numLevels(); ++level)
            file.writeTiles(0, file.numXTiles(level) - 1, 0, file.numYTiles(level) - 1, level);
    }
    return sink.file;
}

const ExrTypes exrColours{{"R", Imf::HALF}, {"G", Imf::HALF}, {"B", Imf::HALF}};

/// Nothing if the image has exactly what was stored in these channels.
QString exrDifference(const Image& image, const std::vector<std::string>& names) {
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            for (int c = 0; c < int(names.size()); ++c) {
                const double want = exrSample(y * image.width() + x, names[std::size_t(c)]);
                if (image.at(x, y, c) != want)
                    return QString("%1, %2: %3 instead of %4").arg(x).arg(y).arg(image.at(x, y, c)).arg(want);
            }
    return {};
}
} // namespace

class ExrTest : public QObject {
    Q_OBJECT
private slots:
    void readsEveryCompression_data() {
        QTest::addColumn<int>("compression");
        for (int i : {Imf::NO_COMPRESSION, Imf::RLE_COMPRESSION, Imf::ZIPS_COMPRESSION, Imf::ZIP_COMPRESSION,
                      Imf::PIZ_COMPRESSION, Imf::PXR24_COMPRESSION})
            QTest::addRow("%d", i) << i;
    }
    void readsEveryCompression() {
        QFETCH(int, compression);
        Imf::Header header(37, 29);
        header.compression() = Imf::Compression(compression);
        for (const ExrBytes& file : {exrLines(header, exrColours), exrTiles(header, exrColours)}) {
            const DecodedImage read = exrRead(file);
            QCOMPARE(read.image.shape().name(), "37 x 29, RGB 32-bit float");
            QCOMPARE(exrDifference(read.image, {"R", "G", "B"}), QString());
            QCOMPARE(read.image.at(36, 28, 3), 1.0);
            QVERIFY(read.notes.empty());
        }
    }
    void readsChannels();
    void readsIntegers();
    void namesOtherLayers();
    void namesOtherParts();
    void obeysWindowsAndKeepsDensity();
    void refusesDeepData();
    void refusesSubsampledChannels();
    void refusesFilesThatEndEarly();
    void asksForTheCostFirst();
    void writesWhatItReads();
    void saysWhatItCannotHold();
};

void ExrTest::readsChannels() {
    const Imf::Header header(9, 7);
    const DecodedImage alpha =
        exrRead(exrLines(header, {{"R", Imf::FLOAT}, {"G", Imf::HALF}, {"B", Imf::FLOAT}, {"A", Imf::HALF}}));
    QCOMPARE(alpha.image.shape().formatName(), "RGBA 32-bit float");
    QCOMPARE(exrDifference(alpha.image, {"R", "G", "B", "A"}), QString());
    QCOMPARE(alpha.notes.size(), std::size_t(1)); // of colours multiplied with their alpha
    for (const Imf::PixelType type : {Imf::HALF, Imf::FLOAT}) {
        const ExrTypes same{{"R", type}, {"G", type}, {"B", type}, {"A", type}};
        QCOMPARE(exrDifference(exrRead(exrLines(header, same)).image, {"R", "G", "B", "A"}), QString());
        QCOMPARE(exrDifference(exrRead(exrTiles(header, same)).image, {"R", "G", "B", "A"}), QString());
    }
    const Image gray = exrRead(exrLines(header, {{"Y", Imf::HALF}})).image;
    QCOMPARE(gray.shape().formatName(), "gray 32-bit float");
    QCOMPARE(exrDifference(gray, {"Y"}), QString());
    const Image grayAlpha = exrRead(exrLines(header, {{"Y", Imf::HALF}, {"A", Imf::HALF}})).image;
    QCOMPARE(exrDifference(grayAlpha, {"Y", "Y", "Y", "A"}), QString());
    QCOMPARE(exrNotes(exrLines(header, {{"R", Imf::HALF}, {"G", Imf::HALF}})),
             "lacks a colour channel, which is read as 0");
}

void ExrTest::readsIntegers() {
    const Imf::Header header(9, 7);
    const Image whole = exrRead(exrLines(header, {{"id", Imf::UINT}})).image;
    QCOMPARE(whole.shape().formatName(), "gray 32-bit unsigned");
    QCOMPARE(whole.at(3, 0, 0), std::floor(exrSample(3, "id")));
    const ExrTypes colours{{"R", Imf::UINT}, {"G", Imf::UINT}, {"B", Imf::UINT}};
    const Image colour = exrRead(exrLines(header, colours)).image;
    QCOMPARE(colour.shape().formatName(), "RGB 32-bit unsigned");
    QCOMPARE(colour.at(8, 6, 3), 4294967295.0);
    QCOMPARE(exrNotes(exrLines(header, {{"R", Imf::UINT}, {"G", Imf::HALF}, {"B", Imf::HALF}})),
             "mixes integers and floats; all are read as floats");
}

void ExrTest::namesOtherLayers() {
    const Imf::Header header(9, 7);
    ExrTypes types = exrColours;
    for (const char* name : {"Z", "diffuse.R", "diffuse.G", "diffuse.B", "depth.Z", "id.first", "id.second"})
        types[name] = Imf::HALF;
    const ExrBytes file = exrLines(header, types);
    QCOMPARE(exrDifference(exrRead(file).image, {"R", "G", "B"}), QString());
    QCOMPARE(exrNotes(file), "also has the layers Z, depth.Z, diffuse.RGB, id.first, id.second; only RGB is read");

    const ExrBytes named =
        exrLines(header, {{"depth.Z", Imf::HALF}, {"main.R", Imf::HALF}, {"main.G", Imf::HALF}, {"main.B", Imf::HALF}});
    QCOMPARE(exrDifference(exrRead(named).image, {"R", "G", "B"}), QString());
    QCOMPARE(exrNotes(named), "also has the layers depth.Z; only main.RGB is read");
    QCOMPARE(exrDifference(exrRead(exrLines(header, {{"depth.Z", Imf::FLOAT}})).image, {"Z"}), QString());
}

void ExrTest::namesOtherParts() {
    MemorySink sink;
    ExrOutput out(sink);
    std::vector<Imf::Header> headers(2, Imf::Header(9, 7));
    headers[0].setName("depth");
    headers[1].setName("beauty");
    for (Imf::Header& header : headers)
        header.setType(Imf::SCANLINEIMAGE);
    const ExrChannelFrame depth(headers[0], {{"Z", Imf::FLOAT}}), beauty(headers[1], exrColours);
    {
        Imf::MultiPartOutputFile file(out, headers.data(), 2, false, 0);
        for (int i = 0; i < 2; ++i) {
            Imf::OutputPart part(file, i);
            part.setFrameBuffer((i ? beauty : depth).frame);
            part.writePixels(7);
        }
    }
    QCOMPARE(exrDifference(exrRead(sink.file).image, {"R", "G", "B"}), QString());
    QCOMPARE(exrNotes(sink.file), "also has the layers depth: Z; only RGB is read");
}

void ExrTest::obeysWindowsAndKeepsDensity() {
    Imf::Header header(Imath::Box2i({0, 0}, {99, 49}), Imath::Box2i({-3, 20}, {5, 26}), 2);
    Imf::addXDensity(header, 300);
    for (const ExrBytes& file : {exrLines(header, exrColours), exrTiles(header, exrColours)}) {
        const DecodedImage read = exrRead(file);
        QCOMPARE(read.image.shape().name(), "9 x 7, RGB 32-bit float");
        QCOMPARE(exrDifference(read.image, {"R", "G", "B"}), QString());
        QCOMPARE(read.metadata.horizontalDpi, 300.0);
        QCOMPARE(read.metadata.verticalDpi, 600.0);
        QCOMPARE(exrNotes(file), "has 9 x 7 pixels at -3, 20 of a display window of 100 x 50; these pixels alone are "
                                 "read | has pixels 2.00 times as wide as high, which are read as squares");
    }
}

void ExrTest::refusesDeepData() {
    MemorySink sink;
    ExrOutput out(sink);
    Imf::Header header(2, 1);
    header.channels().insert("Z", Imf::Channel(Imf::FLOAT));
    header.setType(Imf::DEEPSCANLINE);
    header.compression() = Imf::ZIPS_COMPRESSION;
    unsigned counts[2]{1, 1};
    float depths[2]{1, 2};
    float* places[2]{&depths[0], &depths[1]};
    {
        Imf::DeepScanLineOutputFile file(out, header, 0);
        Imf::DeepFrameBuffer frame;
        frame.insertSampleCountSlice(Imf::Slice(Imf::UINT, reinterpret_cast<char*>(counts), 4, 8));
        frame.insert("Z", Imf::DeepSlice(Imf::FLOAT, reinterpret_cast<char*>(places), sizeof(float*), 16, 4));
        file.setFrameBuffer(frame);
        file.writePixels(1);
    }
    QCOMPARE(exrComplaint(sink.file), "is an OpenEXR file of deep data (several samples for one pixel), which is not "
                                      "supported; flatten it first");
}

void ExrTest::refusesSubsampledChannels() {
    MemorySink sink;
    ExrOutput out(sink);
    Imf::Header header(8, 8);
    header.channels().insert("R", Imf::Channel(Imf::HALF, 2, 2));
    const std::vector<half> samples(64, half(1.0f));
    {
        Imf::OutputFile file(out, header, 0);
        Imf::FrameBuffer frame;
        frame.insert("R", Imf::Slice::Make(Imf::HALF, samples.data(), header.dataWindow(), 2, 8, 2, 2));
        file.setFrameBuffer(frame);
        file.writePixels(8);
    }
    QCOMPARE(exrComplaint(sink.file),
             "is an OpenEXR file whose channel R has samples for some pixels only, which is not supported");
}

void ExrTest::refusesFilesThatEndEarly() {
    const Imf::Header header(37, 29);
    for (ExrBytes file : {exrLines(header, exrColours), exrTiles(header, exrColours)}) {
        // Smaller copies of the image, at the end of the tiled file, are not read.
        for (std::size_t share : {1, 4, 12}) {
            ExrBytes part(file.begin(), file.begin() + std::ptrdiff_t(file.size() * share / 20));
            QVERIFY2(exrComplaint(part).startsWith("is truncated: "), qPrintable(exrComplaint(part)));
        }
    }
}

void ExrTest::asksForTheCostFirst() {
    const ExrBytes file = exrLines(Imf::Header(37, 29), exrColours);
    ImageShape asked;
    const auto refuse = [&](const DecodingCost& cost) {
        asked = cost.shape;
        QVERIFY(cost.bytes >= asked.bytes());
        fail(ErrorKind::Input, "too large");
    };
    QCOMPARE(messageOf([&] { exrCodec().decode(file, refuse); }), "too large");
    QCOMPARE(asked.name(), "37 x 29, RGB 32-bit float");
}

void ExrTest::writesWhatItReads() {
    const auto back = [](const Image& image) {
        MemorySink file;
        EncodeOptions options;
        options.metadata.horizontalDpi = 300;
        options.metadata.verticalDpi = 150;
        exrCodec().encode(image, options, file);
        return exrRead(file.file);
    };
    std::vector<Image> images;
    for (int channels : {1, 4}) {
        images.push_back(drawnImage<float>(31, 17, channels, [](int x, int y, int c) {
            if (x == 3) return std::numeric_limits<float>::infinity();
            if (x == 4) return -0.0f;
            return float(x * 1.7e-5 - y * 3.3e5 + c);
        }));
        images.push_back(drawnImage<std::uint32_t>(31, 17, channels, [](int x, int y, int c) {
            return std::uint32_t(x) * 123456789u + std::uint32_t(y) * 987654321u + std::uint32_t(c);
        }));
    }
    for (const Image& image : images) {
        const DecodedImage read = back(image);
        QVERIFY(read.image == image);
        QCOMPARE(read.image.shape().layout, image.shape().layout);
        QCOMPARE(read.metadata.horizontalDpi, 300.0);
        QCOMPARE(read.metadata.verticalDpi, 150.0);
    }
    Image opaque({{5, 4}, {SampleType::F32, 4}, Layout::NoAlpha});
    std::fill_n(opaque.samples<float>(), opaque.shape().samples(), 1.0f);
    QCOMPARE(back(opaque).image.shape().layout, Layout::NoAlpha);
}

void ExrTest::saysWhatItCannotHold() {
    const std::string problem = formatProblem(exrCodec(), {{4, 4}, {SampleType::U8, 1}}, "exr");
    const std::string advice = "OpenEXR cannot hold 8-bit samples; save as ";
    QVERIFY2(problem.starts_with(advice + ".png, ") && problem.find("exr") == problem.npos, problem.c_str());
    for (const Codec& codec : codecs()) {
        const bool holdsBytes = std::ranges::count(codec.writes, SampleType::U8) > 0;
        QCOMPARE(problem.find("." + std::string(codec.suffixes.front())) != problem.npos, holdsBytes);
    }
    QCOMPARE(formatProblem(exrCodec(), {{4, 4}, {SampleType::F32, 4}}, "exr"), std::string());
}

LIGHTBENCH_TEST(ExrTest, NoApplication)
#include "exr.moc"
