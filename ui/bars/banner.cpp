// Layout and colours of the card.
#include "ui/bars/banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/theme/theme.h"

namespace lightbench {

Banner::Banner(QWidget* parent) : QFrame(parent), text_(new QLabel(this)) {
    setObjectName(QStringLiteral("banner"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 8, 8);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText); // file names may look like markup
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(text_, 1);
    log_ = new QToolButton(this);
    log_->setText(tr("Log"));
    log_->setToolTip(tr("Show the Log, which keeps this message and its details"));
    log_->setProperty("flat", true);
    take_ = new QToolButton(this);
    take_->setObjectName(QStringLiteral("takeOffer"));
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setToolTip(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss"));
    close->setProperty("flat", true);
    row->addWidget(take_);
    row->addWidget(log_);
    row->addWidget(close);
    connect(log_, &QToolButton::clicked, this, &Banner::logRequested);
    connect(take_, &QToolButton::clicked, this, &Banner::offerTaken);
    connect(close, &QToolButton::clicked, this, &Banner::dismiss);
    hide();
}

void Banner::showNotice(const QString& text) {
    notice_ = text;
    refresh();
}

void Banner::showError(const QString& text) {
    error_ = text;
    refresh();
}

void Banner::clearError() { showError({}); }

void Banner::showOffer(const QString& text, const QString& button) {
    offer_ = text;
    take_->setText(button);
    refresh();
}

void Banner::dismiss() {
    const bool wasError = !error_.isEmpty(), wasOffer = !wasError && !offer_.isEmpty();
    (wasError ? error_ : wasOffer ? offer_ : notice_).clear();
    refresh();
    if (wasOffer) emit offerDismissed();
    if (!wasError && !wasOffer) emit noticeDismissed();
}

void Banner::refresh() {
    const bool isError = !error_.isEmpty(), isOffer = !isError && !offer_.isEmpty();
    const QString text = isError ? error_ : isOffer ? offer_ : isOverPicture_ ? QString() : notice_;
    text_->setText((isError ? QStringLiteral("✗ ") : QString()) + text);
    setAccessibleName(text);
    log_->setVisible(isError);
    take_->setVisible(isOffer);
    if (!text.isEmpty()) applyColours();
    setVisible(!text.isEmpty());
}

void Banner::setOverPicture(bool isOver) {
    isOverPicture_ = isOver;
    refresh();
}

QString Banner::text() const {
    if (!isVisibleTo(parentWidget())) return {};
    return !error_.isEmpty() ? text_->text() : offer_.isEmpty() ? notice_ : offer_;
}

void Banner::applyColours() {
    const Theme& t = theme();
    const QString sheet = QStringLiteral("#banner { background: %1; border: 1px solid %2; border-radius: 6px; }")
                              .arg(t.card.name(), (error_.isEmpty() ? t.accent : t.bad).name());
    if (sheet != styleSheet()) setStyleSheet(sheet);
}

void Banner::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible()) applyColours();
}

} // namespace lightbench
