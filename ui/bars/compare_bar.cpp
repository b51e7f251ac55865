// Shows the pinned stack's text and the buttons.
#include "ui/bars/compare_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include "ui/controls/elided_label.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"

namespace lightbench {

CompareBar::CompareBar(QWidget* parent)
    : QWidget(parent), setting_(new ElidedLabel(this)), row_(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("compareBar"));
    setAccessibleName(tr("Two settings side by side"));
    row_->setContentsMargins(10, 4, 4, 4);
    row_->setSpacing(4);
    setting_->setMinimumWidth(60);
    row_->addWidget(setting_, 1);
}

void CompareBar::setActions(const QList<QAction*>& actions) {
    for (QAction* action : actions) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setProperty("flat", true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text().remove('&'));
        row_->addWidget(button);
    }
}

void CompareBar::showSetting(const QString& a, const QString& b, const QString& stack) {
    const auto named = [](const QString& setting) { return setting.isEmpty() ? tr("no filters") : setting; };
    setting_->setText(a == b ? tr("A = B  %1").arg(named(a)) : tr("A  %1   B  %2").arg(named(a), named(b)));
    setting_->setToolTip(plainToolTip(tr("Setting A: %1\nB is the current stack.").arg(stack)));
}

void CompareBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme().border);
    painter.setBrush(theme().panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace lightbench
