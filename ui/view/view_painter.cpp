#include "ui/view/view_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {

constexpr double gridZoom = 8, valuesZoom = 32;
constexpr int chipMargin = 8, chipGap = 4;

/// Differences show their sign, with "−" instead of "-".
QString signedText(double value, const Format& format) {
    if (value == 0 || std::isnan(value)) return sampleText(value, format);
    return (value > 0 ? QStringLiteral("+") : QStringLiteral("−")) + sampleText(std::abs(value), format);
}

QStringList sampleLines(const Image& image, QPoint pixel) {
    QStringList lines;
    for (int c = 0; c < image.format().colourChannels(); ++c)
        lines << sampleText(image.at(pixel.x(), pixel.y(), c), image.format());
    return lines;
}

QStringList differenceLines(const Image& after, const Image& reference, QPoint pixel) {
    QStringList lines;
    for (int c = 0; c < after.format().colourChannels(); ++c)
        lines << signedText(after.at(pixel.x(), pixel.y(), c) - reference.at(pixel.x(), pixel.y(), c), after.format());
    return lines;
}

QString titleOf(const QString& title, const QString& usual) { return title.isEmpty() ? usual : title; }

/// Splits a readout into lines if the view is narrow.
QStringList readoutLines(const QString& readout, int width) {
    const QStringList lines = readout.split('\n');
    if (chipSize(lines, interfaceFont(0.9)).width() <= width - 2 * chipMargin) return lines;
    return QString(readout).replace(QStringLiteral(" · "), QStringLiteral("\n")).split('\n');
}

} // namespace

int viewLabelHeight() { return chipSize({QString()}, interfaceFont(0.9)).height(); }

QRect differenceLabels(const ViewState& state, double ratio) {
    const QFont font = interfaceFont(0.9);
    const int left = state.mode == ViewMode::Truth ? int(state.panes().back().clip.left() / ratio) : 0;
    // The size does not depend on the texts, so that things beside it do not move.
    const QSize title = chipSize({viewText("Difference from reference"), {}}, font), scale = legendSize(font);
    return {left + chipMargin, chipMargin, std::max(title.width(), scale.width()),
            title.height() + chipGap + scale.height()};
}

QRect readoutArea(const QString& readout, QSize view, const std::optional<QPointF>& cursor) {
    constexpr int around = 12; // of the pixel that is pointed at
    if (readout.isEmpty()) return {};
    const QSize size = chipSize(readoutLines(readout, view.width()), interfaceFont(0.9));
    QRect area({chipMargin, view.height() - chipMargin - size.height()}, size);
    if (cursor && area.adjusted(-around, -around, around, around).contains(cursor->toPoint()))
        area.moveBottom(int(cursor->y()) - around);
    return area;
}

std::vector<QRect> counterpartAreas(const ViewState& state, const std::optional<QPointF>& cursor, double ratio) {
    std::vector<QRect> areas;
    if (!cursor) return areas;
    for (const QPointF& counterpart : state.samePixelInOtherPanes((*cursor * ratio).toPoint()))
        areas.emplace_back(int(counterpart.x() / ratio) - 12, int(counterpart.y() / ratio) - 12, 25, 25);
    return areas;
}

void ViewPainter::paintPanes() {
    painter_.save();
    painter_.scale(1 / ratio_, 1 / ratio_);
    const auto all = state_.panes();
    for (const ViewPane& pane : all)
        paintPane(pane);
    for (std::size_t i = 1; state_.mode != ViewMode::Split && i < all.size(); ++i)
        painter_.fillRect(QRect(all[i].clip.left() - 2, 0, 2, all[i].clip.height()), theme().border);
    painter_.restore();
}

