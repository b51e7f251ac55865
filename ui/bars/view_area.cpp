#include "ui/bars/view_area.h"

#include <QEvent>

#include <algorithm>

#include "core/compare/tiling.h"
#include "core/run/stack_text.h"
#include "core/run/stage_explanation.h"
#include "ui/bars/banner.h"
#include "ui/bars/difference_bar.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/session/comparison.h"
#include "ui/state/session/messages.h"
#include "ui/state/session/results.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {
constexpr int margin = 8;
constexpr int widestBanner = 720;

/// The view comes before the bars: below them, and first for the Tab key.
ImageView& adopted(ImageView& view, QWidget* parent) {
    view.setParent(parent);
    return view;
}
} // namespace

ViewArea::ViewArea(const LabContext& lab, QWidget* parent)
    : QWidget(parent), lab_(lab), view_(adopted(lab.view, this)), differenceBar_(new DifferenceBar(view_, this)),
      compareBar_(new QWidget(this)), settings_(new ElidedLabel(compareBar_)), banner_(new Banner(this)) {
    differenceBar_->hide();
    compareBar_->hide();
    compareBar_->setObjectName(QStringLiteral("compareBar"));
    compareBar_->setAccessibleName(tr("Two settings side by side"));
    compareBar_->setAttribute(Qt::WA_StyledBackground);
    compareBar_->setProperty("overPicture", true);
    settings_->setMinimumWidth(60);
    auto* row = layOut<QHBoxLayout>(compareBar_, 4, {10, 4, 4, 4});
    row->addWidget(settings_, 1);
    followResults();
    connect(&view_, &ImageView::modeChanged, differenceBar_, [this] {
        differenceBar_->setVisible(view_.showsDifference() && lab_.session.image());
        arrange();
    });
    connectBanner();
}

void ViewArea::setCompareActions(const QList<QAction*>& actions) {
    for (QAction* action : actions)
        compareBar_->layout()->addWidget(actionButton(action));
}

void ViewArea::followResults() {
    connect(&lab_.session, &Session::imageChanged, this, [this] {
        view_.setTitles({});
        view_.setBefore(lab_.session.image());
        view_.setAfter(nullptr);
    });
    connect(&lab_.session, &Session::stackChanged, this, &ViewArea::nameSettings);
    connect(&lab_.results, &Results::sourceChanged, this, &ViewArea::showResult);
    connect(&lab_.results, &Results::pinnedChanged, this, [this] {
        showResult();
        nameSettings();
        compareBar_->setVisible(lab_.results.pinned() != nullptr);
        arrange();
    });
    connect(&lab_.results, &Results::changed, this, [this] {
        view_.setBusy(lab_.results.activity() != Activity::None);
        showResult();
    });
    connect(&lab_.results, &Results::progressed, this, [this] { view_.setProgress(lab_.results.progress().fraction); });
}

void ViewArea::connectBanner() {
    using enum BannerKind;
    connect(&lab_.messages, &Messages::errorShown, banner_,
            [this](const QString& text, const QString& remedy) { banner_->setMessage(Error, text, remedy); });
    connect(&lab_.messages, &Messages::errorCleared, banner_, [this] { banner_->setMessage(Error, {}); });
    connect(&lab_.messages, &Messages::noticeChanged, banner_,
            [this](const QString& text) { banner_->setMessage(Notice, text); });
    connect(&lab_.runs.stallWatch(), &StallWatch::stalled, banner_,
            [this](const QString& text) { banner_->setMessage(Stall, text); });
    connect(banner_, &Banner::stopChosen, &lab_.runs, &RunControl::endCurrentRun);
    connect(banner_, &Banner::waitChosen, &lab_.runs, [this] { lab_.runs.stallWatch().wait(); });
    connect(&lab_.session, &Session::imageChanged, banner_,
            [this] { banner_->setOverPicture(lab_.session.image() != nullptr); });
    connect(banner_, &Banner::noticeDismissed, &lab_.runs, &RunControl::noticeRead);
    connect(banner_, &Banner::noticeDismissed, &lab_.messages, [this] { lab_.messages.showNotice({}); });
}

