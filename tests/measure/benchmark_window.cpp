// How soon the window is painted after a start of the program, and how it behaves on a large photograph. It measures
// the longest time that the event loop is blocked while it loads, runs, checks and follows a dragged slider. It also
// counts what became of every request, and measures how quickly cancel answers and the peak memory of its process.
//     benchmark_window [--in-process] [--starts N] [--only-starts] [IMAGE]
// Without an image it draws a sample of 7728 x 4354. It starts itself N times (15 unless given) to measure starts.
// QT_QPA_PLATFORM=offscreen needs no display.
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <sys/resource.h>

#include "app/worker/guarded_engine.h"
#include "core/run/stack_text.h"
#include "core/sample_images/sample_images.h"
#include "tests/built_in_stacks.h"
#include "tests/measure/benchmark_watch.h"
#include "ui/documents/documents.h"
#include "ui/files/image_file.h"
#include "ui/lab/lab_window.h"
#include "ui/panels/stack/stack_panel.h"
#include "ui/panels/stage/number_editor.h"
#include "ui/panels/stage/stage_form.h"
#include "ui/view/image_view.h"

using namespace lightbench;

namespace {

constexpr int timeoutMs = 600000; // milliseconds that a step may take at the most

std::unique_ptr<LabWindow> newWindow(bool inProcess) {
    GuardSettings guard = labGuardSettings();
    guard.isolated = !inProcess;
    auto window = std::make_unique<LabWindow>([guard] { return makeGuardedEngine(guard); }, builtInFilters());
    endWithoutPictures(window->lab().runs);
    return window;
}

/// The same clock in every process.
double milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What a started program does: prints after how many milliseconds the window was painted, and its devices were known.
int beStarted(double began, bool inProcess) {
    const auto window = newWindow(inProcess);
    double painted = 0;
    timedApplication().afterPaint(window.get(), [&] {
        QTimer::singleShot(0, window.get(), [&] { // when all of the window is painted
            if (painted == 0) painted = milliseconds();
        });
    });
    window->show();
    if (!QTest::qWaitFor([&] { return painted > 0 && window->lab().runs.devices(); }, timeoutMs)) return 1;
    std::printf("%.1f %.1f\n", painted - began, milliseconds() - began);
    return 0;
}

void printTimes(const char* name, std::vector<double> times) {
    std::ranges::sort(times);
    std::printf("%-34s %8.0f ms median, %.0f to %.0f ms in %zu starts\n", name, times[times.size() / 2], times.front(),
                times.back(), times.size());
}

/// Starts this program as a user starts the lab; the time of the system's own start of a program counts.
bool measureStarts(int starts, bool inProcess) {
    std::vector<double> painted, known;
    for (int i = 0; i < starts; ++i) {
        QProcess program;
        program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        QStringList words{QStringLiteral("--be-started"), QString::number(milliseconds(), 'f', 3)};
        if (inProcess) words << QStringLiteral("--in-process");
        program.start(QCoreApplication::applicationFilePath(), words);
        if (!program.waitForFinished(timeoutMs) || program.exitCode() != 0) return false;
        const QList<QByteArray> times = program.readAllStandardOutput().trimmed().split(' ');
        if (times.size() != 2) return false;
        painted.push_back(times[0].toDouble());
        known.push_back(times[1].toDouble());
    }
    printTimes("window painted after", painted);
    printTimes("devices known after", known);
    return true;
}

class Benchmark {
public:
    Benchmark(const QString& path, bool inProcess) : path_(path) {
        clock_.start();
        window_ = newWindow(inProcess);
        window_->resize(1440, 900);
        window_->show();
        (void)QTest::qWaitForWindowExposed(window_.get());
        std::printf("%-34s %8lld ms\n", "window open after", static_cast<long long>(clock_.elapsed()));
        QTest::qWait(300);
        watch_.take();
    }
    void load();
    void build();
    void measure();
    void drag();
    void cancel();
    void memory() const;

private:
    bool settle() {
        return QTest::qWaitFor([this] { return window_->lab().runs.isIdle(); }, timeoutMs);
    }
    void step(const char* name, const std::function<void()>& act) {
        clock_.restart();
        watch_.take();
        timedApplication().take();
        act();
        const bool done = settle();
        std::printf("%-34s %8lld ms, event loop blocked for %lld ms at the most%s\n", name,
                    static_cast<long long>(clock_.elapsed()), static_cast<long long>(watch_.take()),
                    done ? "" : " (NOT FINISHED)");
        std::printf("    the window's own longest piece of work: %.1f ms (%s)\n", timedApplication().take(),
                    timedApplication().what().toUtf8().constData());
        std::fflush(stdout);
    }