void ViewPainter::paintPane(const ViewPane& pane) {
    ImageLayer& picture = content_.layer(pane.side);
    if (pane.clip.isEmpty() || !picture.image()) return;
    const Placement placement = state_.placementOf(pane);
    painter_.save();
    painter_.setClipRect(pane.clip, Qt::IntersectClip);
    picture.paint(painter_, placement, pane.frame, pane.clip);
    if (placement.scale > gridZoom) drawPixelGrid(painter_, placement, state_.imageSize(pane.side), pane.clip);
    if (placement.scale >= valuesZoom) paintValues(pane, placement);
    if (pane.side == ViewSide::Difference) paintGrid(pane, placement);
    if (pane.side == ViewSide::Difference && placement.scale <= gridZoom)
        drawMarks(painter_, placement, content_.difference.marks, pane.clip);
    if (content_.marked && pane.side != ViewSide::Before) paintSelectedPixel(placement);
    painter_.restore();
}

void ViewPainter::paintGrid(const ViewPane& pane, const Placement& placement) {
    if (state_.grid && !content_.tile.isEmpty())
        drawTileGrid(painter_, placement, state_.imageSize(pane.side), content_.tile, pane.clip);
}

void ViewPainter::paintValues(const ViewPane& pane, const Placement& placement) {
    const ImageLayer& picture = content_.layer(pane.side);
    const QSize size = state_.imageSize(pane.side);
    const QImage pixels = picture.pixels();
    if (pixels.size() != size) return;
    const auto lightness = [&](QPoint pixel) { return qGray(pixels.pixel(pixel)); };
    const auto values = [&](QPoint pixel) {
        if (pane.side == ViewSide::Difference && content_.after && content_.reference)
            return differenceLines(*content_.after, *content_.reference, pixel);
        return sampleLines(*picture.image(), pixel);
    };
    drawPixelValues(painter_, placement, size, pane.clip, interfaceFont(), values, lightness);
}

void ViewPainter::paintSelectedPixel(const Placement& placement) {
    const QPoint pixel = *content_.marked;
    const QRectF cell(placement.toDevice(pixel), placement.toDevice(pixel + QPoint(1, 1)));
    painter_.setPen(QPen(theme().accent, 3));
    painter_.drawRect(cell.adjusted(-3, -3, 3, 3));
}

void ViewPainter::paintOverlays() {
    if (state_.isSplit()) paintDivider();
    paintMessage();
    paintLabels();
    if (!content_.readout.isEmpty()) {
        drawChip(painter_, readoutArea(content_.readout, size_, content_.cursor),
                 readoutLines(content_.readout, size_.width()), interfaceFont(0.9));
        // Marks the cursor's position in the other pictures.
        for (const QRect& area : counterpartAreas(state_, content_.cursor, ratio_))
            for (const auto& [colour, thickness] : {std::pair{QColor(0, 0, 0, 160), 3}, {QColor(255, 255, 255), 1}}) {
                painter_.setPen(QPen(colour, thickness));
                for (const QPoint arm : {QPoint(1, 0), QPoint(-1, 0), QPoint(0, 1), QPoint(0, -1)})
                    painter_.drawLine(area.center() + arm * 3, area.center() + arm * 10);
            }
    }
    paintLegend();
}

void ViewPainter::paintDivider() {
    const int x = int(std::lround(size_.width() * state_.divider));
    painter_.fillRect(x - 2, 0, 4, size_.height(), QColor(0, 0, 0, 70));
    painter_.fillRect(x - 1, 0, 2, size_.height(), QColor(250, 250, 250));
}

QString ViewPainter::labelOf(ViewSide side) const {
    const auto all = [](QStringList parts) {
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    };
    switch (side) {
    case ViewSide::Before:
        return all({titleOf(content_.titles.before, viewText("Before")), content_.rangeWords[0],
                    content_.after ? QString() : viewText("no result yet")});
    case ViewSide::Reference: return capitalised(titleOf(content_.titles.reference, viewText("Reference")));
    case ViewSide::After:
        return all({titleOf(content_.titles.after, viewText("After")), content_.label, content_.rangeWords[1]});
    case ViewSide::Difference: break;
    }
    return differenceTitle();
}

