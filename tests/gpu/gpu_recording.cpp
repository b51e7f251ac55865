// Kernels that record on a device: the same picture, every pixel once, nobody before those that it needs.
#include "tests/built_in_stacks.h"
#include "tests/gpu/gpu_support.h"

#include "core/run/recorded_stage.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
constexpr Size recordedSize{131, 97};

struct Stamps {
    const Image& image;
    std::uint32_t operator()(int x, int y) const { return image.row<std::uint32_t>(y)[x]; }
};

/// Places in an order: a permutation. Times: not after the last workgroup's end.
void everyPixelOnce(const Recording& recording) {
    const std::size_t count = recording.stamps->shape().samples();
    const auto* stamps = recording.stamps->samples<std::uint32_t>();
    std::vector<std::uint32_t> sorted(stamps, stamps + count);
    std::ranges::sort(sorted);
    const bool isTimed = recording.unit == RecordedUnit::Nanoseconds;
    QVERIFY(!isTimed || sorted.back() <= recording.end());
    for (std::size_t i = 0; i < count && !isTimed; ++i)
        if (sorted[i] != i) QFAIL(qPrintable(QString("%1 is there %2 times").arg(i).arg(sorted[i] < i ? 2 : 0)));
}

/// Equal times can be: two ticks of a clock are far apart.
bool isBefore(const Recording& recording, std::uint32_t first, std::uint32_t second) {
    return recording.unit == RecordedUnit::Nanoseconds ? first <= second : first < second;
}

void groupsLive(const Recording& recording) {
    for (const GroupRecord& group : recording.groups) {
        QVERIFY(group.start <= group.finish && group.waited <= group.finish - group.start);
        QCOMPARE(group.waited > 0 && group.waits == 0, false);
    }
}

/// Of a pixel the left, and of the row above the three around it.
void followsItsNeighbours(const Recording& recording) {
    const Stamps at{*recording.stamps};
    const Size all = recording.stamps->size();
    for (int y = 0; y < all.height; ++y)
        for (int x = 0; x < all.width; ++x) {
            if (x > 0) QVERIFY(isBefore(recording, at(x - 1, y), at(x, y)));
            for (int i = -1; y > 0 && i <= 1; ++i)
                if (x + i >= 0 && x + i < all.width) QVERIFY(isBefore(recording, at(x + i, y - 1), at(x, y)));
        }
}

/// Of each line no pixel of a chunk before all of the chunk before it; lines are rows, or columns.
void chunksFollow(const Recording& recording, int chunk, bool alongX) {
    const Stamps at{*recording.stamps};
    const Size all = recording.stamps->size();
    const int lines = alongX ? all.height : all.width, count = alongX ? all.width : all.height;
    for (int line = 0; line < lines; ++line) {
        std::uint32_t latest = 0, before = 0;
        for (int i = 0; i < count; ++i) {
            const std::uint32_t stamp = alongX ? at(i, line) : at(line, i);
            if (i % chunk == 0) before = latest;
            if (i >= chunk) QVERIFY(isBefore(recording, before, stamp));
            latest = std::max(latest, stamp);
        }
    }
}
} // namespace

class GpuRecording : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { engine_ = makeDeclaredEngine({.buildOptions = "-cl-opt-disable"}); }
    void wavefronts_data();
    void wavefronts();
    void sums_data();
    void sums();
    void anotherStageOfTheStack();
    void notWithoutBeingAsked();
    void whatCannotIsTold();

private:
    Recording recorded(const std::string& stack, Format format);

    std::unique_ptr<Engine> engine_;
};

/// Of a one-stage stack; its picture is that of the kernel that does not record.
Recording GpuRecording::recorded(const std::string& stack, Format format) {
    RunRequest request = requestOf(noiseImage(recordedSize, format), stack, {.verify = true});
    const ReportPtr plain = engine_->run(request);
    request.options.record = 0;
    const ReportPtr report = engine_->run(request);
    if (plain->recording || !report->recording) qFatal("recorded without being asked, or not when asked");
    if (!sameSamples(*plain->output, *report->output)) qFatal("recording changed the picture of %s", stack.c_str());
    return *report->recording;
}

