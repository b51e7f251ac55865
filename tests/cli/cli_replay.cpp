// `replay` as a process: numbers, colours, rows of workgroups, and what cannot be recorded.
#include <QTest>

#include <set>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliReplayTest : public QObject {
    Q_OBJECT

    Folder folder_;

private slots:
    void initTestCase() { saveImage(patterned({{61, 47}, {SampleType::U8, 1}}), folder_.path("photo.png")); }

    void numbersColoursAndGroups() {
        const QStringList words{"replay",   "photo.png",  "--stack", "invert | floyd-steinberg variant=row-per-group",
                                "--groups", "groups.csv", "-o"};
        const ProgramOutcome outcome = folder_.run(words + QStringList{"order.npy"});
        QVERIFY2(outcome.code == 0 && outcome.output.contains("result: match"), qPrintable(outcome.text()));
        const ImagePtr order = loadImage(folder_.path("order.npy"));
        const auto* stamps = order->samples<std::uint32_t>();
        const std::set<std::uint32_t> all(stamps, stamps + order->shape().samples());
        QVERIFY(order->size() == (Size{61, 47}) && all.size() > 1 && *all.begin() == stamps[0]);
        QCOMPARE(folder_.read("groups.csv").count('\n'), 1 + 47);
        folder_.succeeds(words + QStringList{"order.png", "--stage", "2"});
        const ImagePtr picture = loadImage(folder_.path("order.png"));
        QVERIFY(picture->channels() == 4 && picture->at(0, 0, 0) == 68);
    }

    void refusals() {
        folder_.refused({"replay", "photo.png", "--stack", "median", "-o", "a.png"}, "replay is not available");
        folder_.refused({"replay", "photo.png", "--stack", "floyd-steinberg"}, "add -o FILE.png");
        folder_.refused({"replay", "photo.png", "--stack", "floyd-steinberg", "-o", "photo.png"}, "would overwrite");
        folder_.refused({"replay", "photo.png", "--stack", "!floyd-steinberg", "-o", "a.png"}, "say what runs");
        folder_.refused({"replay", "photo.png", "--stack", "!invert | floyd-steinberg", "--stage", "1", "-o", "a.png"},
                        "stage 1 is disabled");
    }
};

LIGHTBENCH_TEST(CliReplayTest, QCoreApplication)
#include "cli_replay.moc"
