// The menu is made when it opens, from the buttons as they are then.
#include "ui/controls/overflow_row.h"

#include <QEvent>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace lightbench {

static constexpr int buttonGap = 8;

OverflowRow::OverflowRow(const std::vector<QToolButton*>& buttons, QWidget* parent)
    : QWidget(parent), more_(new QToolButton(this)) {
    for (QToolButton* button : buttons) {
        button->setParent(this);
        places_.push_back({button});
    }
    more_->setText(QStringLiteral("»"));
    more_->setAccessibleName(tr("More"));
    more_->setToolTip(tr("What does not fit into the row"));
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(new QMenu(more_));
    connect(more_->menu(), &QMenu::aboutToShow, this, &OverflowRow::fillMenu);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    arrange();
}

void OverflowRow::setShown(QToolButton* button, bool isShown) {
    const auto place = std::ranges::find(places_, button, &Place::button);
    if (place == places_.end() || place->isShown == isShown) return;
    place->isShown = isShown;
    updateGeometry();
    arrange();
}

/// Of the first `count` buttons that are shown, with the gaps between them.
int OverflowRow::widthOf(std::size_t count) const {
    int width = 0;
    for (const Place& place : places_) {
        if (!place.isShown) continue;
        if (count-- == 0) break;
        width += (width > 0 ? buttonGap : 0) + place.button->sizeHint().width();
    }
    return width;
}

QSize OverflowRow::sizeHint() const {
    int height = more_->sizeHint().height();
    for (const Place& place : places_)
        height = std::max(height, place.button->sizeHint().height());
    return {widthOf(places_.size()), height};
}

QSize OverflowRow::minimumSizeHint() const {
    return {std::min(more_->sizeHint().width(), sizeHint().width()), sizeHint().height()};
}

void OverflowRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

/// A button may have another text.
bool OverflowRow::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        arrange();
    }
    return QWidget::event(event);
}

void OverflowRow::arrange() {
    const auto shown = std::size_t(std::ranges::count(places_, true, &Place::isShown));
    std::size_t fitting = shown;
    const int more = buttonGap + more_->sizeHint().width();
    while (fitting > 0 && widthOf(fitting) + (fitting < shown ? more : 0) > width())
        --fitting;
    int x = 0;
    const auto put = [&](QToolButton* button) {
        button->setGeometry(x, 0, button->sizeHint().width(), height());
        x += button->width() + buttonGap;
    };
    std::size_t index = 0;
    for (const Place& place : places_) {
        const bool isPut = place.isShown && index++ < fitting;
        if (isPut) put(place.button);
        place.button->setVisible(isPut);
    }
    if (fitting < shown) put(more_);
    more_->setVisible(fitting < shown);
}

void OverflowRow::fillMenu() {
    QMenu* menu = more_->menu();
    menu->clear();
    for (const Place& place : places_) {
        QToolButton* button = place.button;
        if (!place.isShown || button->isVisible()) continue;
        if (button->menu()) {
            button->menu()->setTitle(button->text());
            menu->addMenu(button->menu())->setEnabled(button->isEnabled());
            continue;
        }
        QAction* action = menu->addAction(button->text(), button, &QToolButton::click);
        action->setEnabled(button->isEnabled());
        action->setCheckable(button->isCheckable());
        action->setChecked(button->isChecked());
        action->setToolTip(button->toolTip());
    }
}

} // namespace lightbench
