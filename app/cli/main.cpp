// lightbench-cli: finds the command, runs it, and turns every error into one line and an exit code.
#include <QGuiApplication>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <memory>
#include <new>
#include <string_view>

#include "app/terminal/commands.h"
#include "app/terminal/foreign_ends.h"
#include "app/terminal/standard_descriptors.h"
#include "ui/files/image_file.h"

using namespace lightbench;

namespace {
bool qtSpeaks = false;

/// Qt's image plugins comment on damaged files; what a user needs is in our own error line.
void qtMessage(QtMsgType, const QMessageLogContext&, const QString& text) {
    if (qtSpeaks) std::fprintf(stderr, "%s\n", qPrintable(text));
}

const std::vector<ProgramCommand>& allCommands() {
    static const std::vector<ProgramCommand> commands{
        devicesCommand(), filtersCommand(),    runCommand(),   replayCommand(), rooflineCommand(), compareCommand(),
        samplesCommand(), experimentCommand(), benchCommand(), trainCommand(),  tuneCommand()};
    return commands;
}

std::string overview() {
    std::vector<CommandSpec> specs;
    for (const ProgramCommand& command : allCommands())
        specs.push_back(command.spec);
    return helpText(specs);
}

int runCommandLine(const std::vector<std::string>& words, Console& console) {
    if (words.empty())
        throw Error(ErrorKind::Usage, "give a command, such as `lightbench-cli run photo.jpg -o out.png --stack "
                                      "grayscale`; --help lists them");
    if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
        print(words.size() > 1 && words[0] == "help" ? helpText(commandNamed(words[1], allCommands()).spec)
                                                     : overview());
        return Done;
    }
    if (words[0] == "--version") {
        print("lightbench-cli " LIGHTBENCH_VERSION "\n");
        return Done;
    }
    const ProgramCommand& command = commandNamed(words[0], allCommands());
    const Arguments arguments = parseArguments(command.spec, {words.begin() + 1, words.end()});
    console.verbose = qtSpeaks = arguments.has("verbose");
    console.guard = guardSettings(arguments);
    if (!arguments.has("help")) return command.run(arguments, console);
    print(helpText(command.spec));
    return Done;
}

int guardedMain(int argc, char** argv) {
    StopOnSignal interrupt;
    // Before Qt, which would read them as UTF-8: names of files are bytes.
    const std::vector<std::string> words(argv + 1, argv + argc);
    qInstallMessageHandler(qtMessage);
    // Texts of a plot need fonts, which need more of Qt; no display in any case.
    const bool draws = std::any_of(argv, argv + argc, [](std::string_view word) { return word.starts_with("--plot"); });
    if (draws) qputenv("QT_QPA_PLATFORM", "offscreen");
    const auto application = draws ? std::unique_ptr<QCoreApplication>(std::make_unique<QGuiApplication>(argc, argv))
                                   : std::make_unique<QCoreApplication>(argc, argv);
    // Qt takes the user's locale; numbers in files and kernels are written with a point everywhere.
    std::setlocale(LC_NUMERIC, "C");
    readSecondImages();
    Console console(interrupt);
    try {
        return runCommandLine(words, console);
    } catch (const Error& error) {
        return console.report(error);
    } catch (const std::bad_alloc&) {
        return console.report(Error(ErrorKind::Device, "there is not enough memory; take smaller images"));
    } catch (const std::exception& error) {
        return console.report(Error(ErrorKind::Device, std::string("internal error: ") + error.what()));
    }
}
} // namespace

int main(int argc, char** argv) {
    openStandardDescriptors();
    watchForForeignEnds();
    return finish(guardedMain(argc, argv));
}
