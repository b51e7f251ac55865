// The lab: the main window on the OpenCL engine.
#include <QApplication>
#include <QCommandLineParser>

#include "gpu/opencl_engine.h"
#include "ui/lab/app_icon.h"
#include "ui/lab/lab_window.h"

int main(int argc, char** argv) {
    using namespace lightbench;
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("lightbench"));
    QApplication::setApplicationName(QStringLiteral("lightbench"));
    QApplication::setApplicationDisplayName(QStringLiteral("Lightbench"));
    QApplication::setApplicationVersion(QStringLiteral(LIGHTBENCH_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("lightbench"));
    QApplication::setWindowIcon(applicationIcon());
    QCommandLineParser parser;
    parser.setApplicationDescription(QApplication::translate("main", "A desktop lab for image kernels"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QApplication::translate("main", "an image or a .stack file to open"),
                                 QStringLiteral("[FILE]..."));
    parser.process(application);
    applyTheme(application, savedThemeMode());
    LabWindow window([] { return makeOpenClEngine(); });
    window.show();
    window.openPaths(parser.positionalArguments());
    return QApplication::exec();
}
