#include "app/cli/files.h"

#include <algorithm>
#include <cstdio>

#include "core/base/input_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

namespace lightbench {

OptionSpec largeOption() {
    return {"large", 0, "", "read images even if they seem too large for this machine's memory or for their file"};
}

LargeImages largeOf(const Arguments& arguments) {
    return arguments.has("large") ? LargeImages::Allow : LargeImages::Refuse;
}

std::vector<OptionSpec> encodingOptions() {
    return {{"quality", 0, "N", "quality 1..100 of JPEG (default 95), and of WebP, which is lossless without it"},
            {"compression", 0, "N", "compression 0..9 of PNG and TIFF (default 1); 0 is none"}};
}

EncodeOptions encodingOf(const Arguments& arguments) {
    EncodeOptions options;
    if (arguments.has("quality")) options.quality = wholeNumber(arguments, "quality", 1, 100, 95);
    options.compression = wholeNumber(arguments, "compression", 0, 9, options.compression);
    return options;
}

static LoadedImage readQuietly(const std::string& path, LargeImages large, const CommandContext& context) {
    const QuietStderr quiet(!context.verbose);
    const ReadOptions options{.large = large, .rawDecoding = context.filters.rawDecoding()};
    if (!isInputStream(path)) return readImage(path, options);
    const auto scope = context.waiting();
    return readImage(path, options);
}

LoadedImage readInput(const std::string& path, LargeImages large, const CommandContext& context) {
    context.files().reads({path, imageInput(path)});
    context.checkStopped();
    try {
        LoadedImage loaded = readQuietly(path, large, context);
        if (!loaded.note.empty()) context.warn(loaded.note);
        return loaded;
    } catch (const TooLarge& refusal) {
        throw TooLarge(std::string(refusal.what()) + " (--large reads it anyway)");
    }
}

void writeOutput(const std::string& path, const CommandContext& context, const std::function<void()>& write) {
    if (!isStream(path)) return context.uninterrupted(write);
    context.checkStopped();
    const auto scope = context.waiting();
    write();
}

void writeText(const std::string& path, const CommandContext& context, const std::string& text) {
    if (!path.empty()) writeOutput(path, context, [&] { writeWhole(path, text); });
}

void printUnlessStdoutUsed(const std::vector<std::string>& outputs, const std::string& text) {
    const bool taken = std::ranges::any_of(outputs, [](const std::string& p) { return isStandardOutput(p); });
    print(text, taken ? stderr : stdout);
}

} // namespace lightbench
