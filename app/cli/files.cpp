#include "app/cli/files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "core/base/input_file.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

static constexpr std::size_t longestStack = 1 << 20;

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
    const auto scope = context.endAtOnce();
    return readImage(path, options);
}

LoadedImage readInput(const std::string& path, LargeImages large, const CommandContext& context) {
    context.claims().reads({path, imageInput(path)});
    context.checkStopped();
    try {
        LoadedImage loaded = readQuietly(path, large, context);
        if (!loaded.note.empty()) context.warn(loaded.note);
        return loaded;
    } catch (const Error& error) {
        throw error.reason == ErrorReason::TooLarge ? withPrefix(error, {}, " (--large reads it anyway)") : error;
    }
}

Stack stackFrom(const std::string& textOrFile, const CommandContext& context) {
    const std::filesystem::path path(textOrFile);
    std::error_code problem;
    const bool named = textOrFile.ends_with(".stack") && textOrFile.find_first_of("|\n") == textOrFile.npos;
    const bool stream = textOrFile.starts_with("/") && isInputStream(textOrFile);
    if (!named && !stream && !std::filesystem::is_regular_file(path, problem)) return context.readStack(textOrFile);
    const InputLimits limits{.maxBytes = longestStack, .what = "a stack"};
    context.claims().reads({textOrFile, "the stack file " + shownPath(textOrFile)});
    const std::string text = stream ? std::string(InputFile(textOrFile, {}, limits).content())
                                    : readSmallFile(textOrFile, longestStack, "a stack");
    try {
        return context.readStack(text, std::filesystem::absolute(path, problem).parent_path().string());
    } catch (const Error& error) {
        throw withPrefix(error, shownPath(textOrFile) + ": ");
    }
}

Format formatFor(const Arguments& arguments, const Stage& stage, const FilterCatalog& filters, Size size) {
    if (arguments.has("format")) return parseFormat(arguments.value("format"));
    const SampleType type = filters.byId(stage.filter).accepts.front();
    try {
        outputShape(stage, {size, {type, 4}}, filters);
        return {type, 4};
    } catch (const Error&) {
        return {type, 1};
    }
}

void writeOutput(const std::string& path, const CommandContext& context, const std::function<void()>& write) {
    if (!isStream(path)) return context.uninterrupted(write);
    context.checkStopped();
    const auto scope = context.endAtOnce();
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
