// Receives signals by signalfd. Ignored signals are left out, because a blocked signal would be delivered nevertheless.
#include "app/terminal/stop_signals.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>

namespace lightbench {

namespace {
bool isIgnored(int signal) {
    struct sigaction inherited {};
    return sigaction(signal, nullptr, &inherited) == 0 && inherited.sa_handler == SIG_IGN;
}
} // namespace

StopSignals::StopSignals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (!isIgnored(signal)) sigaddset(&set, signal);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    signals_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    end_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    // Too many files are open: signals then end the program by themselves.
    if (!isWatching()) pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

StopSignals::~StopSignals() {
    for (const int descriptor : {signals_, end_})
        if (descriptor >= 0) close(descriptor);
}

StopSignals::Heard StopSignals::wait(std::optional<int> seconds) const {
    if (!isWatching()) return Heard::End;
    std::array<pollfd, 2> ends{{{signals_, POLLIN, 0}, {end_, POLLIN, 0}}};
    while (poll(ends.data(), ends.size(), seconds ? *seconds * 1000 : -1) < 0) {
    }
    if (ends[1].revents) return Heard::End;
    signalfd_siginfo taken{};
    return ends[0].revents && read(signals_, &taken, sizeof taken) > 0 ? Heard::Signal : Heard::Nothing;
}

void StopSignals::end() const { eventfd_write(end_, 1); }

} // namespace lightbench
