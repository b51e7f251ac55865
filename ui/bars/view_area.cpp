// Places the banner and the comparison bars over the view.
#include "ui/bars/view_area.h"

#include <QEvent>

#include <algorithm>

#include "core/run/stack_text.h"
#include "ui/bars/banner.h"
#include "ui/bars/compare_bar.h"
#include "ui/bars/difference_bar.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/session/comparison.h"
#include "ui/state/session/messages.h"
#include "ui/state/session/results.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {
constexpr int margin = 8;
constexpr int widestBanner = 720;
} // namespace

ViewArea::ViewArea(QWidget* parent)
    : QWidget(parent), view_(new ImageView(this)), differenceBar_(new DifferenceBar(this)),
      compareBar_(new CompareBar(this)), banner_(new Banner(this)) {
    differenceBar_->hide();
    compareBar_->hide();
}

void ViewArea::bindTo(const LabContext& lab) {
    followView(lab.session);
    connect(&lab.results, &Results::pinnedChanged, this, [this, lab] { showSettingA(lab.results, lab.session); });
    connect(&lab.session, &Session::stackChanged, this, [this, lab] { nameSettings(lab.results, lab.session); });
    connect(&lab.messages, &Messages::errorShown, banner_, &Banner::showError);
    connect(&lab.messages, &Messages::errorCleared, banner_, &Banner::clearError);
    connect(&lab.messages, &Messages::noticeChanged, banner_, &Banner::showNotice);
    connect(&lab.runs.stallWatch(), &StallWatch::stalled, banner_, &Banner::askToStop);
    connect(banner_, &Banner::stopChosen, &lab.runs, &RunControl::endCurrentRun);
    connect(banner_, &Banner::waitChosen, &lab.runs, [&runs = lab.runs] { runs.stallWatch().wait(); });
    connect(&lab.session, &Session::imageChanged, banner_,
            [this, &session = lab.session] { banner_->setOverPicture(session.image() != nullptr); });
    connect(banner_, &Banner::noticeDismissed, &lab.runs, &RunControl::noticeRead);
    connect(banner_, &Banner::noticeDismissed, &lab.messages, [&messages = lab.messages] { messages.showNotice({}); });
}

void ViewArea::followView(const Session& session) {
    connect(view_, &ImageView::modeChanged, differenceBar_, [this, &session] {
        differenceBar_->setVisible(view_->showsDifference() && session.image());
        arrange();
    });
    connect(view_, &ImageView::gridChanged, differenceBar_,
            [this] { differenceBar_->showGrid(view_->isGridShown(), view_->hasTile()); });
    connect(differenceBar_, &DifferenceBar::gridToggled, view_, &ImageView::setGridShown);
    connect(view_, &ImageView::differenceStyleChanged, differenceBar_,
            [this](DifferenceStyle style, int amplify) { differenceBar_->show(style, amplify); });
    connect(view_, &ImageView::gainChanged, differenceBar_, &DifferenceBar::showGain);
    connect(differenceBar_, &DifferenceBar::changed, view_, &ImageView::setDifferenceStyle);
    differenceBar_->show(view_->differenceStyle(), view_->amplify());
    differenceBar_->showGrid(view_->isGridShown(), view_->hasTile());
    differenceBar_->setVisible(false);
}

void ViewArea::showSettingA(const Results& results, const Session& session) {
    nameSettings(results, session);
    compareBar_->setVisible(results.pinned() != nullptr);
    arrange();
}

void ViewArea::nameSettings(const Results& results, const Session& session) {
    const ReportPtr& a = results.pinned();
    if (!a) return;
    const auto [ofA, ofB] = settingsThatDiffer(a->stack, a->filters, session.stack(), session.filters());
    compareBar_->showSetting(ofA, ofB, QString::fromStdString(stackLine(a->stack, a->filters)));
}

QSize ViewArea::minimumSizeHint() const { return view_->minimumSize(); }

bool ViewArea::event(QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) arrange();
    return QWidget::event(event);
}

void ViewArea::arrange() {
    view_->setGeometry(rect());
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
    const QRect labels = view_->differenceLabels();
    const int wanted = differenceBar_->sizeHint().width();
    const bool beside = labels.right() + wanted + 3 * margin <= width();
    const QSize size(std::min(wanted, width() - 2 * margin), differenceBar_->sizeHint().height());
    const int y = beside ? margin : labels.bottom() + 1 + margin;
    const bool right = beside || view_->mode() == ViewMode::Truth;
    const int x = right ? width() - margin - size.width() : margin;
    differenceBar_->setGeometry({{x, y}, size});
}

/// In the middle, below the labels of the pictures.
void ViewArea::placeBanner() {
    const int room = std::min(widestBanner, width() - 2 * margin);
    const int height = std::max(banner_->heightForWidth(room), banner_->minimumSizeHint().height());
    int y = view_->differenceLabels().top() + view_->labelHeight() + margin;
    if (differenceBar_->isVisibleTo(this))
        y = std::max(view_->differenceLabels().bottom(), differenceBar_->geometry().bottom()) + 1 + margin;
    banner_->setGeometry((width() - room) / 2, y, room, height);
    view_->setTopMargin(banner_->isHidden() ? 0 : y + height + margin);
}

} // namespace lightbench
