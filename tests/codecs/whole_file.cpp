// Writing files: on a disk that fills up at any byte nothing is replaced and the failure is told; streams are written
// into; names are bytes.
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/whole_file.h"
#include "tests/codecs/complaint.h"
#include "tests/test_program.h"
#include "tests/view/image_support.h"
#include "ui/files/file_name.h"
#include "ui/files/image_file.h"

using namespace lightbench;
using namespace lightbench::tests;
namespace fs = std::filesystem;

namespace {
/// No file may grow beyond this many bytes: a disk that is full at that place.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    rlimit before_{};
};

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& content) { std::ofstream(path, std::ios::binary) << content; }
} // namespace

class WholeFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path at(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
    std::size_t entries() const {
        return std::size_t(std::distance(fs::directory_iterator(at("")), fs::directory_iterator()));
    }

    /// Writes with room for n bytes, for many n: every time it must fail, say so, and leave what was there.
    template <class F> void failsAtEveryByte(const std::string& name, F write) {
        const fs::path path = at(name);
        write(nameFromBytes(path.string()));
        const std::size_t whole = fs::file_size(path);
        put(path, "what was there");
        const std::size_t before = entries(), step = std::max<std::size_t>(1, whole / 97);
        QVERIFY(whole > 0);
        for (std::size_t room = 0; room < whole; room = std::min(room + step, whole - 1) + (room + 1 == whole)) {
            std::string message;
            {
                const SmallFiles limit(room);
                message = complaint([&] { write(nameFromBytes(path.string())); });
            }
            const QByteArray place = QByteArray::fromStdString(name + " at " + std::to_string(room) + ": " + message);
            QVERIFY2(message.starts_with("cannot write " + path.string()) && message.find("larger") != message.npos,
                     place);
            QVERIFY2(contentOf(path) == "what was there" && entries() == before, place);
        }
        fs::remove(path);
    }

private slots:
    void fullDisk_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("channels");
        for (const Codec& codec : codecs())
            for (int side : {1, 23, 160})
                for (int channels : {1, 4}) {
                    const std::string suffix(codec.suffixes.front());
                    if (canHold(suffix, {{side, side}, {SampleType::U8, channels}, Layout::NoAlpha}))
                        QTest::addRow("%s %d %d", suffix.c_str(), side, channels)
                            << QString::fromStdString("full." + suffix) << side << channels;
                }
    }
    void fullDisk() {
        QFETCH(QString, name);
        QFETCH(int, side);
        QFETCH(int, channels);
        const Image image = patterned({{side, side}, {SampleType::U8, channels}});
        failsAtEveryByte(name.toStdString(), [&](const QString& path) { saveImage(image, path); });
    }

    /// Of dead processes alone: one that is alive, and another host's, may still write theirs.
    void whatKilledProcessesLeftIsRemoved() {
        const fs::path folder = at("batch");
        fs::create_directory(folder);
        const auto hidden = [&] {
            std::vector<std::string> names;
            for (const auto& one : fs::directory_iterator(folder))
                if (one.path().filename().string().starts_with(".")) names.push_back(one.path().filename().string());
            return names;
        };
        const pid_t child = ::fork();
        if (child == 0) {
            WholeFile file((folder / "result").string());
            file.write("half of it");
            ::kill(::getpid(), SIGKILL);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(hidden().size(), std::size_t(1));
        const std::string left = hidden()[0], dead = std::to_string(child), alive = std::to_string(::getppid());
        QVERIFY2(left.starts_with(".lightbench-" + dead + "-"), left.c_str());
        const std::string living = std::string(left).replace(left.find(dead), dead.size(), alive);
        const std::string foreign = ".lightbench-" + dead + "-0-0123456789abcdef.unfinished";
        for (const std::string& name : {living, foreign, std::string(".lightbench-notes")})
            put(folder / name, "");
        writeWhole((folder / "result").string(), "all of it");
        std::vector<std::string> now = hidden(), expected{living, foreign, ".lightbench-notes"};
        std::ranges::sort(now);
        std::ranges::sort(expected);
        QCOMPARE(now, expected);
        fs::remove_all(folder);
    }

    void fullDiskForReportsAndTexts() {
        const Json report = Json::Object{{"device", std::string(3000, 'x')}};
        failsAtEveryByte("report.json", [&](const QString& path) { writeWhole(nameBytes(path), report.text()); });
        failsAtEveryByte("rows.csv", [&](const QString& path) { writeWhole(nameBytes(path), std::string(900, 'y')); });
    }

    void whatWasThereKeepsItsModeAndLinks() {
        put(at("real"), "old");
        ::chmod(at("real").c_str(), 0640);
        fs::create_symlink("real", at("link"));
        writeWhole(at("link").string(), "new");
        QVERIFY(fs::is_symlink(at("link")));
        QCOMPARE(contentOf(at("real")), std::string("new"));
        QCOMPARE(int(fs::status(at("real")).permissions()), 0640);
        fs::create_symlink("later", at("dangling"));
        writeWhole(at("dangling").string(), "made");
        QCOMPARE(contentOf(at("later")), std::string("made"));
        QVERIFY(fs::is_symlink(at("dangling")));
    }

    void namesAreBytes() {
        const std::string name = "caf\xe9 \xf0\x9f\x98\x80 \xff\n.png";
        const QString text = nameFromBytes(at(name).string());
        QCOMPARE(nameBytes(text), at(name).string());
        QVERIFY(shownName(text).endsWith(QString::fromUtf8("caf\\xe9 \xf0\x9f\x98\x80 \\xff\\x0a.png")));
        saveImage(patterned({{5, 4}, {SampleType::U8, 1}}), text);
        QVERIFY(fs::exists(at(name)));
        QCOMPARE(loadImage(text)->width(), 5);
        fs::remove(at(name));
        const std::string message = complaint([&] { loadImage(text); });
        QVERIFY2(message.ends_with("\\xff\\x0a.png does not exist"), message.c_str());
    }

    /// As Qt's dialogs give it: the byte that cannot be read is lost.
    void namesThatDialogsGive() {
        fs::create_directory(at("d\xff"));
        const fs::path real = at("d\xff") / "caf\xe9.png";
        put(real, "x");
        const QString given = QString::fromStdString(real.string());
        QVERIFY(given.contains(QChar::ReplacementCharacter));
        QCOMPARE(nameBytes(actualName(given)), real.string());
        put(at("d\xff") / "caf\xe8.png", "y");
        QCOMPARE(actualName(given), given); // which of the two is not known
        fs::remove_all(at("d\xff"));
    }

    void longestName() {
        const std::string name = std::string(251, 'n') + ".png";
        saveImage(patterned({{5, 4}, {SampleType::U8, 1}}), nameFromBytes(at(name).string()));
        QVERIFY(fs::exists(at(name)));
    }

    void devicesStayDevices() {
        const std::string full = complaint([] { writeWhole("/dev/full", "text"); });
        QCOMPARE(full, std::string("cannot write /dev/full: the disk is full"));
        writeWhole("/dev/null", "text");
        for (const char* node : {"/dev/full", "/dev/null"})
            QVERIFY(fs::is_character_file(node));
        QVERIFY(isStream("/dev/null") && isStream("-") && isStream("/dev/stdout") && !isStream(at("none").string()));
    }

    void pipesAreWrittenIntoAndReadWhole() {
        const fs::path pipe = at("pipe.tif");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const Image image = patterned({{160, 90}, {SampleType::U8, 4}});
        std::thread writer([&] { saveImage(image, nameFromBytes(pipe.string())); });
        const ImagePtr back = loadImage(nameFromBytes(pipe.string()));
        writer.join();
        QVERIFY(std::ranges::equal(back->bytes(), image.bytes()));
        QVERIFY(fs::is_fifo(pipe));
    }

    /// What is no image is refused before its end: this one has none.
    void endlessInputIsRefused() {
        const std::string message = complaint([] { loadImage(std::string("/dev/zero")); });
        QVERIFY2(message.starts_with("/dev/zero is not an image"), message.c_str());
    }
};

LIGHTBENCH_TEST(WholeFileTest, QCoreApplication)
#include "whole_file.moc"
