// How the image view draws itself.
#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/view/image_layer.h"
#include "ui/view/image_view.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {

constexpr double gridZoom = 8, valuesZoom = 32;
constexpr int margin = 8, gap = 4;

/// "-1" as "−1"; differences say their sign.
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

} // namespace

void ImageView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.fillRect(event->rect(), theme().canvas);
    if (before_) {
        paintPanes(painter);
        paintRectangle(painter);
        if (mode_ == ViewMode::Split && after_) paintDivider(painter);
        paintMessage(painter);
        paintOverlay(painter);
    }
    if (dropping_) paintDropFrame(painter);
}

void ImageView::paintPanes(QPainter& painter) {
    painter.save();
    const double ratio = devicePixelRatioF();
    painter.scale(1 / ratio, 1 / ratio);
    const auto all = panes();
    for (const Pane& pane : all)
        paintPane(painter, pane);
    if (mode_ == ViewMode::SideBySide)
        painter.fillRect(QRect(all[0].clip.right() + 1, 0, 2, all[0].clip.height()), theme().border);
    painter.restore();
}

void ImageView::paintPane(QPainter& painter, const Pane& pane) {
    ImageLayer& picture = layer(pane.side);
    if (pane.clip.isEmpty() || !picture.image()) return;
    const Placement placement = placementOf(pane);
    const QSize size = imageSize(pane.side);
    painter.save();
    painter.setClipRect(pane.clip, Qt::IntersectClip);
    picture.paint(painter, placement, pane.frame, pane.clip);
    if (placement.scale > gridZoom) drawPixelGrid(painter, placement, size, pane.clip);
    const QImage pixels = picture.pixels();
    if (placement.scale >= valuesZoom && pixels.size() == size) {
        const auto lightness = [&](QPoint pixel) { return qGray(pixels.pixel(pixel)); };
        const auto values = [&](QPoint pixel) {
            if (pane.side == Side::Difference && after_ && reference_)
                return differenceLines(*after_, *reference_, pixel);
            return sampleLines(*picture.image(), pixel);
        };
        drawPixelValues(painter, placement, size, pane.clip, interfaceFont(), values, lightness);
    }
    if (pane.side == Side::Difference && placement.scale <= gridZoom) drawMarks(painter, placement, marks_, pane.clip);
    if (marked_ && pane.side != Side::Before) {
        const QRectF cell(placement.toDevice(*marked_), placement.toDevice(*marked_ + QPoint(1, 1)));
        painter.setPen(QPen(theme().accent, 3));
        painter.drawRect(cell.adjusted(-3, -3, 3, 3));
    }
    painter.restore();
}

void ImageView::paintDivider(QPainter& painter) {
    const int x = int(std::lround(width() * dividerPosition()));
    painter.fillRect(x - 2, 0, 4, height(), QColor(0, 0, 0, 70));
    painter.fillRect(x - 1, 0, 2, height(), QColor(250, 250, 250));
}

QString ImageView::chipText(Side side) const {
    switch (side) {
    case Side::Before: return tr("Before");
    case Side::After: return label_.isEmpty() ? tr("After") : tr("After · %1").arg(label_);
    case Side::Difference: break;
    }
    return differenceTitle();
}

/// What it is, and whether there is any; its style and factor are said by the bar beside it.
QString ImageView::differenceTitle() const {
    const QString waiting = reference_ ? QStringLiteral("…") : tr("not checked"); // two lines in any case
    return tr("Difference from reference") + QChar('\n') + (differing_.isEmpty() ? waiting : differing_);
}

int ImageView::labelHeight() const { return chipSize({QString()}, interfaceFont(0.9)).height(); }

QRect ImageView::differenceLabels() const {
    const QFont font = interfaceFont(0.9);
    // Of the same size whatever they say: what lies beside them stays where it is.
    const QSize title = chipSize({tr("Difference from reference"), {}}, font), scale = legendSize(font);
    return {margin, margin, std::max(title.width(), scale.width()), title.height() + gap + scale.height()};
}

