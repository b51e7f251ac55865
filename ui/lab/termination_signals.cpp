// The signal handler only writes a byte to a pipe, since little else is allowed there. The event loop reads it.
#include "ui/lab/termination_signals.h"

#include <QSocketNotifier>

#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace lightbench {

namespace {

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

TerminationSignals::TerminationSignals(QObject* parent) : QObject(parent) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return; // without a pipe, signals end the program as usual
    wakeEnd = ends[1];
    notifier_ = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
    connect(notifier_, &QSocketNotifier::activated, this, [this] {
        notifier_->setEnabled(false);
        emit quitRequested();
    });
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        catchSignal(number);
}

} // namespace lightbench
