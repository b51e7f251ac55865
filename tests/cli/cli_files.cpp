// What the command line reads and writes beside plain files: full disks, device nodes, pipes and standard streams,
// names of any bytes, and headers that claim what no memory holds.
#include <QElapsedTimer>
#include <QJsonArray>
#include <QTest>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <tiffio.h>

#include "core/codecs/image_file.h"
#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;
namespace fs = std::filesystem;

namespace {
/// A file system of 192 KiB, where one may be mounted.
class SmallDisk {
public:
    explicit SmallDisk(const QString& path) : path_(path.toStdString()) {
        fs::create_directory(path_);
        mounted_ = ::mount("lightbench", path_.c_str(), "tmpfs", 0, "size=192k") == 0;
    }
    ~SmallDisk() {
        if (mounted_) ::umount2(path_.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    bool isMounted() const { return mounted_; }
    /// Leaves `bytes` (in whole pages) free.
    void leave(std::size_t bytes) const {
        std::ofstream(path_ + "/ballast").close();
        const std::size_t all = fs::space(path_).available;
        std::ofstream(path_ + "/ballast", std::ios::binary) << std::string(all > bytes ? all - bytes : 0, 'b');
    }

private:
    std::string path_;
    bool mounted_ = false;
};
} // namespace

class CliFilesTest : public QObject {
    Q_OBJECT

    Folder folder_;
    fs::path in(const std::string& name) const { return fs::path(folder_.path(".").toStdString()) / name; }

