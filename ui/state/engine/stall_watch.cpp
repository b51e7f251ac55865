#include "ui/state/engine/stall_watch.h"

#include <utility>

namespace lightbench {

StallWatch::StallWatch(int limitMs, QObject* parent) : QObject(parent), limitMs_(limitMs) {
    lasting_.setSingleShot(true);
    lasting_.setInterval(250);
    timer_.setSingleShot(true);
    timer_.setTimerType(Qt::PreciseTimer); // a coarse one may end half a second before its ten: "after 9 s"
    connect(&lasting_, &QTimer::timeout, this, [this] {
        isLasting_ = true;
        emit lasting(progress_.stackIndex);
    });
    connect(&timer_, &QTimer::timeout, this, [this] {
        isTold_ = true;
        emit stalled(text());
        timer_.start(1000);
    });
}

void StallWatch::begin(const QString& device) {
    if (std::exchange(isBeginning_, true)) return;
    clear();
    progress_ = {};
    device_ = device;
    since_.start();
    timer_.start(limitMs_);
}

void StallWatch::note(const RunProgress& progress, const QString& device) {
    clear();
    isBeginning_ = false;
    progress_ = progress;
    device_ = device;
    since_.start();
    if (progress.checking) return;
    timer_.start(limitMs_);
    if (progress.stackIndex >= 0) lasting_.start();
}

void StallWatch::rest() {
    clear();
    isBeginning_ = false;
}

void StallWatch::end() {
    rest();
    progress_ = {};
}

void StallWatch::wait() {
    timer_.stop();
    if (std::exchange(isTold_, false)) emit stalled({});
}

void StallWatch::clear() {
    wait();
    lasting_.stop();
    if (std::exchange(isLasting_, false)) emit lasting(-1);
}

QString StallWatch::text() const {
    const qint64 seconds = since_.elapsed() / 1000;
    if (isBeginning_) return tr("%1 has not begun the run after %2 s.").arg(device_).arg(seconds);
    if (progress_.stackIndex < 0) return tr("%1 has not returned the result after %2 s.").arg(device_).arg(seconds);
    const QString filter = QString::fromStdString(progress_.filter);
    const QString what = progress_.variant.empty()
                             ? filter
                             : QStringLiteral("%1 (%2)").arg(filter, QString::fromStdString(progress_.variant));
    const QString sentence = progress_.kernels.empty() ? tr("The program of %1 has been building for %2 s on %3.")
                                                       : tr("%1 has been running for %2 s on %3.");
    return sentence.arg(what, QString::number(seconds), device_);
}

} // namespace lightbench
