// The signal handler only writes a byte to a pipe, since little else is allowed there. The event loop reads it.
#include "ui/lab/termination_signals.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QWidget>

#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace lightbench {

namespace {

constexpr int endSignals[] = {SIGTERM, SIGINT, SIGHUP};
int wakeEnd = -1;

void onEndSignal(int) {
    const char byte = 0;
    [[maybe_unused]] const auto written = ::write(wakeEnd, &byte, 1);
}

void catchSignal(int number) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) return;
    action.sa_handler = onEndSignal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART | SA_RESETHAND; // a second signal ends the program
    sigaction(number, &action, nullptr);
}

} // namespace

TerminationSignals::TerminationSignals(QWidget& window, QObject* parent) : QObject(parent), window_(window) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return; // without a pipe, signals end the program as usual
    readEnd_ = ends[0];
    wakeEnd = ends[1];
    notifier_ = new QSocketNotifier(readEnd_, QSocketNotifier::Read, this);
    connect(notifier_, &QSocketNotifier::activated, this, [this] {
        notifier_->setEnabled(false);
        if (window_.close()) return QCoreApplication::exit(); // ends open dialogs, too
        listen();
    });
    listen();
}

TerminationSignals::~TerminationSignals() {
    if (readEnd_ < 0) return;
    for (const int number : endSignals) {
        struct sigaction action {};
        sigaction(number, nullptr, &action);
        if (action.sa_handler == onEndSignal) std::signal(number, SIG_DFL);
    }
    ::close(readEnd_);
    ::close(wakeEnd);
}

void TerminationSignals::listen() {
    char bytes[16];
    while (::read(readEnd_, bytes, sizeof bytes) > 0) {
    }
    for (const int number : endSignals)
        catchSignal(number);
    notifier_->setEnabled(true);
}

} // namespace lightbench
