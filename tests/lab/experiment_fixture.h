// The Experiment panel on an engine without a device, with its own folder for journals. The tests of the panel and of
// its journals use it.
#pragma once

#include <QAbstractButton>
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>

#include "tests/built_in_stacks.h"
#include "tests/experiment/fake_engine.h"
#include "ui/charts/experiment_chart.h"
#include "ui/panels/experiment/experiment_panel.h"
#include "ui/panels/experiment/experiment_table.h"
#include "ui/state/session/session.h"

namespace lightbench {

/// Pauses before every measurement and obeys the stop token meanwhile.
class PacedEngine : public tests::FakeEngine {
public:
    explicit PacedEngine(std::atomic<int>& pauseMs) : pauseMs_(pauseMs) {}
    Measurement measure(const MeasureRequest& request, const RunMonitor& monitor) override {
        for (int i = 0; i < pauseMs_ && !monitor.stop.stop_requested(); ++i)
            QThread::msleep(1);
        return FakeEngine::measure(request, monitor);
    }

private:
    std::atomic<int>& pauseMs_;
};

inline ImagePtr aPhoto() { return std::make_shared<Image>(ImageShape{{64, 48}, {SampleType::U8, 1}}); }

class ExperimentFixture {
public:
    void open() {
        pauseMs = 0;
        slowdown = 1;
        session = std::make_unique<Session>(builtInFilters());
        session->setDevice(tests::FakeEngine().devices().devices.front());
        session->add(makeStage("gaussian"));
        session->setImage(aPhoto(), QStringLiteral("photo.png"));
        folder = std::make_unique<QTemporaryDir>();
        openLab();
    }
    /// Opens the panel again on the same folder.
    void openLab() {
        panel.reset();
        engineThread = std::make_unique<EngineThread>([this] {
            auto made = std::make_unique<PacedEngine>(pauseMs);
            configure(*made);
            return made;
        });
        panel = std::make_unique<ExperimentPanel>(*session, *engineThread, folder->path());
        panel->resize(1200, 400);
        panel->show();
    }
    void close() {
        panel.reset();
        engineThread.reset();
        session.reset();
    }
    QString onlyJournal() const {
        const QStringList names = QDir(folder->path()).entryList({"*.csv"});
        return names.size() == 1 ? folder->filePath(names.front()) : QString();
    }
    void configure(tests::FakeEngine& engine) {
        engine.medians = {{"two-pass", 4000},      {"plain", 2000},          {"fused", 1000},
                          {"strips", 900},         {"two-pass-local", 3000}, {"cpu", 9000},
                          {"columns-first", 2500}, {"matrix-products", 2600}};
        engine.fails = "plain";
        engine.wrong = "strips";
        engine.noise = [this](const MeasureRequest&) { return slowdown.load(); };
    }
    QAbstractButton* button(const QString& text) const {
        for (auto* one : panel->findChildren<QAbstractButton*>())
            if (one->text() == text) return one;
        return nullptr;
    }
    ExperimentRunner::State state() const { return panel->runner().state(); }
    /// Waits in an event loop, because QTRY sleeps 10 ms between checks and there are thousands of steps.
    void waitForTheEnd() {
        QSignalSpy changes(&panel->runner(), &ExperimentRunner::stateChanged);
        while (panel->runner().isRunning() && changes.wait(60000)) {
        }
        QCOMPARE(state(), ExperimentRunner::State::Done);
    }
    void runToTheEnd() {
        panel->toggle();
        waitForTheEnd();
    }

    std::atomic<int> pauseMs = 0;
    std::atomic<double> slowdown = 1;
    std::unique_ptr<QTemporaryDir> folder;
    std::unique_ptr<Session> session;
    std::unique_ptr<EngineThread> engineThread;
    std::unique_ptr<ExperimentPanel> panel;
};

} // namespace lightbench
