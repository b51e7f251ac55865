// Reading and writing files for the commands: images, stacks, texts and streams, with their options. Every command of
// app/cli that reads or writes files uses it. File names are bytes, and Ctrl-C ends a wait for a stream at once.
#pragma once

#include <functional>

#include "app/terminal/arguments.h"
#include "app/terminal/command_context.h"
#include "core/codecs/image_file.h"

namespace lightbench {

/// --large, for commands that read images.
OptionSpec largeOption();
LargeImages largeOf(const Arguments& arguments);
/// --quality and --compression, for commands that write images.
std::vector<OptionSpec> encodingOptions();
EncodeOptions encodingOf(const Arguments& arguments);

/// Reads an image and silences what decoders print themselves. Ctrl-C ends the wait for a pipe at once. Throws what
/// readImage throws; if an image is too large, the message names the option that allows it. A note about the file is a
/// warning.
LoadedImage readInput(const std::string& path, LargeImages large, const CommandContext& context);

/// Parses the value of --stack: a stack, the name of a stack file, or the absolute path of a stream.
Stack stackFrom(const std::string& textOrFile, const CommandContext& context);
/// The format that --format names, else the first one that the stage accepts: of colours, if it takes them.
Format formatFor(const Arguments& arguments, const Stage& stage, const FilterCatalog& filters, Size size);

/// Calls `write`, which writes to `path`. Ctrl-C does not interrupt it, unless the path is a stream whose reader may
/// never take the data.
void writeOutput(const std::string& path, const CommandContext& context, const std::function<void()>& write);

/// Writes a text in this way; without a path nothing.
void writeText(const std::string& path, const CommandContext& context, const std::string& text);

/// Prints to the standard output, or to stderr if one of `outputs` is the standard output.
void printUnlessStdoutUsed(const std::vector<std::string>& outputs, const std::string& text);

} // namespace lightbench
