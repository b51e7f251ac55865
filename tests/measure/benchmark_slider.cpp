// How soon the picture follows a slider that the mouse drags in the real window, check and all:
//     benchmark_slider [--steps N] [--picture FILE.png] [--in-process] IMAGE "STACK" STAGE.PARAMETER FROM TO
// such as: benchmark_slider photo.jpg "grayscale | gaussian | floyd-steinberg" 2.sigma 1 8. STAGE counts from 1.
// First the step right after the stack's first picture; then N steps (200 unless given), each waited for; then 60
// values in two seconds, as a hand drags. A picture counts when the view has painted the value's own result. --picture
// keeps what the window looked like at the end.
// QT_QPA_PLATFORM=offscreen needs no display; an empty POCL_CACHE_DIR tells what a first start is like.
#include <QSettings>
#include <QStyle>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <set>

#include "app/worker/guarded_engine.h"
#include "core/base/statistics.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/measure/benchmark_watch.h"
#include "ui/documents/documents.h"
#include "ui/lab/lab_window.h"
#include "ui/panels/stack/stack_panel.h"
#include "ui/panels/stage/number_editor.h"
#include "ui/panels/stage/stage_form.h"
#include "ui/view/image_view.h"

using namespace lightbench;

namespace {

constexpr int timeoutMs = 600000; // milliseconds that a step may take at the most

struct Settings {
    int steps = 200;
    bool inProcess = false;
    QString image, stack, picture;
    int stage = 0;
    std::string parameter;
    double from = 0, to = 0;
};

/// Stamps the ends of those paints of the view that are the first to show the result of a stack.
class PictureWatch : public QObject {
public:
    explicit PictureWatch(LabWindow& window) : window_(window) {
        clock_.start();
        connect(&window.lab().runs, &RunControl::reportShown, this, [this](const ReportPtr& report) {
            reports_.push_back(report);
            if (reports_.size() > 64) reports_.pop_front();
        });
        timedApplication().afterPaint(&window.lab().view, [this] { look(); });
    }
    ~PictureWatch() override { timedApplication().afterPaint(nullptr, {}); }
    /// Since the watch was made.
    double now() const { return double(clock_.nsecsElapsed()) / 1e6; }
    /// The stack whose picture was painted last, and when.
    const Stack& stack() const { return stack_; }
    double at() const { return at_; }

private:
    void look() {
        // The view may paint an older result while it prepares the newest.
        const ImagePtr painted = window_.lab().view.paintedAfter();
        const auto found = std::find_if(reports_.rbegin(), reports_.rend(),
                                        [&](const ReportPtr& report) { return report->output == painted; });
        if (found == reports_.rend() || (*found)->stack == stack_) return;
        stack_ = (*found)->stack;
        at_ = now();
    }

    LabWindow& window_;
    QElapsedTimer clock_;
    std::deque<ReportPtr> reports_; ///< the newest ones
    Stack stack_;
    double at_ = 0;
};

class Benchmark {
public:
    explicit Benchmark(const Settings& settings) : settings_(settings) {
        GuardSettings guard = labGuardSettings();
        guard.isolated = !settings.inProcess;
        window_ = std::make_unique<LabWindow>([guard] { return makeGuardedEngine(guard); }, builtInFilters());
        endWithoutPictures(window_->lab().runs);
        window_->resize(1440, 900);
        window_->show();
        (void)QTest::qWaitForWindowExposed(window_.get());
        pictures_ = std::make_unique<PictureWatch>(*window_);
    }
    void open();
    void firstStep();
    void steps();
    void flow();
    void keepPicture() const;

private:
    bool isPainted() const { return pictures_->stack() == window_->lab().session.stack(); }
    void waitForPicture() {
        if (!QTest::qWaitFor([this] { return isPainted(); }, timeoutMs)) std::printf("    NO PICTURE CAME\n");
    }
    StepSlider* slider() const {
        const QString name = QStringLiteral("parameter.") + QString::fromStdString(settings_.parameter);
        return window_->stackPanel()->form()->findChild<QWidget*>(name)->findChild<StepSlider*>();
    }
    /// Where on the slider the mouse is after `n` steps of a drag to and fro.
    QPoint place(int n) const {
        const int reach = last_ - first_, turn = n % (2 * reach);
        return {first_ + (turn <= reach ? turn : 2 * reach - turn), slider()->height() / 2};
    }
    void findReach();
    double stepTo(int n);
    double value() const {
        const auto& parameters = window_->lab().session.stack()[std::size_t(settings_.stage)].parameters;
        const ParameterValue& found = parameters.get(settings_.parameter);
        if (const auto* whole = std::get_if<int>(&found)) return double(*whole);
        return std::get<double>(found);
    }
    void report(const char* name, const std::vector<double>& latencies, qint64 blocked);

