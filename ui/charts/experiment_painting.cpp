// How an experiment's chart is drawn. Every state has a sign or a pattern beside its colour.
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

#include "ui/charts/experiment_chart.h"
#include "ui/theme/stage_colours.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
QString cellSign(Standing standing) {
    if (standing == Standing::Winner) return QStringLiteral("✓ ");
    if (standing == Standing::Leads) return QStringLiteral("▸ ");
    if (standing == Standing::Tie) return QStringLiteral("= ");
    if (standing == Standing::Wrong) return QStringLiteral("✗ ");
    return {};
}

bool isBest(Standing standing) {
    return standing == Standing::Winner || standing == Standing::Leads || standing == Standing::Tie;
}

void hatch(QPainter& painter, const QRectF& rect) {
    painter.fillRect(rect, theme().field);
    painter.fillRect(rect, QBrush(theme().border, Qt::BDiagPattern));
}

/// 1, 2 or 5 times a power of ten, so that about four of them fill the axis.
double niceStep(double most) {
    const double raw = most / 4, power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (raw <= factor * power) return factor * power;
    return 10 * power;
}
} // namespace

void ExperimentChart::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setFont(font());
    if (marks_.empty()) return;
    if (isMap()) {
        paintMapAxes(painter);
        painter.save();
        painter.setClipRect(QRectF(mapEdge()));
        for (std::size_t i = 0; i < marks_.size(); ++i)
            if (marks_[i].workgroup) paintCell(painter, marks_[i], rectOf(i));
        painter.restore();
        return paintLegend(painter);
    }
    painter.save();
    painter.setClipRect(QRectF(0, 0, viewport()->width(), plot().height()));
    for (std::size_t i = 0; i < marks_.size(); ++i)
        paintBar(painter, marks_[i], rectOf(i));
    painter.restore();
    paintAxis(painter);
}

