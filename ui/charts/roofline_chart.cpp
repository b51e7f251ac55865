#include "ui/charts/roofline_chart.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

#include "ui/files/plot_file.h"
#include "ui/theme/theme.h"

namespace lightbench {

RooflineChart::RooflineChart(QWidget* parent)
    : PlotChart("rooflineChart", tr("Roofline: operations per second over operations per byte"), parent) {}

void RooflineChart::setSheet(RooflineSheet sheet, bool dimmed) {
    sheet_ = std::move(sheet);
    dimmed_ = dimmed;
    if (current_ >= int(sheet_.points.size())) setCurrent(-1);
    arrange();
}

QString RooflineChart::tipOf(std::size_t mark) const { return words(rooflinePointTip(sheet_.points[mark])); }

void RooflineChart::setCurrent(int point) {
    if (point == current_) return;
    current_ = point;
    if (point >= 0) setAccessibleDescription(tipOf(std::size_t(point)));
    viewport()->update();
    emit currentChanged(point);
}

void RooflineChart::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(dimmed_ ? 0.5 : 1);
    paint(painter, drawing(), PlotLayer::Fixed);
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().accent, 2));
    if (current_ >= 0) painter.drawEllipse(rectOf(std::size_t(current_)));
    if (hasFocus() && current_ < 0) painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void RooflineChart::keyPressEvent(QKeyEvent* event) {
    const int last = int(sheet_.points.size()) - 1;
    if (event->key() == Qt::Key_Right || event->key() == Qt::Key_Down) return setCurrent(std::min(current_ + 1, last));
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Up) return setCurrent(std::max(current_ - 1, 0));
    PlotChart::keyPressEvent(event);
}

} // namespace lightbench
