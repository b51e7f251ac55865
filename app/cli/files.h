// How commands read and write files: names as bytes, streams, Ctrl-C.
#pragma once

#include <QString>

#include <functional>

#include "app/terminal/arguments.h"
#include "app/terminal/console.h"
#include "core/plot/plot_drawing.h"
#include "ui/files/image_file.h"

namespace lightbench {

/// The name that an option gives, empty if it was not given.
QString fileOf(const Arguments& arguments, const char* option);
/// --large, for commands that read images.
OptionSpec largeOption();
LargeImages largeOf(const Arguments& arguments);

/// Reads an image; what decoders say on their own is not heard. Ctrl-C ends the wait for a pipe at once. Throws what
/// readImage throws; TooLarge says how to insist. A note on the file is a warning.
LoadedImage readInput(const QString& path, LargeImages large, const Console& console);
/// Its parts: reading alone, and what is said of it and of its errors.
LoadedImage readQuietly(const QString& path, LargeImages large, const Console& console);
LoadedImage toldInput(const std::function<LoadedImage()>& read, const Console& console);

/// Calls `write`, which writes to `path`: not ended half-way by Ctrl-C, except for a stream, which may never take it.
void writeOutput(const QString& path, const Console& console, const std::function<void()>& write);

/// For --plot: throws Error(Usage) if the suffix is none of a plot's, Error(Input) if the file cannot be written.
void checkPlot(const QString& path);
/// Writes a drawing on paper; the suffix decides what the file is.
void savePlot(const PlotDrawing& paper, const QString& path);

/// Prints to the standard output, or to stderr where one of `outputs` is the standard output.
void printBeside(const std::vector<QString>& outputs, const std::string& text);

} // namespace lightbench
