// What is shown where: images, modes, zoom. Painting is in image_view_paint.cpp, input in image_view_input.cpp.
#include "ui/view/image_view.h"

#include <QTimer>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "ui/controls/busy_line.h"
#include "ui/theme/theme.h"
#include "ui/view/empty_state.h"
#include "ui/view/image_layer.h"
#include "ui/view/latest_task.h"
#include "ui/view/overlay.h"
#include "ui/view/split_divider.h"

namespace lightbench {

namespace {

constexpr std::array<double, 25> zoomSteps{0.01, 0.02, 0.03, 0.05, 0.0625, 0.08, 0.125, 0.17, 0.25, 0.33, 0.5, 0.67, 1,
                                           1.5,  2,    3,    4,    6,      8,    12,    16,   24,   32,   64,  128};

double stepAbove(double zoom) {
    for (const double step : zoomSteps)
        if (step > zoom * 1.01) return step;
    return zoomSteps.back();
}

double stepBelow(double zoom) {
    for (auto step = zoomSteps.rbegin(); step != zoomSteps.rend(); ++step)
        if (*step < zoom / 1.01) return *step;
    return zoomSteps.front();
}

/// More would hide the picture, and need no marks to be seen.
constexpr std::size_t mostMarks = 1000;

QSize sizeOf(const ImagePtr& image) { return image ? QSize(image->width(), image->height()) : QSize(); }

} // namespace

ImageView::ImageView(QWidget* parent)
    : QWidget(parent), differenceTask_(std::make_unique<LatestTask>()), divider_(new SplitDivider(this)),
      empty_(new EmptyState(this)), busyLine_(new BusyLine(this)), markTimer_(new QTimer(this)) {
    for (auto& layer : layers_) {
        layer = std::make_unique<ImageLayer>();
        connect(layer.get(), &ImageLayer::updated, this, qOverload<>(&QWidget::update));
        connect(layer.get(), &ImageLayer::failed, this, &ImageView::showProblem);
    }
    connect(differenceTask_.get(), &LatestTask::failed, this, &ImageView::showProblem);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setAcceptDrops(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 120);
    setAccessibleName(tr("Image view"));
    markTimer_->setSingleShot(true);
    markTimer_->setInterval(2500);
    connect(markTimer_, &QTimer::timeout, this, [this] {
        marked_.reset();
        update();
    });
    connect(divider_, &SplitDivider::valueChanged, this, [this] {
        arrange();
        update();
    });
    connect(empty_, &EmptyState::sampleChosen, this, &ImageView::sampleChosen);
    connect(empty_, &EmptyState::openRequested, this, &ImageView::openRequested);
    arrange();
}

ImageView::~ImageView() = default;

QSize ImageView::imageSize(Side side) const {
    if (side == Side::Before) return sizeOf(before_);
    return after_ ? sizeOf(after_) : sizeOf(before_);
}

QSize ImageView::primarySize() const { return imageSize(Side::After); }

void ImageView::setBefore(ImagePtr image) {
    if (image == before_) return;
    const bool refit = sizeOf(image) != sizeOf(before_);
    problem_.clear();
    before_ = std::move(image);
    layer(Side::Before).setImage(before_);
    sizesChanged(refit);
}

void ImageView::setAfter(ImagePtr image, const QString& label) {
    if (image && image == after_ && label == label_) return;
    const bool resized = sizeOf(image) != sizeOf(after_);
    const bool changed = image != after_;
    after_ = std::move(image);
    label_ = label;
    layer(Side::After).setImage(after_);
    if (changed) scheduleDifference();
    sizesChanged(resized && view_.fitted());
}

void ImageView::setReference(ImagePtr image) {
    if (image == reference_) return;
    reference_ = std::move(image);
    scheduleDifference();
    updateReadout();
    update();
}

void ImageView::setSamples(const QList<SampleItem>& samples) { empty_->setSamples(samples); }

void ImageView::sizesChanged(bool refit) {
    if (refit) fit();
    arrange();
    updateReadout();
    update();
}

bool ImageView::isPreparing() const {
    return differencePending_ || differenceTask_->isBusy() ||
           std::any_of(layers_.begin(), layers_.end(), [](const auto& layer) { return layer->isPreparing(); });
}

ImagePtr ImageView::paintedAfter() const { return layer(Side::After).painted(); }

/// A result and its reference are set one after the other: the difference waits for both.
void ImageView::scheduleDifference() {
    if (std::exchange(differencePending_, true)) return;
    QMetaObject::invokeMethod(this, &ImageView::refreshDifference, Qt::QueuedConnection);
}

void ImageView::refreshDifference() {
    differencePending_ = false;
    ImageLayer& picture = layer(Side::Difference);
    problem_.clear();
    if (mode_ != ViewMode::Difference || !after_ || !reference_ || !(after_->shape() == reference_->shape())) {
        differenceTask_->cancel();
        picture.setImage(nullptr);
        marks_.clear();
        differing_.clear();
        if (mode_ == ViewMode::Difference && after_ && reference_ && !(after_->shape() == reference_->shape()))
            problem_ = tr("The result (%1) and its reference (%2) have different shapes.")
                           .arg(QString::fromStdString(after_->shape().name()),
                                QString::fromStdString(reference_->shape().name()));
        return;
    }
    auto job = [this, after = after_, reference = reference_, style = style_,
                amplify = amplify_](std::stop_token) -> std::function<void()> {
        const Difference difference = compareImages(*after, *reference, exactly());
        const double gain = amplify ? amplify : fittingGain(difference.largest(), after->format(), style);
        auto image = std::make_shared<const Image>(differenceImage(*after, *reference, style, gain));
        return [=, this, marks = differingPixels(*after, *reference, mostMarks)] {
            showDifference(image, gain, difference, marks);
        };
    };
    differenceTask_->submit(std::move(job), false);
}

void ImageView::showDifference(const ImagePtr& picture, double gain, const Difference& difference,
                               std::vector<Point> marks) {
    marks_ = std::move(marks);
    differing_ = difference.allMismatched() == 0 ? tr("every sample equal")
                                                 : tr("%1 samples differ, up to %2")
                                                       .arg(countText(difference.allMismatched()),
                                                            sampleText(difference.largest(), after_->format()));
    if (gain != std::exchange(gain_, gain)) emit gainChanged(gain);
    layer(Side::Difference)
        .setImage(picture, style_ == DifferenceStyle::Signed ? Reduction::FarFromGray : Reduction::FarFromBlack);
    update();
}

void ImageView::showProblem(const QString& problem) {
    problem_ = problem;
    update();
}

void ImageView::setMode(ViewMode mode) {
    if (mode == mode_) return;
    mode_ = mode;
    scheduleDifference();
    if (view_.fitted()) fit();
    arrange();
    updateReadout();
    update();
    emit modeChanged(mode);
}

void ImageView::setDifferenceStyle(DifferenceStyle style, int amplify) {
    amplify = std::clamp(amplify, 0, 64);
    if (style == style_ && amplify == amplify_) return;
    style_ = style;
    amplify_ = amplify;
    scheduleDifference();
    update();
    emit differenceStyleChanged(style, amplify);
}

double ImageView::zoom() const { return view_.zoom(); }

void ImageView::fit() {
    const double old = view_.zoom();
    double zoom = before_ || after_ ? ViewGeometry::largestZoom : 1;
    for (const Pane& pane : panes())
        for (const Side side : {Side::Before, Side::After})
            if (!imageSize(side).isEmpty())
                zoom = std::min(zoom, ViewGeometry::fittingZoom(imageSize(side), pane.frame.size()));
    view_.fit(zoom);
    viewChanged(old);
}

void ImageView::setZoom(double zoom) {
    const double old = view_.zoom();
    view_.setZoom(zoom);
    viewChanged(old);
}

void ImageView::zoomBy(double factor, QPointF anchor) {
    const double old = view_.zoom();
    const auto all = panes();
    const Pane* pane = paneAt(all, toDevice(anchor).toPoint());
    if (!pane) return;
    const QPointF middle = QRectF(pane->frame).center();
    view_.zoomAt(old * factor, toDevice(anchor) - middle, imageSize(pane->side));
    viewChanged(old);
}

QPointF ImageView::anchorOrCentre() const {
    if (cursor_) return *cursor_;
    // The centre of the first pane, so that the middle of the image stays where it is.
    return QRectF(panes().front().frame).center() / devicePixelRatioF();
}

void ImageView::zoomIn() { zoomBy(stepAbove(zoom()) / zoom(), anchorOrCentre()); }
void ImageView::zoomOut() { zoomBy(stepBelow(zoom()) / zoom(), anchorOrCentre()); }
void ImageView::zoomToActual() { zoomBy(1 / zoom(), anchorOrCentre()); }

void ImageView::panBy(QPointF delta) {
    view_.pan(toDevice(delta), primarySize());
    viewChanged(view_.zoom());
}

void ImageView::viewChanged(double oldZoom) {
    updateReadout();
    update();
    if (view_.zoom() != oldZoom) emit zoomChanged(view_.zoom());
    if (std::exchange(wasFitted_, view_.fitted()) != view_.fitted()) emit fittedChanged(view_.fitted());
}

void ImageView::showPixel(QPoint pixel) {
    const QSize size = primarySize();
    if (size.isEmpty()) return;
    const double old = view_.zoom();
    view_.setZoom(std::max(old, 16.0));
    view_.setCentre({(pixel.x() + 0.5) / size.width(), (pixel.y() + 0.5) / size.height()});
    marked_ = pixel;
    markTimer_->start();
    viewChanged(old);
}

void ImageView::showOther(bool other) {
    if (other == other_) return;
    other_ = other;
    updateReadout();
    update();
}

double ImageView::dividerPosition() const { return divider_->value() / double(SplitDivider::steps); }

void ImageView::setDividerPosition(double position) {
    divider_->setValue(int(std::lround(position * SplitDivider::steps)));
}

void ImageView::keepFree(int height) { empty_->keepFree(height); }

void ImageView::setBusy(bool busy) { busyLine_->setBusy(busy); }
void ImageView::setProgress(double fraction) { busyLine_->setProgress(fraction); }

ImageView::Side ImageView::shown(Side side) const {
    if (!after_ && side != Side::Before) return mode_ == ViewMode::Split ? Side::Before : side;
    if (!other_) return side;
    return side == Side::After ? Side::Before : Side::After;
}

std::vector<ImageView::Pane> ImageView::panes() const {
    const double ratio = devicePixelRatioF();
    const QRect all(0, 0, int(std::lround(width() * ratio)), int(std::lround(height() * ratio)));
    switch (mode_) {
    case ViewMode::Before: return {{shown(Side::Before), all, all}};
    case ViewMode::After: return {{shown(Side::After), all, all}};
    case ViewMode::Difference: return {{shown(Side::Difference), all, all}};
    case ViewMode::SideBySide: {
        const int half = all.width() / 2;
        const QRect left(0, 0, half - 1, all.height());
        const QRect right(half + 1, 0, all.width() - half - 1, all.height());
        return {{shown(Side::Before), left, left}, {shown(Side::After), right, right}};
    }
    case ViewMode::Split: break;
    }
    const int cut = int(std::lround(all.width() * dividerPosition()));
    return {{shown(Side::Before), all, all.adjusted(0, 0, cut - all.width(), 0)},
            {shown(Side::After), all, all.adjusted(cut, 0, 0, 0)}};
}

const ImageView::Pane* ImageView::paneAt(const std::vector<Pane>& panes, QPoint device) const {
    for (const Pane& pane : panes)
        if (pane.clip.contains(device)) return &pane;
    return panes.empty() ? nullptr : &panes.front();
}

Placement ImageView::placementOf(const Pane& pane) const { return view_.place(imageSize(pane.side), pane.frame); }

std::optional<QPoint> ImageView::pixelAt(QPointF position) const {
    if (!before_) return std::nullopt;
    const auto all = panes();
    const Pane* pane = paneAt(all, toDevice(position).toPoint());
    return pixelOf(pane->side, *pane, toDevice(position));
}

/// The pixel that `side` shows, or would show, at this place of the pane.
std::optional<QPoint> ImageView::pixelOf(Side side, const Pane& under, QPointF device) const {
    const QSize size = imageSize(side);
    const QPointF image = view_.place(size, under.frame).toImage(device);
    const QPoint pixel(int(std::floor(image.x())), int(std::floor(image.y())));
    return QRect(QPoint(0, 0), size).contains(pixel) ? std::optional(pixel) : std::nullopt;
}

void ImageView::arrange() {
    empty_->setVisible(!before_);
    empty_->setGeometry(rect());
    divider_->setVisible(before_ && after_ && mode_ == ViewMode::Split);
    const int x = int(std::lround(width() * dividerPosition()));
    divider_->move(x - divider_->width() / 2, height() / 2 - divider_->height() / 2);
    busyLine_->setGeometry(0, 0, width(), BusyLine::thickness);
}

} // namespace lightbench
