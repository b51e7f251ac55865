// The lab: the main window on the OpenCL engine.
#include <QApplication>
#include <QCommandLineParser>

#include <csignal>
#include <cstdio>

#include "app/terminal/build_info.h"
#include "app/terminal/standard_descriptors.h"
#include "app/worker/guarded_engine.h"
#include "app/worker/kernel_folder.h"
#include "app/worker/tuning_place.h"
#include "ui/files/file_name.h"
#include "ui/lab/app_icon.h"
#include "ui/lab/documents.h"
#include "ui/lab/driver_words.h"
#include "ui/lab/lab_window.h"

int main(int argc, char** argv) {
    using namespace lightbench;
    openStandardDescriptors();
    std::signal(SIGPIPE, SIG_IGN); // whoever reads what drivers print may go before the window does
    QApplication application(argc, argv);
    // Where files may grow no further, writing fails and is told of.
    std::signal(SIGXFSZ, SIG_IGN);
    QApplication::setOrganizationName(QStringLiteral("lightbench"));
    QApplication::setApplicationName(QStringLiteral("lightbench"));
    QApplication::setApplicationDisplayName(QStringLiteral("Lightbench"));
    QApplication::setApplicationVersion(QStringLiteral(LIGHTBENCH_VERSION));
    application.setProperty("commit", QString::fromStdString(programCommit())); // journals say what measured
    QApplication::setDesktopFileName(QStringLiteral("lightbench"));
    QApplication::setWindowIcon(applicationIcon());
    QCommandLineParser parser;
    parser.setApplicationDescription(QApplication::translate("main", "A desktop lab for image kernels"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QApplication::translate("main", "an image or a .stack file to open"),
                                 QStringLiteral("[FILE]..."));
    const QCommandLineOption isolated(
        QStringLiteral("isolated"),
        QApplication::translate("main", "run every stack in a process of its own, which a driver may take down"));
    const QCommandLineOption timeOut(
        QStringLiteral("timeout"),
        QApplication::translate("main", "give a run in such a process up without progress for so long; 0: never"),
        QStringLiteral("seconds"), QStringLiteral("60"));
    const QCommandLineOption tuning(
        QStringLiteral("tuning"),
        QApplication::translate("main", "the memory of what is fastest, which auto goes by (LIGHTBENCH_TUNING; usually "
                                        "tuning.csv in ~/.local/share/lightbench), or off"),
        QStringLiteral("file"));
    parser.addOptions({isolated, timeOut, tuning});
    // Qt has taken its own words out of argv; the rest are bytes, which names of files may be.
    QStringList words;
    for (int i = 0; i < argc; ++i)
        words << nameFromBytes(argv[i]);
    parser.process(words);
    bool isNumber = false;
    GuardSettings guard{.isolated = parser.isSet(isolated), .worker = {}, .kernels = kernelsOfEnvironment()};
    guard.worker.timeOutSeconds = parser.value(timeOut).toInt(&isNumber);
    if (!isNumber || guard.worker.timeOutSeconds < 0) {
        const QString text = QApplication::translate("main", "--timeout takes a number of seconds, not \"%1\"");
        std::fprintf(stderr, "lightbench: %s\n", qPrintable(text.arg(parser.value(timeOut))));
        return 2;
    }
    applyTheme(application, savedThemeMode());
    DriverWords driverWords;
    LabWindow window([=] { return makeGuardedEngine(guard); }, TuningFile(tuningPath(nameBytes(parser.value(tuning)))),
                     guard.kernels);
    QObject::connect(&driverWords, &DriverWords::said, &window.lab().messages, &Messages::driverSaid);
    window.show();
    window.documents().open(parser.positionalArguments());
    return QApplication::exec();
}
