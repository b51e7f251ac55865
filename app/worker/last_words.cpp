#include "app/worker/last_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/text.h"

namespace lightbench {

namespace {
/// What drivers print may hold anything.
std::string printable(std::string_view line) {
    constexpr std::size_t maximum = 200;
    std::string text(line.substr(0, maximum));
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
    return line.size() > maximum ? text + "..." : text;
}

template <std::size_t N> bool hasOneOf(std::string_view line, const std::array<std::string_view, N>& parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return line.find(part) != std::string_view::npos; });
}

/// LLVM, C and Rust print such a line where they give up. Traces of the stack may follow it.
bool isVerdict(std::string_view line) {
    return hasOneOf(line,
                    std::array<std::string_view, 4>{"LLVM ERROR: ", "Assertion `", " panicked at ", "Running pass '"});
}

/// The C library ends a process whose memory a kernel damaged.
bool isOfDamagedMemory(std::string_view line) {
    return hasOneOf(line, std::array<std::string_view, 8>{"free(): ", "malloc(): ", "realloc(): ", "munmap_chunk(): ",
                                                          "malloc_consolidate(): ", "sysmalloc: ", "corrupt",
                                                          "stack smashing"});
}
} // namespace

LastWords lastWordsOf(std::string_view output, std::string_view how) {
    std::vector<std::string_view> lines;
    for (const std::string_view line : split(output, "\n"))
        if (line.find_first_not_of(" \t\r") != std::string_view::npos)
            lines.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
    if (lines.empty()) return {};
    const bool isDamaged = std::ranges::any_of(lines, isOfDamagedMemory);
    const auto verdict = std::find_if(lines.rbegin(), lines.rend(), isVerdict);
    if (verdict != lines.rend() && !isDamaged) return {printable(*verdict), true};
    // A process that aborts or exits gives up by itself. Other signals come from the processor.
    const bool gaveUp = how.starts_with("by signal 6 ") || how.starts_with("with exit code");
    return {printable(lines.back()), gaveUp && !isDamaged};
}

} // namespace lightbench
