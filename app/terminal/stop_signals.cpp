// Receives signals by signalfd. Ignored signals are left out, because a blocked signal would be delivered nevertheless.
#include "app/terminal/stop_signals.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "app/terminal/command_context.h"

namespace lightbench {

namespace {
bool isIgnored(int signal) {
    struct sigaction inherited {};
    return sigaction(signal, nullptr, &inherited) == 0 && inherited.sa_handler == SIG_IGN;
}
} // namespace

StopSignals::StopSignals() : message_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
    // Writing beyond the file size limit fails with an error instead of ending the program.
    signal(SIGXFSZ, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (!isIgnored(number)) sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    signals_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    end_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (signals_ >= 0 && end_ >= 0)
        watcher_ = std::thread([this] { watch(); });
    else // too many files are open: signals then end the program by themselves
        pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

StopSignals::~StopSignals() {
    eventfd_write(end_, 1);
    if (watcher_.joinable()) watcher_.join();
    for (const int descriptor : {message_, signals_, end_})
        if (descriptor >= 0) close(descriptor);
}

/// Waits for the next signal, at most so long; -1: without a limit.
StopSignals::Heard StopSignals::wait(int milliseconds) const {
    std::array<pollfd, 2> ends{{{signals_, POLLIN, 0}, {end_, POLLIN, 0}}};
    while (poll(ends.data(), ends.size(), milliseconds) < 0) {
    }
    if (ends[1].revents) return Heard::End;
    signalfd_siginfo taken{};
    return ends[0].revents && read(signals_, &taken, sizeof taken) > 0 ? Heard::Signal : Heard::Nothing;
}

void StopSignals::watch() {
    for (Heard heard = Heard::Nothing; heard != Heard::Signal;)
        if (heard = wait(-1); heard == Heard::End) return;
    source_.request_stop();
    // Ends the process on a second signal or after two seconds, since one kernel can take minutes. A file that is being
    // written is finished or withdrawn first.
    while (wait(waiting > 0 && writing == 0 ? 0 : 2000) != Heard::End)
        if (writing == 0) {
            dprintf(message_, "%s%s: stopped\n", isatty(message_) ? "\n" : "", programName().c_str());
            _exit(Stopped);
        }
}

} // namespace lightbench
