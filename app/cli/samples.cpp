// `samples`: writes the sample images that Lightbench draws itself.
#include <algorithm>

#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "app/terminal/table.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/sample_images/bench_image.h"
#include "core/sample_images/sample_images.h"

namespace lightbench {

namespace {
constexpr int longestSide = 20000;

Size sizeFrom(const std::string& text) {
    try {
        const Size size = parseSize(text);
        if (std::max(size.width, size.height) <= longestSide) return size;
        throw Error(ErrorKind::Usage, "a side has at most " + std::to_string(longestSide) + " pixels");
    } catch (const Error& error) {
        throw withPrefix(error, "--size: ");
    }
}

int writeSamples(const Arguments& arguments, CommandContext& context) {
    const std::string output = arguments.value("output");
    if (arguments.positionals.empty()) {
        if (!output.empty() || arguments.has("size"))
            throw Error(ErrorKind::Usage, "samples: say which image; `samples` lists them");
        Table table;
        for (const SampleImage& sample : sampleImages())
            table.add({sample.id, sample.description});
        print(table.text());
        return Success;
    }
    if (output.empty()) throw Error(ErrorKind::Usage, "samples: give the file to write: -o FILE");
    context.claims().writes(output, "-o");
    const Size size = sizeFrom(arguments.value("size", "1280x853"));
    const std::string format = isStream(output) && !codecBySuffix(suffixOfName(output)) ? "png" : "";
    checkSavable({size, {SampleType::U8, 4}}, output, format);
    const EncodeOptions options = encodingOf(arguments);
    const Image image = drawSample(arguments.positionals[0], size);
    writeOutput(output, context, [&] { saveImage(image, output, format, options); });
    return Success;
}
} // namespace

ProgramCommand samplesCommand() {
    return {
        {.name = "samples",
         .positionals = "[NAME -o FILE [--size WIDTHxHEIGHT]]",
         .summary = "Lists the built-in example images, or writes one of them",
         .details = "Example\n  lightbench-cli samples scene -o scene.png\n",
         .options = {{"output", 'o', "FILE", "the file to write; its suffix decides the format, and a stream gets PNG"},
                     {"size", 0, "WIDTHxHEIGHT", "size in pixels (default 1280x853)"}},
         .shared = {encodingOptions()},
         .maximum = 1},
        writeSamples};
}

} // namespace lightbench
