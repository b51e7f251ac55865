// Random work in the real window. Stages are added, edited, removed and moved; runs are started and cancelled; devices,
// tabs and images change. Now and then the worker is killed, stopped or crashed. Nothing may end the window, and in the
// end the picture is that of a fresh engine. LIGHTBENCH_SOAK says how many steps (default 300), LIGHTBENCH_SEED
// which ones (default 1).
#include <QFile>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <functional>
#include <random>

#include "core/framework/filter_catalog.h"
#include "tests/built_in_stacks.h"
#include "tests/lab/lab_engine.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
int setting(const char* name, int usual) {
    const QByteArray text = qgetenv(name);
    return text.isEmpty() ? usual : text.toInt();
}

/// Memory of a process that is in RAM, in MiB; 0 if it is gone.
double residentMiB(qint64 process) {
    QFile file(QStringLiteral("/proc/%1/statm").arg(process));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toDouble() * 4096 / (1 << 20);
}
} // namespace

class WindowSoakTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(prepare("window_soak"));
        for (int i = 0; i < 3; ++i) {
            pictures_ << folder.filePath(QStringLiteral("picture%1.png").arg(i));
            QVERIFY(testPicture(320 + 77 * i, 201 + 13 * i).save(pictures_.back()));
        }
        for (const Filter& filter : allFilters())
            filters_ << QString::fromStdString(filter.id);
        QVERIFY(open(tests::labEngine()));
        window->documents().open({pictures_[0]});
    }
    void cleanupTestCase() {
        window.reset();
        QCOMPARE(tests::livingChildren().size(), 0);
    }
    void survivesRandomWork();

private:
    using Step = void (WindowSoakTest::*)();
    int below(int end) { return int(random_() % unsigned(end)); }
    Session& session() { return window->lab().session; }
    void trigger(const char* command) {
        if (QAction* action = window->commands().action(command); action->isEnabled()) action->trigger();
    }
    void edit(const std::function<void(Stack&)>& change) {
        Stack stack = session().stack();
        change(stack);
        session().replace(stack, QStringLiteral("soak"));
    }

    void addStage() {
        if (session().stack().size() >= 5) return removeStage();
        const std::string id = filters_[below(int(filters_.size()))].toStdString();
        edit([&](Stack& stack) { stack.insert(stack.begin() + below(int(stack.size()) + 1), makeAddedStage(id)); });
    }
    void removeStage() {
        edit([&](Stack& stack) {
            if (!stack.empty()) stack.erase(stack.begin() + below(int(stack.size())));
        });
    }
    void switchStage() {
        edit([&](Stack& stack) {
            if (stack.empty()) return;
            Stage& stage = stack[std::size_t(below(int(stack.size())))];
            stage.enabled = !stage.enabled;
        });
    }
    void chooseVariant() {
        edit([&](Stack& stack) {
            if (stack.empty()) return;
            Stage& stage = stack[std::size_t(below(int(stack.size())))];
            const auto& variants = filterById(stage.filter).variants;
            stage.variant = variants[std::size_t(below(int(variants.size())))].id;
        });
    }
    /// Bursts, as from a slider.
    void editParameter() {
        if (session().stack().empty()) return;
        const std::size_t index = std::size_t(below(int(session().stack().size())));
        const Filter& filter = filterById(session().stack()[index].filter);
        if (filter.parameters.empty()) return;
        const Parameter& parameter = filter.parameters[std::size_t(below(int(filter.parameters.size())))];
        for (int i = 0; i < 3; ++i) {
            edit([&](Stack& stack) {
                ParameterValues& values = stack[index].parameters;
                const ParameterValue now = values.get(parameter.name);
                const double step = below(5) - 2;
                if (const auto* whole = std::get_if<int>(&now)) {
                    const double next = *whole + step * parameter.step;
                    values.set(parameter.name, int(std::clamp(next, parameter.minimum, parameter.maximum)));
                } else if (const auto* real = std::get_if<double>(&now)) {
                    const double next = *real + step * parameter.step;
                    values.set(parameter.name, std::clamp(next, parameter.minimum, parameter.maximum));
                }
            });
            QTest::qWait(below(12));
        }
    }
    void run() { trigger("run"); }
    void cancel() { trigger("cancel"); }
    void undo() { trigger("undo"); }
    void redo() { trigger("redo"); }
    void openImage() { window->documents().open({pictures_[below(int(pictures_.size()))]}); }
    void changeDevice() {
        auto* devices = window->findChild<QComboBox*>(QStringLiteral("devices"));
        if (devices->count() > 0) window->lab().runs.useDevice(devices->itemData(below(devices->count())).toInt());
    }
    void addTab() {
        if (session().tabCount() < 4) trigger("new-tab");
    }
    void changeTab() { trigger(below(2) ? "next-tab" : "previous-tab"); }
    void harmWorker() {
        const QList<qint64> workers = tests::livingChildren();
        if (workers.isEmpty()) return;
        constexpr std::array<int, 3> kinds{SIGKILL, SIGSEGV, SIGSTOP};
        const int number = kinds[std::size_t(below(3))];
        ::kill(pid_t(workers[0]), number);
        ++harmed_;
        if (number == SIGSTOP) { // a driver that hangs: the user cancels
            QTest::qWait(below(300));
            cancel();
        }
    }
    void rest() { QTest::qWait(below(60)); }

    std::mt19937 random_{unsigned(setting("LIGHTBENCH_SEED", 1))};
    QStringList pictures_, filters_;
    int harmed_ = 0;
};

