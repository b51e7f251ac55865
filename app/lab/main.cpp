// lightbench: the window, with an OpenCL engine.
#include <QApplication>
#include <QThreadPool>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "app/terminal/arguments.h"
#include "app/terminal/build_info.h"
#include "app/terminal/environment_kernels.h"
#include "app/terminal/kernels_option.h"
#include "app/worker/program_filters.h"
#include "app/worker/standard_descriptors.h"
#include "app/worker/worker_engine.h"
#include "core/definition/kernel_files.h"
#include "ui/documents/damaged_settings.h"
#include "ui/documents/documents.h"
#include "ui/files/file_name.h"
#include "ui/lab/app_icon.h"
#include "ui/lab/captured_stderr.h"
#include "ui/lab/lab_window.h"
#include "ui/lab/termination_signals.h"

using namespace lightbench;

namespace {

CommandSpec labSpec() {
    return {.positionals = "[FILE]...",
            .summary = "Opens images, .stack files and OpenCL C files (.cl) in the lab",
            .options = {{"in-process", 0, "",
                         "run drivers in this process, for debugging; a driver that crashes ends the lab"},
                        {"isolated", 0, "", "run drivers in a process of their own (default)"},
                        {"timeout", 0, "SECONDS",
                         "end a run that makes no progress for so long; 0: never (default: 60 for variants that wait "
                         "for other work-items and for your kernels, else never)"},
                        {"tuning", 0, "FILE",
                         "the file of the fastest settings, which auto uses, or off (default: LIGHTBENCH_TUNING, else "
                         "~/.local/share/lightbench/tuning.csv)"},
                        kernelsOption()},
            .maximum = -1, // any number of files
            .common = {{"help", 'h', "", "print this text"}, {"version", 'v', "", "print the version"}}};
}

/// Throws Error(Usage).
Arguments argumentsFrom(int argc, char** argv) { return parseArguments(labSpec(), {argv + 1, argv + argc}); }

void setApplicationNames() {
    QCoreApplication::setOrganizationName(QStringLiteral("lightbench"));
    QCoreApplication::setApplicationName(QStringLiteral("lightbench"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LIGHTBENCH_VERSION));
}

/// Prints the help or the version, which need no display, and ends the program.
void handleHelpAndVersion(int argc, char** argv) {
    try {
        const Arguments arguments = argumentsFrom(argc, argv);
        if (!arguments.has("help") && !arguments.has("version")) return;
        const std::string text = arguments.has("help") ? helpText(labSpec()) : "lightbench " LIGHTBENCH_VERSION "\n";
        std::fputs(text.c_str(), stdout);
        std::exit(0);
    } catch (const Error&) { // perhaps an option of Qt, which QApplication will remove
    }
}

[[noreturn]] void refuse(const Error& error) {
    std::fprintf(stderr, "lightbench: %s\n", error.what());
    std::exit(2);
}

/// Prints what Qt says while it starts. If Qt finds no display, it ends the program with 2 instead of a core dump.
void onStartMessage(QtMsgType type, const QMessageLogContext&, const QString& message) {
    std::fprintf(stderr, "lightbench: %s\n", qPrintable(message));
    if (type != QtFatalMsg) return;
    std::fputs(
        "lightbench: there is no display to open a window on (DISPLAY, WAYLAND_DISPLAY). lightbench-cli runs the "
        "same stacks without one.\n",
        stderr);
    std::_Exit(2);
}

QStringList namesOf(const std::vector<std::string>& bytes) {
    QStringList names;
    for (const std::string& name : bytes)
        names << nameFromBytes(name);
    return names;
}

/// Makes the path absolute; an empty one and "off" stay. Without a current folder nothing changes.
std::string absoluteTuningPath(const std::string& path) {
    return path.empty() || path == "off" ? path : nameBytes(absoluteName(nameFromBytes(path)));
}

} // namespace

int main(int argc, char** argv) {
    openStandardDescriptors();
    std::signal(SIGPIPE, SIG_IGN); // the reader of the drivers' output may end before the window
    setApplicationNames();
    setProgramName("lightbench");
    handleHelpAndVersion(argc, argv);
    qInstallMessageHandler(onStartMessage);
    QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    // If a file reaches its size limit, writing fails with an error instead of ending the program.
    std::signal(SIGXFSZ, SIG_IGN);
    QApplication::setApplicationDisplayName(QStringLiteral("Lightbench"));
    application.setProperty("commit", QString::fromStdString(programCommit())); // journals record which commit measured
    QApplication::setDesktopFileName(QStringLiteral("lightbench"));
    QApplication::setWindowIcon(applicationIcon());
    Arguments arguments;
    WorkerSettings worker = labWorkerSettings();
    try {
        arguments = argumentsFrom(argc, argv); // QApplication has removed Qt's own options
        if (arguments.has("timeout")) worker.timeOutSeconds = wholeNumber(arguments, "timeout", 0, 1'000'000, 60);
        arguments.refuseTogether("in-process", "isolated");
    } catch (const Error& error) {
        refuse(error);
    }
    worker.inProcess = arguments.has("in-process");
    worker.kernels = kernelsFromEnvironment();
    const QString settingsProblem = putDamagedSettingsAside();
    applyTheme(application, savedThemeMode());
    CapturedStderr capturedStderr;
    LabWindow window([=] { return makeWorkerEngine(worker); }, programFilters(),
                     TuningFile(absoluteTuningPath(tuningPath(arguments.value("tuning")))), worker.kernels);
    QObject::connect(&capturedStderr, &CapturedStderr::captured, &window.lab().messages, &Messages::logDriverOutput);
    const TerminationSignals terminationSignals(window);
    window.show();
    if (!settingsProblem.isEmpty()) window.lab().messages.reportError(settingsProblem);
    QStringList kernels = namesOf(arguments.values("kernels"));
    if (const std::string folder = userKernelFolder(); !folder.empty()) {
        window.lab().kernels.followFolder(absoluteName(nameFromBytes(folder)));
        if (isThere(nameFromBytes(folder))) kernels << nameFromBytes(folder);
    }
    std::ranges::transform(kernels, kernels.begin(), absoluteName);
    window.lab().kernels.load(kernels);
    window.documents().open(namesOf(arguments.positionals));
    const int code = QApplication::exec();
    // Threads that draw sample images use static lists, which are destroyed when the program ends.
    QThreadPool::globalInstance()->waitForDone();
    return code;
}
