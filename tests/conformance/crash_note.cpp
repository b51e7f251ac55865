// Signal handlers that write one line.
#include "tests/conformance/crash_note.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include <unistd.h>

namespace lightbench {

namespace {
constexpr std::array fatal{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
std::array<struct sigaction, fatal.size()> before;
std::array<char, 2048> note{};

/// Only what a signal handler may call.
void writeNote(int signal) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, note.data(), std::strlen(note.data()));
    for (std::size_t i = 0; i < fatal.size(); ++i)
        sigaction(fatal[i], &before[i], nullptr);
    raise(signal);
}

bool install() {
    struct sigaction action {};
    action.sa_handler = writeNote;
    action.sa_flags = SA_NODEFER;
    for (std::size_t i = 0; i < fatal.size(); ++i) {
        sigaction(fatal[i], &action, &before[i]);
        // Whoever started the program may have it ignored.
        if (before[i].sa_handler == SIG_IGN) sigaction(fatal[i], &before[i], nullptr);
    }
    return true;
}
} // namespace

void noteCase(const std::string& what) {
    [[maybe_unused]] static const bool isInstalled = install();
    const std::string line = "\nCRASHED in " + what + "\n";
    const std::size_t length = std::min(line.size(), note.size() - 1);
    note[length] = 0;
    std::copy_n(line.begin(), length, note.begin());
}

} // namespace lightbench
