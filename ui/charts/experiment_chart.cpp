// Where things lie in an experiment's chart, and what keys and the mouse do.
#include "ui/charts/experiment_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lightbench {

namespace {
constexpr double leastCellWidth = 54, mostCellWidth = 92, leastCellHeight = 20, mostCellHeight = 40;
/// A bar that is longer than so many times the shortest is cut: the others could not be told apart beside it.
constexpr double mostRatio = 6;

std::vector<int> sorted(std::vector<int> values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

int placeOf(const std::vector<int>& values, int value) {
    return int(std::ranges::find(values, value) - values.begin());
}
} // namespace

ExperimentChart::ExperimentChart(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("experimentChart"));
    setAccessibleName(tr("Chart of the experiment"));
    viewport()->setAutoFillBackground(false);
}

void ExperimentChart::setMarks(std::vector<ExperimentMark> marks) {
    marks_ = std::move(marks);
    std::vector<int> widths, heights;
    nameWidth_ = badgeWidth_ = 0;
    mostMs_ = 0;
    const QFontMetrics metrics(font());
    for (const ExperimentMark& mark : marks_) {
        nameWidth_ = std::max(nameWidth_, metrics.horizontalAdvance(mark.name + tr(" (auto)")));
        mostMs_ = std::max(mostMs_, std::max(mark.upperMs, mark.medianMs));
        if (!mark.workgroup) continue;
        widths.push_back(mark.workgroup->x);
        heights.push_back(mark.workgroup->y);
    }
    badgeWidth_ = metrics.horizontalAdvance(QStringLiteral("8 888 ms") + standingText(Standing::Open, 0)) + 22;
    mostMs_ = std::min(mostMs_, mostRatio * fastestMs());
    double slowest = 1;
    for (const ExperimentMark& mark : marks_)
        if (mark.hasTime()) slowest = std::max(slowest, ratioOf(mark));
    coldest_ = slowest <= 1.5 ? 1.5 : slowest <= 2 ? 2 : 4; // in steps, so that colours rarely change
    widths_ = sorted(std::move(widths));
    heights_ = sorted(std::move(heights));
    arrange();
    viewport()->update();
}

double ExperimentChart::fastestMs() const {
    double least = 0;
    for (const ExperimentMark& mark : marks_)
        if (mark.hasTime() && mark.standing != Standing::Wrong && (least == 0 || mark.medianMs < least))
            least = mark.medianMs;
    return least > 0 ? least : mostMs_;
}

double ExperimentChart::ratioOf(const ExperimentMark& mark) const {
    return mark.ratio > 0 ? mark.ratio : mark.medianMs / std::max(1e-9, fastestMs());
}

double ExperimentChart::rowHeight() const {
    const double room = (viewport()->height() - axisHeight) / double(std::max<std::size_t>(1, marks_.size()));
    return std::clamp(room, double(fontMetrics().height() + 2), 32.0);
}

/// Of bars: between the names and the badges.
QRectF ExperimentChart::plot() const {
    const double left = margin + nameWidth_ + 8;
    const double right = std::max(left + 40, double(viewport()->width() - margin - badgeWidth_));
    return {left, 0, right - left, double(viewport()->height() - axisHeight)};
}

double ExperimentChart::msToX(double ms) const {
    return plot().left() + plot().width() * std::min(1.0, ms / std::max(1e-9, mostMs_));
}

QRectF ExperimentChart::cell(const Workgroup& workgroup) const {
    const double columns = double(std::max<std::size_t>(1, widths_.size()));
    const double rows = double(std::max<std::size_t>(1, heights_.size()));
    const double width =
        std::clamp((viewport()->width() - mapLeft - margin - legendWidth) / columns, leastCellWidth, mostCellWidth);
    const double height = std::clamp((viewport()->height() - mapTop - 4) / rows, leastCellHeight, mostCellHeight);
    return {std::round(mapLeft + placeOf(widths_, workgroup.x) * width) - horizontalScrollBar()->value(),
            std::round(mapTop + placeOf(heights_, workgroup.y) * height) - verticalScrollBar()->value(),
            std::round(width) - 2, std::round(height) - 2};
}