/// The title and the state; the bar beside it shows style and factor.
QString ViewPainter::differenceTitle() const {
    const QString unchecked = content_.isChecking ? viewText("checking…") : viewText("not checked");
    const QString waiting = content_.reference ? QStringLiteral("…") : unchecked; // always two lines
    const QString& words = content_.difference.words;
    const ViewTitles& titles = content_.titles;
    const QString title = titles.reference.isEmpty() ? viewText("Difference from reference")
                          : titles.after.isEmpty()
                              ? viewText("Difference from %1").arg(titles.reference)
                              : viewText("Difference of %1 from %2").arg(titles.after, titles.reference);
    return title + QChar('\n') + (words.isEmpty() ? waiting : words);
}

void ViewPainter::paintLabels() {
    const QFont font = interfaceFont(0.9);
    const bool isTruth = state_.mode == ViewMode::Truth;
    const bool two = state_.mode == ViewMode::SideBySide || state_.isSplit();
    const auto all = state_.panes();
    for (std::size_t i = 0; i < (isTruth ? 3 : two ? 2 : 1); ++i) {
        const QStringList lines = labelOf(all[i].side).split('\n');
        const QSize size = chipSize(lines, font);
        const bool right = !isTruth && (i == 1 || (!two && all[i].side == ViewSide::After));
        const int left = isTruth ? int(all[i].clip.left() / ratio_) + chipMargin : chipMargin;
        const int x = right ? size_.width() - chipMargin - size.width() : left;
        // Leaves out a label that does not fit its side of the divider.
        const double room = all[i].clip.width() / ratio_;
        if (room >= size.width() + 2 * chipMargin) drawChip(painter_, {{x, chipMargin}, size}, lines, font);
    }
}

void ViewPainter::paintLegend() {
    const auto all = state_.panes();
    const bool isShown = std::ranges::find(all, ViewSide::Difference, &ViewPane::side) != all.end();
    if (!isShown || !content_.after || !content_.layer(ViewSide::Difference).image()) return;
    const QFont font = interfaceFont(0.9);
    const QRect labels = differenceLabels(state_, ratio_);
    const int room = int(all.back().clip.width() / ratio_) - 2 * chipMargin; // the difference is the last pane
    const QSize size = legendSize(font).boundedTo({room, labels.height()});
    const QPoint corner(labels.left(), labels.bottom() + 1 - size.height());
    drawLegend(painter_, {corner, size}, {state_.style, content_.difference.gain, content_.after->format()}, font);
}

QString ViewPainter::message() const {
    const ViewMode mode = state_.mode;
    if (!content_.problem.isEmpty()) return content_.problem;
    const bool isDifference = state_.showsDifference();
    if (!content_.after && isDifference) return viewText("No result yet");
    if (!isDifference || (state_.isSwapped && mode == ViewMode::Difference) || content_.reference) return {};
    return content_.unchecked.isEmpty() ? viewText("Not checked.") : content_.unchecked;
}

void ViewPainter::paintMessage() {
    const QString text = message();
    if (text.isEmpty()) return;
    painter_.setFont(interfaceFont(1.1));
    const QRect room = QRect({}, size_).adjusted(32, 32, -32, -32);
    const QRect box = painter_.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, text);
    painter_.fillRect(box.adjusted(-16, -8, 16, 8), theme().canvas);
    painter_.setPen(theme().dark ? theme().textDim : theme().text);
    painter_.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, text);
}

void ViewPainter::paintDropFrame() {
    painter_.setRenderHint(QPainter::Antialiasing);
    QColor tint = theme().accent;
    tint.setAlpha(40);
    painter_.setBrush(tint);
    painter_.setPen(QPen(theme().accent, 2));
    painter_.drawRoundedRect(QRect({}, size_).adjusted(4, 4, -4, -4), 6, 6);
}

} // namespace lightbench