void ImageView::paintOverlay(QPainter& painter) {
    const QFont font = interfaceFont(0.9);
    const bool two = mode_ == ViewMode::SideBySide || (mode_ == ViewMode::Split && after_);
    const auto all = panes();
    for (std::size_t i = 0; i < (two ? 2 : 1); ++i) {
        const QStringList lines = chipText(all[i].side).split('\n');
        const QSize size = chipSize(lines, font);
        const bool right = i == 1 || (!two && all[i].side == Side::After);
        const int x = right ? width() - margin - size.width() : margin;
        // A label whose side of the divider is too narrow for it is left out.
        const double room = all[i].clip.width() / devicePixelRatioF();
        if (room >= size.width() + 2 * margin) drawChip(painter, {{x, margin}, size}, lines, font);
    }
    paintHover(painter);
    if (!twinArea().isEmpty() && !readout_.isEmpty()) paintTwin(painter);
    if (mode_ != ViewMode::Difference || other_ || !after_ || !layer(Side::Difference).image()) return;
    const QSize size = legendSize(font);
    const QPoint corner(margin, differenceLabels().bottom() + 1 - size.height());
    drawLegend(painter, {corner, size}, {style_, gain_, after_->format()}, font);
}

QRect ImageView::readoutArea() const {
    if (readout_.isEmpty()) return {};
    const QSize size = chipSize(readoutLines(), interfaceFont(0.9));
    return {{margin, height() - margin - size.height()}, size};
}

void ImageView::paintHover(QPainter& painter) {
    if (!readout_.isEmpty()) drawChip(painter, readoutArea(), readoutLines(), interfaceFont(0.9));
}

/// The readout as the view's width lets it be written: its values in one line, or each in a line of its own.
QStringList ImageView::readoutLines() const {
    const QStringList lines = readout_.split('\n');
    if (chipSize(lines, interfaceFont(0.9)).width() <= width() - 2 * margin) return lines;
    return QString(readout_).replace(QStringLiteral(" · "), QStringLiteral("\n")).split('\n');
}

/// The cursor's place in the other picture of side by side.
void ImageView::paintTwin(QPainter& painter) {
    const QPoint centre = twinArea().center();
    for (const auto& [colour, thickness] : {std::pair{QColor(0, 0, 0, 160), 3}, {QColor(255, 255, 255), 1}}) {
        painter.setPen(QPen(colour, thickness));
        for (const QPoint arm : {QPoint(1, 0), QPoint(-1, 0), QPoint(0, 1), QPoint(0, -1)})
            painter.drawLine(centre + arm * 3, centre + arm * 10);
    }
}

QString ImageView::message() const {
    if (!problem_.isEmpty()) return problem_;
    if (!after_ && (mode_ == ViewMode::After || mode_ == ViewMode::Difference)) return tr("No result yet");
    if (mode_ != ViewMode::Difference || other_ || reference_) return {};
    return tr("Not checked. Turn on “Check against reference” to see where the result differs.");
}

void ImageView::paintMessage(QPainter& painter) {
    const QString text = message();
    if (text.isEmpty()) return;
    painter.setFont(interfaceFont(1.1));
    const QRect room = rect().adjusted(32, 32, -32, -32);
    const QRect box = painter.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, text);
    painter.fillRect(box.adjusted(-16, -8, 16, 8), theme().canvas);
    painter.setPen(theme().dark ? theme().textDim : theme().text);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, text);
}

void ImageView::paintDropFrame(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    QColor tint = theme().accent;
    tint.setAlpha(40);
    painter.setBrush(tint);
    painter.setPen(QPen(theme().accent, 2));
    painter.drawRoundedRect(rect().adjusted(4, 4, -4, -4), 6, 6);
}

} // namespace lightbench
