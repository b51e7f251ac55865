// lightbench-bench: measures kernels on a device, with core and gpu alone, for machines that have a GPU and little
// else.
#include <cstdio>

#include "app/bench_arguments.h"
#include "app/bench_text.h"
#include "core/bench_image.h"
#include "core/error.h"
#include "core/stack_text.h"

using namespace lightbench;

namespace {
const std::vector<BenchOption>& options() {
    static const std::vector<BenchOption> all{
        {"stack", "TEXT", "what to measure, such as \"gaussian sigma=5 variant=fused workgroup=32x8\""},
        {"size", "WxH", "of the image: such as 8192x8192 (default 4k), 1080p, 4k, 8k"},
        {"format", "NAME", "u8 (default), u16, u32, f32, rgba8, rgba16, rgba32 or rgbaf32"},
        {"image", "KIND", "random (default), natural or constant"},
        {"repeat", "N", "measured runs, 1..10000 (default 20)"},
        {"device", "N", "as lightbench-cli devices numbers them (default 0)"},
        {"buffers", "N", "sets of buffers used in turn (default: several times the caches)"},
        {"no-check", "", "do not compare with the reference"},
        {"no-ceilings", "", "do not measure what the device can do at most"},
        {"build-options", "TEXT", "more options for the compiler, such as -cl-nv-verbose"},
        {"build-log", "", "print what the compiler says"},
        {"help", "", "this text"}};
    return all;
}

std::string usage() {
    return "lightbench-bench --stack TEXT [options]\nMeasures a stack on an image, with all its kernels and fills and "
           "without transfers.\n" +
           optionsText(options());
}

ImageShape shapeOf(const BenchArguments& arguments) {
    return {parseSize(arguments.text("size", "4k")), parseFormat(arguments.text("format", "u8"))};
}

BenchOptions benchOptions(const BenchArguments& arguments) {
    BenchOptions options;
    options.repeat = arguments.number("repeat", 1, 10000, 20);
    options.buffers = arguments.number("buffers", 1, 1000, 0);
    options.check = !arguments.has("no-check");
    return options;
}

int measure(const BenchArguments& arguments) {
    const Stack stack = parseStack(arguments.text("stack"));
    const std::string kind = arguments.text("image", "random");
    const ImageShape shape = shapeOf(arguments);
    Bench bench(arguments.number("device", 0, 1000, 0));
    bench.addBuildOptions(arguments.text("build-options"));
    for (const std::string& warning : bench.warnings())
        std::fprintf(stderr, "warning: %s\n", warning.c_str());
    std::printf("%s, driver %s\n", bench.device().name.c_str(), bench.device().driver.c_str());
    const Ceilings ceilings = arguments.has("no-ceilings") ? Ceilings() : bench.ceilings();
    if (ceilings.bytes > 0) std::printf("%s", ceilingsText(ceilings).c_str());
    std::fflush(stdout);
    const auto image = std::make_shared<const Image>(benchImage(kind, shape));
    const BenchResult result = bench.run(image, stack, benchOptions(arguments));
    std::printf("%s image, %s, %d sets of buffers, %d repeats after %d warm-ups, built in %.0f ms\n", kind.c_str(),
                shape.name().c_str(), result.buffers, result.repeats, result.warmUps, result.buildMs);
    std::printf("%s", resultText(result, ceilings).c_str());
    if (arguments.has("build-log")) std::printf("%s\n", result.buildLog.c_str());
    for (const std::string& warning : result.warnings)
        std::fprintf(stderr, "warning: %s\n", warning.c_str());
    return result.verdict() == Verdict::Mismatch ? 1 : 0;
}

int run(const std::vector<std::string>& words) {
    const BenchArguments arguments(words, options());
    if (words.empty() || arguments.has("help")) {
        std::printf("%s", usage().c_str());
        return words.empty() ? 2 : 0;
    }
    if (!arguments.has("stack")) throw Error(ErrorKind::Usage, "give --stack with what to measure; see --help");
    return measure(arguments);
}

int exitCode(const Error& error) {
    return error.kind() == ErrorKind::Device || error.kind() == ErrorKind::Build ? 3 : 2;
}
} // namespace

int main(int count, char** words) {
    try {
        return run({words + 1, words + count});
    } catch (const Error& error) {
        std::fprintf(stderr, "lightbench-bench: %s\n%s", error.what(), error.details().c_str());
        return exitCode(error);
    }
}