void GpuRecording::wavefronts_data() {
    QTest::addColumn<QString>("stage");
    QTest::addColumn<int>("channels");
    for (const char* stage :
         {"row-per-group workgroup=1", "row-per-group workgroup=8", "barrier-wavefront workgroup=16",
          "row-per-item workgroup=8", "row-per-item-polling workgroup=8", "single-group workgroup=16",
          "pipelined workgroup=160", "pipelined workgroup=1"})
        for (const int channels : {1, 4})
            QTest::addRow("%s, %d", stage, channels) << QString("floyd-steinberg variant=%1").arg(stage) << channels;
    QTest::addRow("by a table of errors") << "floyd-steinberg levels=4 variant=pipelined workgroup=96" << 1;
}

void GpuRecording::wavefronts() {
    QFETCH(const QString, stage);
    QFETCH(const int, channels);
    const Recording recording = recorded(stage.toStdString(), {SampleType::U8, channels});
    everyPixelOnce(recording);
    groupsLive(recording);
    followsItsNeighbours(recording);
    if (stage.contains("row-per-group")) QCOMPARE(recording.groups.size(), std::size_t(recordedSize.height));
}

void GpuRecording::sums_data() {
    QTest::addColumn<QString>("stage");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("chunk"); ///< pixels of a line that a workgroup makes at a time; 0: none follow
    QTest::addColumn<bool>("alongX");
    const auto add = [](const char* stage, int channels, int chunk, bool alongX) {
        QTest::addRow("%s, %d", stage, channels) << QString(stage) << channels << chunk << alongX;
    };
    for (const int channels : {1, 4}) {
        add("prefix-sum variant=hillis-steele workgroup=16", channels, 16, true);
        add("prefix-sum variant=register-blocked workgroup=4x2", channels, 4 * 4 * 4 / channels, true);
        add("prefix-sum variant=look-back workgroup=2x2", channels, 0, true);
        add("prefix-sum variant=strips workgroup=1", channels, 1, true);
        add("integral variant=look-back workgroup=4x2", channels, 0, true);
        add("integral variant=strips workgroup=1", channels, 1, true);
    }
    add("prefix-sum variant=blelloch workgroup=16", 1, 16, true);
    add("prefix-sum variant=looping workgroup=2", 1, 32, true);
    add("prefix-sum axis=y variant=hillis-steele workgroup=64", 1, 4, false);
    add("prefix-sum axis=y variant=register-blocked workgroup=4x2", 1, 2 * 8, false);
    add("prefix-sum axis=y variant=look-back workgroup=4x1", 1, 0, false);
    add("prefix-sum axis=y variant=strips workgroup=1", 1, 1, false);
    add("integral variant=hillis-steele workgroup=16", 1, 16, false);
    add("integral variant=register-blocked workgroup=4x2", 1, 2 * 8, false);
}

void GpuRecording::sums() {
    QFETCH(const QString, stage);
    QFETCH(const int, channels);
    QFETCH(const int, chunk);
    QFETCH(const bool, alongX);
    const Recording recording = recorded(stage.toStdString(), {SampleType::U8, channels});
    everyPixelOnce(recording);
    groupsLive(recording);
    if (chunk > 0) chunksFollow(recording, chunk, alongX);
}

void GpuRecording::anotherStageOfTheStack() {
    RunRequest request = requestOf(noiseImage(recordedSize), "grayscale | floyd-steinberg | invert", {.reuse = true});
    engine_->run(request);
    request.options.record = 1;
    const ReportPtr report = engine_->run(request);
    QVERIFY(report->recording && !report->stages[1].reused);
    QCOMPARE(report->recording->stackIndex, 1);
    QCOMPARE(report->recording->filter, std::string("floyd-steinberg"));
    everyPixelOnce(*report->recording);
    QVERIFY(sameSamples(*report->output, *runReference(request.image, request.stack)));
}

void GpuRecording::notWithoutBeingAsked() {
    const ReportPtr report = engine_->run(requestOf(noiseImage(recordedSize), "grayscale | floyd-steinberg"));
    QVERIFY(!report->recording);
    for (const KernelReport& kernel : report->stages[1].kernels)
        QVERIFY(kernel.name != "recording");
}

void GpuRecording::whatCannotIsTold() {
    RunRequest request = requestOf(noiseImage(recordedSize), "grayscale | median");
    request.options.record = 1;
    const Error error = errorOf(*engine_, request);
    QCOMPARE(error.kind(), ErrorKind::Usage);
    QCOMPARE(error.stage, 1);
    QVERIFY2(QString(error.what()).contains("replay is not available"), error.what());
}

LIGHTBENCH_TEST(GpuRecording, QCoreApplication)
#include "gpu_recording.moc"
