// How soon the picture follows a kernel file that another program saves, in the real window:
//     benchmark_edit [--edits N] [--in-process] IMAGE
// such as: benchmark_edit photo.jpg. The kernel is a Sobel filter. Each of N edits (20 unless given) changes a number
// in it, so that it is built again. Files are replaced by renaming, as most editors do. An edit counts from the moment
// before the file is written until the view has painted the new kernel's own result. Then as many edits are typed in
// the Source tab. They count from the end of the pause that the editor waits for. QT_QPA_PLATFORM=offscreen needs no
// display.
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <deque>

#include "app/worker/worker_engine.h"
#include "core/base/statistics.h"
#include "core/filters/built_in_filters.h"
#include "tests/measure/benchmark_watch.h"
#include "ui/documents/documents.h"
#include "ui/documents/opened_kernels.h"
#include "ui/files/file_name.h"
#include "ui/lab/docks.h"
#include "ui/lab/lab_window.h"
#include "ui/panels/source/source_editor.h"
#include "ui/panels/source/source_panel.h"
#include "ui/view/image_view.h"

using namespace lightbench;

namespace {

constexpr int timeoutMs = 600000; // milliseconds that a step may take at the most

QByteArray sobel(int edit) {
    return "kernel void edges(global const uchar* src, global uchar* dst, int width, int height, float strength) {\n"
           "    int x = get_global_id(0), y = get_global_id(1);\n"
           "    if (x >= width || y >= height) return;\n"
           "    int l = max(x - 1, 0), r = min(x + 1, width - 1);\n"
           "    int u = max(y - 1, 0) * width, d = min(y + 1, height - 1) * width, m = y * width;\n"
           "    float gx = src[u + r] + 2 * src[m + r] + src[d + r] - src[u + l] - 2 * src[m + l] - src[d + l];\n"
           "    float gy = src[d + l] + 2 * src[d + x] + src[d + r] - src[u + l] - 2 * src[u + x] - src[u + r];\n"
           "    dst[m + x] = convert_uchar_sat_rte(strength * " +
           QByteArray::number(1 + edit / 100.0, 'f', 2) + "f * sqrt(gx * gx + gy * gy));\n}\n";
}

class Benchmark {
public:
    explicit Benchmark(bool inProcess) {
        WorkerSettings guard = labWorkerSettings();
        guard.inProcess = inProcess;
        window_ = std::make_unique<LabWindow>([guard] { return makeWorkerEngine(guard); }, builtInFilters());
        endWithoutPictures(window_->lab().runs);
        window_->resize(1440, 900);
        window_->show();
        (void)QTest::qWaitForWindowExposed(window_.get());
        clock_.start();
        QObject::connect(&window_->lab().runs, &RunControl::reportShown, window_.get(),
                         [this](const ReportPtr& report) {
                             reports_.push_back(report);
                             if (reports_.size() > 16) reports_.pop_front();
                         });
        timedApplication().afterPaint(&window_->lab().view, [this] { look(); });
    }
    ~Benchmark() { timedApplication().afterPaint(nullptr, {}); }

    bool open(const QString& image) {
        write(0);
        window_->documents().open({image, path_});
        if (!QTest::qWaitFor([this] { return painted_ == textOf(0); }, timeoutMs)) return false;
        std::printf("%s\n", window_->lab().session.image()->shape().name().c_str());
        return true;
    }
    /// By another program, or in the Source tab.
    void edit(int edits, bool isInPanel) {
        if (isInPanel) window_->findChild<Docks*>()->show("source");
        std::vector<double> latencies;
        LoopWatch watch;
        for (int i = 1; i <= edits; ++i) {
            const int n = ++edit_;
            (void)QTest::qWaitFor([this] { return window_->lab().runs.isIdle(); }, timeoutMs);
            QTest::qWait(200 + i % 5 * 7); // so that edits fall on all parts of what the window does by itself
            if (i == 1) watch.take(), timedApplication().take();
            const double start = now();
            isInPanel ? type(n) : write(n);
            if (!QTest::qWaitFor([&] { return painted_ == textOf(n); }, timeoutMs)) std::printf("NO PICTURE CAME\n");
            latencies.push_back(at_ - start);
        }
        const Summary summary = summaryOf(latencies);
        std::printf(
            "from an edit %s to its picture: median %.0f ms, quartiles %.0f and %.0f, worst %.0f (%zu edits); event "
            "loop blocked for %lld ms at the most\n",
            isInPanel ? "in the Source tab" : "of the file", summary.median, summary.lowerQuartile,
            summary.upperQuartile, summary.maximum, latencies.size(), static_cast<long long>(watch.take()));
        std::printf("    the window's own longest piece of work: %.1f ms (%s)\n", timedApplication().take(),
                    timedApplication().what().toUtf8().constData());
    }

private:
    double now() const { return double(clock_.nsecsElapsed()) / 1e6; }
    static std::string textOf(int edit) { return sobel(edit).toStdString(); }
    void write(int edit) {
        QFile file(path_ + "~");
        if (!file.open(QIODevice::WriteOnly)) std::printf("%s cannot be written\n", qPrintable(path_));
        file.write(sobel(edit));
        file.close();
        std::rename(nameBytes(path_ + "~").c_str(), nameBytes(path_).c_str());
    }
    void type(int edit) {
        SourceEditor* editor = window_->findChild<SourcePanel*>()->view();
        editor->selectAll();
        editor->replaceSelectedText(QString::fromUtf8(sobel(edit)));
        window_->lab().kernels.texts().build();
    }
    /// Notes the kernel whose result was painted, and when. The newest report may be of a check, with another picture.
    void look() {
        const ImagePtr painted = window_->lab().view.paintedAfter();
        const auto found = std::find_if(reports_.rbegin(), reports_.rend(),
                                        [&](const ReportPtr& report) { return report->output == painted; });
        if (found == reports_.rend() || (*found)->stages.empty()) return;
        const FilterDefinition* ran = (*found)->filters.definition("edges");
        if (!ran || ran->text == painted_) return;
        painted_ = ran->text;
        at_ = now();
    }

    QTemporaryDir folder_;
    QString path_ = folder_.filePath("edges.cl");
    std::unique_ptr<LabWindow> window_;
    QElapsedTimer clock_;
    std::deque<ReportPtr> reports_; ///< the newest ones
    std::string painted_;
    int edit_ = 0; ///< the newest
    double at_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    TimedApplication timed(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    const bool inProcess = arguments.removeAll(QStringLiteral("--in-process")) > 0;
    int edits = 20;
    if (const QString given = takeOption(arguments, QStringLiteral("--edits")); !given.isEmpty()) edits = given.toInt();
    if (arguments.size() != 2 || edits < 1) {
        std::fprintf(stderr, "usage: benchmark_edit [--edits N] [--in-process] IMAGE\n");
        return 2;
    }
    Benchmark benchmark(inProcess);
    if (!benchmark.open(arguments[1])) return 1;
    benchmark.edit(edits, false);
    benchmark.edit(edits, true);
    return 0;
}
