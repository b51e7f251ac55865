#include "ui/charts/timeline_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/theme/theme.h"

namespace lightbench {

static constexpr double gap = 6, edge = 12;
static constexpr double reach = 3; ///< pixels around a narrow bar in which the mouse finds it
/// Each row's share of the height, and the largest useful heights of a row and of a lane in the queue, in pixels.
static constexpr std::array<double, TimelineBar::RowCount> shares{0.42, 0.2, 0.38};
static constexpr double maxHeight = 64, maxLane = 12;

TimelineChart::TimelineChart(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setObjectName(QStringLiteral("timelineChart"));
    setFont(interfaceFont(0.9));
}

void TimelineChart::setBars(std::vector<TimelineBar> bars, const TimeRange& run, const TimeRange& all) {
    bars_ = std::move(bars);
    lanes_ = 1;
    for (const TimelineBar& bar : bars_)
        lanes_ = std::max(lanes_, bar.lane + 1);
    run_ = run;
    all_ = all;
    hovered_ = chosen_ = -1; // the bars are another run's
    if (!byHand_) range_ = followed(range_, everything_ ? all_ : run_);
    emit currentChanged();
    emit rangeChanged();
    update();
}

void TimelineChart::setDimmed(bool dimmed) {
    dimmed_ = dimmed;
    update();
}

void TimelineChart::fit(bool everything) {
    everything_ = everything;
    byHand_ = false;
    range_ = followed({0, 0}, everything_ ? all_ : run_);
    emit rangeChanged();
    update();
}

void TimelineChart::showRange(const TimeRange& range) {
    byHand_ = true;
    range_ = range;
    emit rangeChanged();
    update();
}

QRectF TimelineChart::plot() const {
    const QFontMetrics metrics = fontMetrics();
    const double left = std::max({metrics.horizontalAdvance(tr("Device")), metrics.horizontalAdvance(tr("Queue")),
                                  metrics.horizontalAdvance(tr("Host"))}) +
                        edge;
    return {left, 0, std::max(1.0, width() - left - edge), std::max(1.0, height() - metrics.height() - 6.0)};
}

/// The queue's row is no higher than its lanes need.
double TimelineChart::rowHeight(int row) const {
    const double room = (plot().height() - (TimelineBar::RowCount - 1) * gap) * shares[std::size_t(row)];
    const double maximum = row == TimelineBar::Queue ? lanes_ * maxLane : maxHeight;
    return std::max(1.0, std::floor(std::min(room, maximum)));
}

QRectF TimelineChart::rowRect(int row) const {
    double top = 0;
    for (int above = 0; above < row; ++above)
        top += rowHeight(above) + gap;
    return {plot().left(), top, plot().width(), rowHeight(row)};
}

double TimelineChart::xOf(double us) const {
    const QRectF all = plot();
    return all.left() + (us - range_.begin) / range_.length() * all.width();
}

double TimelineChart::usAt(double x) const {
    const QRectF all = plot();
    return range_.begin + (x - all.left()) / all.width() * range_.length();
}

QRectF TimelineChart::rectOf(const TimelineBar& bar) const {
    if (bar.time.end < range_.begin || bar.time.begin > range_.end) return {};
    QRectF row = rowRect(bar.row);
    if (bar.row == TimelineBar::Queue) {
        const double height = row.height() / lanes_;
        row = {row.left(), row.top() + bar.lane * height, row.width(), std::max(2.0, height - 1)};
    }
    const double left = std::max(row.left(), xOf(bar.time.begin)), right = std::min(row.right(), xOf(bar.time.end));
    return {left, row.top(), std::max(1.0, right - left), row.height()};
}

/// Of several near bars the shortest, because it is the hardest to hit.
int TimelineChart::barAt(const QPointF& position) const {
    int best = -1;
    for (int i = 0; i < int(bars_.size()); ++i) {
        const TimelineBar& bar = bars_[std::size_t(i)];
        if (!rectOf(bar).adjusted(-reach, 0, reach, 0).contains(position)) continue;
        if (best < 0 || bar.time.length() < bars_[std::size_t(best)].time.length()) best = i;
    }
    return best;
}

void TimelineChart::hover(int bar) {
    if (std::exchange(hovered_, bar) == bar) return;
    emit currentChanged();
    update();
}

void TimelineChart::choose(int bar) {
    chosen_ = bar;
    hovered_ = -1;
    if (chosen_ >= 0) {
        const TimeRange time = bars_[std::size_t(chosen_)].time;
        const double middle = (time.begin + time.end) / 2;
        if (middle < range_.begin || middle > range_.end)
            showRange(moved(range_, middle - (range_.begin + range_.end) / 2, all_));
    }
    emit currentChanged();
    update();
}

/// Chooses the previous or next bar of the row; first the row's first bar.
void TimelineChart::step(int direction) {
    if (bars_.empty()) return;
    const int next = chosen_ < 0 ? 0 : chosen_ + direction;
    const bool isThere = next >= 0 && next < int(bars_.size());
    if (isThere && (chosen_ < 0 || bars_[std::size_t(next)].row == bars_[std::size_t(chosen_)].row)) choose(next);
}

/// Chooses the bar of the next row whose start is nearest.
void TimelineChart::changeRow(int direction) {
    if (chosen_ < 0) return step(1);
    const TimelineBar& from = bars_[std::size_t(chosen_)];
    int best = -1;
    double distance = 0;
    for (int i = 0; i < int(bars_.size()); ++i) {
        const TimelineBar& bar = bars_[std::size_t(i)];
        if (bar.row != from.row + direction) continue;
        const double apart = std::abs(bar.time.begin - from.time.begin);
        if (best < 0 || apart < distance) best = i, distance = apart;
    }
    if (best >= 0) choose(best);
}

void TimelineChart::zoom(double us, double factor) { showRange(zoomed(range_, us, factor, all_)); }

void TimelineChart::wheelEvent(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const bool sideways = (event->modifiers() & Qt::ShiftModifier) || std::abs(delta.x()) > std::abs(delta.y());
    const double notches = (delta.y() != 0 ? delta.y() : delta.x()) / 120.0;
    if (sideways)
        showRange(moved(range_, -notches * 0.1 * range_.length(), all_));
    else
        zoom(usAt(event->position().x()), std::pow(0.8, notches));
    hover(barAt(event->position()));
    event->accept();
}

void TimelineChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    dragged_ = event->position().x();
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event) {
    if (!dragged_) return hover(barAt(event->position()));
    setCursor(Qt::ClosedHandCursor);
    const double by = event->position().x() - std::exchange(*dragged_, event->position().x());
    showRange(moved(range_, -by / plot().width() * range_.length(), all_));
}

