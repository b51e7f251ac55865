#include "ui/view/empty_state.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpacerItem>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/codecs/codecs.h"
#include "ui/controls/layouts.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr QSize thumbnailSize(144, 96);
constexpr int aroundIcon = 24; ///< a button's frame and gap
constexpr int margin = 16;
constexpr int roomyHeight = 480; ///< lower views get smaller thumbnails

/// Scales and crops an image to fill the thumbnail.
QPixmap thumbnail(const QImage& image) {
    if (image.isNull()) return {};
    const QImage scaled = image.scaled(thumbnailSize, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    const QPoint corner((scaled.width() - thumbnailSize.width()) / 2, (scaled.height() - thumbnailSize.height()) / 2);
    return QPixmap::fromImage(scaled.copy(QRect(corner, thumbnailSize)));
}

} // namespace

EmptyState::EmptyState(QWidget* parent) : QWidget(parent) {
    setAutoFillBackground(true);
    title_ = new QLabel(tr("Drop an image here or open one"));
    title_->setFont(interfaceFont(1.5));
    title_->setAlignment(Qt::AlignCenter);
    title_->setWordWrap(true);
    hint_ = new QLabel(words(joinWords(formatLabels(), "and")));
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setWordWrap(true);
    auto* open = new QPushButton(tr("Open…"));
    open->setToolTip(tr("Choose an image file"));
    connect(open, &QPushButton::clicked, this, &EmptyState::openRequested);
    samplesTitle_ = new QLabel(tr("Or start with an example image"));
    samplesTitle_->setAlignment(Qt::AlignCenter);
    samplesTitle_->hide();
    for (QLabel* label : {hint_, samplesTitle_})
        label->setProperty("role", "dim");
    grid_ = new QGridLayout;
    grid_->setSpacing(8);
    content_ = new QWidget;
    auto* column = layOut<QVBoxLayout>(content_, 8, {margin, margin, margin, margin});
    topSpacer_ = new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Expanding);
    column->addItem(topSpacer_);
    column->setStretch(0, 3);
    column->addWidget(title_);
    column->addWidget(hint_);
    column->addSpacing(8);
    column->addWidget(open, 0, Qt::AlignHCenter);
    column->addSpacing(16);
    column->addWidget(samplesTitle_);
    column->addLayout(grid_);
    column->addStretch(4);
    scroll_ = new QScrollArea(this); // low views have no room for everything
    scroll_->setWidget(content_);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    whenThemeChanges(this, [this] { applyColours(); });
    applyColours();
}

void EmptyState::setSamples(const QList<SampleItem>& samples) {
    qDeleteAll(buttons_);
    buttons_.clear();
    for (const SampleItem& sample : samples)
        buttons_ << sampleButton(sample);
    samplesTitle_->setVisible(!samples.isEmpty());
    columns_ = 0;
    arrangeSamples();
}

void EmptyState::setTopMargin(int height) {
    const int beyondMargin = std::max(0, height - margin);
    if (topSpacer_->minimumSize().height() == beyondMargin) return;
    topSpacer_->changeSize(0, beyondMargin, QSizePolicy::Minimum, QSizePolicy::MinimumExpanding);
    content_->layout()->invalidate();
}

QToolButton* EmptyState::sampleButton(const SampleItem& sample) {
    auto* button = new QToolButton(content_);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIcon(thumbnail(sample.thumbnail));
    button->setIconSize(iconSize());
    button->setText(sample.label);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(tr("Example image: %1").arg(sample.label));
    button->setToolTip(tr("Open the example image “%1”").arg(sample.label));
    connect(button, &QToolButton::clicked, this, [this, id = sample.id] { emit sampleChosen(id); });
    return button;
}

QSize EmptyState::iconSize() const { return height() < roomyHeight ? thumbnailSize * 0.6 : thumbnailSize; }

void EmptyState::arrangeSamples() {
    constexpr int scrollBar = 10;
    int widest = iconSize().width() + aroundIcon;
    for (const QToolButton* button : std::as_const(buttons_)) // a long name is wider than a small thumbnail
        widest = std::max(widest, button->sizeHint().width() + grid_->spacing());
    const int fitting = std::max(1, (width() - 2 * margin - scrollBar) / widest);
    // Balances the rows, instead of full rows and a short last one.
    const int count = std::max(1, int(buttons_.size()));
    const int rows = (count + fitting - 1) / fitting;
    const int columns = (count + rows - 1) / rows;
    if (columns == columns_) return;
    for (int c = 0; c <= std::max(columns, columns_) + 1; ++c)
        grid_->setColumnStretch(c, 0);
    columns_ = columns;
    grid_->setColumnStretch(0, 1);
    grid_->setColumnStretch(columns + 1, 1);
    for (int i = 0; i < buttons_.size(); ++i) {
        grid_->addWidget(buttons_[i], i / columns, 1 + i % columns);
        buttons_[i]->show();
    }
}

void EmptyState::applyColours() {
    QPalette colours = palette();
    if (colours.color(QPalette::Window) != theme().canvas) {
        colours.setColor(QPalette::Window, theme().canvas);
        setPalette(colours);
    }
}

void EmptyState::resizeEvent(QResizeEvent*) {
    scroll_->setGeometry(rect());
    for (QToolButton* button : buttons_)
        if (button->iconSize() != iconSize()) button->setIconSize(iconSize());
    arrangeSamples();
}

} // namespace lightbench
