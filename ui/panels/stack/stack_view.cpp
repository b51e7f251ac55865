// Paints cards, and implements dragging itself, since one short list needs no system drag and drop.
#include "ui/panels/stack/stack_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/controls/switch_button.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr int cardGap = 6, cardPadding = 8, textLeft = 54, cardHeight = 48;

QRect cardRect(const QRect& row) { return row.adjusted(0, 0, 0, -cardGap); }
QRect topPart(const QRect& row) { return {row.left(), row.top(), row.width(), cardHeight}; }

QFont smallFont() { return interfaceFont(0.88); }

QColor faded(QColor colour, bool fade) {
    if (fade) colour.setAlphaF(0.45f);
    return colour;
}

QRect errorRect(const QRect& row, const QString& error) {
    if (error.isEmpty()) return {};
    const QRect room(row.left() + 28, row.top() + cardHeight, row.width() - 28 - cardPadding, 200);
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

/// The rectangles of a card's texts. In narrow cards the time is in the second line, so that the name has the first.
struct TextRooms {
    QRect name, summary, time;
};

TextRooms roomsOf(const QRect& row, int timeWidth, bool hasSummary) {
    constexpr int narrow = 236, between = 8;
    const QRect all = topPart(row).adjusted(textLeft, 0, -cardPadding - 2, 0);
    const QRect first(all.left(), all.top() + 7, all.width(), 18), second(all.left(), all.top() + 25, all.width(), 16);
    const QRect middle(all.left(), all.top() + (cardHeight - 18) / 2, all.width(), 18);
    const bool isNarrow = row.width() < narrow;
    const auto beside = [&](const QRect& line) { return line.adjusted(0, 0, -timeWidth - between, 0); };
    return {isNarrow ? first : beside(hasSummary ? first : middle), beside(second), isNarrow ? second : all};
}

void paintTexts(QPainter* painter, const QRect& row, const QModelIndex& index, bool off) {
    const Theme& t = theme();
    const QFont plain = interfaceFont(), little = smallFont();
    const QString time = index.data(StackModel::TimeRole).toString();
    const QString summary = index.data(StackModel::SummaryRole).toString();
    const TextRooms rooms = roomsOf(row, QFontMetrics(plain).horizontalAdvance(time), !summary.isEmpty());
    const auto write = [painter](const QFont& font, const QColor& colour, const QRect& room, const QString& text) {
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                          QFontMetrics(font).elidedText(text, Qt::ElideRight, room.width()));
    };
    painter->setFont(plain);
    painter->setPen(faded(index.data(StackModel::StaleRole).toBool() ? t.textDim : t.text, off));
    painter->drawText(rooms.time, Qt::AlignRight | Qt::AlignVCenter, time);
    write(plain, faded(t.text, off), rooms.name, index.data().toString());
    write(little, faded(t.textDim, off), rooms.summary, summary);
}

} // namespace

QRect StackCard::handleRect(const QRect& row) { return {row.left() + 4, row.top(), 20, cardHeight}; }
QRect StackCard::switchRect(const QRect& row) { return {row.left() + 28, row.top() + (cardHeight - 15) / 2, 15, 15}; }

QSize StackCard::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view ? view->viewport()->width() : 260;
    const QRect error = errorRect(QRect(0, 0, width, 0), index.data(StackModel::ErrorRole).toString());
    return {width, cardHeight + cardGap + (error.isEmpty() ? 0 : error.height() + cardPadding)};
}

void StackCard::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool chosen = option.state & QStyle::State_Selected;
    const bool on = index.data(StackModel::EnabledRole).toBool();
    const QString error = index.data(StackModel::ErrorRole).toString();
    paintFrame(painter, cardRect(option.rect), chosen, !error.isEmpty(), option.state & QStyle::State_HasFocus);
    paintHandle(painter, option.rect);
    paintTickBox(*painter, StackCard::switchRect(option.rect), on);
    paintTexts(painter, option.rect, index, !on);
    if (!error.isEmpty()) {
        painter->setFont(smallFont());
        painter->setPen(theme().bad);
        painter->drawText(errorRect(option.rect, error), Qt::TextWordWrap, QStringLiteral("✗ ") + error);
    }
    painter->restore();
}

