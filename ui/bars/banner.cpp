#include "ui/bars/banner.h"

#include <QLabel>
#include <QToolButton>

#include <algorithm>

#include "ui/controls/layouts.h"
#include "ui/theme/theme.h"

namespace lightbench {

Banner::Banner(QWidget* parent) : QFrame(parent), text_(new QLabel(this)) {
    using enum BannerKind;
    setObjectName(QStringLiteral("banner"));
    auto* row = layOut<QHBoxLayout>(this, -1, {12, 8, 8, 8});
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText); // file names may look like markup
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(text_, 1);
    remedy_ = addButton(Error, "applyRemedy", {}, {}, &Banner::remedyTaken);
    take_ = addButton(Offer, "takeOffer", {}, {}, &Banner::offerTaken);
    addButton(Stall, "stopRun", tr("Stop"), tr("End the run. If necessary, the driver's process ends too"),
              &Banner::stopChosen);
    addButton(Stall, "waitForRun", tr("Wait"), tr("Do not ask again until this step ends"), &Banner::waitChosen);
    addButton(RunFile, "runFile", tr("Run it"), tr("Run this file, now and later, until its text changes"),
              &Banner::runAllowed);
    addButton(RunFile, "showFile", tr("Show it"), tr("Read the file before it runs"), &Banner::showFileChosen);
    addButton(RunFile, "refuseFile", tr("Not now"),
              tr("Leave the result unchecked. Turn Check off and on to be asked again"), &Banner::runRefused);
    addButton(Error, "showLog", tr("Log"), tr("Show the Log, which keeps this message and its details"),
              &Banner::logRequested)
        ->setProperty("flat", true);
    close_ = addButton(Notice, "dismiss", QStringLiteral("✕"), tr("Dismiss"), &Banner::dismiss);
    close_->setAccessibleName(tr("Dismiss"));
    close_->setProperty("flat", true);
    hide();
}

QToolButton* Banner::addButton(BannerKind kind, const char* name, const QString& text, const QString& toolTip,
                               void (Banner::*pressed)()) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(toolTip);
    layout()->addWidget(button);
    connect(button, &QToolButton::clicked, this, pressed);
    buttons_.emplace_back(kind, button);
    return button;
}

void Banner::setMessage(BannerKind kind, const QString& text, const QString& button) {
    texts_[std::size_t(kind)] = text;
    if (kind == BannerKind::Error) remedy_->setText(button);
    if (kind == BannerKind::Offer) take_->setText(button);
    refresh();
}

void Banner::dismiss() {
    const BannerKind kind = shown_;
    setMessage(kind, {});
    if (kind == BannerKind::Offer) emit offerDismissed();
    if (kind == BannerKind::Notice) emit noticeDismissed();
}

void Banner::refresh() {
    using enum BannerKind;
    const auto first = std::ranges::find_if_not(texts_, &QString::isEmpty);
    shown_ = first == texts_.end() ? Notice : BannerKind(first - texts_.begin());
    const QString text = shown_ == Notice && isOverPicture_ ? QString() : texts_[std::size_t(shown_)];
    text_->setText((shown_ == Error ? QStringLiteral("✗ ") : QString()) + text);
    setAccessibleName(text);
    for (const auto& [kind, button] : buttons_)
        if (button != close_) button->setVisible(kind == shown_ && !button->text().isEmpty());
    close_->setVisible(shown_ == Error || shown_ == Offer || shown_ == Notice);
    setStyleProperty(this, "urgent", shown_ == Error || shown_ == Stall);
    setVisible(!text.isEmpty());
}

void Banner::setOverPicture(bool isOver) {
    isOverPicture_ = isOver;
    refresh();
}

QString Banner::text() const {
    if (!isVisibleTo(parentWidget())) return {};
    return text_->text();
}

} // namespace lightbench
