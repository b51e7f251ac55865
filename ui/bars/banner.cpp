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
    remedy_ = addButton({}, "applyRemedy");
    take_ = addButton({}, "takeOffer");
    stop_ = addButton(tr("Stop"), "stopRun");
    stop_->setToolTip(tr("End the run, if need be with the driver's process"));
    wait_ = addButton(tr("Wait"), "waitForRun");
    wait_->setToolTip(tr("Ask no more until this step ends"));
    run_ = addButton(tr("Run it"), "runFile");
    run_->setToolTip(tr("Run this file now and later, until its text changes"));
    show_ = addButton(tr("Show it"), "showFile");
    show_->setToolTip(tr("Read the file before it runs"));
    notNow_ = addButton(tr("Not now"), "refuseFile");
    notNow_->setToolTip(tr("Leave the result unchecked. Turn Check off and on to be asked again"));
    log_ = addButton(tr("Log"), "showLog");
    log_->setToolTip(tr("Show the Log, which keeps this message and its details"));
    log_->setProperty("flat", true);
    close_ = addButton(QStringLiteral("✕"), "dismiss");
    close_->setToolTip(tr("Dismiss"));
    close_->setAccessibleName(tr("Dismiss"));
    close_->setProperty("flat", true);
    connect(log_, &QToolButton::clicked, this, &Banner::logRequested);
    connect(remedy_, &QToolButton::clicked, this, &Banner::remedyTaken);
    connect(take_, &QToolButton::clicked, this, &Banner::offerTaken);
    connect(stop_, &QToolButton::clicked, this, &Banner::stopChosen);
    connect(wait_, &QToolButton::clicked, this, &Banner::waitChosen);
    connect(run_, &QToolButton::clicked, this, &Banner::runAllowed);
    connect(show_, &QToolButton::clicked, this, &Banner::fileWanted);
    connect(notNow_, &QToolButton::clicked, this, &Banner::runRefused);
    connect(close_, &QToolButton::clicked, this, &Banner::dismiss);
    hide();
}

QToolButton* Banner::addButton(const QString& text, const char* name) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setObjectName(QLatin1String(name));
    layout()->addWidget(button);
    return button;
}

void Banner::showNotice(const QString& text) {
    notice_ = text;
    refresh();
}

void Banner::showError(const QString& text, const QString& remedy) {
    error_ = text;
    remedy_->setText(remedy);
    refresh();
}

void Banner::clearError() { showError({}); }

void Banner::showOffer(const QString& text, const QString& button) {
    offer_ = text;
    take_->setText(button);
    refresh();
}

void Banner::askToStop(const QString& text) {
    question_ = text;
    refresh();
}

void Banner::askToRun(const QString& text) {
    runQuestion_ = text;
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
    const bool asks = !question_.isEmpty(), isError = !asks && !error_.isEmpty();
    const bool asksToRun = !asks && !isError && !runQuestion_.isEmpty();
    const bool isOffer = !asks && !isError && !asksToRun && !offer_.isEmpty();
    const QString text = asks             ? question_
                         : isError        ? error_
                         : asksToRun      ? runQuestion_
                         : isOffer        ? offer_
                         : isOverPicture_ ? QString()
                                          : notice_;
    text_->setText((isError ? QStringLiteral("✗ ") : QString()) + text);
    setAccessibleName(text);
    log_->setVisible(isError);
    remedy_->setVisible(isError && !remedy_->text().isEmpty());
    take_->setVisible(isOffer);
    stop_->setVisible(asks);
    wait_->setVisible(asks);
    for (QToolButton* button : {run_, show_, notNow_})
        button->setVisible(asksToRun);
    close_->setVisible(!asks && !asksToRun);
    if (!text.isEmpty()) applyColours();
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

void Banner::applyColours() {
    const Theme& t = theme();
    const QString sheet = QStringLiteral("#banner { background: %1; border: 1px solid %2; border-radius: 6px; }")
                              .arg(t.card.name(), (error_.isEmpty() && question_.isEmpty() ? t.accent : t.bad).name());
    if (sheet != styleSheet()) setStyleSheet(sheet);
}

void Banner::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible()) applyColours();
}

} // namespace lightbench
