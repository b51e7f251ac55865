// Draws the chart of the Timeline tab (timeline_chart.h).
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/charts/timeline_chart.h"
#include "ui/theme/stage_colours.h"
#include "ui/theme/theme.h"

namespace lightbench {

QColor TimelineChart::colourOf(const TimelineBar& bar) const {
    const Theme& t = theme();
    const QColor own = bar.stage >= 0 ? stageColour(bar.stage) : t.textDim;
    switch (bar.look) {
    case TimelineBar::Stage: return own;
    case TimelineBar::Transfer:
    case TimelineBar::Busy: return t.textDim;
    case TimelineBar::Submitted: return blended(t.field, own, 0.45);
    case TimelineBar::Around: return blended(t.field, t.textDim, 0.4);
    case TimelineBar::Queued:
    case TimelineBar::Waiting: break;
    }
    return t.field;
}

void TimelineChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(font());
    paintRows(painter);
    if (dimmed_) painter.setOpacity(0.5);
    painter.save();
    painter.setClipRect(plot());
    for (const TimelineBar& bar : bars_)
        paintBar(painter, bar);
    painter.restore();
    painter.setOpacity(1);
    paintAxis(painter);
    paintCurrent(painter);
    paintHint(painter);
}

void TimelineChart::paintRows(QPainter& painter) const {
    const QStringList names{tr("Device"), tr("Queue"), tr("Host")};
    for (int row = 0; row < TimelineBar::RowCount; ++row) {
        const QRectF rect = rowRect(row);
        painter.fillRect(rect, theme().field);
        painter.setPen(theme().textDim);
        painter.drawText(QRectF(0, rect.top() - 4, rect.left() - 6, rect.height() + 8),
                         Qt::AlignRight | Qt::AlignVCenter, names[row]);
    }
    // The time outside the measured run has the panel's colour.
    const double begin = std::clamp(xOf(run_.begin), plot().left(), plot().right());
    const double end = std::clamp(xOf(run_.end), plot().left(), plot().right());
    const double bottom = rowRect(TimelineBar::Host).bottom();
    const QColor outside = blended(theme().field, theme().panel, 0.75);
    painter.fillRect(QRectF(plot().left(), 0, begin - plot().left(), bottom), outside);
    painter.fillRect(QRectF(end, 0, plot().right() - end, bottom), outside);
}

void TimelineChart::paintBar(QPainter& painter, const TimelineBar& bar) const {
    const QRectF rect = rectOf(bar);
    if (rect.isEmpty()) return;
    const bool isHollow = bar.look == TimelineBar::Queued || bar.look == TimelineBar::Waiting;
    const QColor own = bar.stage >= 0 && bar.look == TimelineBar::Queued ? stageColour(bar.stage) : theme().textDim;
    const QColor line = isHollow ? blended(theme().field, own, 0.75) : colourOf(bar);
    painter.fillRect(rect, line);
    if (isHollow && rect.width() > 3) painter.fillRect(rect.adjusted(1, 1, -1, -1), theme().field);
    // Leaves a gap of background between adjacent bars.
    if (!isHollow && rect.width() > 6)
        painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), theme().field);
    paintLabel(painter, bar, rect);
}

void TimelineChart::paintLabel(QPainter& painter, const TimelineBar& bar, const QRectF& rect) const {
    constexpr double minimum = 36, margin = 6;
    const QFontMetrics metrics(painter.font());
    if (bar.label.isEmpty() || rect.width() < minimum || rect.height() < metrics.height()) return;
    const double room = rect.width() - 2 * margin;
    const QString whole = bar.label + QStringLiteral("  ") + timeText(bar.time.length() / 1e3);
    const QString text =
        metrics.horizontalAdvance(whole) <= room ? whole : metrics.elidedText(bar.label, Qt::ElideRight, int(room));
    painter.setPen(bar.look == TimelineBar::Waiting ? theme().textDim : textOn(colourOf(bar)));
    painter.drawText(rect.adjusted(margin, 0, -margin, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

void TimelineChart::paintAxis(QPainter& painter) const {
    const QRectF all = plot();
    const QFontMetrics metrics(painter.font());
    const double bottom = rowRect(TimelineBar::Host).bottom();
    const int widest = metrics.horizontalAdvance(QStringLiteral("-888.88 ms")) + 24;
    double free = 0; // where the previous label ends
    for (const TimeTick& tick : ticksOf(range_, std::max(1, int(all.width()) / widest))) {
        const double x = std::round(xOf(tick.us));
        painter.fillRect(QRectF(x, bottom, 1, 4), theme().textDim);
        const double width = metrics.horizontalAdvance(tick.text);
        const double left = std::clamp(x - width / 2, 0.0, std::max(0.0, this->width() - width));
        if (left < free) continue;
        painter.setPen(theme().textDim);
        painter.drawText(QRectF(left, bottom + 4, width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignTop,
                         tick.text);
        free = left + width + 8;
    }
    for (const double us : {run_.begin, run_.end})
        if (us >= range_.begin && us <= range_.end)
            painter.fillRect(QRectF(std::round(xOf(us)), 0, 1, bottom + 4), theme().text);
}

void TimelineChart::paintCurrent(QPainter& painter) const {
    if (hasFocus() && current() < 0) {
        painter.setPen(theme().accent);
        painter.drawRect(
            QRectF(plot().left(), 0, plot().width(), rowRect(TimelineBar::Host).bottom()).adjusted(0, 0, -1, -1));
    }
    if (current() < 0) return;
    const QRectF rect = rectOf(bars_[std::size_t(current())]);
    if (rect.isEmpty()) return;
    painter.setPen(theme().text);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(-0.5, 0.5, 0.5, -0.5));
}

/// Shown if the user chose the visible range, which then stays even if a shorter run lies outside it.
void TimelineChart::paintHint(QPainter& painter) const {
    const bool isLeft = run_.end<range_.begin, hasValidResult = run_.begin> range_.end;
    if ((!isLeft && !hasValidResult) || bars_.empty()) return;
    const bool anything = std::ranges::any_of(bars_, [this](const TimelineBar& bar) { return !rectOf(bar).isEmpty(); });
    if (anything) return;
    painter.setPen(theme().textDim);
    painter.drawText(rowRect(TimelineBar::Device), Qt::AlignCenter,
                     isLeft ? tr("◂ The run lies earlier. Home or a double-click shows it.")
                            : tr("The run lies later. Home or a double-click shows it. ▸"));
}

} // namespace lightbench
