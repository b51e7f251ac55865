// What is read and written is known by any of its names, and is never written over or twice.
#include <QTest>

#include <QTemporaryDir>

#include <filesystem>

#include "core/base/error.h"
#include "core/base/file_claims.h"
#include "core/base/whole_file.h"
#include "tests/test_program.h"

using namespace lightbench;
namespace fs = std::filesystem;

class FileClaimsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string file(const char* name) const { return folder_.filePath(QLatin1String(name)).toStdString(); }

    /// What is said when a file is claimed; empty if it may be.
    template <class Claim> static std::string refusal(Claim claim) {
        try {
            claim();
            return {};
        } catch (const Error& error) {
            return error.what();
        }
    }

private slots:
    /// By whatever name: relative, through links and hard links, and of files that are not there yet.
    void filesOfManyNames() {
        writeWhole(file("in.png"), "an image");
        fs::create_directory(file("sub"));
        fs::create_symlink(file("in.png"), file("link.png"));
        fs::create_symlink("in.png", file("relative.png"));
        fs::create_symlink(file("."), file("sub/up"));
        fs::create_hard_link(file("in.png"), file("hard.png"));
        FileClaims files;
        files.reads({file("in.png"), "the image in.png"});
        for (const char* name : {"in.png", "./in.png", "sub/../in.png", "link.png", "relative.png", "sub/up/in.png",
                                 "sub/up/link.png", "hard.png"}) {
            const std::string said = refusal([&] { files.writes(file(name), "--report"); });
            QVERIFY2(said.starts_with("--report ") && said.find(name) != std::string::npos &&
                         said.find("would overwrite the image in.png") != std::string::npos &&
                         said.find("give --report another name") != std::string::npos,
                     said.c_str());
            QCOMPARE(files.readFrom(file(name)), std::string("the image in.png"));
        }
        fs::create_symlink(file("later.json"), file("dangling.json"));
        files.writes(file("later.json"), "--report");
        QVERIFY(refusal([&] { files.writes(file("sub/up/later.json"), "--trace"); }).find("by --report and --trace") !=
                std::string::npos);
        QVERIFY(!refusal([&] { files.writes(file("dangling.json"), "--trace"); }).empty());
        QVERIFY(!refusal([&] { files.reads({file("dangling.json"), "the image"}); }).empty());
        files.writes(file("other.json"), "--trace");
        QCOMPARE(files.readFrom(file("other.json")), std::string());
    }

    void whatIsNoFileIsNeverTaken() {
        FileClaims files;
        for (const char* path : {"", "/dev/null", "/tmp"})
            for (int i = 0; i < 2; ++i)
                files.writes(path, "-o"), files.reads({path, "a folder or a stream"});
        files.reads({"-", "the standard input"});
        files.writes("-", "-o");
        QVERIFY(!refusal([&] { files.writes("/dev/stdout", "--report"); }).empty());
    }
};

LIGHTBENCH_TEST(FileClaimsTest, NoApplication)
#include "file_claims.moc"