    /// By the shell, so that pipes, redirections and names of any bytes can be had: "@" is the program.
    ProgramOutcome shell(const QByteArray& script) const {
        QProcess process;
        process.setWorkingDirectory(folder_.path(""));
        folder_.put("script", QByteArray(script).replace("@", shellWord(LIGHTBENCH_CLI).toUtf8()));
        process.start("/bin/sh", {folder_.path("script")});
        process.waitForFinished(120000);
        return {process.exitCode(), QString::fromLatin1(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    void refused(const ProgramOutcome& outcome, const QStringList& words) {
        QVERIFY2(outcome.code == 2, qPrintable(outcome.text()));
        QVERIFY2(outcome.errors.count('\n') == 1 && outcome.errors.startsWith("lightbench-cli: "),
                 qPrintable(outcome.text()));
        for (const QString& word : words)
            QVERIFY2(outcome.errors.contains(word), qPrintable(word + " is missing in " + outcome.text()));
    }

private slots:
    void initTestCase() {
        saveImage(patterned({{61, 47}, {SampleType::U8, 4}, Layout::NoAlpha}), folder_.path("photo.png"));
        saveImage(patterned({{61, 47}, {SampleType::U8, 1}}), folder_.path("gray.png"));
        QVERIFY(QDir(folder_.path("")).mkdir("there.png"));
    }

    /// Qt does not find names that are no UTF-8, and would leave the folder.
    void cleanupTestCase() {
        for (const auto& entry : fs::directory_iterator(in("")))
            fs::remove_all(entry.path());
    }

    /// The format is known before the image: what it cannot hold is judged when the image is.
    void floatsGoToOpenExr() {
        saveImage(patterned({{61, 47}, {SampleType::F32, 1}}), folder_.path("float.npy"));
        const ProgramOutcome made = folder_.run({"run", "float.npy", "-o", "float.exr", "-q"});
        QVERIFY2(made.code == 0, qPrintable(made.text()));
        QCOMPARE(folder_.run({"compare", "float.npy", "float.exr"}).code, 0);
        refused(folder_.run({"run", "photo.png", "-o", "photo.exr", "-q"}), {"OpenEXR cannot hold", "8-bit"});
    }

    void fullDisk_data() {
        QTest::addColumn<QStringList>("outputs");
        const auto row = [](const char* name, const QStringList& outputs) { QTest::newRow(name) << outputs; };
        for (const Codec& codec : codecs()) {
            const std::string suffix(codec.suffixes.front());
            if (canHold(suffix, {{8, 8}, {SampleType::U8, 4}, Layout::NoAlpha}))
                row(suffix.c_str(), {"-o", QString::fromStdString("disk/out." + suffix)});
        }
        row("report", {"-o", "out.png", "--report", "disk/out.json"});
        row("histogram", {"-o", "out.png", "--histogram", "disk/out.csv"});
        row("trace", {"-o", "out.png", "--trace", "disk/out.json"});
        row("difference", {"-o", "out.png", "--difference", "disk/out.png"});
    }
    void fullDisk() {
        QFETCH(QStringList, outputs);
        const SmallDisk disk(folder_.path("disk"));
        if (!disk.isMounted()) QSKIP("this test may not mount a small disk");
        const QString out = outputs.last();
        for (std::size_t room : {0, 8192}) {
            disk.leave(room + 4096);
            folder_.put(out, "what was there");
            const ProgramOutcome outcome =
                folder_.run(QStringList{"run", "photo.png", "--stack", "invert", "-q"} + outputs);
            const QByteArray left = folder_.read(out);
            if (outcome.code == 0) {
                QVERIFY2(left.size() > 100 && left != "what was there", qPrintable(outcome.text()));
            } else {
                refused(outcome, {"cannot write " + out, "full"});
                QCOMPARE(left, QByteArray("what was there"));
            }
            if (room == 0) QCOMPARE(outcome.code, 2);
            QCOMPARE(QDir(folder_.path("disk")).entryList(QDir::Files | QDir::Hidden).size(), 2);
        }
    }

    /// An empty journal would be taken for one that holds nothing yet.
    void aJournalThatCannotBeWrittenIsRemoved() {
        const ProgramOutcome outcome =
            folder_.run({"run", "photo.png", "-o", "out.png", "-q", "--journal", "/dev/full"});
        QVERIFY2(outcome.code == 2 && outcome.text().contains("full"), qPrintable(outcome.text()));
        refused(shell("ulimit -f 0; exec @ run photo.png -o /dev/null -q --journal rows.csv"), {"rows.csv"});
        QVERIFY(!QFile::exists(folder_.path("rows.csv")));
    }

    void filesMayNotGrow() {
        refused(shell("ulimit -f 1; exec @ run photo.png -o grown.png -q"), {"cannot write grown.png", "larger"});
        QVERIFY(!QFile::exists(folder_.path("grown.png")));
    }

    void devicesAreWrittenInto() {
        for (const char* option : {"--report", "--histogram", "--trace", "--difference"})
            refused(folder_.run({"run", "photo.png", "-o", "out.png", "-q", option, "/dev/full"}),
                    {"cannot write /dev/full", "full"});
        refused(folder_.run({"run", "photo.png", "-o", "/dev/full"}), {"cannot write /dev/full", "full"});
        refused(folder_.run({"compare", "photo.png", "photo.png", "--report", "/dev/full"}), {"/dev/full"});
        refused(folder_.run({"train", "gray.png", "--stack", "random-trees", "-o", "/dev/full"}), {"/dev/full"});
        const ProgramOutcome nothing =
            folder_.run({"run", "photo.png", "-o", "/dev/null", "--report", "/dev/null", "--histogram", "/dev/null"});
        QVERIFY2(nothing.code == 0 && nothing.output.contains("invert") == false, qPrintable(nothing.text()));
        QVERIFY(fs::is_character_file("/dev/full") && fs::is_character_file("/dev/null"));
    }

    void standardStreams_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("format");
        const auto row = [](const char* name, const char* script, const char* format) {
            QTest::newRow(name) << QByteArray(script) << QByteArray(format);
        };
        row("both ways", "cat photo.png | @ run - -o - --stack invert", "\x89PNG");
        row("redirected", "@ run - -o - --stack invert < photo.png", "\x89PNG");
        row("another format", "cat photo.png | @ run - -o - --format ppm --stack invert", "P6\n61 47\n");
        row("by its device", "cat photo.png | @ run /dev/stdin -o /dev/stdout --format npy", "\x93NUMPY");
        row("from a file", "@ run photo.png -o - --verify", "\x89PNG");
        row("what PNG cannot hold", "@ run photo.png -o - --stack integral", "\x93NUMPY");
        row("a sample", "@ samples scene --size 64x48 -o -", "\x89PNG");
        row("a report", "@ run photo.png -o out.png --report -", "{\n");
        row("a trace", "@ run photo.png -o out.png --stack invert --trace -", "{\n");
        row("a comparison", "@ compare photo.png - --report - < photo.png", "{\n");
        row("a detector", "cat gray.png | @ train - -o - --stack random-trees", "lightbench-detector 1\n");
    }
    /// What is printed goes to stderr then: what comes out of the pipe is a file.
    void standardStreams() {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, format);
        const ProgramOutcome outcome = shell(script + " > piped");
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        const QByteArray piped = folder_.read("piped");
        QVERIFY2(piped.startsWith(format), piped.first(std::min<qsizetype>(60, piped.size())));
        if (format == "{\n") QVERIFY(!QJsonDocument::fromJson(piped).isNull());
        if (format == "\x89PNG") {
            QFile::rename(folder_.path("piped"), folder_.path("piped.png"));
            QVERIFY(loadImage(folder_.path("piped.png"))->width() > 0);
            QFile::remove(folder_.path("piped.png"));
        }
        const bool table = script.contains("run") || script.contains("compare");
        QCOMPARE(!outcome.errors.isEmpty(), table);
    }

    void pipesInTheMiddle() {
        const ProgramOutcome chain =
            shell("cat photo.png | @ run - -o - --stack invert -q | @ run - -o twice.png --stack "
                  "invert -q && @ compare photo.png twice.png");
        QVERIFY2(chain.code == 0, qPrintable(chain.text()));
        const ProgramOutcome fifo = shell("mkfifo pipe; cat photo.png > pipe & mkfifo back; cat back > got.png & "
                                          "@ run pipe -o back --stack invert -q; code=$?; wait; exit $code");
        QVERIFY2(fifo.code == 0, qPrintable(fifo.text()));
        QVERIFY(fs::is_fifo(folder_.path("pipe").toStdString()) && fs::is_fifo(folder_.path("back").toStdString()));
        QCOMPARE(loadImage(folder_.path("got.png"))->width(), 61);
        const ProgramOutcome stack = shell("mkfifo text; echo invert > text & @ run photo.png -o out.png -q "
                                           "--stack \"$PWD/text\" && @ compare out.png got.png");
        QVERIFY2(stack.code == 0, qPrintable(stack.text()));
    }

    /// They may block or never end, and nobody is asked to write to them. --stack itself may be a short pipe.
    void filesOfStacksAreRegular() {
        QCOMPARE(::mkfifo(folder_.path("mute").toUtf8().constData(), 0600), 0);
        QVERIFY(QFile::link("/dev/zero", folder_.path("zero.stack")));
        folder_.put("second.stack", "blend with=mute\n");
        const auto run = [this](const QString& stack) {
            return folder_.run({"run", "photo.png", "-o", "never.png", "--stack", stack});
        };
        refused(run("blend with=mute"), {"mute is a pipe", "save its content"});
        refused(run("second.stack"), {"second.stack", "mute is a pipe"});
        refused(run("blend with=/dev/zero"), {"/dev/zero is a device"});
        refused(run("channel-mixer matrix=mute"), {"mute is a pipe"});
        refused(run("zero.stack"), {"zero.stack is a device"});
        refused(run("/dev/zero"), {"/dev/zero is larger than 1 MiB", "not a stack"});
        for (const char* stack : {"/dev/stdin", "/dev/fd/3 3<&0"}) {
            const QString line = QString("echo invert | @ run photo.png -o out.png -q --stack ") + stack;
            QCOMPARE(shell(line.toUtf8()).code, 0);
        }
        refused(shell("head -c 3000000 /dev/zero | @ run photo.png -o never.png --stack /dev/stdin"), {"larger than"});
        QVERIFY(!QFile::exists(folder_.path("never.png")));
    }

    void filesThatLookLikeOptions() {
        for (const char* name : {"-dash.png", "--two.png"}) {
            QVERIFY(QFile::copy(folder_.path("photo.png"), folder_.path(name)));
            refused(folder_.run({"run", name, "-o", "never.png"}), {name, "is read as an option", "write ./"});
            const ProgramOutcome outcome = folder_.run({"run", QString("./") + name, "-o", "dashed.png", "-q"});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        }
    }

    void streamsThatCannotBe() {
        refused(folder_.run({"run", "photo.png", "-o", "-", "--report", "-"}), {"written twice"});
        refused(folder_.run({"run", "photo.png", "-o", "o.png", "--trace", "x", "--report", "./x"}), {"written twice"});
        refused(folder_.run({"run", "photo.png", "gray.png", "-o", "-"}), {"several inputs need a folder"});
        refused(folder_.run({"run", "-", "-", "-o", "many"}), {"standard input", "once"});
        refused(shell("echo hello | @ run - -o out.png"), {"the standard input is not an image"});
        refused(shell("@ run - -o out.png < /dev/null"), {"the standard input is empty"});
        refused(folder_.run({"run", "/dev/zero", "-o", "out.png"}), {"/dev/zero is not an image"});
    }

    void silentPipeEndsWithCtrlC() {
        QCOMPARE(::mkfifo(folder_.path("silent").toUtf8().constData(), 0600), 0);
        for (const QStringList& words :
             {QStringList{"run", "silent", "-o", "never.png"}, QStringList{"run", "photo.png", "-o", "silent"}}) {
            QElapsedTimer timer;
            timer.start();
            const ProgramOutcome outcome = folder_.interrupted(words);
            QVERIFY2(outcome.code == 130, qPrintable(outcome.text()));
            QVERIFY2(outcome.errors.endsWith("stopped\n"), qPrintable(outcome.text()));
        }
        QVERIFY(!QFile::exists(folder_.path("never.png")));
    }

    void severalInputsNeedAFolder() {
        for (const char* out : {"x.png", "y.tiff"})
            refused(folder_.run({"run", "photo.png", "gray.png", "-o", out}), {"-o must be a folder", out});
        refused(folder_.run({"run", "photo.png", "gray.png", "-o", "many", "--difference", "d.png"}),
                {"--difference must be a folder", "d.png"});
        QVERIFY(!QFile::exists(folder_.path("x.png")) && !QFile::exists(folder_.path("many")));
        for (const char* out : {"meant.png/", "there.png"}) {
            const ProgramOutcome outcome = folder_.run({"run", "photo.png", "gray.png", "-o", out, "-q"});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
            QCOMPARE(QDir(folder_.path(out)).entryList(QDir::Files), (QStringList{"gray.png", "photo.png"}));
        }
    }

    /// A name in Latin-1, with an escape code and a line end.
    void namesOfAnyBytes() {
        const std::string name = "caf\xe9\x1b[31m\n.png", shownAs = "caf\\xe9\\x1b[31m\\x0a.png";
        fs::copy_file(folder_.path("photo.png").toStdString(), in(name));
        const ProgramOutcome one =
            shell("@ run caf*.png -o \"$(printf 'out\\351.png')\" --report r.json --histogram h.csv "
                  "--stack invert");
        QVERIFY2(one.code == 0, qPrintable(one.text()));
        QVERIFY2(one.output.contains(QString::fromStdString(shownAs)) && !one.output.contains('\x1b'),
                 qPrintable(one.text()));
        QVERIFY(fs::exists(in("out\xe9.png")));
        const QJsonObject report = folder_.json("r.json");
        QCOMPARE(report["input"]["path"].toString(), QString::fromStdString(shownAs));
        QCOMPARE(report["output"]["path_hex"].toString(), QString("6f7574e92e706e67"));
        const ProgramOutcome many = shell("@ run caf*.png gray.png -o \"$(printf 'all\\377')\" -q --report r.json");
        QVERIFY2(many.code == 0, qPrintable(many.text()));
        QVERIFY(fs::exists(in("all\xff/" + name)));
        const ProgramOutcome compared = shell("@ compare caf*.png photo.png");
        QVERIFY2(compared.code == 0, qPrintable(compared.text()));
        refused(shell("@ run \"$(printf 'no\\351\\033[1m.png')\" -o x.png"), {"no\\xe9\\x1b[1m.png does not exist"});
        refused(shell("@ run photo.png -o x.png --stack \"$(printf 'inv\\033[1mert')\""), {"inv\\x1b[1mert"});
        refused(shell("printf 'invert\\nno\\033thing\\n' > a.stack; @ run photo.png -o x.png --stack a.stack"),
                {"no\\x1bthing"});
    }

    /// Colours without alpha are called so, and arrays keep their axes through the worker's process and back.
    /// Floats with alpha go in and out; of several pages the first is taken, which a warning says.
    void tiffOfFloatsInPages() {
        const Image image = patterned({{61, 47}, {SampleType::F32, 4}}, false);
        saveImage(image, folder_.path("float.tif"));
        TIFF* tiff = TIFFOpen(folder_.path("float.tif").toUtf8().constData(), "a");
        for (const auto& [tag, value] : {std::pair{TIFFTAG_IMAGEWIDTH, 1}, std::pair{TIFFTAG_IMAGELENGTH, 1},
                                         std::pair{TIFFTAG_BITSPERSAMPLE, 8}, std::pair{TIFFTAG_PHOTOMETRIC, 1}})
            TIFFSetField(tiff, tag, value);
        char pixel = 0;
        TIFFWriteScanline(tiff, &pixel, 0, 0);
        TIFFClose(tiff);
        const ProgramOutcome outcome = folder_.run({"run", "float.tif", "-o", "same.tif", "-q"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        QCOMPARE(outcome.errors, "lightbench-cli: warning: float.tif has more than one page; the first is read\n");
        const ImagePtr back = loadImage(folder_.path("same.tif"));
        QVERIFY(back->shape() == image.shape() && std::ranges::equal(back->bytes(), image.bytes()));
    }

    void whatCameWithoutAlpha() {
        for (Layout layout : {Layout::Plain, Layout::NoAlpha, Layout::OneDeep}) {
            const int channels = layout == Layout::OneDeep ? 1 : 4;
            saveImage(patterned({{9, 5}, {SampleType::U8, channels}, layout}), folder_.path("in.npy"));
            for (const char* stack : {"invert", "transpose", "prefix-sum", "invert variant=cpu"}) {
                const ProgramOutcome run =
                    folder_.run({"run", "in.npy", "-o", "out.npy", "--stack", stack, "--report", "layout.json"});
                QVERIFY2(run.code == 0, qPrintable(run.text()));
                const ImagePtr back = loadImage(folder_.path("out.npy"));
                QCOMPARE(back->channels(), channels);
                QCOMPARE(back->shape().layout, layout);
                const QJsonObject report = folder_.json("layout.json");
                const QString name = layout == Layout::Plain ? "RGBA 8-bit"
                                     : channels == 4         ? "RGB 8-bit"
                                                             : "gray 8-bit";
                QCOMPARE(report["input"]["format"].toString(), name);
                QVERIFY(report["stages"][0]["format"].toString().startsWith(name.section(' ', 0, 0)));
                QVERIFY2(run.output.contains("9 x 5, " + name), qPrintable(run.text()));
            }
        }
        const ProgramOutcome gray = folder_.run({"run", "photo.png", "-o", "out.npy", "--stack", "grayscale", "-q"});
        QVERIFY2(gray.code == 0, qPrintable(gray.text()));
        QCOMPARE(loadImage(folder_.path("out.npy"))->shape().layout, Layout::Plain);
    }

    /// 1.5 KB that would take gigabytes: refused by the size that its header says.
    void whatNoMemoryHolds() {
        folder_.put("claim.jpg", jpegWithSize(folder_.path("tiny.jpg"), 23000, 23000));
        const QStringList words{"run", "claim.jpg", "-o", "never.png"};
        refused(folder_.run(words), {"claim.jpg", "23000 x 23000", "--large"});
        refused(folder_.run({"compare", "claim.jpg", "photo.png"}), {"23000 x 23000"});
        // Threads take address space, too: there are as many as cores, unless one says otherwise.
        const QByteArray limits = "ulimit -v 1500000; export MALLOC_ARENA_MAX=2 OMP_NUM_THREADS=2"
                                  " POCL_MAX_PTHREAD_COUNT=2 POCL_CPU_MAX_CU_COUNT=2; ";
        const ProgramOutcome little = shell(limits + "@ run claim.jpg -o never.png");
        refused(little, {"23000 x 23000", "memory", "available", "--large"});
        // Who insists may have it, as far as memory goes.
        const ProgramOutcome insisted = shell(limits + "@ run claim.jpg -o never.png --large");
        refused(insisted, {"claim.jpg"});
        QVERIFY2(!insisted.errors.contains("--large"), qPrintable(insisted.text()));
    }

private:
    /// A small JPEG whose frame header is given another size (ITU T.81 B.2.2).
    QByteArray jpegWithSize(const QString& scratch, quint16 width, quint16 height) const {
        saveImage(patterned({{16, 16}, {SampleType::U8, 4}}), scratch);
        QByteArray file = folder_.read("tiny.jpg");
        const qsizetype frame = file.indexOf(QByteArray("\xff\xc0\x00\x11\x08", 5));
        file[frame + 5] = char(height >> 8);
        file[frame + 6] = char(height & 255);
        file[frame + 7] = char(width >> 8);
        file[frame + 8] = char(width & 255);
        return file;
    }
};

LIGHTBENCH_TEST(CliFilesTest, QCoreApplication)
#include "cli_files.moc"