    Settings settings_;
    std::unique_ptr<LabWindow> window_;
    std::unique_ptr<PictureWatch> pictures_;
    LoopWatch watch_;
    int first_ = 0, last_ = 0; ///< pixels of the slider
};

void Benchmark::open() {
    window_->documents().open({settings_.image});
    if (!QTest::qWaitFor([this] { return window_->lab().session.image() && window_->lab().runs.isIdle(); }, timeoutMs))
        std::printf("the image could not be opened\n");
    std::printf("%s, %s, %s from %g to %g\n", window_->lab().session.image()->shape().name().c_str(),
                settings_.stack.toUtf8().constData(), settings_.parameter.c_str(), settings_.from, settings_.to);
    const double start = pictures_->now();
    window_->lab().session.replace(parseStack(settings_.stack.toStdString()), QStringLiteral("benchmark"));
    window_->lab().session.setCurrent(settings_.stage);
    waitForPicture();
    std::printf("%-44s %8.1f ms\n", "the stack's first picture after", pictures_->at() - start);
    const ReportPtr report = window_->lab().results.report();
    std::printf("%-44s %8.1f ms\n", "    building took", report ? report->buildMs : 0);
}

/// The pixels at which the slider has the values between which the drag goes. Nothing is edited: only the slider shows
/// them for a moment.
void Benchmark::findReach() {
    auto* editor = qobject_cast<NumberEditor*>(slider()->parentWidget());
    const double now = editor->value();
    const auto pixelOf = [&](double wanted) {
        constexpr int knob = 14; // its width in the style sheet
        editor->setValue(wanted);
        return knob / 2 + QStyle::sliderPositionFromValue(slider()->minimum(), slider()->maximum(), slider()->value(),
                                                          slider()->width() - knob);
    };
    first_ = pixelOf(settings_.from);
    last_ = pixelOf(settings_.to);
    editor->setValue(now);
}

void Benchmark::firstStep() {
    findReach();
    const double start = pictures_->now();
    QTest::mousePress(slider(), Qt::LeftButton, {}, place(last_ - first_));
    QTest::mouseRelease(slider(), Qt::LeftButton, {}, place(last_ - first_));
    waitForPicture();
    std::printf("%-44s %8.1f ms (to %g)\n", "the first step's picture after", pictures_->at() - start, value());
    (void)QTest::qWaitFor([this] { return window_->lab().runs.isIdle(); }, timeoutMs);
}

/// Moves the mouse until the value changes; what the picture's latency is counted from.
double Benchmark::stepTo(int n) {
    QTest::mouseMove(slider(), place(n));
    return pictures_->now();
}

void Benchmark::report(const char* name, const std::vector<double>& latencies, qint64 blocked) {
    const Summary summary = summaryOf(latencies);
    std::printf("%-44s median %7.1f ms, quartiles %.1f and %.1f, worst %.1f (%zu steps); event loop blocked for %lld "
                "ms at the most\n",
                name, summary.median, summary.lowerQuartile, summary.upperQuartile, summary.maximum, latencies.size(),
                static_cast<long long>(blocked));
    std::printf("    the window's own longest piece of work: %.1f ms (%s)\n", timedApplication().take(),
                timedApplication().what().toUtf8().constData());
}

void Benchmark::steps() {
    QTest::mousePress(slider(), Qt::LeftButton, {}, place(0));
    (void)QTest::qWaitFor([this] { return window_->lab().runs.isIdle(); }, timeoutMs);
    QTest::qWait(500);
    watch_.take();
    timedApplication().take();
    std::vector<double> latencies;
    for (int n = 1; int(latencies.size()) < settings_.steps; ++n) {
        const Stack before = window_->lab().session.stack();
        const double start = stepTo(n);
        if (window_->lab().session.stack() == before) continue; // between two values of the parameter
        waitForPicture();
        latencies.push_back(pictures_->at() - start);
        QTest::qWait(n % 5 * 4); // so that steps fall on all parts of what follows a picture
    }
    report("a step's picture", latencies, watch_.take());
    QTest::mouseRelease(slider(), Qt::LeftButton, {}, place(0));
    (void)QTest::qWaitFor([this] { return window_->lab().runs.isIdle(); }, timeoutMs);
}

void Benchmark::flow() {
    constexpr int values = 60;
    QTest::qWait(500);
    QTest::mousePress(slider(), Qt::LeftButton, {}, place(0));
    waitForPicture();
    watch_.take();
    timedApplication().take();
    std::vector<Stack> asked;
    asked.reserve(values);
    std::set<const Stack*> answered;
    std::vector<double> askedAt, latencies;
    double seen = pictures_->at();
    const auto look = [&] {
        if (pictures_->at() == seen) return;
        seen = pictures_->at();
        // A drag to and fro meets a value again: the picture is that of the newest move to it.
        const auto found = std::find(asked.rbegin(), asked.rend(), pictures_->stack());
        if (found == asked.rend() || !answered.insert(&*found).second) return;
        latencies.push_back(seen - askedAt[std::size_t(asked.rend() - found) - 1]);
    };
    const double begin = pictures_->now();
    for (int i = 0, n = 1; i < values; ++n) {
        const Stack before = window_->lab().session.stack();
        const double at = stepTo(n);
        if (window_->lab().session.stack() == before) continue;
        asked.push_back(window_->lab().session.stack());
        askedAt.push_back(at);
        ++i;
        while (pictures_->now() < begin + 2000.0 * i / values) {
            QTest::qWait(1);
            look();
        }
    }
    const double end = askedAt.back();
    (void)QTest::qWaitFor(
        [&] {
            look();
            return isPainted();
        },
        timeoutMs);
    look();
    const qint64 blocked = watch_.take();
    std::printf("%-44s %zu of %d, the last one %.1f ms after its move\n", "60 values in 2 s: pictures",
                latencies.size(), values, pictures_->at() - end);
    report("    of those", latencies, blocked);
    QTest::mouseRelease(slider(), Qt::LeftButton, {}, place(0));
    (void)QTest::qWaitFor([this] { return window_->lab().runs.isIdle(); }, timeoutMs);
}

void Benchmark::keepPicture() const {
    QTest::qWait(200); // what the last report made wider or higher is laid out by then
    if (!settings_.picture.isEmpty() && !window_->grab().save(settings_.picture))
        std::printf("%s could not be written\n", settings_.picture.toUtf8().constData());
}

/// Takes the option and its value out of the arguments.
bool readSettings(QStringList arguments, Settings& settings) {
    if (const QString steps = takeOption(arguments, QStringLiteral("--steps")); !steps.isEmpty())
        settings.steps = steps.toInt();
    settings.picture = takeOption(arguments, QStringLiteral("--picture"));
    settings.inProcess = arguments.removeAll(QStringLiteral("--in-process")) > 0;
    if (arguments.size() != 6 || settings.steps < 1) return false;
    settings.image = arguments[1];
    settings.stack = arguments[2];
    settings.stage = arguments[3].section('.', 0, 0).toInt() - 1;
    settings.parameter = arguments[3].section('.', 1).toStdString();
    settings.from = arguments[4].toDouble();
    settings.to = arguments[5].toDouble();
    return settings.stage >= 0 && settings.from < settings.to;
}

} // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    TimedApplication timed(argc, argv);
    Settings settings;
    if (!readSettings(QCoreApplication::arguments(), settings)) {
        std::fprintf(stderr, "usage: benchmark_slider [--steps N] [--picture FILE.png] [--in-process] IMAGE STACK "
                             "STAGE.PARAMETER FROM TO\n");
        return 2;
    }
    Benchmark benchmark(settings);
    benchmark.open();
    benchmark.firstStep();
    benchmark.steps();
    benchmark.flow();
    benchmark.keepPicture();
    return 0;
}
