// The status bar's labels.
#include "ui/bars/status_line.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>

#include "ui/controls/elided_label.h"
#include "ui/files/file_name.h"
#include "ui/theme/theme.h"

namespace lightbench {

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent), name_(new ElidedLabel(this, Qt::ElideMiddle)), format_(new ElidedLabel(this)),
      memory_(new ElidedLabel(this)), activity_(new ElidedLabel(this)), state_(new QLabel(this)) {
    setSizeGripEnabled(false);
    name_->setAccessibleName(tr("Image"));
    name_->setTextFormat(Qt::PlainText);
    memory_->setToolTip(tr("Memory that the lab holds on the device"));
    activity_->setAccessibleName(tr("Progress"));
    state_->setAccessibleName(tr("State of the worker"));
    state_->setObjectName(QStringLiteral("workerState"));
    for (QLabel* label : {name_, format_, memory_})
        addWidget(label);
    for (QLabel* label : {activity_, state_})
        addPermanentWidget(label);
}

void StatusLine::setImage(const QString& name, const ImagePtr& image) {
    name_->setText(shownName(QFileInfo(name).fileName()));
    name_->setToolTip(Qt::convertFromPlainText(shownName(name), Qt::WhiteSpaceNormal));
    if (!image) return format_->clear();
    format_->setText(tr("%1 × %2 · %3")
                         .arg(image->width())
                         .arg(image->height())
                         .arg(QString::fromStdString(image->shape().formatName())));
}

void StatusLine::setDeviceMemory(std::uint64_t held, std::uint64_t total) {
    memory_->setText(held ? tr("device memory %1 of %2").arg(memoryText(double(held)), memoryText(double(total)))
                          : QString());
}

void StatusLine::setActivity(const QString& text) { activity_->setText(text); }

void StatusLine::setState(State state, const QString& text) {
    kind_ = state;
    stateText_ = text;
    refreshState();
}

QString StatusLine::state() const { return stateText_; }

void StatusLine::refreshState() {
    const Theme& t = theme();
    const QColor colour = kind_ == Busy ? t.accent : kind_ == Good ? t.good : kind_ == Bad ? t.bad : t.textDim;
    const QString sign = kind_ == Bad ? QStringLiteral("✗") : QStringLiteral("●");
    state_->setText(
        QStringLiteral("<span style='color:%1'>%2</span> %3").arg(colour.name(), sign, stateText_.toHtmlEscaped()));
}

void StatusLine::changeEvent(QEvent* event) {
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && state_) refreshState();
}

} // namespace lightbench
