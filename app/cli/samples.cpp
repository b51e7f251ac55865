// `samples`: writes the sample images that Lightbench draws itself.
#include <charconv>

#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "app/terminal/table.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/sample_images/sample_images.h"

namespace lightbench {

namespace {
constexpr int longestSide = 20000;

/// Parses "1280x853".
Size sizeFrom(const std::string& text) {
    Size size;
    const char* end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.width);
    const bool cross = width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x';
    const auto height = cross ? std::from_chars(width.ptr + 1, end, size.height) : width;
    const bool read = cross && height.ec == std::errc{} && height.ptr == end;
    const auto legal = [](int side) { return side >= 1 && side <= longestSide; };
    if (read && legal(size.width) && legal(size.height)) return size;
    throw Error(ErrorKind::Usage, "--size takes WIDTHxHEIGHT in pixels, each 1.." + std::to_string(longestSide) +
                                      ", not \"" + shownText(text) + "\"");
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
    context.files().writes(output, "-o");
    const Size size = arguments.has("size") ? sizeFrom(arguments.value("size")) : Size{1280, 853};
    const std::string format = isStream(output) && !codecBySuffix(suffixOfName(output)) ? "png" : "";
    checkSavable({size, {SampleType::U8, 4}}, output, format);
    const EncodeOptions options = encodingOf(arguments);
    const Image image = drawSample(arguments.positionals[0], size);
    writeOutput(output, context, [&] { saveImage(image, output, format, options); });
    return Success;
}
} // namespace

ProgramCommand samplesCommand() {
    CommandSpec spec;
    spec.name = "samples";
    spec.positionals = "[NAME -o FILE [--size WIDTHxHEIGHT]]";
    spec.summary = "Lists the built-in sample images, or writes one of them";
    spec.details = "Example\n  lightbench-cli samples scene -o scene.png\n";
    spec.options = {{"output", 'o', "FILE", "the file to write; its suffix decides the format, and a stream gets PNG"},
                    {"size", 0, "WIDTHxHEIGHT", "size in pixels (default 1280x853)"}};
    for (const OptionSpec& option : encodingOptions())
        spec.options.push_back(option);
    spec.maximum = 1;
    return {spec, writeSamples};
}

} // namespace lightbench
