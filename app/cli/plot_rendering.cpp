// Qt starts for each plot that it paints, and ends after it: a command that paints none does not wait for it.
#include "app/cli/plot_rendering.h"

#ifdef LIGHTBENCH_QT
#include <QGuiApplication>

#include <clocale>
#include <cstdio>

#include "ui/files/plot_file.h"
#endif

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/codecs/image_file.h"
#include "core/plot/plot_layout.h"
#include "core/plot/svg.h"

namespace lightbench {

#ifdef LIGHTBENCH_QT

static constexpr bool canRenderPlots = true;

/// Qt warns of folders that the desktop lacks, which no plot needs. After a fatal message Qt ends the program.
static void printIfFatal(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtFatalMsg) std::fprintf(stderr, "lightbench-cli: %s\n", qUtf8Printable(text));
}

static std::string plotBytes(const PlotDrawing& drawing, const std::string& suffix) {
    static int argc = 1;
    static char name[] = "lightbench-cli";
    static char* argv[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen"); // works without a display
    qInstallMessageHandler(printIfFatal);
    const QGuiApplication application(argc, argv);
    // Qt sets the user's locale; numbers in files and kernels need a decimal point.
    std::setlocale(LC_NUMERIC, "C");
    return plotFile(drawing, QString::fromStdString(suffix)).toStdString();
}

#else

static constexpr bool canRenderPlots = false;

static std::string plotBytes(const PlotDrawing&, const std::string&) { return {}; }

#endif

void checkPlotPath(const std::string& path) {
    if (path.empty()) return;
    const std::string suffix = suffixOfName(path);
    const bool needsQt = suffix == "png" || suffix == "pdf";
    if (suffix != "svg" && !needsQt)
        throw Error(ErrorKind::Usage, "--plot writes .svg, .png or .pdf, not " + shownPath(path));
    if (needsQt && !canRenderPlots)
        throw Error(ErrorKind::Usage,
                    "--plot writes .svg alone here: this program was built without Qt, which paints ." + suffix);
}

void savePlot(const PlotDrawing& drawing, const std::string& path) {
    const std::string suffix = suffixOfName(path);
    writeWhole(path, suffix == "svg" ? svgOf(drawing, paperPalette().ground) : plotBytes(drawing, suffix));
}

} // namespace lightbench
