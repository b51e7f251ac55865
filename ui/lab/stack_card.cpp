// Painting of cards.
#include "ui/lab/stack_card.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QPainterPath>

#include "ui/lab/stack_model.h"
#include "ui/theme.h"

namespace lightbench {

namespace {

constexpr int gap = 6, padding = 8, textLeft = 54, cardHeight = 48;

QRect cardRect(const QRect& row) { return row.adjusted(0, 0, 0, -gap); }
QRect topPart(const QRect& row) { return {row.left(), row.top(), row.width(), cardHeight}; }

QFont smallFont() { return interfaceFont(0.88); }

QColor faded(QColor colour, bool fade) {
    if (fade) colour.setAlphaF(0.45f);
    return colour;
}

QRect errorRect(const QRect& row, const QString& error) {
    if (error.isEmpty()) return {};
    const QRect room(row.left() + 28, row.top() + cardHeight, row.width() - 28 - padding, 200);
    return QFontMetrics(smallFont()).boundingRect(room, Qt::TextWordWrap, QStringLiteral("✗ ") + error);
}

void paintFrame(QPainter* painter, const QRect& card, bool chosen, bool hasError, bool focused) {
    const Theme& t = theme();
    const QColor edge = hasError ? t.bad : chosen ? t.accent : t.dark ? t.card : t.border;
    painter->setPen(QPen(edge, chosen && focused ? 1.6 : 1));
    painter->setBrush(chosen ? t.cardSelected : t.card);
    painter->drawRoundedRect(QRectF(card).adjusted(0.8, 0.8, -0.8, -0.8), 6, 6);
}

void paintHandle(QPainter* painter, const QRect& row) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme().textDim);
    const QPoint centre = StackCard::handleRect(row).center();
    for (int x : {-2, 2})
        for (int y : {-5, 0, 5})
            painter->drawEllipse(QPointF(centre) + QPointF(x, y), 1.1, 1.1);
}

void paintSwitch(QPainter* painter, const QRect& row, bool on) {
    const Theme& t = theme();
    const QRectF box = QRectF(StackCard::switchRect(row)).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->setPen(on ? t.accent : t.textDim);
    painter->setBrush(on ? t.accent : t.field);
    painter->drawRoundedRect(box, 3, 3);
    if (!on) return;
    QPainterPath tick(box.topLeft() + QPointF(3.5, 7.5));
    tick.lineTo(box.topLeft() + QPointF(6.3, 10.5));
    tick.lineTo(box.topLeft() + QPointF(11.5, 4.5));
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(t.onAccent, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPath(tick);
}

void paintTexts(QPainter* painter, const QRect& row, const QModelIndex& index, bool off) {
    const Theme& t = theme();
    const QFont plain = interfaceFont(), little = smallFont();
    const QString time = index.data(StackModel::TimeRole).toString();
    const QRect top = topPart(row).adjusted(textLeft, 0, -padding - 2, 0);
    const int timeWidth = QFontMetrics(plain).horizontalAdvance(time);
    painter->setFont(plain);
    painter->setPen(faded(index.data(StackModel::StaleRole).toBool() ? t.textDim : t.text, off));
    painter->drawText(top, Qt::AlignRight | Qt::AlignVCenter, time);
    painter->setPen(faded(t.text, off));
    const int width = top.width() - timeWidth - 8;
    const QString name = QFontMetrics(plain).elidedText(index.data().toString(), Qt::ElideRight, width);
    const QString summary = index.data(StackModel::SummaryRole).toString();
    const int nameTop = summary.isEmpty() ? (cardHeight - 18) / 2 : 7;
    painter->drawText(QRect(top.left(), top.top() + nameTop, width, 18), Qt::AlignVCenter, name);
    painter->setFont(little);
    painter->setPen(faded(t.textDim, off));
    painter->drawText(QRect(top.left(), top.top() + 25, width, 16), Qt::AlignVCenter,
                      QFontMetrics(little).elidedText(summary, Qt::ElideRight, width));
}

} // namespace

QRect StackCard::handleRect(const QRect& row) { return {row.left() + 4, row.top(), 20, cardHeight}; }
QRect StackCard::switchRect(const QRect& row) { return {row.left() + 28, row.top() + (cardHeight - 15) / 2, 15, 15}; }

QSize StackCard::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view ? view->viewport()->width() : 260;
    const QRect error = errorRect(QRect(0, 0, width, 0), index.data(StackModel::ErrorRole).toString());
    return {width, cardHeight + gap + (error.isEmpty() ? 0 : error.height() + padding)};
}

void StackCard::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool chosen = option.state & QStyle::State_Selected;
    const bool on = index.data(StackModel::EnabledRole).toBool();
    const QString error = index.data(StackModel::ErrorRole).toString();
    paintFrame(painter, cardRect(option.rect), chosen, !error.isEmpty(), option.state & QStyle::State_HasFocus);
    paintHandle(painter, option.rect);
    paintSwitch(painter, option.rect, on);
    paintTexts(painter, option.rect, index, !on);
    if (!error.isEmpty()) {
        painter->setFont(smallFont());
        painter->setPen(theme().bad);
        painter->drawText(errorRect(option.rect, error), Qt::TextWordWrap, QStringLiteral("✗ ") + error);
    }
    painter->restore();
}

} // namespace lightbench
