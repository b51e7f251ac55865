#include "app/terminal/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/terminal/command_context.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
std::size_t terminalWidth() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}
} // namespace

ProgressLine::ProgressLine(bool wanted) {
    if (wanted && isatty(STDERR_FILENO)) terminal_ = fdopen(dup(STDERR_FILENO), "w");
}

ProgressLine::~ProgressLine() {
    clear();
    if (terminal_) std::fclose(terminal_);
}

void ProgressLine::setFile(int index, int count, std::string name) {
    index_ = index;
    count_ = count;
    name_ = std::move(name);
    last_ = {};
    show({-1, "reading", 0});
}

void ProgressLine::show(const RunProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double whole = (index_ + std::clamp(progress.fraction, 0.0, 1.0)) / count_;
    const int filled = int(whole * 24);
    std::string line = "[" + std::string(std::size_t(filled), '#') + std::string(std::size_t(24 - filled), '.') + "] " +
                       std::to_string(int(whole * 100)) + " %  ";
    if (count_ > 1) line += std::to_string(index_ + 1) + " of " + std::to_string(count_) + "  ";
    line += shownPath(name_ + "  " + progress.activity);
    std::size_t end = std::min(line.size(), terminalWidth() - 1);
    while (end < line.size() && (line[end] & 0xc0) == 0x80) // keeps UTF-8 characters whole
        --end;
    std::fprintf(terminal_, "\r\x1b[K%s", line.substr(0, end).c_str());
    std::fflush(terminal_);
    drawn_ = true;
}

void ProgressLine::clear() {
    if (drawn_) std::fputs("\r\x1b[K", terminal_);
    if (drawn_) std::fflush(terminal_);
    drawn_ = false;
}

ReportPtr runShowingProgress(const RunRequest& request, CommandContext& context, bool wanted) {
    ProgressLine line(wanted);
    const QuietStderr quiet(!context.verbose);
    return context.engine().run(request, {context.stop(), [&](const RunProgress& now) { line.show(now); }});
}

} // namespace lightbench
