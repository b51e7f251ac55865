// How commands read and write files: names as bytes, streams, Ctrl-C.
#pragma once

#include <functional>

#include "app/terminal/arguments.h"
#include "app/terminal/console.h"
#include "core/codecs/image_file.h"
#include "core/plot/plot_drawing.h"

namespace lightbench {

/// --large, for commands that read images.
OptionSpec largeOption();
LargeImages largeOf(const Arguments& arguments);
/// --quality and --compression, for commands that write images.
std::vector<OptionSpec> encodingOptions();
EncodeOptions encodingOf(const Arguments& arguments);

/// Reads an image; what decoders say on their own is not heard. Ctrl-C ends the wait for a pipe at once. Throws what
/// readImage throws; TooLarge says how to insist. A note on the file is a warning.
LoadedImage readInput(const std::string& path, LargeImages large, const Console& console);
/// Its parts: reading alone, and what is said of it and of its errors.
LoadedImage readQuietly(const std::string& path, LargeImages large, const Console& console);
LoadedImage toldInput(const std::function<LoadedImage()>& read, const Console& console);

/// Calls `write`, which writes to `path`: not ended half-way by Ctrl-C, except for a stream, which may never take it.
void writeOutput(const std::string& path, const Console& console, const std::function<void()>& write);

/// For --plot: throws Error(Usage) if the suffix is none of a plot's, Error(Input) if the file cannot be written.
void checkPlot(const std::string& path);
/// Writes a drawing on paper; the suffix decides what the file is.
void savePlot(const PlotDrawing& paper, const std::string& path);

/// Prints to the standard output, or to stderr where one of `outputs` is the standard output.
void printBeside(const std::vector<std::string>& outputs, const std::string& text);

} // namespace lightbench
