// Measures how long the window's event loop is blocked, and by what. The benchmarks of the window use it.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <utility>

#include "ui/state/engine/run_control.h"
#include "ui/theme/theme.h"

namespace lightbench {

/// Ticks every 5 ms and records the longest gap between two ticks.
class LoopWatch : public QObject {
public:
    LoopWatch() {
        timer_.setTimerType(Qt::PreciseTimer);
        timer_.setInterval(5);
        connect(&timer_, &QTimer::timeout, this, [this] { longest_ = std::max(longest_, clock_.restart()); });
        clock_.start();
        timer_.start();
    }
    /// The longest gap since the last call, in milliseconds; the time since the last tick counts too.
    qint64 take() {
        const qint64 longest = std::max(longest_, clock_.elapsed());
        longest_ = 0;
        return longest;
    }

private:
    QTimer timer_;
    QElapsedTimer clock_;
    qint64 longest_ = 0;
};

/// Records the largest processor time of one event handler on the window's thread. Unlike the gaps, it does not grow
/// when other programs use the processors.
///
/// The settings of the user stay as they are: those of the benchmark are in a folder that goes with it.
class TimedApplication : public QApplication {
public:
    TimedApplication(int& argc, char** argv) : QApplication(argc, argv) {
        setOrganizationName(QStringLiteral("lightbench-benchmark"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
        applyTheme(*this, ThemeMode::Dark);
    }
    /// For files of the benchmark.
    const QTemporaryDir& folder() const { return folder_; }
    bool notify(QObject* receiver, QEvent* event) override {
        const double before = threadMilliseconds();
        const bool result = QApplication::notify(receiver, event);
        if (receiver == painted_ && event->type() == QEvent::Paint) afterPaint_();
        const double taken = threadMilliseconds() - before;
        if (taken > longest_) {
            longest_ = taken;
            const QString who = receiver->objectName();
            what_ = QStringLiteral("%1 for event %2")
                        .arg(who.isEmpty() ? QStringLiteral("a widget") : who)
                        .arg(event->type());
        }
        return result;
    }
    double take() {
        const double longest = longest_;
        longest_ = 0;
        return longest;
    }
    /// Calls `look` after each paint of this widget.
    void afterPaint(const QObject* widget, std::function<void()> look) {
        painted_ = widget;
        afterPaint_ = std::move(look);
    }
    QString what() const { return what_; }

private:
    static double threadMilliseconds() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
    QTemporaryDir folder_;
    double longest_ = 0;
    QString what_;
    const QObject* painted_ = nullptr;
    std::function<void()> afterPaint_;
};

inline TimedApplication& timedApplication() { return *static_cast<TimedApplication*>(QCoreApplication::instance()); }

/// Ends the program with a message if a run fails or no device is found: no picture would come.
inline void endWithoutPictures(const RunControl& runs) {
    const auto end = [](const QString& why) {
        std::fprintf(stderr, "%s\n", qPrintable(why));
        std::exit(3);
    };
    QObject::connect(&runs, &RunControl::failed, &runs, [end](const RunFailure& failure) { end(failure.what()); });
    QObject::connect(&runs, &RunControl::devicesFound, &runs, [end](const DeviceList& list) {
        if (list.devices.empty())
            end(list.warnings.empty() ? QStringLiteral("no OpenCL device was found")
                                      : QString::fromStdString(list.warnings.back()));
    });
}

/// Takes an option and its value out of the arguments; empty if it is not there.
inline QString takeOption(QStringList& arguments, const QString& name) {
    const auto at = arguments.indexOf(name);
    if (at < 0 || at + 1 >= arguments.size()) return {};
    arguments.removeAt(at);
    return arguments.takeAt(at);
}

} // namespace lightbench
