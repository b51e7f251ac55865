// Handles mouse and keys, and draws the laid-out chart.
#include "ui/charts/roofline_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

#include "ui/charts/plot_theme.h"
#include "ui/files/plot_file.h"
#include "ui/theme/theme.h"

namespace lightbench {

RooflineChart::RooflineChart(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setObjectName(QStringLiteral("rooflineChart"));
    setAccessibleName(tr("Roofline: operations per second over operations per byte"));
}

void RooflineChart::setSheet(RooflineSheet sheet, bool dimmed) {
    sheet_ = std::move(sheet);
    dimmed_ = dimmed;
    if (current_ >= int(sheet_.points.size())) setCurrent(-1);
    arrange();
}

void RooflineChart::arrange() {
    drawing_ = rooflineDrawing(sheet_, plotFrame(*this));
    update();
}

QRectF RooflineChart::rectOf(std::size_t point) const {
    const auto found = std::ranges::find(drawing_.markAreas, point, &PlotDrawing::MarkArea::mark);
    if (found == drawing_.markAreas.end()) return {};
    return {found->rect.x, found->rect.y, found->rect.width, found->rect.height};
}

/// From last to first, because later marks are drawn on top.
int RooflineChart::pointAt(const QPointF& position) const {
    for (auto point = drawing_.markAreas.rbegin(); point != drawing_.markAreas.rend(); ++point)
        if (rectOf(point->mark).contains(position)) return int(point->mark);
    return -1;
}

void RooflineChart::setCurrent(int point) {
    if (point == current_) return;
    current_ = point;
    if (point >= 0)
        setAccessibleDescription(QString::fromStdString(rooflinePointTip(sheet_.points[std::size_t(point)])));
    update();
    emit currentChanged(point);
}

void RooflineChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(dimmed_ ? 0.5 : 1);
    paint(painter, drawing_, PlotLayer::Fixed);
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().accent, 2));
    if (current_ >= 0) painter.drawEllipse(rectOf(std::size_t(current_)));
    if (hasFocus() && current_ < 0) painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

bool RooflineChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int point = pointAt(help->pos());
    if (point < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(),
                           QString::fromStdString(rooflinePointTip(sheet_.points[std::size_t(point)])), this);
    return true;
}

void RooflineChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) setCurrent(pointAt(event->position()));
}

void RooflineChart::keyPressEvent(QKeyEvent* event) {
    const int last = int(sheet_.points.size()) - 1;
    if (event->key() == Qt::Key_Right || event->key() == Qt::Key_Down) return setCurrent(std::min(current_ + 1, last));
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Up) return setCurrent(std::max(current_ - 1, 0));
    QWidget::keyPressEvent(event);
}

void RooflineChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void RooflineChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) arrange();
}

} // namespace lightbench
