// Converts the theme's colours; series use the colours of stages.
#include "ui/charts/plot_theme.h"

#include <QFontMetricsF>
#include <QWidget>

#include "ui/theme/stage_colours.h"
#include "ui/theme/theme.h"

namespace lightbench {

static Rgb plain(const QColor& colour) {
    return {(unsigned char)(colour.red()), (unsigned char)(colour.green()), (unsigned char)(colour.blue())};
}

PlotPalette themePalette() {
    const Theme& now = theme();
    PlotPalette palette{plain(now.panel),  plain(now.text), plain(now.textDim), plain(now.border),
                        plain(now.accent), plain(now.good), plain(now.bad),     {}};
    for (int i = 0; i < 6; ++i)
        palette.series.push_back(plain(stageColour(i)));
    return palette;
}

PlotFrame plotFrame(const QWidget& widget) {
    const QFontMetricsF metrics(widget.font());
    PlotFrame frame{double(widget.width()), double(widget.height()), metrics.height() / 1.3, {}, themePalette()};
    frame.textWidth = [metrics](const std::string& text) {
        return metrics.horizontalAdvance(QString::fromStdString(text));
    };
    return frame;
}

} // namespace lightbench
