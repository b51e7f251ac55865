// The command line as its users have it: a process with files, exit codes and one line on stderr when something is
// wrong.
#include <QJsonArray>
#include <QTest>

#include "core/image/luma.h"
#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliTest : public QObject {
    Q_OBJECT

    Folder folder_;

    /// Runs, and checks that exactly one line on stderr says each of `words`, that nothing was written and the code is
    /// right.
    void refused(const QStringList& arguments, int code, const QStringList& words,
                 const Environment& environment = {}) {
        const QStringList before = folder_.everything();
        const ProgramOutcome outcome = folder_.run(arguments, environment);
        QVERIFY2(outcome.code == code, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.startsWith("lightbench-cli: "),
                 qPrintable(outcome.text()));
        for (const QString& word : words)
            QVERIFY2(outcome.errors.contains(word), qPrintable(word + " is missing in " + outcome.text()));
        QCOMPARE(folder_.everything(), before);
    }
    void succeeds(const QStringList& arguments, int code = 0, const Environment& environment = {}) {
        const ProgramOutcome outcome = folder_.run(arguments, environment);
        QVERIFY2(outcome.code == code, qPrintable(outcome.text()));
    }

private slots:
    void initTestCase() {
        saveImage(patterned({{61, 47}, {SampleType::U8, 4}, Layout::NoAlpha}), folder_.path("photo.png"));
        saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("photo.jpg"));
        saveImage(patterned({{61, 47}, {SampleType::U8, 1}}), folder_.path("gray.png"));
        saveImage(patterned({{61, 47}, {SampleType::F32, 1}}), folder_.path("real.npy"));
        folder_.put("empty.png", {});
        folder_.put("text.png", "I am no image\n");
        folder_.put("cut.png", folder_.read("photo.png").first(900));
        folder_.put("cut.jpg", folder_.read("photo.jpg").chopped(40));
        folder_.put("wrong.jpg", folder_.read("photo.png"));
        folder_.put("huge.png", pngWithSize(60000, 60000));
        QVERIFY(QDir(folder_.path("")).mkdir("none"));
        QVERIFY(QDir(folder_.path("")).mkdir("broken"));
        folder_.put("broken/gone.icd", "/nowhere/libgone.so\n");
    }

    void wrongUsage_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const QString& arguments, const QStringList& words) {
            QTest::newRow(name) << arguments.split(' ') << words;
        };
        const auto stack = [](const char* name, const QString& text, const QStringList& words) {
            QTest::newRow(name) << QStringList{"run", "photo.png", "-o", "out.png", "--stack", text} << words;
        };
        QTest::newRow("nothing") << QStringList() << QStringList{"command"};
        row("unknown command", "rum photo.png", {"rum", "did you mean run"});
        row("unknown command, near", "bencch", {"there is no command", "did you mean bench"});
        row("unknown option", "run photo.png -o out.png --verfy", {"--verfy", "--verify"});
        row("no output", "run photo.png", {"-o"});
        row("no input", "run -o out.png", {"usage"});
        row("option without value", "run photo.png -o", {"--output needs a value"});
        row("repeat 0", "run photo.png -o out.png --repeat 0", {"--repeat", "1..1000"});
        row("repeat -1", "run photo.png -o out.png --repeat -1", {"--repeat", "1..1000"});
        row("repeat abc", "run photo.png -o out.png --repeat abc", {"--repeat", "abc"});
        row("repeat 1001", "run photo.png -o out.png --repeat 1001", {"--repeat", "1..1000"});
        row("unknown suffix", "run photo.png -o out.xyz", {".xyz", ".png"});
        row("no such device", "run photo.png -o out.png --device 99", {"no device", "99"});
        row("no such device name", "run photo.png -o out.png --device Zuse", {"no device", "Zuse"});
        row("half a device", "run photo.png -o out.png --device 0.5", {"no device", "0.5"});
        row("half a device's axis", "experiment photo.png --stack invert --axis device=0.5", {"no device", "0.5"});
        row("device twice", "experiment photo.png --stack invert --axis device=0 --device 0", {"not both"});
        row("over the input", "run photo.png -o ./photo.png", {"would overwrite"});
        row("report over the input", "run photo.png -o out.png --report photo.png", {"would overwrite"});
        row("one file twice", "run photo.png -o out.png --difference out.png", {"twice"});
        row("folder is a file", "run photo.png gray.png -o text.png", {"text.png", "folder"});
        row("one name twice", "run photo.png ./photo.png -o many", {"many/photo.png", "twice"});
        row("compare one", "compare photo.png", {"usage"});
        row("unknown filter's help", "filters grayscal", {"grayscal", "did you mean grayscale"});
        row("unknown sample", "samples scen -o out.png", {"scen", "did you mean scene"});
        row("no axis value", "experiment photo.png --stack invert --axis variant=", {"axis", "empty"});
        row("plot of another kind", "experiment photo.png --stack invert --plot a.gif", {".svg", "a.gif"});
        row("plot with other scales", "experiment photo.png --stack invert --log y", {"--log", "time", "y"});
        row("regression of what", "experiment photo.png --stack invert --fail-on-regression", {"--against"});
        row("against a picture", "experiment photo.png --stack invert --against photo.png", {"does not hold rows"});
        row("margin of nothing", "experiment photo.png --stack invert --margin 0", {"--margin", "percent"});
        row("no stack to vary", "experiment photo.png --axis variant=all", {"--stack"});
        row("size of nothing", "samples scene -o out.png --size 0x9", {"--size"});
        row("train without a stack", "train photo.png -o a.detector", {"--stack"});
        row("train without a detector", "train photo.png -o a.detector --stack invert", {"not with invert"});
        row("train without a place", "train photo.png --stack random-trees", {"-o FILE.detector"});
        row("train to an image", "train photo.png --stack random-trees -o a.png", {"ends in .detector", "a.png"});
        QTest::newRow("train outside") << QStringList{"train",      "photo.png", "-o",
                                                      "a.detector", "--stack",   "random-trees rectangle=50,3,20,9"}
                                       << QStringList{"rectangle=50,3,20,9", "61 x 47"};
        QTest::newRow("broken detector") << QStringList{"run",     "photo.png", "-o",
                                                        "out.png", "--stack",   "random-trees detector=text.png"}
                                         << QStringList{"text.png", "is not a detector", "train"};
        row("missing stack file", "run photo.png -o out.png --stack gone.stack", {"gone.stack"});
        stack("no filter", "| |", {"between two |"});
        stack("unknown filter", "grayscale | gausian", {"gausian", "did you mean gaussian"});
        stack("another word for filters", "grayscale | blur", {"blur", "did you mean", "gaussian", "median"});
        stack("unknown parameter", "gaussian sigmo=2", {"sigmo", "did you mean sigma"});
        stack("unknown variant", "gaussian variant=two-pas", {"two-pas", "two-pass"});
        stack("sigma=-1", "gaussian sigma=-1", {"sigma", "-1", "0.1..50"});
        stack("a variant that does not apply", "invert | dilate shape=cross variant=shared-extremes",
              {"stage 2: dilate variant=shared-extremes does not apply here: it takes squares only",
               "Use variant=segments, or auto"});
        stack("workgroup 0", "grayscale workgroup=0", {"workgroup"});
        stack("workgroup 7777x1", "grayscale workgroup=7777x1", {"7777", "limit"});
    }
    void wrongUsage() {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, words);
        refused(arguments, 2, words);
    }

    /// What was trained and saved finds what a stage that trains by itself finds.
    void trains() {
        succeeds({"train", "photo.png", "-o", "object.detector", "--stack", "random-trees rectangle=20,10,16,12"});
        QVERIFY(
            folder_.read("object.detector").startsWith("lightbench-detector 1\nfilter random-trees\nwindow 16 12\n"));
        succeeds(
            {"run", "photo.png", "-o", "loaded.png", "--verify", "--stack", "random-trees detector=object.detector"});
        succeeds({"run", "photo.png", "-o", "own.png", "--stack", "random-trees rectangle=20,10,16,12"});
        succeeds({"compare", "loaded.png", "own.png"});
    }

    void badInput_data() {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("word");
        QTest::newRow("missing") << "missing.png"
                                 << "does not exist";
        QTest::newRow("folder") << "none"
                                << "is a folder";
        QTest::newRow("empty") << "empty.png"
                               << "is empty";
        QTest::newRow("text") << "text.png"
                              << "is not an image";
        QTest::newRow("truncated PNG") << "cut.png"
                                       << "truncated";
        QTest::newRow("truncated JPEG") << "cut.jpg"
                                        << "truncated";
        QTest::newRow("mislabelled") << "wrong.jpg"
                                     << "is a PNG file, not JPEG";
        QTest::newRow("huge") << "huge.png"
                              << "60000 x 60000";
    }
    void badInput() {
        QFETCH(QString, input);
        QFETCH(QString, word);
        refused({"run", input, "-o", "out.png", "--stack", "grayscale", "--report", "out.json"}, 2, {input, word});
        refused({"compare", input, "photo.png"}, 2, {input, word});
    }

    void unwritable_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no folder") << QStringList{"-o", "nowhere/out.png"};
        QTest::newRow("a file for a folder") << QStringList{"-o", "text.png/out.png"};
        QTest::newRow("no files there") << QStringList{"-o", "/proc/out.png"};
        QTest::newRow("report") << QStringList{"-o", "out.png", "--report", "nowhere/out.json"};
        QTest::newRow("histogram") << QStringList{"-o", "out.png", "--histogram", "none"};
        QTest::newRow("trace") << QStringList{"-o", "out.png", "--trace", "nowhere/out.json"};
        QTest::newRow("difference") << QStringList{"-o", "out.png", "--difference", "nowhere/d.png"};
        QTest::newRow("folder") << QStringList{"photo.jpg", "-o", "text.png/many"};
    }
    void unwritable() {
        QFETCH(QStringList, arguments);
        refused(QStringList{"run", "gray.png"} + arguments, 2, {arguments.last().section('/', 0, 0)});
    }

    void whatTheFormatCannotHold() {
        refused({"run", "real.npy", "-o", "out.png"}, 2, {"out.png", "float", ".npy"});
        refused({"run", "photo.png", "-o", "out.pgm"}, 2, {"gray", "grayscale"});
    }

    void noPlatform() {
        const Environment none{{"OCL_ICD_VENDORS", folder_.path("none")}};
        const QStringList why{"no OpenCL device", "OCL_ICD_VENDORS names", "has no ICD file"};
        refused({"run", "photo.png", "-o", "out.png", "--stack", "grayscale"}, 3, why, none);
        refused({"devices"}, 3, why, none);
        succeeds({"filters"}, 0, none);
        succeeds({"filters", "gaussian"}, 0, none);
        succeeds({"compare", "photo.png", "photo.png"}, 0, none);
    }

    void brokenDriverIsOneWarning() {
        for (const QFileInfo& icd : QDir("/etc/OpenCL/vendors").entryInfoList({"*.icd"}))
            QFile::copy(icd.filePath(), folder_.path("broken/" + icd.fileName()));
        const Environment broken{{"OCL_ICD_VENDORS", folder_.path("broken")}};
        for (const QStringList& arguments :
             {QStringList{"devices"}, QStringList{"run", "photo.png", "-o", "broken.png", "--stack", "grayscale"}}) {
            const ProgramOutcome outcome = folder_.run(arguments, broken);
            QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
            QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains("warning"), qPrintable(outcome.errors));
            QVERIFY2(outcome.errors.contains("libgone.so"), qPrintable(outcome.errors));
        }
    }

    void kernelThatDoesNotCompile() {
        folder_.copyKernels("bad");
        folder_.put("bad/point/grayscale/plain.cl",
                    folder_.read("bad/point/grayscale/plain.cl").replace("if (x >= width", "if (x >= wdith"));
        const QByteArray source = folder_.read("bad/point/grayscale/plain.cl");
        const int line = int(source.first(source.indexOf("wdith")).count('\n')) + 1;
        const Environment bad{{"LIGHTBENCH_KERNELS", folder_.path("bad")}};
        refused({"run", "photo.png", "-o", "out.png", "--stack", "grayscale variant=plain"}, 3,
                {QString("kernels/point/grayscale/plain.cl:%1").arg(line), "wdith"}, bad);
        const ProgramOutcome verbose =
            folder_.run({"run", "photo.png", "-o", "out.png", "--stack", "grayscale variant=plain", "--verbose"}, bad);
        QVERIFY(verbose.errors.contains("DST_SAMPLE"));
    }

    void wrongKernelIsAMismatch() {
        folder_.copyKernels("wrong");
        const QByteArray right = folder_.read("wrong/point/invert/plain.cl");
        QByteArray wrong = right;
        wrong.replace("get_global_id(0)", "(get_global_id(0) & ~1)");
        QVERIFY(wrong != right);
        folder_.put("wrong/point/invert/plain.cl", wrong);
        const Environment environment{{"LIGHTBENCH_KERNELS", folder_.path("wrong")}};
        const QStringList arguments{"run",          "photo.png", "-o",
                                    "mismatch.png", "--stack",   "grayscale | invert variant=plain"};
        succeeds(arguments, 0, environment);
        const ProgramOutcome outcome =
            folder_.run(arguments + QStringList{"--verify", "--report", "mismatch.json"}, environment);
        QVERIFY2(outcome.code == 1, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains("invert"), qPrintable(outcome.errors));
        const QJsonObject report = folder_.json("mismatch.json");
        QCOMPARE(report["stages"][0]["difference"]["verdict"].toString(), "match");
        QCOMPARE(report["stages"][1]["difference"]["verdict"].toString(), "mismatch");
        QCOMPARE(report["stages"][1]["difference"]["first_mismatch"].toArray(), (QJsonArray{1, 0}));
    }

    void numpyInAndOutIsExact() {
        for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32}) {
            const Image image = patterned({{33, 21}, {type, 4}});
            saveImage(image, folder_.path("in.npy"));
            succeeds({"run", "in.npy", "-o", "out.npy", "--stack", "grayscale", "--verify"});
            const ImagePtr result = loadImage(folder_.path("out.npy"));
            QCOMPARE(result->channels(), 1);
            withSampleType(type, [&](auto zero) {
                using T = decltype(zero);
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x) {
                        const T* p = image.row<T>(y) + 4 * x;
                        QCOMPARE(result->row<T>(y)[x], luma<T>(p[0], p[1], p[2]));
                    }
            });
        }
    }

    void floydSteinbergIsBlackAndWhite() {
        succeeds({"run", "photo.jpg", "-o", "dither.png", "--stack", "grayscale | floyd-steinberg", "--verify"});
        const ImagePtr result = loadImage(folder_.path("dither.png"));
        for (std::byte sample : result->bytes())
            QVERIFY(sample == std::byte{0} || sample == std::byte{255});
    }

    void histogramAndDifference() {
        succeeds({"run", "photo.png", "-o", "out.png", "--stack", "grayscale", "--histogram", "h.csv", "--difference",
                  "d.png"});
        const QList<QByteArray> lines = folder_.read("h.csv").split('\n');
        QCOMPARE(lines[0], "channel,bin,input,output");
        QCOMPARE(lines.size(), 1 + 6 * 256 + 1); // red, green, blue, alpha, luma, gray; the last line ends
        QVERIFY(lines[1].startsWith("red,0,") && lines[1].endsWith(","));
        const ImagePtr difference = loadImage(folder_.path("d.png"));
        QCOMPARE(difference->width(), 61);
        QCOMPARE(difference->at(30, 30, 0), 0.0);
    }

    void stackFiles() {
        folder_.put("lab.stack", "# two stages\ngrayscale\n!invert\n");
        succeeds({"run", "photo.png", "-o", "a.png", "--stack", "lab.stack"});
        succeeds({"run", "photo.png", "-o", "b.png", "--stack", "grayscale"});
        succeeds({"compare", "a.png", "b.png"});
        QVERIFY(QDir(folder_.path("")).mkdir("sub"));
        folder_.put("sub/box.txt", "1 1 1\n1 1 1\n1 1 1\n");
        folder_.put("sub/box.stack", "convolution matrix=box.txt\n");
        succeeds({"run", "gray.png", "-o", "c.png", "--stack", "sub/box.stack", "--verify"});
        folder_.put("wrong.stack", "grayscale\nnothing\n");
        refused({"run", "photo.png", "-o", "d.png", "--stack", "wrong.stack"}, 2, {"wrong.stack", "line 2", "nothing"});
    }

    void withoutAStackNothingChanges() {
        succeeds({"run", "photo.png", "-o", "same.png"});
        succeeds({"compare", "photo.png", "same.png"});
    }

    void severalInputs() {
        const ProgramOutcome outcome =
            folder_.run({"run", "photo.png", "cut.jpg", "gray.png", "real.npy", "-o", "made/many", "--stack", "invert",
                         "--verify", "--report", "many.json"});
        QVERIFY2(outcome.code == 2, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.contains("cut.jpg"), qPrintable(outcome.errors));
        QCOMPARE(QDir(folder_.path("made/many")).entryList(QDir::Files),
                 (QStringList{"gray.png", "photo.png", "real.npy"}));
        const QJsonObject report = folder_.json("many.json");
        QCOMPARE(report["runs"].toArray().size(), 3);
        QCOMPARE(report["failed"].toArray().size(), 1);
        saveImage(patterned({{9, 5}, {SampleType::F32, 1}}), folder_.path("photo.npy"));
        succeeds({"run", "photo.png", "photo.jpg", "photo.npy", "-o", "three", "-q"});
        QCOMPARE(QDir(folder_.path("three")).entryList(QDir::Files),
                 (QStringList{"photo.jpg", "photo.npy", "photo.png"}));
        refused({"run", "cut.jpg", "-o", "never/"}, 2, {"cut.jpg"});
    }

    void suffixesOfAFolder() {
        succeeds({"run", "photo.jpg", "-o", "sums/", "--format", "npy"});
        QCOMPARE(QDir(folder_.path("sums")).entryList(QDir::Files), QStringList{"photo.npy"});
        refused({"run", "photo.jpg", "-o", "sums/", "--format", "gif"}, 2, {"--format", "gif"});
    }

    void compareCodes() {
        succeeds({"compare", "photo.png", "photo.png", "--report", "same.json"});
        const QJsonObject same = folder_.json("same.json");
        QVERIFY(same["difference"]["psnr_db"].isNull());
        succeeds({"compare", "photo.png", "photo.jpg", "--report", "other.json"}, 1);
        const QJsonObject other = folder_.json("other.json");
        QVERIFY(other["difference"]["max_abs"].toDouble() > 0);
        refused({"compare", "photo.png", "gray.png"}, 2, {"61 x 47, RGB 8-bit", "61 x 47, gray 8-bit"});
    }

    void listings() {
        const QJsonObject devices =
            QJsonDocument::fromJson(folder_.run({"devices", "--json"}).output.toUtf8()).object();
        QVERIFY(!devices["devices"].toArray().isEmpty());
        const QJsonArray filters = QJsonDocument::fromJson(folder_.run({"filters", "--json"}).output.toUtf8()).array();
        QStringList ids;
        for (const auto& filter : filters)
            ids += filter[QLatin1String("id")].toString();
        QVERIFY(ids.contains("grayscale") && ids.contains("floyd-steinberg"));
        const QJsonArray choices =
            QJsonDocument::fromJson(folder_.run({"filters", "gaussian", "--json"}).output.toUtf8())["choices"]
                .toArray();
        QCOMPARE(choices[0]["variant"].toString(), "strips");
        QCOMPARE(choices[0]["devices"][0].toString(), "cpu");
        const QString one = folder_.run({"filters", "gaussian"}).output;
        for (const char* word : {"sigma", "0.1..50", "two-pass", "cpu", "workgroup=auto"})
            QVERIFY2(one.contains(word), word);
        QVERIFY(folder_.run({"filters", "dilate"}).output.contains("does not always apply: it takes squares only"));
        QVERIFY(folder_.run({"samples"}).output.contains("scene"));
        succeeds({"samples", "scene", "-o", "scene.png", "--size", "64x48"});
        QCOMPARE(loadImage(folder_.path("scene.png"))->width(), 64);
    }

    void helpOfEverything() {
        for (const char* command : {"devices", "filters", "run", "compare", "samples", "bench", "experiment"}) {
            const ProgramOutcome outcome = folder_.run({command, "--help"});
            QVERIFY(outcome.code == 0 && outcome.output.contains("Example") && outcome.output.contains("--verbose"));
        }
        const ProgramOutcome all = folder_.run({"--help"});
        QVERIFY(all.code == 0 && all.output.contains("compare") && all.output.contains("Exit codes"));
    }

    void interruptStopsWithoutAFile() {
        saveImage(patterned({{1500, 1000}, {SampleType::U8, 4}}), folder_.path("large.png"));
        const QStringList before = folder_.everything();
        const ProgramOutcome outcome = folder_.interrupted({"run", "large.png", "-o", "stopped.png", "--stack",
                                                            "gaussian sigma=20 variant=two-pass", "--repeat", "1000"});
        QVERIFY2(outcome.code == 130, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1, qPrintable(outcome.errors));
        QCOMPARE(folder_.everything(), before);
    }
};

LIGHTBENCH_TEST(CliTest, QCoreApplication)
#include "cli.moc"
