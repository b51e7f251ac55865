// Reading, writing and printing around files.
#include "app/cli/files.h"

#include <algorithm>
#include <cstdio>

#include "core/base/input_file.h"
#include "core/base/whole_file.h"
#include "ui/files/file_name.h"
#include "ui/files/plot_file.h"
#include "ui/files/whole_file.h"

namespace lightbench {

QString fileOf(const Arguments& arguments, const char* option) { return nameFromBytes(arguments.value(option)); }

OptionSpec largeOption() {
    return {"large", 0, "", "read images that seem too large for this machine's memory or for their file"};
}

LargeImages largeOf(const Arguments& arguments) {
    return arguments.has("large") ? LargeImages::Insist : LargeImages::Refuse;
}

LoadedImage readQuietly(const QString& path, LargeImages large, const Console& console) {
    const QuietStderr quiet(!console.verbose);
    if (!isInputStream(nameBytes(path))) return readImage(path, large);
    const auto scope = console.waiting();
    return readImage(path, large);
}

LoadedImage toldInput(const std::function<LoadedImage()>& read, const Console& console) {
    console.checkStopped();
    try {
        LoadedImage loaded = read();
        if (!loaded.note.isEmpty()) console.warn(loaded.note.toStdString());
        return loaded;
    } catch (const TooLarge& refusal) {
        throw TooLarge(QString::fromUtf8(refusal.what()) + " (--large insists)");
    }
}

LoadedImage readInput(const QString& path, LargeImages large, const Console& console) {
    return toldInput([&] { return readQuietly(path, large, console); }, console);
}

void writeOutput(const QString& path, const Console& console, const std::function<void()>& write) {
    if (!isStream(nameBytes(path))) return console.writing(write);
    console.checkStopped();
    const auto scope = console.waiting();
    write();
}

static QString suffixOf(const QString& path) { return path.section('/', -1).section('.', -1).toLower(); }

void checkPlot(const QString& path) {
    if (path.isEmpty()) return;
    if (!plotSuffixes().contains(suffixOf(path)))
        throw Error(ErrorKind::Usage, "--plot writes .svg, .png or .pdf, not " + shownName(path).toStdString());
    checkWritable(path);
}

void savePlot(const PlotDrawing& paper, const QString& path) { writeWhole(path, plotFile(paper, suffixOf(path))); }

void printBeside(const std::vector<QString>& outputs, const std::string& text) {
    const bool taken = std::ranges::any_of(outputs, [](const QString& p) { return isStandardOutput(nameBytes(p)); });
    print(text, taken ? stderr : stdout);
}

} // namespace lightbench