    QString path_;
    QElapsedTimer clock_;
    std::unique_ptr<LabWindow> window_;
    LoopWatch watch_;
};

void Benchmark::load() {
    step("load, first run, check", [this] { window_->documents().open({path_}); });
    const ImagePtr image = window_->lab().session.image();
    std::printf("%-34s %s\n", "image", image ? image->shape().name().c_str() : "could not be read");
}

void Benchmark::build() {
    step("stack, kernels built, run, check", [this] {
        window_->lab().session.replace(parseStack("grayscale | gaussian sigma=2 | floyd-steinberg"), "benchmark");
    });
}

void Benchmark::measure() {
    step("measured run (1 + 7) with check", [this] { window_->commands().action("run")->trigger(); });
    const ReportPtr report = window_->lab().results.report();
    for (const StageReport& stage : report->stages)
        std::printf("    %-30s %8.1f ms, reference %.1f ms, %s\n", stage.filter.c_str(), stage.gpuMs, stage.referenceMs,
                    verdictName(stage.difference.verdict).c_str());
}

void Benchmark::drag() {
    window_->lab().session.setCurrent(1);
    QTest::qWait(50);
    auto* editor = window_->stackPanel()->form()->findChild<QWidget*>(QStringLiteral("parameter.sigma"));
    auto* slider = editor->findChild<StepSlider*>();
    const RunnerCounts before = window_->lab().runs.counts();
    int shown = 0, backwards = 0;
    double last = 0;
    QElapsedTimer sinceLast;
    const auto watching =
        QObject::connect(&window_->lab().runs, &RunControl::reportShown, window_.get(), [&](const ReportPtr& report) {
            const double sigma = report->stack[1].parameters.real("sigma");
            ++shown;
            backwards += sigma < last; // the drag only grows
            last = sigma;
        });
    step("drag sigma through 60 values", [&] {
        const int from = slider->value();
        for (int i = 1; i <= 60; ++i) {
            slider->setValue(from + 4 * i);
            QTest::qWait(16);
        }
        sinceLast.start();
    });
    QObject::disconnect(watching);
    const RunnerCounts& after = window_->lab().runs.counts();
    std::printf(
        "    requests %d: started %d, stopped for a newer one %d, never started %d; waiting at once: at most 1\n",
        after.submitted - before.submitted, after.started - before.started, after.stopped - before.stopped,
        after.replaced - before.replaced);
    const bool newest = last == window_->lab().session.stack()[1].parameters.real("sigma");
    std::printf("    results shown %d, stale ones shown %d, the last one is %s, %lld ms after the last move\n", shown,
                backwards, newest ? "the newest" : "NOT THE NEWEST", static_cast<long long>(sinceLast.elapsed()));
}

void Benchmark::cancel() {
    double longest = 0;
    for (const StageReport& stage : window_->lab().results.report()->stages)
        for (const KernelReport& kernel : stage.kernels)
            longest = std::max(longest, kernel.runUs / 1e3);
    qint64 slowest = 0;
    for (int i = 0; i < 5; ++i) {
        window_->commands().action("run")->trigger();
        QTest::qWait(150 + 170 * i);
        clock_.restart();
        window_->commands().action("cancel")->trigger();
        settle();
        slowest = std::max(slowest, clock_.elapsed());
    }
    std::printf("%-34s %8lld ms at the most in 5 trials; the longest kernel takes %.0f ms\n", "cancel answers after",
                static_cast<long long>(slowest), longest);
}

void Benchmark::memory() const {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double peak = double(usage.ru_maxrss) * 1024,
                 decoded = double(window_->lab().session.image()->shape().bytes());
    std::printf("%-34s %8.0f MB, %.1f times the decoded image of %.0f MB\n", "peak resident memory", peak / 1e6,
                peak / decoded, decoded / 1e6);
}

} // namespace

int main(int argc, char** argv) {
    TimedApplication timed(argc, argv);
    QStringList words = QCoreApplication::arguments().mid(1);
    const bool inProcess = words.removeAll(QStringLiteral("--in-process")) > 0;
    const bool onlyStarts = words.removeAll(QStringLiteral("--only-starts")) > 0;
    if (const QString began = takeOption(words, QStringLiteral("--be-started")); !began.isEmpty())
        return beStarted(began.toDouble(), inProcess);
    const QString starts = takeOption(words, QStringLiteral("--starts"));
    std::printf("the engine is in %s\n", inProcess ? "the window's process" : "a worker");
    if (!measureStarts(starts.isEmpty() ? 15 : std::max(1, starts.toInt()), inProcess)) {
        std::fputs("benchmark_window: a start failed\n", stderr);
        return 1;
    }
    if (onlyStarts) return 0;
    const QString path = words.isEmpty() ? timed.folder().filePath(QStringLiteral("sample.jpg")) : words[0];
    if (words.isEmpty()) saveImage(drawSample("scene", {7728, 4354}), path);
    Benchmark benchmark(path, inProcess);
    benchmark.load();
    benchmark.build();
    benchmark.measure();
    benchmark.drag();
    benchmark.cancel();
    benchmark.memory();
    return 0;
}
