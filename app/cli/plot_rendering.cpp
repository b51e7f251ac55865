// Starts Qt only when the first plot is painted.
#include "app/cli/plot_rendering.h"

#ifdef LIGHTBENCH_QT
#include <QGuiApplication>

#include <clocale>

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

static std::string renderPlot(const PlotDrawing& paper, const std::string& suffix) {
    static int count = 1;
    static char name[] = "lightbench-cli";
    static char* words[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen"); // works without a display
    const QGuiApplication application(count, words);
    // Qt sets the user's locale; numbers in files and kernels need a decimal point.
    std::setlocale(LC_NUMERIC, "C");
    return plotFile(paper, QString::fromStdString(suffix)).toStdString();
}

#else

static constexpr bool canRenderPlots = false;

static std::string renderPlot(const PlotDrawing&, const std::string&) { return {}; }

#endif

void checkPlot(const std::string& path) {
    if (path.empty()) return;
    const std::string suffix = suffixOfName(path);
    const bool isPainted = suffix == "png" || suffix == "pdf";
    if (suffix != "svg" && !isPainted)
        throw Error(ErrorKind::Usage, "--plot writes .svg, .png or .pdf, not " + shownPath(path));
    if (isPainted && !canRenderPlots)
        throw Error(ErrorKind::Usage,
                    "--plot writes .svg alone here: this program was built without Qt, which paints ." + suffix);
}

void savePlot(const PlotDrawing& paper, const std::string& path) {
    const std::string suffix = suffixOfName(path);
    writeWhole(path, suffix == "svg" ? svgOf(paper, paperPalette().ground) : renderPlot(paper, suffix));
}

} // namespace lightbench
