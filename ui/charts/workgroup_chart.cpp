#include "ui/charts/workgroup_chart.h"

#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/image/colours.h"
#include "ui/charts/time_axis.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr double gutter = 44, scaleHeight = 6;

/// The picture's time colours, from left to right.
QLinearGradient timeGradient(const QRectF& plot) {
    QLinearGradient gradient(plot.left(), 0, plot.right(), 0);
    for (int i = 0; i <= 16; ++i) {
        const Rgb colour = timeColour(i / 16.0);
        gradient.setColorAt(i / 16.0, QColor(colour.red, colour.green, colour.blue));
    }
    return gradient;
}

/// Ticks for a recording in pixels: integers, 1, 2 or 5 times a power of ten.
QList<TimeTick> orderTicks(double end, int maximum) {
    QList<TimeTick> ticks = ticksOf({0, end}, maximum);
    for (TimeTick& tick : ticks)
        tick.text = countText(quint64(std::llround(tick.us)));
    return ticks;
}
} // namespace

QString replayTimeText(RecordedUnit unit, double time) {
    if (unit == RecordedUnit::Nanoseconds) return exactTimeText(time / 1e3);
    return WorkgroupChart::tr("%1 pixels").arg(countText(quint64(time)));
}

WorkgroupChart::WorkgroupChart(QWidget* parent) : QWidget(parent) { setMouseTracking(true); }

void WorkgroupChart::setRecording(RecordingPtr recording) {
    recording_ = std::move(recording);
    end_ = recording_ ? std::max(1u, recording_->end()) : 1;
    update();
}

void WorkgroupChart::setTime(double time) {
    time_ = time;
    update();
}

QRectF WorkgroupChart::plot() const {
    const double below = scaleHeight + 6 + fontMetrics().height();
    return {gutter, 2, std::max(1.0, width() - gutter - 8), std::max(1.0, height() - below - 2)};
}

double WorkgroupChart::xOf(double time) const { return plot().left() + plot().width() * time / end_; }

std::vector<WorkgroupChart::Line> WorkgroupChart::lines() const {
    if (!recording_) return {};
    const auto& groups = recording_->groups;
    const std::size_t count = std::min(groups.size(), std::size_t(plot().height()));
    std::vector<Line> all;
    for (std::size_t i = 0; i < count; ++i) {
        Line line{i * groups.size() / count, (i + 1) * groups.size() / count - 1, {}};
        line.lifetime = groups[line.first];
        for (std::size_t g = line.first; g <= line.last; ++g) {
            line.lifetime.start = std::min(line.lifetime.start, groups[g].start);
            line.lifetime.finish = std::max(line.lifetime.finish, groups[g].finish);
            line.lifetime.waited = std::max(line.lifetime.waited, groups[g].waited);
        }
        all.push_back(line);
    }
    return all;
}

QRectF WorkgroupChart::barOf(std::size_t group) const {
    const std::vector<Line> all = lines();
    const double height = plot().height() / double(std::max<std::size_t>(1, all.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
        if (group <= all[i].last) {
            const double left = xOf(all[i].lifetime.start), right = xOf(all[i].lifetime.finish);
            const double gap = height > 6 ? 1 : 0;
            return {left, plot().top() + double(i) * height, std::max(1.0, right - left), std::max(1.0, height - gap)};
        }
    return {};
}

int WorkgroupChart::groupAt(const QPointF& position) const {
    const std::vector<Line> all = lines();
    const QRectF at = plot();
    if (all.empty() || !at.contains(position)) return -1;
    const auto i = std::size_t((position.y() - at.top()) / at.height() * double(all.size()));
    return int(all[std::min(i, all.size() - 1)].first);
}

void WorkgroupChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(plot(), theme().field);
    if (!recording_) return;
    paintBars(painter);
    paintAxis(painter);
    const double x = std::round(xOf(std::min(time_, end_)));
    painter.fillRect(QRectF(x, 0, 1, plot().bottom() + scaleHeight + 2), theme().text);
}

/// The hatched part of a bar is as long as its waits together; when they were is not recorded.
void WorkgroupChart::paintBars(QPainter& painter) const {
    const QLinearGradient gradient = timeGradient(plot());
    for (const Line& line : lines()) {
        const QRectF bar = barOf(line.first);
        painter.fillRect(bar, gradient);
        const double waited = plot().width() * line.lifetime.waited / end_;
        if (waited < 1) continue;
        const QRectF part(bar.left(), bar.top(), std::min(waited, bar.width()), bar.height());
        painter.fillRect(part, QColor(0, 0, 0, 120));
        painter.fillRect(part, QBrush(QColor(255, 255, 255, 150), Qt::BDiagPattern));
    }
}

void WorkgroupChart::paintAxis(QPainter& painter) const {
    const QRectF at = plot();
    const QFontMetrics metrics(painter.font());
    painter.fillRect(QRectF(at.left(), at.bottom() + 2, at.width(), scaleHeight), timeGradient(at));
    painter.setPen(theme().textDim);
    const int last = int(recording_->groups.size()) - 1;
    const QRectF numbers(0, at.top() - 2, gutter - 6, at.height() + 4);
    painter.drawText(numbers, Qt::AlignRight | Qt::AlignTop, QStringLiteral("0"));
    if (last > 0 && at.height() > 2.2 * metrics.height())
        painter.drawText(numbers, Qt::AlignRight | Qt::AlignBottom, countText(quint64(last)));
    if (at.height() > 3.5 * metrics.height()) painter.drawText(numbers, Qt::AlignRight | Qt::AlignVCenter, tr("group"));
    const bool isTimed = recording_->unit == RecordedUnit::Nanoseconds;
    const int widest = metrics.horizontalAdvance(QStringLiteral("88 888 888")) + 28;
    const int maximum = std::max(1, int(at.width()) / widest);
    const double top = at.bottom() + scaleHeight + 4;
    const QString unit = isTimed ? QString() : tr("pixels finished");
    const double right = this->width() - (unit.isEmpty() ? 0 : metrics.horizontalAdvance(unit) + 12);
    for (const TimeTick& tick : isTimed ? ticksOf({0, end_ / 1e3}, maximum) : orderTicks(end_, maximum)) {
        const double x = xOf(isTimed ? tick.us * 1e3 : tick.us), width = metrics.horizontalAdvance(tick.text);
        const double left = std::max(x - width / 2, 0.0);
        if (left + width > right) continue;
        painter.drawText(QRectF(left, top, width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignTop, tick.text);
    }
    painter.drawText(QRectF(0, top, this->width() - 4, metrics.height()), Qt::AlignRight | Qt::AlignTop, unit);
}

void WorkgroupChart::mousePressEvent(QMouseEvent* event) {
    const double part = (event->position().x() - plot().left()) / plot().width();
    if (recording_) emit timeChosen(std::clamp(part, 0.0, 1.0) * end_);
}

void WorkgroupChart::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) mousePressEvent(event);
    emit groupChanged(groupAt(event->position()));
}

void WorkgroupChart::leaveEvent(QEvent*) { emit groupChanged(-1); }

} // namespace lightbench
