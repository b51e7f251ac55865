// Starts Qt only when the first plot is painted.
#include "app/cli/plot_rendering.h"

#ifdef LIGHTBENCH_QT
#include <QGuiApplication>

#include <clocale>

#include "ui/files/plot_file.h"
#endif

namespace lightbench {

#ifdef LIGHTBENCH_QT

bool canRenderPlots() { return true; }

std::string renderPlot(const PlotDrawing& paper, const std::string& suffix) {
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

bool canRenderPlots() { return false; }

std::string renderPlot(const PlotDrawing&, const std::string&) { return {}; }

#endif

} // namespace lightbench
