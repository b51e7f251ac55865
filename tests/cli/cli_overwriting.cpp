// No command writes over what it reads, by whatever name, and the refusal names option and file.
#include <QTest>

#include <filesystem>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliOverwriting : public QObject {
    Q_OBJECT

    Folder folder_;

private slots:
    void initTestCase() {
        for (const char* image : {"in.pgm", "with.pgm", "b.pgm"})
            folder_.putGrayImage(image);
        folder_.put("m.txt", "0 1 0\n1 1 1\n0 1 0\n");
        folder_.put("k.cl",
                    "#include \"h.h\"\nkernel void k(global const uchar* src, global uchar* dst, int width, int "
                    "height) { int x = get_global_id(0), y = get_global_id(1); "
                    "if (x < width && y < height) dst[y * width + x] = 1; }\n");
        folder_.put("h.h", "// a header\n");
        folder_.put("k.py", "def reference(image):\n    return image\n");
        folder_.put("my.stack", "invert\n");
        folder_.put("tuning.csv", "");
        folder_.succeeds({"experiment", "in.pgm", "--stack", "invert", "--axis", "workgroup=8x8,16x4", "--repeat", "3",
                          "--no-peak-rates", "--journal", "old.csv"});
        std::filesystem::create_symlink("with.pgm", folder_.path("link.pgm").toStdString());
        std::filesystem::create_hard_link(folder_.path("with.pgm").toStdString(),
                                          folder_.path("hard.pgm").toStdString());
        std::filesystem::create_hard_link(folder_.path("in.pgm").toStdString(),
                                          folder_.path("in.detector").toStdString());
        QDir(folder_.path("")).mkdir("there");
    }

    void refusals_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("file");
        const auto row = [](const char* command, const char* option, const char* file) {
            QTest::newRow(command) << QString(command) << QString(option) << QString(file);
        };
        row("run in.pgm -o with.pgm --stack blend,with=with.pgm", "-o", "with.pgm");
        row("run in.pgm -o ./there/../with.pgm --stack blend,with=with.pgm", "-o", "with.pgm");
        row("run in.pgm -o link.pgm --stack blend,with=with.pgm", "-o", "with.pgm");
        row("run in.pgm -o hard.pgm --stack blend,with=with.pgm", "-o", "with.pgm");
        row("run in.pgm -o o.pgm --stack blend,with=link.pgm --difference with.pgm", "--difference", "link.pgm");
        row("run in.pgm b.pgm -o . --stack invert", "-o", "in.pgm");
        row("run in.pgm -o in.pgm", "-o", "in.pgm");
        row("run in.pgm -o o.pgm --report m.txt --stack convolution,matrix=m.txt", "--report", "m.txt");
        row("run in.pgm -o o.pgm --kernels k.cl --stack k --report k.cl", "--report", "k.cl");
        row("run in.pgm -o o.pgm --kernels . --stack k --histogram k.cl", "--histogram", "k.cl");
        row("run in.pgm -o o.pgm --kernels k.cl --stack k --trace h.h", "--trace", "h.h");
        row("run in.pgm -o o.pgm --kernels k.cl --stack k --journal k.py", "--journal", "k.py");
        row("run in.pgm -o o.pgm --stack my.stack --report my.stack", "--report", "my.stack");
        row("run in.pgm -o o.pgm --tuning tuning.csv --report tuning.csv", "--report", "tuning.csv");
        row("experiment in.pgm --stack blend,with=with.pgm --axis variant=all --plot with.svg --report with.pgm",
            "--report", "with.pgm");
        row("experiment in.pgm --kernels k.cl --stack k --axis workgroup=8x8,16x4 --journal k.cl", "--journal", "k.cl");
        row("experiment in.pgm --stack invert --axis variant=all --against old.csv --journal old.csv", "--journal",
            "old.csv");
        row("experiment in.pgm --stack invert --axis variant=all --report in.pgm", "--report", "in.pgm");
        row("bench --stack convolution,matrix=m.txt --size 64x64 --report m.txt", "--report", "m.txt");
        row("bench --kernels k.cl --stack k --size 64x64 --journal h.h", "--journal", "h.h");
        row("tune --stack convolution,matrix=m.txt --tuning tuning.csv --journal m.txt", "--journal", "m.txt");
        row("tune --stack invert --tuning tuning.csv --journal tuning.csv", "--journal", "tuning.csv");
        row("replay in.pgm --stack floyd-steinberg -o in.pgm", "-o", "in.pgm");
        row("replay in.pgm --stack blend,with=with.pgm|floyd-steinberg -o o.png --groups with.pgm", "--groups",
            "with.pgm");
        row("roofline in.pgm --stack blend,with=with.pgm --report with.pgm", "--report", "with.pgm");
        row("roofline in.pgm --kernels k.cl --stack k --report k.py", "--report", "k.py");
        row("compare in.pgm with.pgm --report link.pgm", "--report", "with.pgm");
        row("train in.pgm --stack random-trees,rectangle=1,1,9,9 -o in.detector", "-o", "in.pgm");
        row("source k --kernels k.cl --copy k.cl", "--copy", "k.cl");
    }

    /// Nothing is written, and the sentence says what to do.
    void refusals() {
        QFETCH(QString, command);
        QFETCH(QString, option);
        QFETCH(QString, file);
        QStringList words = command.split(' ');
        for (QString& word : words)
            if (word.contains("=") && !word.contains("variant=") && !word.contains("workgroup="))
                word.replace(word.indexOf(','), 1, ' ');
        const QByteArray before = folder_.read(file);
        folder_.refused(words, option);
        const QString said = folder_.run(words).errors;
        QVERIFY2(said.contains(file) && said.contains("would overwrite") &&
                     said.contains("give " + option + " another"),
                 qPrintable(said));
        QCOMPARE(folder_.read(file), before);
    }

    /// LIGHTBENCH_KERNELS replaces the built-in kernels, and is read like them.
    void folderOfKernels() {
        folder_.copyKernels("all");
        const ProgramOutcome refused = folder_.run({"run", "in.pgm", "-o", "o.pgm", "--report", "all/point/levels.cl"},
                                                   {{"LIGHTBENCH_KERNELS", folder_.path("all")}});
        QVERIFY2(refused.code == 2 && refused.errors.contains("would overwrite the kernel file"),
                 qPrintable(refused.text()));
    }

    /// The standard input may be a file, too, and then has no name.
    void redirectedInput() {
        const QByteArray before = folder_.read("in.pgm");
        const QString run = shellWord(LIGHTBENCH_CLI) + " run - -q -o ";
        const ProgramOutcome refused = folder_.command("/bin/sh", {"-c", run + "in.pgm < in.pgm"});
        QVERIFY2(refused.code == 2 && refused.errors.contains("-o in.pgm would overwrite the standard input, which"),
                 qPrintable(refused.text()));
        QCOMPARE(folder_.read("in.pgm"), before);
        const ProgramOutcome made = folder_.command("/bin/sh", {"-c", run + "- < in.pgm > redirected.pgm"});
        const auto pixels = [](const QByteArray& pgm) { return pgm.right(61 * 47); };
        QVERIFY2(made.code == 0 && pixels(folder_.read("redirected.pgm")) == pixels(before), qPrintable(made.text()));
    }

    /// The suffix of a result follows from it, and may lead to a file that the stack reads.
    void fittedNamesToo() {
        folder_.putGrayImage("c.pgm");
        saveImage(patterned({{61, 47}, {SampleType::U8, 4}}), folder_.path("there/c.png"));
        const QByteArray before = folder_.read("there/c.png");
        const ProgramOutcome outcome =
            folder_.run({"run", "c.pgm", "-o", "there", "--stack", "colour-map | blend with=there/c.png"});
        QVERIFY2(outcome.code == 2 && outcome.errors.contains("-o there/c.png would overwrite the image"),
                 qPrintable(outcome.text()));
        QCOMPARE(folder_.read("there/c.png"), before);
    }
};

LIGHTBENCH_TEST(CliOverwriting, QCoreApplication)
#include "cli_overwriting.moc"