void ExperimentChart::paintBar(QPainter& painter, const ExperimentMark& mark, const QRectF& rect) const {
    if (isCurrent(mark)) painter.fillRect(rect, theme().cardSelected);
    painter.setPen(mark.hasTime() ? theme().text : theme().textDim);
    painter.drawText(QRectF(8, rect.top(), nameWidth_, rect.height()), Qt::AlignRight | Qt::AlignVCenter,
                     mark.name + (mark.isAutomatic ? tr(" (auto)") : QString()));
    const QRectF room(plot().left(), rect.top() + 3, plot().width(), rect.height() - 6);
    if (mark.hasTime()) {
        const QRectF bar(room.left(), room.top(), std::max(1.0, msToX(mark.medianMs) - room.left()), room.height());
        const bool isFast = isBest(mark.standing);
        painter.fillRect(bar, isFast ? theme().accent : blended(theme().field, theme().textDim, 0.55));
        if (mark.standing == Standing::Wrong) hatch(painter, bar);
        paintWhisker(painter, mark, bar);
    } else if (mark.standing == Standing::NotRun) {
        hatch(painter, room);
    }
    const QRectF badge(plot().right() + 8, rect.top(), badgeWidth_, rect.height());
    const double timeWidth = fontMetrics().horizontalAdvance(QStringLiteral("8 888 ms"));
    painter.setPen(theme().text);
    if (mark.hasTime())
        painter.drawText(QRectF(badge.left(), badge.top(), timeWidth, badge.height()),
                         Qt::AlignRight | Qt::AlignVCenter, timeText(mark.medianMs));
    painter.setPen(standingColour(mark.standing));
    painter.drawText(badge.adjusted(timeWidth + 10, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     standingText(mark.standing, mark.ratio > 0 ? mark.ratio : ratioOf(mark)));
    if (isCurrent(mark) && hasFocus()) {
        painter.setPen(theme().accent);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
}

/// The middle half of the samples; two strokes where the bar is cut.
void ExperimentChart::paintWhisker(QPainter& painter, const ExperimentMark& mark, const QRectF& bar) const {
    painter.setPen(QPen(theme().text, 1));
    if (mark.medianMs > mostMs_ * 1.001) {
        for (const double x : {bar.right() - 12, bar.right() - 7}) {
            painter.fillRect(QRectF(x, bar.top() - 1, 3, bar.height() + 2), theme().panel);
        }
        return;
    }
    const double left = msToX(mark.lowerMs), right = msToX(mark.upperMs), middle = bar.center().y();
    painter.drawLine(QPointF(left, middle), QPointF(right, middle));
    for (const double x : {left, right})
        painter.drawLine(QPointF(x, middle - 3), QPointF(x, middle + 3));
}

void ExperimentChart::paintAxis(QPainter& painter) const {
    const double top = plot().height();
    painter.fillRect(QRectF(plot().left(), 0, 1, top), theme().border);
    painter.fillRect(QRectF(plot().left(), top, plot().width(), 1), theme().border);
    if (mostMs_ <= 0) return;
    painter.setPen(theme().textDim);
    const double step = niceStep(mostMs_);
    double free = 0;
    for (int i = 0; i * step <= mostMs_ * 1.001; ++i) {
        const double x = std::round(msToX(i * step));
        const QString text = i == 0 ? QStringLiteral("0") : timeText(i * step);
        const double width = fontMetrics().horizontalAdvance(text);
        painter.fillRect(QRectF(x, top, 1, 4), theme().textDim);
        if (x - width / 2 < free) continue;
        painter.drawText(QRectF(x - width / 2, top + 4, width + 2, fontMetrics().height()), Qt::AlignCenter, text);
        free = x + width / 2 + 8;
    }
}

QColor ExperimentChart::heat(double ratio) const {
    const double share = std::clamp(std::log(std::max(1.0, ratio)) / std::log(coldest_), 0.0, 1.0);
    return blended(theme().accent, blended(theme().field, theme().textDim, 0.12), share);
}

void ExperimentChart::paintCell(QPainter& painter, const ExperimentMark& mark, const QRectF& rect) const {
    QColor ground = theme().field;
    if (mark.standing == Standing::NotRun || mark.standing == Standing::Wrong) {
        hatch(painter, rect);
    } else {
        if (mark.hasTime()) ground = heat(ratioOf(mark));
        painter.fillRect(rect, ground);
    }
    paintCellText(painter, mark, rect, ground);
    painter.setBrush(Qt::NoBrush);
    if (isBest(mark.standing)) {
        painter.setPen(QPen(theme().text, mark.standing == Standing::Tie ? 1 : 2));
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
    if (mark.standing == Standing::Wrong) {
        painter.setPen(QPen(theme().bad, 1));
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
    if (isCurrent(mark)) {
        painter.setPen(QPen(theme().text, 1, Qt::DashLine));
        painter.drawRect(rect.adjusted(-2, -2, 1, 1));
    }
}

void ExperimentChart::paintCellText(QPainter& painter, const ExperimentMark& mark, const QRectF& rect,
                                    const QColor& ground) const {
    const bool isRight = mark.hasTime() && mark.standing != Standing::Wrong;
    painter.setPen(mark.standing == Standing::Wrong ? theme().bad : isRight ? textOn(ground) : theme().textDim);
    QString text = mark.standing == Standing::Waiting && !mark.hasTime() ? QStringLiteral("…") : QString();
    if (mark.standing == Standing::Wrong) text = tr("✗ wrong");
    if (isRight) text = cellSign(mark.standing) + speedupText(ratioOf(mark));
    const bool hasRoom = rect.height() >= 2 * fontMetrics().height() - 2;
    if (isRight && hasRoom) text += QChar('\n') + timeText(mark.medianMs);
    painter.drawText(rect, Qt::AlignCenter, text);
    if (!mark.isAutomatic) return;
    const QPointF corner = rect.topLeft();
    painter.setBrush(painter.pen().color());
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(QPolygonF{corner + QPointF(3, 3), corner + QPointF(10, 3), corner + QPointF(3, 10)});
}

QRect ExperimentChart::mapEdge() const {
    return {mapLeft - 2, mapTop - 2, viewport()->width() - mapLeft, viewport()->height() - mapTop + 2};
}

void ExperimentChart::paintMapAxes(QPainter& painter) const {
    painter.setPen(theme().textDim);
    painter.drawText(QRectF(0, 0, mapLeft - 6, mapTop - 2), Qt::AlignRight | Qt::AlignVCenter, tr("y \\ x"));
    for (const int width : widths_) {
        const QRectF rect = cell({width, heights_.front()});
        if (rect.left() >= mapLeft - 2)
            painter.drawText(QRectF(rect.left(), 0, rect.width(), mapTop - 2), Qt::AlignCenter, QString::number(width));
    }
    for (const int height : heights_) {
        const QRectF rect = cell({widths_.front(), height});
        if (rect.top() >= mapTop - 2)
            painter.drawText(QRectF(0, rect.top(), mapLeft - 6, rect.height()), Qt::AlignRight | Qt::AlignVCenter,
                             QString::number(height));
    }
}

/// Beside the map, where there is room.
void ExperimentChart::paintLegend(QPainter& painter) const {
    const double left = cell({widths_.back(), heights_.front()}).right() + 16;
    if (horizontalScrollBar()->maximum() > 0 || left + legendWidth - 16 > viewport()->width()) return;
    const double line = fontMetrics().height() + 2;
    QRectF bar(left, mapTop, legendWidth - 16, 10);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 8; ++i)
        gradient.setColorAt(i / 8.0, heat(std::pow(coldest_, i / 8.0)));
    painter.fillRect(bar, gradient);
    painter.setPen(theme().textDim);
    const QRectF ends(bar.left(), bar.bottom() + 1, bar.width(), line);
    painter.drawText(ends, Qt::AlignLeft | Qt::AlignTop, tr("1 ×"));
    painter.drawText(ends, Qt::AlignRight | Qt::AlignTop, tr("%1 × and more").arg(coldest_));
    const QStringList signs{tr("✓ winner, ▸ so far"), tr("= tie"), tr("◤ auto"), tr("▨ cannot run"),
                            tr("✗ wrong result")};
    double top = ends.bottom() + 2;
    for (const QString& sign : signs) {
        painter.drawText(QRectF(left, top, legendWidth, line), Qt::AlignLeft | Qt::AlignVCenter, sign);
        top += line;
    }
}

} // namespace lightbench