void ViewArea::showResult() {
    const ReportPtr& report = lab_.results.report();
    if (!report) return;
    const StageReport* stage = lab_.results.shownStage();
    const bool isComparing = lab_.results.isComparing();
    const ImagePtr a = lab_.results.pinnedPicture();
    const bool isNamed = stage && !stage->comparedWith.empty(); // such as "a second run", which is no reference
    view_.setTitles(isComparing ? ViewTitles{tr("A"), tr("B"), tr("A")}
                    : isNamed   ? ViewTitles{{}, {}, words(stage->comparedWith)}
                                : ViewTitles{});
    view_.setBefore(isComparing ? a : lab_.session.image());
    view_.setAfter(lab_.results.shownPicture(), resultLabel());
    view_.setReference(isComparing ? a : stage ? stage->referenceImage : report->endToEndReference);
    view_.setUnchecked(lab_.results.uncheckedText(), lab_.results.isChecking());
    const std::vector<Tiling> tilings = stage ? tilingsOf(*stage) : std::vector<Tiling>();
    view_.setTile(tilings.empty() ? QSize() : QSize(tilings[0].tile.width, tilings[0].tile.height));
}

/// Names the stage whose result is shown, and says if its settings have changed since.
QString ViewArea::resultLabel() const {
    const Report& report = *lab_.results.report();
    // While a newer result is on its way the label stays, since it would only flicker.
    const bool isLeft =
        lab_.results.isStale() && lab_.results.activity() == Activity::None && !lab_.runs.isAboutToRun();
    const QString left = isLeft ? tr(" · of the last run") : QString();
    const StageReport* stage = lab_.results.shownStage();
    if (!stage && report.stages.empty()) return tr("empty stack") + left;
    const bool isOlder = lab_.results.isPictureOlder();
    const int shown = (isOlder ? lab_.results.source() : (stage ? *stage : report.stages.back()).stackIndex) + 1;
    return tr("stage %1 of %2").arg(shown).arg(report.stack.size()) + (isOlder ? tr(" · of the last run") : left);
}

void ViewArea::nameSettings() {
    const ReportPtr& a = lab_.results.pinned();
    if (!a) return;
    const Session& session = lab_.session;
    const auto [ofA, ofB] = settingsThatDiffer(a->stack, a->filters, session.stack(), session.filters());
    const auto named = [](const QString& setting) { return setting.isEmpty() ? tr("no filters") : setting; };
    settings_->setText(ofA == ofB ? tr("A = B  %1").arg(named(ofA)) : tr("A  %1   B  %2").arg(named(ofA), named(ofB)));
    settings_->setToolTip(
        plainToolTip(tr("Setting A: %1\nB is the current stack.").arg(words(stackLine(a->stack, a->filters)))));
}

QSize ViewArea::minimumSizeHint() const { return view_.minimumSize(); }

bool ViewArea::event(QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) arrange();
    return QWidget::event(event);
}

void ViewArea::arrange() {
    view_.setGeometry(rect());
    placeDifferenceBar();
    placeCompareBar();
    placeBanner();
}

/// At the bottom right. If there is room, the place of the readout at the bottom left stays free.
void ViewArea::placeCompareBar() {
    constexpr int widest = 660, readout = 360;
    const int height = compareBar_->sizeHint().height();
    const bool beside = width() >= readout + widest;
    const int size = std::min(widest, width() - 2 * margin);
    const int y = this->height() - margin - height - (beside ? 0 : 64);
    compareBar_->setGeometry(width() - margin - size, y, size, height);
}

/// At the top right beside the view's own label, or below it if there is no room. In the mode with three pictures it is
/// below the label of the difference, at the right.
void ViewArea::placeDifferenceBar() {
    const QRect labels = view_.differenceLabels();
    const int wanted = differenceBar_->sizeHint().width();
    const bool beside = labels.right() + wanted + 3 * margin <= width();
    const QSize size(std::min(wanted, width() - 2 * margin), differenceBar_->sizeHint().height());
    const int y = beside ? margin : labels.bottom() + 1 + margin;
    const bool right = beside || view_.mode() == ViewMode::Truth;
    const int x = right ? width() - margin - size.width() : margin;
    differenceBar_->setGeometry({{x, y}, size});
}

/// In the middle, below the labels of the pictures.
void ViewArea::placeBanner() {
    const int room = std::min(widestBanner, width() - 2 * margin);
    const int height = std::max(banner_->heightForWidth(room), banner_->minimumSizeHint().height());
    int y = view_.differenceLabels().top() + view_.labelHeight() + margin;
    if (differenceBar_->isVisibleTo(this))
        y = std::max(view_.differenceLabels().bottom(), differenceBar_->geometry().bottom()) + 1 + margin;
    banner_->setGeometry((width() - room) / 2, y, room, height);
    view_.setTopMargin(banner_->isHidden() ? 0 : y + height + margin);
}

} // namespace lightbench
