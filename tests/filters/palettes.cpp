// Palettes: read from files of several makers, refused where they are none, and dithers to them on a device.
#include <QTemporaryDir>

#include "core/base/whole_file.h"
#include "core/filters/dithering/palette.h"
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"
#include "tests/stage_of_file.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
std::string refusalOf(std::string_view text) {
    try {
        readPalette(text, "some.pal");
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}
} // namespace

class Palettes : public QObject {
    Q_OBJECT
private slots:
    void readsWhatOthersWrite();
    void refusesWhatIsNone();
    void writesWhatItReads();
    void levelsGoWithoutPalette();
    void floydSteinbergTakesOne();
    void ditherOnDevice_data();
    void ditherOnDevice();

private:
    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void Palettes::readsWhatOthersWrite() {
    const Palette expected{{{255, 128, 0}, {0, 0, 7}}};
    for (const char* text :
         {"GIMP Palette\nName: A\nColumns: 2\n# two\n255 128   0\tOrange\n  0 0 7\n",
          "JASC-PAL\r\n0100\r\n2\r\n255 128 0\r\n0 0 7\r\n", "#ff8000\n#000007\n",
          "; paint.net\nFF8000\n\n000007 blue\n", "# a comment\n#Ff8000\n000007", "\xEF\xBB\xBF\nff8000\n000007\n",
          "#\n## head\n# #123456\n#ff8000 orange\r\n\r\n#000007\r\n\r\n"})
        QVERIFY2(readPalette(text, "p") == expected, text);
    const Palette three{{{255, 0, 0}, {255, 255, 255}, {0, 170, 17}}};
    QVERIFY(readPalette("#ff0000\n#fff\n#0a1\n", "p") == three);
}

void Palettes::refusesWhatIsNone() {
    QCOMPARE(refusalOf(""), std::string("some.pal has no colours"));
    QVERIFY(refusalOf("ff800\n").find("line 1: a colour such as #ff8000") != std::string::npos);
    QVERIFY(refusalOf("#ff0000\n#fff\n#00ff0g\n").find("line 3: a colour such as #ff8000") != std::string::npos);
    for (const char* line : {"#00ff0", "#ff000080", "#f", "#ffff", "fff", "#+ff000", "#colour", "#ff0000 #00ff00",
                             "ff0000,#00ff00", "255 0 0", "0xff0000", "rgb(1,2,3)"})
        QVERIFY2(refusalOf(std::string("#000000\n\n") + line + "\n").find("line 3: ") != std::string::npos, line);
    for (const char* line : {"1 2", "1,2,3.5", "-1 2 3", "1 2 0x3"})
        QVERIFY2(refusalOf(std::string("GIMP Palette\n#\n") + line + "\n").find("line 3: ") != std::string::npos, line);
    QVERIFY(refusalOf("GIMP Palette\n1 2 256\n").find("line 2: red, green and blue of 0..255") != std::string::npos);
    QVERIFY(refusalOf("JASC-PAL\n0100\n3\n1 2 3\n").find("there are 1 colours, and the head says 3") !=
            std::string::npos);
    QVERIFY(refusalOf("JASC-PAL\n0200\n").find("\"0100\"") != std::string::npos);
    std::string many = "GIMP Palette\n";
    for (int i = 0; i < 257; ++i)
        many += "1 2 3\n";
    QVERIFY(refusalOf(many).find("line 258: a palette has 256 colours at most") != std::string::npos);
}

void Palettes::writesWhatItReads() {
    const Palette palette{{{1, 2, 3}, {255, 0, 9}}};
    QVERIFY(readPalette(paletteText(palette), "p") == palette);
}

void Palettes::levelsGoWithoutPalette() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("p.gpl").toStdString();
    writeWhole(path, paletteText({{{0, 0, 0}}}));
    for (const std::string filter : {"error-diffusion", "ordered-dither", "blue-noise", "floyd-steinberg"})
        QCOMPARE(
            errorOf(*engine_, requestOf(noiseImage({8, 8}), stageOfFile(filter, "palette", path) + " levels=3")).field,
            std::string("levels"));
}

void Palettes::floydSteinbergTakesOne() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("p.gpl").toStdString();
    writeWhole(path, paletteText({{{0, 0, 0}, {9, 200, 30}}}));
    const std::string stage = stageOfFile("floyd-steinberg", "colours", path);
    const Stack byColours = parseStack(stage);
    QVERIFY(paletteOf(byColours.front().parameters));
    QCOMPARE(stackText(parseStack(stageOfFile("floyd-steinberg", "palette", path))), stackText(byColours));
    for (const std::string words : {" threshold=9", " rule=article", " palette=rgb332"}) {
        const Error error = errorOf(*engine_, requestOf(noiseImage({8, 8}, {SampleType::U8, 4}), stage + words));
        QCOMPARE(" " + error.field, words.substr(0, words.find('=')));
    }
    const Error error = errorOf(*engine_, requestOf(noiseImage({8, 8}), stage + " variant=pipelined"));
    QVERIFY(std::string(error.what()).find("it takes no palette") != std::string::npos);
}

void Palettes::ditherOnDevice_data() {
    QTest::addColumn<QString>("stack");
    for (const char* stack : {"ordered-dither spread=0", "ordered-dither spread=255 matrix=16", "blue-noise matrix=16",
                              "error-diffusion matrix=floyd-steinberg", "error-diffusion matrix=jarvis",
                              "error-diffusion variant=barrier-wavefront matrix=atkinson", "floyd-steinberg",
                              "floyd-steinberg variant=barrier-wavefront workgroup=7"})
        QTest::newRow(stack) << QString(stack);
}

void Palettes::ditherOnDevice() {
    QFETCH(QString, stack);
    QTemporaryDir folder;
    const std::string path = folder.filePath("p.gpl").toStdString();
    const Palette palette{{{0, 0, 0}, {255, 255, 255}, {200, 30, 40}, {200, 30, 40}, {20, 90, 250}, {10, 180, 60}}};
    // A row that one workgroup does alone is the variant single-group.
    const auto isOfSingleGroup = [&](const Error& error) {
        return stack.contains("barrier-wavefront") &&
               std::string(error.what()).ends_with("use fewer, or variant=single-group");
    };
    const std::string filter = stack.section(' ', 0, 0).toStdString(),
                      words = " " + stack.section(' ', 1).toStdString();
    int ran = 0;
    for (std::size_t colours : {std::size_t(1), palette.colours.size()}) {
        writeWhole(path, paletteText({{palette.colours.begin(), palette.colours.begin() + std::ptrdiff_t(colours)}}));
        for (SampleType type : filterById(filter).accepts)
            for (int channels : {1, 4})
                for (Size size : {Size{131, 77}, Size{1, 1}, Size{5, 200}}) {
                    ReportPtr report;
                    try {
                        report =
                            engine_->run(requestOf(noiseImage(size, {type, channels}),
                                                   stageOfFile(filter, "palette", path) + words, {.verify = true}));
                    } catch (const Error& error) {
                        QVERIFY2(isOfSingleGroup(error), error.what());
                        continue;
                    }
                    ++ran;
                    QVERIFY(report->stages.at(0).difference.verdict == Verdict::Match);
                    QCOMPARE(report->output->channels(), 4);
                }
    }
    QVERIFY(ran > 0);
}

LIGHTBENCH_TEST(Palettes, QCoreApplication)
#include "palettes.moc"
