#include "ui/charts/plot_chart.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {

Rgb plain(const QColor& colour) {
    return {(unsigned char)(colour.red()), (unsigned char)(colour.green()), (unsigned char)(colour.blue())};
}

/// Series use the colours of stages.
PlotPalette themePalette() {
    const Theme& now = theme();
    PlotPalette palette{plain(now.panel),  plain(now.text), plain(now.textDim), plain(now.border),
                        plain(now.accent), plain(now.good), plain(now.bad),     {}};
    for (int i = 0; i < 6; ++i)
        palette.series.push_back(plain(stageColour(i)));
    return palette;
}

/// A frame with the size and font of a widget.
PlotFrame plotFrame(const QWidget& widget) {
    const QFontMetricsF metrics(widget.font());
    PlotFrame frame{double(widget.width()), double(widget.height()), metrics.height() / 1.3, {}, themePalette()};
    frame.textWidth = [metrics](const std::string& text) { return metrics.horizontalAdvance(words(text)); };
    return frame;
}

} // namespace

PlotChart::PlotChart(const char* id, const QString& name, QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QLatin1String(id));
    setAccessibleName(name);
    viewport()->setAutoFillBackground(false);
}

QRectF PlotChart::rectOf(std::size_t mark) const {
    const auto found = std::ranges::find(drawing_.markAreas, mark, &PlotDrawing::MarkArea::mark);
    if (found == drawing_.markAreas.end()) return {};
    return {found->rect.x - horizontalScrollBar()->value(), found->rect.y - verticalScrollBar()->value(),
            found->rect.width, found->rect.height};
}

void PlotChart::arrange() {
    drawing_ = drawn(plotFrame(*viewport()));
    const auto setUp = [](QScrollBar* bar, double all, int seen, int single) {
        bar->setPageStep(seen);
        bar->setSingleStep(single);
        bar->setRange(0, std::max(0, int(std::ceil(all)) - seen));
    };
    setUp(verticalScrollBar(), drawing_.height, viewport()->height(), 24);
    setUp(horizontalScrollBar(), drawing_.width, viewport()->width(), 56);
    viewport()->update();
}

int PlotChart::markAt(const QPointF& position) const {
    // From last to first, because later marks are drawn on top.
    for (auto place = drawing_.markAreas.rbegin(); place != drawing_.markAreas.rend(); ++place)
        if (rectOf(place->mark).contains(position)) return int(place->mark);
    return -1;
}

bool PlotChart::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int mark = markAt(help->pos());
    if (mark < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tipOf(std::size_t(mark)), viewport(), rectOf(std::size_t(mark)).toRect());
    return true;
}

void PlotChart::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void PlotChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(markAt(event->position()));
}

void PlotChart::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) arrange();
}

} // namespace lightbench
