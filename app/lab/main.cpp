// The lab: the main window on the OpenCL engine.
#include <QApplication>
#include <QCommandLineParser>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "app/terminal/build_info.h"
#include "app/worker/guarded_engine.h"
#include "app/worker/kernel_folder.h"
#include "app/worker/standard_descriptors.h"
#include "app/worker/tuning_path.h"
#include "ui/documents/damaged_settings.h"
#include "ui/documents/documents.h"
#include "ui/files/file_name.h"
#include "ui/lab/app_icon.h"
#include "ui/lab/captured_stderr.h"
#include "ui/lab/lab_window.h"
#include "ui/lab/termination_signals.h"

using namespace lightbench;

namespace {

/// What the command line may say.
struct LabOptions {
    LabOptions() {
        parser.setApplicationDescription(QCoreApplication::translate("main", "A desktop lab for image kernels"));
        parser.addOptions({isolated, timeOut, tuning});
        parser.addPositionalArgument(QStringLiteral("FILE"),
                                     QCoreApplication::translate("main", "an image or a .stack file to open"),
                                     QStringLiteral("[FILE]..."));
    }
    QCommandLineParser parser;
    const QCommandLineOption help = parser.addHelpOption(), version = parser.addVersionOption();
    const QCommandLineOption isolated{
        QStringLiteral("isolated"),
        QCoreApplication::translate("main",
                                    "run every stack in a process of its own, so that a driver cannot crash the lab")};
    const QCommandLineOption timeOut{
        QStringLiteral("timeout"),
        QCoreApplication::translate("main",
                                    "with --isolated: abort a run after this many seconds without progress; 0: never"),
        QStringLiteral("seconds"), QStringLiteral("60")};
    const QCommandLineOption tuning{
        QStringLiteral("tuning"),
        QCoreApplication::translate("main",
                                    "the file of the fastest settings known, which auto uses (LIGHTBENCH_TUNING; "
                                    "usually tuning.csv in ~/.local/share/lightbench), or off"),
        QStringLiteral("file")};
};

/// Decodes the arguments; file names need not be valid UTF-8.
QStringList argumentsOf(int argc, char** argv) {
    QStringList words;
    for (int i = 0; i < argc; ++i)
        words << nameFromBytes(argv[i]);
    return words;
}

void nameProgram() {
    QCoreApplication::setOrganizationName(QStringLiteral("lightbench"));
    QCoreApplication::setApplicationName(QStringLiteral("lightbench"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LIGHTBENCH_VERSION));
}

/// What needs no display; ends the program where it was asked for.
void answerWithoutDisplay(int argc, char** argv) {
    const QStringList words = argumentsOf(argc, argv);
    QCoreApplication application(argc, argv);
    LabOptions options;
    if (!options.parser.parse(words)) return; // Qt's own words, perhaps: the window's application knows them
    if (options.parser.isSet(options.help)) options.parser.showHelp();
    if (options.parser.isSet(options.version)) options.parser.showVersion();
}

/// Qt ends the program where it finds no display to draw on, with a core dump.
void onStartMessage(QtMsgType type, const QMessageLogContext&, const QString& message) {
    std::fprintf(stderr, "lightbench: %s\n", qPrintable(message));
    if (type != QtFatalMsg) return;
    std::fputs(
        "lightbench: there is no display to open a window on (DISPLAY, WAYLAND_DISPLAY). lightbench-cli runs the "
        "same stacks without one.\n",
        stderr);
    std::_Exit(2);
}

/// Changes nothing where the program could not find the folder that it runs in.
std::string fromHere(const std::string& path) {
    return path.empty() || path == "off" ? path : nameBytes(absoluteName(nameFromBytes(path)));
}

} // namespace

int main(int argc, char** argv) {
    openStandardDescriptors();
    std::signal(SIGPIPE, SIG_IGN); // the reader of the drivers' output may end before the window
    nameProgram();
    answerWithoutDisplay(argc, argv);
    qInstallMessageHandler(onStartMessage);
    QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    // If a file reaches its size limit, writing fails with an error instead of ending the program.
    std::signal(SIGXFSZ, SIG_IGN);
    QApplication::setApplicationDisplayName(QStringLiteral("Lightbench"));
    application.setProperty("commit", QString::fromStdString(programCommit())); // journals say what measured
    QApplication::setDesktopFileName(QStringLiteral("lightbench"));
    QApplication::setWindowIcon(applicationIcon());
    LabOptions options;
    const QCommandLineParser& parser = options.parser;
    options.parser.process(argumentsOf(argc, argv)); // Qt has taken its own words out
    bool isNumber = false;
    GuardSettings guard{.isolated = parser.isSet(options.isolated), .worker = {}, .kernels = kernelsOfEnvironment()};
    guard.worker.timeOutSeconds = parser.value(options.timeOut).toInt(&isNumber);
    if (!isNumber || guard.worker.timeOutSeconds < 0) {
        const QString text = QApplication::translate("main", "--timeout takes a number of seconds, not \"%1\"");
        std::fprintf(stderr, "lightbench: %s\n", qPrintable(text.arg(parser.value(options.timeOut))));
        return 2;
    }
    const QString settingsProblem = putDamagedSettingsAside();
    applyTheme(application, savedThemeMode());
    CapturedStderr capturedStderr;
    LabWindow window([=] { return makeGuardedEngine(guard); },
                     TuningFile(fromHere(tuningPath(nameBytes(parser.value(options.tuning))))), guard.kernels);
    QObject::connect(&capturedStderr, &CapturedStderr::captured, &window.lab().messages, &Messages::driverOutput);
    const TerminationSignals terminationSignals;
    QObject::connect(&terminationSignals, &TerminationSignals::quitRequested, &window, [&window] {
        window.close();
        QCoreApplication::exit(); // out of a dialog, too
    });
    window.show();
    if (!settingsProblem.isEmpty()) window.lab().messages.fail(settingsProblem);
    window.documents().open(parser.positionalArguments());
    return QApplication::exec();
}