StackView::StackView(Session& session, QWidget* parent) : QListView(parent), session_(session) {
    setModel(session.model());
    setItemDelegate(new StackCard(this));
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setResizeMode(QListView::Adjust);
    setAccessibleName(tr("Stack"));
    setAccessibleDescription(tr("Stages in order. Return switches a stage on or off, Alt and the arrows move it"));
    setObjectName(QStringLiteral("stackView"));
}

QSize StackView::sizeHint() const {
    int height = 0;
    for (int row = 0; model() && row < model()->rowCount(); ++row)
        height += sizeHintForRow(row);
    return {260, height + 2};
}

void StackView::mousePressEvent(QMouseEvent* event) {
    const QModelIndex at = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && at.isValid() &&
        StackCard::switchRect(visualRect(at)).adjusted(-6, -10, 6, 10).contains(event->pos())) {
        setFocus(Qt::MouseFocusReason);
        return toggle(at.row());
    }
    QListView::mousePressEvent(event);
    pressedRow_ = event->button() == Qt::LeftButton && at.isValid() ? at.row() : -1;
    pressedAt_ = event->pos();
}

void StackView::mouseMoveEvent(QMouseEvent* event) {
    const QModelIndex at = indexAt(event->pos());
    const bool overHandle = at.isValid() && StackCard::handleRect(visualRect(at)).contains(event->pos());
    viewport()->setCursor(dropRow_ >= 0 ? Qt::ClosedHandCursor : overHandle ? Qt::OpenHandCursor : Qt::ArrowCursor);
    if (pressedRow_ < 0 || !(event->buttons() & Qt::LeftButton)) return;
    if (dropRow_ < 0 && (event->pos() - pressedAt_).manhattanLength() < QApplication::startDragDistance()) return;
    dropRow_ = dropRowAt(event->pos().y());
    viewport()->update();
}

void StackView::mouseReleaseEvent(QMouseEvent* event) {
    const bool dragged = dropRow_ >= 0;
    endDrag(true);
    if (!dragged) QListView::mouseReleaseEvent(event);
}

void StackView::endDrag(bool drop) {
    const int from = pressedRow_, dropRow = dropRow_;
    pressedRow_ = dropRow_ = -1;
    viewport()->update();
    viewport()->setCursor(Qt::ArrowCursor);
    if (!drop || from < 0 || dropRow < 0) return;
    const int to = dropRow > from ? dropRow - 1 : dropRow;
    if (to != from) session_.move(from, to);
}

void StackView::toggle(int row) { session_.setEnabled(row, !session_.stack()[std::size_t(row)].enabled); }

int StackView::dropRowAt(int y) const {
    int row = 0;
    while (row < model()->rowCount() && visualRect(model()->index(row, 0)).center().y() < y)
        ++row;
    return row;
}

int StackView::dropLineY(int dropRow) const {
    if (dropRow < model()->rowCount()) return visualRect(model()->index(dropRow, 0)).top() - 4;
    return visualRect(model()->index(dropRow - 1, 0)).bottom() - 2;
}

void StackView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && dropRow_ >= 0) return endDrag(false);
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && currentIndex().isValid()) return toggle(currentIndex().row());
    QListView::keyPressEvent(event);
}

void StackView::paintEvent(QPaintEvent* event) {
    QListView::paintEvent(event);
    if (dropRow_ < 0) return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().accent);
    const int y = std::max(1, dropLineY(dropRow_));
    painter.drawRoundedRect(QRectF(2, y - 1, viewport()->width() - 4, 3), 1.5, 1.5);
    painter.drawEllipse(QPointF(4, y + 0.5), 4, 4);
}

void StackView::resizeEvent(QResizeEvent* event) {
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // cards are as wide as the view
}

} // namespace lightbench
