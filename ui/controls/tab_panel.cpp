#include "ui/controls/tab_panel.h"

#include "ui/theme/theme.h"

namespace lightbench {

/// In a lower panel there is room for the content or for the readout, not for both.
static constexpr int minForReadout = 116;

TabPanel::TabPanel(const QString& name, const char* id, QWidget* parent)
    : QWidget(parent), column_(new QVBoxLayout(this)), header_(new QHBoxLayout), status_(new ElidedLabel),
      readout_(new ElidedLabel(this)), empty_(new QLabel) {
    setAccessibleName(name);
    setObjectName(QLatin1String(id));
    column_->setContentsMargins(8, 4, 8, 4);
    column_->setSpacing(4);
    header_->setSpacing(8);
    header_->addWidget(status_, 1);
    column_->addLayout(header_);
    column_->addWidget(empty_, 1);
    empty_->setProperty("role", "dim");
    empty_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    empty_->setWordWrap(true);
    empty_->setTextFormat(Qt::PlainText); // it may show typed text
    readout_->setProperty("role", "dim");
    readout_->hide();
    whenThemeChanges(this, [this] { refresh(); });
}

void TabPanel::addContent(QWidget* part, int stretch) {
    column_->insertWidget(column_->count() - 1, part, stretch);
    content_ << part;
}

void TabPanel::addReadout() { addContent(readout_); }

void TabPanel::showContent(bool isThere, const QString& sentence) {
    hasContent_ = isThere;
    for (QWidget* part : content_)
        part->setVisible(isThere && (part != readout_ || height() >= minForReadout));
    empty_->setVisible(!isThere);
    empty_->setText(sentence);
}

void TabPanel::showStatus(const QString& text, const QString& tip) {
    status_->setText(text);
    status_->setToolTip(tip);
    status_->setAccessibleDescription(tip);
}

void TabPanel::refresh() {
    if (isVisible()) fill();
}

void TabPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void TabPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (content_.contains(readout_)) readout_->setVisible(hasContent_ && height() >= minForReadout);
}

} // namespace lightbench