void WindowSoakTest::survivesRandomWork() {
    const std::vector<Step> steps{
        &WindowSoakTest::addStage,      &WindowSoakTest::addStage,      &WindowSoakTest::removeStage,
        &WindowSoakTest::switchStage,   &WindowSoakTest::chooseVariant, &WindowSoakTest::editParameter,
        &WindowSoakTest::editParameter, &WindowSoakTest::editParameter, &WindowSoakTest::run,
        &WindowSoakTest::cancel,        &WindowSoakTest::undo,          &WindowSoakTest::redo,
        &WindowSoakTest::openImage,     &WindowSoakTest::changeDevice,  &WindowSoakTest::addTab,
        &WindowSoakTest::changeTab,     &WindowSoakTest::rest,          &WindowSoakTest::rest,
        &WindowSoakTest::harmWorker};
    const int count = setting("LIGHTBENCH_SOAK", 300);
    double most = 0;
    for (int i = 0; i < count; ++i) {
        (this->*steps[std::size_t(below(int(steps.size())))])();
        QTest::qWait(below(4));
        most = std::max(most, residentMiB(QCoreApplication::applicationPid()));
        if (i % 1000 == 999) std::printf("%d steps, %d times harmed, %.0f MiB\n", i + 1, harmed_, most);
    }
    trigger("cancel");
    // A worker that was stopped as the last thing answers nothing any more.
    for (const qint64 worker : tests::livingChildren())
        ::kill(pid_t(worker), SIGCONT);
    QVERIFY(settle());
    // The last picture belongs to the last request.
    edit([](Stack& stack) { stack = parseStack("gaussian sigma=2 | median k=5"); });
    trigger("run");
    QVERIFY(settle());
    const ReportPtr report = window->lab().results.report();
    QVERIFY(report && window->lab().results.isCurrent());
    RunRequest request{{session().image(), session().stack(), session().device()->index, builtInFilters()}, {}};
    QVERIFY(sameSamples(*report->output, *makeOpenClEngine()->run(request)->output));
    std::printf("%d steps, the worker was harmed %d times, at most %.0f MiB in the window's process\n", count, harmed_,
                most);
    QVERIFY2(most < 700, qPrintable(QString::number(most)));
}

LIGHTBENCH_TEST(WindowSoakTest, QApplication)
#include "window_soak.moc"
