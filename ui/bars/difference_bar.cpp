#include "ui/bars/difference_bar.h"

#include <QButtonGroup>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/texts/texts.h"
#include "ui/view/image_view.h"

namespace lightbench {

DifferenceBar::DifferenceBar(ImageView& view, QWidget* parent)
    : QWidget(parent), view_(view), styles_(new QButtonGroup(this)), grid_(new QToolButton(this)),
      auto_(new QToolButton(this)), amplify_(new QSlider(Qt::Horizontal, this)), factor_(new QLabel(this)) {
    setAttribute(Qt::WA_StyledBackground);
    setProperty("overPicture", true);
    auto* row = layOut<QHBoxLayout>(this, -1, {4, 4, 8, 4});
    QList<QToolButton*> segmentButtons;
    const QStringList names{tr("Absolute"), tr("Signed"), tr("False colour"), tr("Mask")};
    const QStringList tips{tr("|after − reference| of each channel"),
                           tr("Mid-gray where equal, lighter where the result is larger than the reference"),
                           tr("The largest channel's difference as a colour; the legend is in the view"),
                           tr("Pixels that differ are white, however small the difference is")};
    for (int i = 0; i < names.size(); ++i) {
        auto* button = new QToolButton;
        button->setText(names[i]);
        button->setToolTip(tips[i]);
        button->setCheckable(true);
        button->setProperty("segment", true);
        styles_->addButton(button, i);
        segmentButtons << button;
    }
    amplify_->setRange(0, 6);
    amplify_->setPageStep(1);
    amplify_->setMinimumWidth(48);
    amplify_->setMaximumWidth(80);
    auto_->setText(tr("Auto"));
    auto_->setObjectName(QStringLiteral("difference.auto"));
    auto_->setToolTip(tr("Amplify until the largest difference reaches the end of the scale"));
    auto_->setCheckable(true);
    grid_->setText(tr("Grid"));
    grid_->setObjectName(QStringLiteral("difference.grid"));
    grid_->setToolTip(tr("Draw where the tiles of the workgroups meet (G)"));
    grid_->setCheckable(true);
    amplify_->setAccessibleName(tr("Amplify"));
    amplify_->setToolTip(tr("The difference is multiplied by this before it is drawn"));
    row->addWidget(segments(segmentButtons));
    row->addSpacing(8);
    row->addWidget(auto_);
    row->addWidget(amplify_, 1);
    row->addWidget(factor_);
    row->addWidget(grid_);
    factor_->setFixedWidth(factor_->fontMetrics().horizontalAdvance(gainText(65535) + thinSpace + QChar(0xD7)));
    connect(styles_, &QButtonGroup::idClicked, this, &DifferenceBar::apply);
    connect(auto_, &QToolButton::clicked, this, &DifferenceBar::apply);
    connect(amplify_, &QSlider::valueChanged, this, [this] {
        auto_->setChecked(false);
        apply();
    });
    connect(grid_, &QToolButton::clicked, &view, &ImageView::setGridShown);
    connect(&view, &ImageView::differenceStyleChanged, this, &DifferenceBar::refresh);
    connect(&view, &ImageView::gainChanged, this, &DifferenceBar::refresh);
    connect(&view, &ImageView::gridChanged, this, &DifferenceBar::refresh);
    refresh();
}

void DifferenceBar::refresh() {
    const QSignalBlocker quiet(amplify_);
    const int amplify = view_.amplify();
    styles_->button(int(view_.differenceStyle()))->setChecked(true);
    auto_->setChecked(amplify == 0);
    if (amplify > 0) amplify_->setValue(int(std::lround(std::log2(amplify))));
    for (QWidget* part : std::initializer_list<QWidget*>{auto_, amplify_, factor_})
        part->setEnabled(view_.differenceStyle() != DifferenceStyle::Mask);
    factor_->setText(gainText(amplify ? amplify : view_.gain()) + thinSpace + QStringLiteral("×"));
    grid_->setChecked(view_.isGridShown());
    grid_->setEnabled(view_.hasTile());
}

QSize DifferenceBar::sizeHint() const {
    const int grid = grid_->isHidden() ? grid_->sizeHint().width() + layout()->spacing() : 0;
    return QWidget::sizeHint() + QSize(grid, 0);
}

/// A narrow bar hides the grid's button; its key still works.
void DifferenceBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    grid_->setVisible(width() >= sizeHint().width());
}

void DifferenceBar::apply() {
    view_.setDifferenceStyle(DifferenceStyle(styles_->checkedId()), auto_->isChecked() ? 0 : 1 << amplify_->value());
}

} // namespace lightbench