void TimelineChart::mouseReleaseEvent(QMouseEvent* event) {
    dragged_.reset();
    unsetCursor();
    hover(barAt(event->position()));
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent*) { fit(everything_); }

void TimelineChart::leaveEvent(QEvent*) { hover(-1); }

void TimelineChart::focusOutEvent(QFocusEvent* event) {
    choose(-1);
    QWidget::focusOutEvent(event);
}

bool TimelineChart::navigate(int key, bool isShifted) {
    const double middle = chosen_ >= 0
                              ? (bars_[std::size_t(chosen_)].time.begin + bars_[std::size_t(chosen_)].time.end) / 2
                              : (range_.begin + range_.end) / 2;
    const bool isLeft = key == Qt::Key_Left, isSide = isLeft || key == Qt::Key_Right;
    if (isSide && isShifted)
        showRange(moved(range_, (isLeft ? -0.1 : 0.1) * range_.length(), all_));
    else if (isSide)
        step(isLeft ? -1 : 1);
    else if (key == Qt::Key_Up || key == Qt::Key_Down)
        changeRow(key == Qt::Key_Up ? -1 : 1);
    else if (key == Qt::Key_PageUp || key == Qt::Key_PageDown)
        zoom(middle, key == Qt::Key_PageUp ? 0.8 : 1.25);
    else if (key == Qt::Key_Home || key == Qt::Key_End)
        fit(key == Qt::Key_End);
    else
        return false;
    return true;
}

void TimelineChart::keyPressEvent(QKeyEvent* event) {
    const bool isPlain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    if (!isPlain || !navigate(event->key(), event->modifiers() & Qt::ShiftModifier)) QWidget::keyPressEvent(event);
}

bool TimelineChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int bar = barAt(help->pos());
    QString text;
    if (bar >= 0) text = QString(bars_[std::size_t(bar)].text).replace(QStringLiteral(" · "), QStringLiteral("\n"));
    const QRectF row = rowRect(TimelineBar::Queue);
    if (bar < 0 && help->pos().x() < row.left())
        text =
            tr("Device: when each command ran. Queue: how long it waited before that. Its bar is hollow while the host "
               "holds the command, and pale while the device has it but has not begun. Commands that wait at the same "
               "time are drawn below each other. Host: what the program did meanwhile; hollow where it only waits.");
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

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
