#include "ui/charts/experiment_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

#include "core/base/quantity.h"
#include "ui/files/plot_file.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
/// The component of an offset in the direction dx, dy.
double along(const QPointF& way, int dx, int dy) { return dx * way.x() + dy * way.y(); }
} // namespace

QColor statusColour(MarkStatus status) {
    switch (status) {
    case MarkStatus::Winner:
    case MarkStatus::Leads: return theme().good;
    case MarkStatus::Tie: return theme().accent;
    case MarkStatus::Wrong: return theme().bad;
    case MarkStatus::Slower: return theme().text;
    default: return theme().textDim;
    }
}

ExperimentChart::ExperimentChart(QWidget* parent)
    : PlotChart("experimentChart", tr("Chart of the experiment"), parent) {}

void ExperimentChart::setPlot(Plot plot) {
    plot_ = std::move(plot);
    arrange();
}

int ExperimentChart::currentMark() const {
    const auto found = std::ranges::find_if(plot_.marks, [this](const PlotMark& one) { return isCurrent(one); });
    return found == plot_.marks.end() ? -1 : int(found - plot_.marks.begin());
}

void ExperimentChart::setCurrentRow(int row) {
    if (row == currentRow_) return;
    currentRow_ = row;
    if (const int mark = currentMark(); mark >= 0) {
        setAccessibleDescription(tipOf(std::size_t(mark)));
        reveal(rectOf(std::size_t(mark)));
    }
    viewport()->update();
    emit currentRowChanged(row);
}

/// Scrolls vertically, the only direction in which bars and cells can be hidden.
void ExperimentChart::reveal(const QRectF& rect) {
    if (rect.isEmpty()) return;
    const double above = rect.top() - drawing().inside.y;
    const double below = rect.bottom() - drawing().inside.bottom();
    if (above < 0) verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::floor(above)));
    if (below > 0) verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::ceil(below)));
}

void ExperimentChart::choose(int mark) {
    if (mark >= 0) setCurrentRow(int(plot_.marks[std::size_t(mark)].row));
}

/// True if arrow keys may move from one mark to the other: along a curve, a row or a column.
bool ExperimentChart::isBeside(const PlotMark& mark, const PlotMark& other, bool sideways) const {
    if (plot_.kind == Plot::Curves) return sideways ? mark.series == other.series : mark.x == other.x;
    if (plot_.kind == Plot::Crossover) return sideways ? mark.y == other.y : mark.x == other.x;
    if (!mark.workgroup || !other.workgroup) return false;
    return sideways ? mark.workgroup->y == other.workgroup->y : mark.workgroup->x == other.workgroup->x;
}

/// Moves to the next bar, or to the next mark in this direction.
void ExperimentChart::step(int dx, int dy) {
    const int now = currentMark();
    if (now < 0 || plot_.kind == Plot::Bars) return choose(std::clamp(now + dx + dy, 0, int(plot_.marks.size()) - 1));
    const PlotMark& current = plot_.marks[std::size_t(now)];
    const QPointF from = rectOf(std::size_t(now)).center();
    int best = -1;
    double nearest = 0;
    for (const PlotDrawing::MarkArea& place : drawing().markAreas) {
        const double way = along(rectOf(place.mark).center() - from, dx, dy);
        if (way < 0.5 || !isBeside(current, plot_.marks[place.mark], dx != 0)) continue;
        if (best < 0 || way < nearest) best = int(place.mark), nearest = way;
    }
    choose(best);
}

void ExperimentChart::keyPressEvent(QKeyEvent* event) {
    if (plot_.marks.empty()) return PlotChart::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: return step(-1, 0);
    case Qt::Key_Right: return step(1, 0);
    case Qt::Key_Up: return step(0, -1);
    case Qt::Key_Down: return step(0, 1);
    case Qt::Key_Home: return choose(0);
    case Qt::Key_End: return choose(int(plot_.marks.size()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (currentMark() >= 0) emit activated(currentRow_);
        return;
    default: PlotChart::keyPressEvent(event);
    }
}

void ExperimentChart::mouseDoubleClickEvent(QMouseEvent* event) {
    const int mark = markAt(event->position());
    if (mark >= 0) emit activated(int(plot_.marks[std::size_t(mark)].row));
}

QString ExperimentChart::tipOf(std::size_t index) const {
    const PlotMark& mark = plot_.marks[index];
    if (plot_.kind != Plot::Crossover) return words(markToolTip(mark));
    QStringList lines;
    for (const PlotMark& one : plot_.marks)
        if (one.x == mark.x && one.y == mark.y) {
            const std::string time = one.hasTime() ? durationText(one.medianMs) + " · " : std::string();
            lines << words(one.name + ": " + time + statusWords(one.status, one.ratio) +
                           (one.reason.empty() ? "" : " · " + one.reason));
        }
    return lines.join(QChar('\n'));
}

void ExperimentChart::paintLayer(QPainter& painter, PlotLayer layer) const {
    const PlotRect& inside = drawing().inside;
    const bool sideways = layer == PlotLayer::Inside || layer == PlotLayer::Above;
    const bool upwards = layer == PlotLayer::Inside || layer == PlotLayer::Beside;
    painter.save();
    painter.setClipRect(QRectF(sideways ? inside.x : 0, upwards ? inside.y : 0,
                               sideways ? inside.width : viewport()->width(),
                               upwards ? inside.height : viewport()->height()));
    painter.translate(sideways ? -horizontalScrollBar()->value() : 0, upwards ? -verticalScrollBar()->value() : 0);
    paint(painter, drawing(), layer);
    painter.restore();
}

void ExperimentChart::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setFont(font());
    const int current = currentMark();
    const QRectF rect = current >= 0 ? rectOf(std::size_t(current)) : QRectF();
    const bool areBars = plot_.kind == Plot::Bars;
    if (areBars) painter.fillRect(rect, theme().cardSelected);
    for (const PlotLayer layer : {PlotLayer::Fixed, PlotLayer::Above, PlotLayer::Beside, PlotLayer::Inside})
        paintLayer(painter, layer);
    if (rect.isEmpty() || (areBars && !hasFocus())) return;
    painter.setPen(areBars ? QPen(theme().accent) : QPen(theme().text, 1, Qt::DashLine));
    painter.drawRect(areBars ? rect.adjusted(0, 0, -1, -1) : rect.adjusted(-2, -2, 1, 1));
}

} // namespace lightbench
