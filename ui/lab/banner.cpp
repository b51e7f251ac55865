// The banner's layout and colours.
#include "ui/lab/banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/theme.h"

namespace lightbench {

Banner::Banner(QWidget* parent) : QFrame(parent), text_(new QLabel(this)) {
    setObjectName(QStringLiteral("banner"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 6, 6);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(text_, 1);
    log_ = new QToolButton(this);
    log_->setText(tr("Log"));
    log_->setToolTip(tr("Show the Log, which keeps this message and its details"));
    log_->setProperty("flat", true);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setToolTip(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss"));
    close->setProperty("flat", true);
    row->addWidget(log_);
    row->addWidget(close);
    connect(log_, &QToolButton::clicked, this, &Banner::logRequested);
    connect(close, &QToolButton::clicked, this, [this] {
        hide();
        emit dismissed();
    });
    hide();
}

void Banner::showMessage(const QString& text, bool isError) {
    isError_ = isError;
    text_->setText((isError ? QStringLiteral("✗ ") : QString()) + text);
    setAccessibleName(text);
    log_->setVisible(isError);
    applyColours();
    show();
}

void Banner::clearError() {
    if (isError_) hide();
}

QString Banner::text() const { return isVisibleTo(parentWidget()) ? text_->text() : QString(); }

void Banner::applyColours() {
    const Theme& t = theme();
    const QString sheet = QStringLiteral("#banner { background: %1; border: none; border-bottom: 2px solid %2; }")
                              .arg(t.card.name(), (isError_ ? t.bad : t.accent).name());
    if (sheet != styleSheet()) setStyleSheet(sheet);
}

void Banner::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible()) applyColours();
}

} // namespace lightbench
