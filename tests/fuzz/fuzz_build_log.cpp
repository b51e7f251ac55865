// What libFuzzer calls for a compiler's log: every message has a place that may be, and a log with the program's own
// files stays readable. A zero byte ends the log and begins the program that it is about.
#include "core/source/build_messages.h"
#include "tests/fuzz/refusal.h"

using namespace lightbench;
using namespace lightbench::tests;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view all = textOf(data, size);
    const std::size_t end = std::min(all.find('\0'), all.size());
    const std::string log(all.substr(0, end));
    const std::string program(all.substr(std::min(end + 1, all.size())));
    for (const std::string& text : {log, logWithOwnFiles(log, program)})
        for (const BuildMessage& one : buildMessages(text))
            if (one.line < 0 || one.column < 0 || one.text.find('\n') != std::string::npos) stop("A message is wrong.");
    return 0;
}
