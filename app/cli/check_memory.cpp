// `check-memory`: runs a stack in Oclgrind, and prints what it finds at the lines of the kernels.
#include <algorithm>

#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "app/terminal/kernels_option.h"
#include "app/worker/oclgrind.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
constexpr int defaultSeconds = 60;

int checkMemory(const Arguments& arguments, CommandContext& context) {
    const Stack stack = stackFrom(arguments.positionals[0], context);
    const auto first = std::ranges::find(stack, true, &Stage::enabled);
    if (first == stack.end())
        throw Error(ErrorKind::Usage, "check-memory: name a filter, such as \"my-sobel strength=2\"");
    const Format format = formatFor(arguments, *first, context.filters, memoryCheckSize);
    const int seconds = wholeNumber(arguments, "seconds", 1, 3600, defaultSeconds);
    const auto image = std::make_shared<const Image>(benchImage("natural", {memoryCheckSize, format}));
    const RunRequest request{{image, stack, 0, context.filters}, {}};
    const MemoryCheck check = [&] {
        const QuietStderr quiet(!context.verbose);
        return context.engine().checkMemory(request, seconds, context.stop());
    }();
    if (arguments.has("json"))
        printRaw(jsonOf(check).text());
    else
        print(memoryCheckText(check));
    return Success;
}
} // namespace

ProgramCommand checkMemoryCommand() {
    return {{.name = "check-memory",
             .positionals = "STACK",
             .summary = "Looks for wrong accesses to memory in kernels, by Oclgrind",
             .details =
                 "Runs a stack on an image of 61x59 pixels in Oclgrind, a simulator that watches every access to "
                 "memory. It\n"
                 "finds accesses outside of buffers, races between work-items, values that nobody wrote, and barriers "
                 "that\n"
                 "not all work-items of a workgroup reach. Each is printed once, with file and line.\n\n"
                 "What it finds are hints. The exit code is 0 whatever it finds, and a run's verdict does not depend "
                 "on it.\n"
                 "Oclgrind must be installed. Where it is not, the command says how to get it on this system.\n\n"
                 "Example\n  lightbench-cli check-memory \"my-sobel strength=2\" --kernels my-sobel.cl\n",
             .options = {kernelsOption(),
                         {"format", 0, "FORMAT", "pixel format of the image, such as rgba8, gray16 or rgbaf32"},
                         {"seconds", 0, "N", "how long it may take, 1..3600 (default 60)"},
                         {"json", 0, "", "print JSON"}},
             .minimum = 1,
             .maximum = 1},
            checkMemory};
}

} // namespace lightbench
