// Three styles and a slider over the powers of two from 1 to 64.
#include "ui/lab/difference_bar.h"

#include <QButtonGroup>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

#include "ui/theme.h"

namespace lightbench {

DifferenceBar::DifferenceBar(QWidget* parent)
    : QWidget(parent), styles_(new QButtonGroup(this)), amplify_(new QSlider(Qt::Horizontal, this)),
      factor_(new QLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 4, 8, 4);
    auto* frame = new QFrame(this);
    frame->setProperty("segments", true);
    auto* inner = new QHBoxLayout(frame);
    inner->setContentsMargins(2, 2, 2, 2);
    inner->setSpacing(0);
    const QStringList names{tr("Absolute"), tr("Signed"), tr("False colour")};
    const QStringList tips{tr("|after − reference| of each channel"),
                           tr("Mid-grey where equal, lighter where the result is larger than the reference"),
                           tr("The largest channel's difference as a colour; the legend is in the view")};
    for (int i = 0; i < 3; ++i) {
        auto* button = new QToolButton(frame);
        button->setText(names[i]);
        button->setToolTip(tips[i]);
        button->setCheckable(true);
        button->setProperty("segment", true);
        styles_->addButton(button, i);
        inner->addWidget(button);
    }
    amplify_->setRange(0, 6);
    amplify_->setPageStep(1);
    amplify_->setMinimumWidth(48);
    amplify_->setMaximumWidth(80);
    amplify_->setAccessibleName(tr("Amplify"));
    amplify_->setToolTip(tr("The difference is multiplied by this before it is drawn"));
    row->addWidget(frame);
    row->addSpacing(8);
    row->addWidget(new QLabel(tr("Amplify"), this));
    row->addWidget(amplify_);
    row->addWidget(factor_);
    factor_->setFixedWidth(factor_->fontMetrics().horizontalAdvance(QStringLiteral("64") + thinSpace + QChar(0xD7)));
    connect(styles_, &QButtonGroup::idClicked, this, &DifferenceBar::emitChanged);
    connect(amplify_, &QSlider::valueChanged, this, &DifferenceBar::emitChanged);
}

void DifferenceBar::show(DifferenceStyle style, int amplify) {
    const QSignalBlocker quiet(amplify_);
    styles_->button(int(style))->setChecked(true);
    amplify_->setValue(int(std::lround(std::log2(std::max(1, amplify)))));
    factor_->setText(QStringLiteral("%1").arg(amplify) + thinSpace + QStringLiteral("×"));
}

void DifferenceBar::emitChanged() {
    const int amplify = 1 << amplify_->value();
    show(DifferenceStyle(styles_->checkedId()), amplify);
    emit changed(DifferenceStyle(styles_->checkedId()), amplify);
}

void DifferenceBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme().border);
    painter.setBrush(theme().panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace lightbench
