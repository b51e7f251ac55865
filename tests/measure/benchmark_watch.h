// Measures how long the window's event loop is blocked, and by what. The benchmarks of the window use it.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <functional>
#include <utility>

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
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
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
    double longest_ = 0;
    QString what_;
    const QObject* painted_ = nullptr;
    std::function<void()> afterPaint_;
};

inline TimedApplication& timedApplication() { return *static_cast<TimedApplication*>(QCoreApplication::instance()); }

} // namespace lightbench