QRectF ExperimentChart::rectOf(std::size_t mark) const {
    const ExperimentMark& one = marks_.at(mark);
    if (isMap()) return one.workgroup ? cell(*one.workgroup) : QRectF();
    return {0, double(mark) * rowHeight() - verticalScrollBar()->value(), double(viewport()->width()), rowHeight()};
}

/// How far it scrolls.
void ExperimentChart::arrange() {
    const bool map = isMap() && !widths_.empty();
    QSizeF all(0, double(marks_.size()) * rowHeight() + axisHeight);
    if (map) {
        const QRectF last = cell({widths_.back(), heights_.back()});
        all = {last.right() + horizontalScrollBar()->value() + margin,
               last.bottom() + verticalScrollBar()->value() + 2};
    }
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(int(rowHeight()));
    verticalScrollBar()->setRange(0, std::max(0, int(std::ceil(all.height())) - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(int(leastCellWidth));
    horizontalScrollBar()->setRange(0, std::max(0, int(std::ceil(all.width())) - viewport()->width()));
}

int ExperimentChart::markAt(const QPointF& position) const {
    for (std::size_t i = 0; i < marks_.size(); ++i)
        if (rectOf(i).contains(position)) return int(i);
    return -1;
}

int ExperimentChart::currentMark() const {
    const auto found = std::ranges::find_if(marks_, [this](const ExperimentMark& one) { return isCurrent(one); });
    return found == marks_.end() ? -1 : int(found - marks_.begin());
}

void ExperimentChart::setCurrentRow(int row) {
    if (row == currentRow_) return;
    currentRow_ = row;
    if (const int mark = currentMark(); mark >= 0) {
        setAccessibleDescription(markTip(marks_[std::size_t(mark)]));
        const QRectF rect = rectOf(std::size_t(mark));
        if (rect.top() < 0) verticalScrollBar()->setValue(verticalScrollBar()->value() + int(rect.top()));
        const double below = rect.bottom() - (viewport()->height() - (isMap() ? 0 : axisHeight));
        if (below > 0) verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::ceil(below)));
    }
    viewport()->update();
    emit currentRowChanged(row);
}

void ExperimentChart::choose(int mark) {
    if (mark >= 0) setCurrentRow(int(marks_[std::size_t(mark)].row));
}

/// Along bars, or to the next cell of a map in that direction.
void ExperimentChart::step(int dx, int dy) {
    const int now = currentMark();
    if (now < 0 || !isMap()) return choose(std::clamp(now + dx + dy, 0, int(marks_.size()) - 1));
    const QRectF from = rectOf(std::size_t(now));
    int best = -1;
    double nearest = 0;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        const QPointF away = rectOf(i).center() - from.center();
        const double along = dx * away.x() + dy * away.y();
        const double aside = std::abs(dx != 0 ? away.y() : away.x());
        if (along < 1 || aside > 1 || !marks_[i].workgroup) continue;
        if (best < 0 || along < nearest) best = int(i), nearest = along;
    }
    choose(best);
}

void ExperimentChart::keyPressEvent(QKeyEvent* event) {
    if (marks_.empty()) return QAbstractScrollArea::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: return step(-1, 0);
    case Qt::Key_Right: return step(1, 0);
    case Qt::Key_Up: return step(0, -1);
    case Qt::Key_Down: return step(0, 1);
    case Qt::Key_Home: return choose(0);
    case Qt::Key_End: return choose(int(marks_.size()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (currentMark() >= 0) emit activated(currentRow_);
        return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void ExperimentChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(markAt(event->position()));
}

void ExperimentChart::mouseDoubleClickEvent(QMouseEvent* event) {
    const int mark = markAt(event->position());
    if (mark >= 0) emit activated(int(marks_[std::size_t(mark)].row));
}

bool ExperimentChart::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int mark = markAt(help->pos());
    if (mark < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), markTip(marks_[std::size_t(mark)]), viewport(),
                           rectOf(std::size_t(mark)).toRect());
    return true;
}

void ExperimentChart::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void ExperimentChart::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) viewport()->update();
}

} // namespace lightbench
