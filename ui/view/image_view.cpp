#include "ui/view/image_view.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/controls/busy_line.h"
#include "ui/theme/theme.h"
#include "ui/view/empty_state.h"
#include "ui/view/local_files.h"
#include "ui/view/split_divider.h"
#include "ui/view/view_painter.h"

namespace lightbench {

namespace {

constexpr int markMs = 2500; ///< time that a pixel stays marked

QSize sizeOf(const ImagePtr& image) { return image ? QSize(image->width(), image->height()) : QSize(); }

} // namespace

ImageView::ImageView(QWidget* parent)
    : QWidget(parent), divider_(new SplitDivider(this)), empty_(new EmptyState(this)), busyLine_(new BusyLine(this)),
      markTimer_(new QTimer(this)), rectangle_(new RectangleDrag(*this)) {
    // Tools get events in this order: the divider is narrow, and panning takes the rest.
    tools_.add(std::make_unique<DividerTool>(*this));
    tools_.add(std::unique_ptr<ViewTool>(rectangle_));
    tools_.add(std::make_unique<PanTool>(*this));
    for (auto& layer : content_.layers) {
        connect(layer.get(), &ImageLayer::updated, this, qOverload<>(&QWidget::update));
        connect(layer.get(), &ImageLayer::failed, this, &ImageView::showProblem);
    }
    connect(&viewRange_, &ShownValueRange::changed, this, [this] {
        showInRange();
        update();
        emit viewRangeChanged();
    });
    connect(&differencePicture_, &DifferencePicture::rendered, this, [this](const DifferenceShown& shown) {
        const double before = gain();
        content_.difference = shown;
        content_.difference.picture = nullptr; // the layer keeps it
        if (gain() != before) emit gainChanged(gain());
        const bool isSigned = shown.style == DifferenceStyle::Signed;
        content_.layer(ViewSide::Difference)
            .setImage(shown.picture, isSigned ? Reduction::FarFromGray : Reduction::FarFromBlack);
        update();
    });
    connect(&differencePicture_, &DifferencePicture::unavailable, this, &ImageView::showNoDifference);
    connect(&differencePicture_, &DifferencePicture::failed, this, &ImageView::showProblem);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setAcceptDrops(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 120);
    setAccessibleName(tr("Image view"));
    markTimer_->setSingleShot(true);
    markTimer_->setInterval(markMs);
    connect(markTimer_, &QTimer::timeout, this, [this] {
        content_.marked.reset();
        update();
    });
    connect(divider_, &SplitDivider::valueChanged, this, [this](int value) {
        state_.divider = value / double(SplitDivider::steps);
        arrange();
        update();
    });
    connect(empty_, &EmptyState::sampleChosen, this, &ImageView::sampleChosen);
    connect(empty_, &EmptyState::openRequested, this, &ImageView::openRequested);
    measureExtent();
    arrange();
}

ImageView::~ImageView() = default;

// --- what is set ---

void ImageView::setBefore(ImagePtr image) {
    if (image == content_.before) return;
    const bool refit = sizeOf(image) != state_.before;
    content_.problem.clear();
    content_.before = std::move(image);
    state_.before = sizeOf(content_.before);
    viewRange_.setImages(content_.before, content_.after);
    showInRange();
    sizesChanged(refit);
}

void ImageView::setAfter(ImagePtr image, const QString& label) {
    if (image && image == content_.after && label == content_.label) return;
    const bool resized = sizeOf(image) != state_.after;
    const bool changed = image != content_.after;
    content_.after = std::move(image);
    content_.label = label;
    state_.after = sizeOf(content_.after);
    viewRange_.setImages(content_.before, content_.after);
    showInRange();
    if (changed) scheduleDifference();
    sizesChanged(resized && isFitted());
}

/// Shows the pictures in the chosen value range. Their difference has its own scale.
void ImageView::showInRange() {
    const DisplayRange range = viewRange_.shown();
    content_.layer(ViewSide::Before).setImage(content_.before, Reduction::Mean, range);
    content_.layer(ViewSide::After).setImage(content_.after, Reduction::Mean, range);
    content_.rangeWords = {viewRange_.descriptionOf(ShownValueRange::Before),
                           viewRange_.descriptionOf(ShownValueRange::After)};
    showReference();
}

void ImageView::setReference(ImagePtr image) {
    if (image == content_.reference) return;
    content_.reference = std::move(image);
    showReference();
    scheduleDifference();
    updateReadout();
    update();
}

void ImageView::setProbes(const QString& text) {
    if (text != std::exchange(content_.probes, text)) updateReadout(), update();
}

void ImageView::setUnchecked(const QString& text, bool isChecking) {
    const bool wasChecking = std::exchange(content_.isChecking, isChecking);
    if (text != std::exchange(content_.unchecked, text) || wasChecking != isChecking) update();
}

void ImageView::setTitles(const ViewTitles& titles) {
    if (titles == std::exchange(content_.titles, titles)) return;
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
    return differencePicture_.isBusy() || viewRange_.isBusy() ||
           std::ranges::any_of(content_.layers, [](const auto& layer) { return layer->isPreparing(); });
}

ImagePtr ImageView::paintedAfter() const { return content_.layer(ViewSide::After).painted(); }

void ImageView::showProblem(const QString& problem) {
    content_.problem = problem;
    update();
}

// --- what is shown where ---

void ImageView::setMode(ViewMode mode) {
    modeBeforeDrawing_.reset(); // a mode that is chosen meanwhile stays
    if (mode == state_.mode) return;
    state_.mode = mode;
    showReference();
    scheduleDifference();
    if (isFitted()) fit();
    arrange();
    updateReadout();
    update();
    emit modeChanged(mode);
}

void ImageView::fit() {
    const double old = zoom();
    state_.fit();
    viewChanged(old);
}

void ImageView::setZoom(double zoom) {
    const double old = state_.geometry.zoom();
    state_.geometry.setZoom(zoom);
    viewChanged(old);
}

void ImageView::zoomTo(double zoom, QPointF anchor) {
    const double old = this->zoom();
    state_.zoomTo(zoom, toDevice(anchor));
    viewChanged(old);
}

void ImageView::zoomBy(double factor, QPointF anchor) { zoomTo(zoom() * factor, anchor); }

QPointF ImageView::anchorOrCentre() const { return content_.cursor.value_or(state_.centre() / devicePixelRatioF()); }

void ImageView::zoomIn() { zoomTo(zoomStepAbove(zoom()), anchorOrCentre()); }
void ImageView::zoomOut() { zoomTo(zoomStepBelow(zoom()), anchorOrCentre()); }
void ImageView::zoomToActual() { zoomTo(1, anchorOrCentre()); }

void ImageView::panBy(QPointF delta) {
    state_.panBy(toDevice(delta));
    viewChanged(zoom());
}

void ImageView::viewChanged(double oldZoom) {
    updateReadout();
    update();
    if (zoom() != oldZoom) emit zoomChanged(zoom());
    if (std::exchange(wasFitted_, isFitted()) != isFitted()) emit fittedChanged(isFitted());
}

void ImageView::showPixel(QPoint pixel) {
    if (state_.imageSize(ViewSide::After).isEmpty()) return;
    const double old = zoom();
    state_.centreOn(pixel);
    content_.marked = pixel;
    markTimer_->start();
    viewChanged(old);
}

void ImageView::showOther(bool other) {
    if (other == state_.isSwapped) return;
    state_.isSwapped = other;
    updateReadout();
    update();
}

void ImageView::setDividerPosition(double position) {
    divider_->setValue(int(std::lround(position * SplitDivider::steps)));
}

void ImageView::measureExtent() {
    const double ratio = devicePixelRatioF();
    state_.viewSize = {int(std::lround(width() * ratio)), int(std::lround(height() * ratio))};
}

void ImageView::arrange() {
    empty_->setVisible(!content_.before);
    empty_->setGeometry(rect());
    divider_->setVisible(state_.isSplit());
    const int x = int(std::lround(width() * dividerPosition()));
    divider_->move(x - divider_->width() / 2, height() / 2 - divider_->height() / 2);
    busyLine_->setGeometry(0, 0, width(), BusyLine::thickness);
}

void ImageView::resizeEvent(QResizeEvent*) {
    measureExtent();
    if (isFitted()) fit();
    arrange();
    updateReadout();
}

// --- the reference and the difference ---

/// Prepares the reference only while it is visible, since it needs as much memory as the result.
void ImageView::showReference() {
    const bool isSeen = mode() == ViewMode::Truth;
    content_.layer(ViewSide::Reference)
        .setImage(isSeen ? content_.reference : nullptr, Reduction::Mean, viewRange_.shown());
}

void ImageView::setTile(QSize tile) {
    if (tile == std::exchange(content_.tile, tile)) return;
    emit gridChanged();
    update();
}

void ImageView::setGridShown(bool shown) {
    if (shown == std::exchange(state_.grid, shown)) return;
    emit gridChanged();
    update();
}

/// Makes a difference only while it is visible.
void ImageView::scheduleDifference() {
    content_.problem.clear();
    const bool isSeen = state_.showsDifference();
    differencePicture_.request(isSeen
                                   ? DifferenceRequest{content_.after, content_.reference, state_.style, state_.amplify}
                                   : DifferenceRequest{});
}

/// The images are named as above their pictures, such as B and A.
void ImageView::showNoDifference(bool haveOtherShapes) {
    const auto named = [](const QString& title, const QString& usual, const Image& image) {
        return QStringLiteral("%1 (%2)").arg(title.isEmpty() ? usual : title, words(image.shape().name()));
    };
    const ViewTitles& titles = content_.titles;
    content_.problem.clear();
    if (haveOtherShapes && content_.after && content_.reference)
        content_.problem = tr("%1 and %2 have different shapes, so they have no difference to show.")
                               .arg(named(titles.after, tr("The result"), *content_.after),
                                    named(titles.reference, tr("its reference"), *content_.reference));
    update();
    content_.layer(ViewSide::Difference).setImage(nullptr);
    content_.difference.marks.clear();
    content_.difference.words.clear();
}

void ImageView::setDifferenceStyle(DifferenceStyle style, int amplify) {
    amplify = std::clamp(amplify, 0, 64);
    if (style == state_.style && amplify == state_.amplify) return;
    state_.style = style;
    state_.amplify = amplify;
    scheduleDifference();
    update();
    emit differenceStyleChanged(style, amplify);
}

// --- the rectangle of a stage ---

const RectangleTool& ImageView::rectangleTool() const { return rectangle_->tool; }

void ImageView::showRectangle(const QRect& rectangle) {
    rectangle_->tool.show(rectangle, state_.before);
    update();
}

void ImageView::hideRectangle() {
    if (!rectangleTool().isShown()) return;
    rectangle_->tool.hide();
    endDrawing();
    unsetCursor();
    update();
}

/// A rectangle is drawn on the input image. A mode that does not show it comes back when the drawing ends.
void ImageView::drawRectangle() {
    if (!rectangleTool().isShown()) return;
    rectangle_->tool.arm(true);
    const std::vector<ViewPane> all = state_.panes();
    if (std::ranges::find(all, ViewSide::Before, &ViewPane::side) == all.end()) {
        const ViewMode chosen = mode();
        setMode(ViewMode::Before);
        modeBeforeDrawing_ = chosen;
    }
    setFocus();
    update();
}

void ImageView::endDrawing() {
    if (modeBeforeDrawing_) setMode(*modeBeforeDrawing_);
}

// --- what lies over it ---

void ImageView::setTopMargin(int height) { empty_->setTopMargin(height); }
void ImageView::setBusy(bool busy) { busyLine_->setBusy(busy); }
void ImageView::setProgress(double fraction) { busyLine_->setProgress(fraction); }

QRect ImageView::differenceLabels() const { return lightbench::differenceLabels(state_, devicePixelRatioF()); }
int ImageView::labelHeight() const { return viewLabelHeight(); }
QRect ImageView::readoutArea() const { return lightbench::readoutArea(content_.readout, size(), content_.cursor); }

void ImageView::updateReadout() {
    const auto& cursor = content_.cursor;
    const QPoint hovered = (cursor ? pixelAt(*cursor) : std::nullopt).value_or(QPoint(-1, -1));
    const QString text = cursor ? readoutText(state_, content_, toDevice(*cursor)) : QString();
    if (hovered != hovered_) emit pixelHovered(hovered_ = hovered);
    const bool isOther = text != std::exchange(content_.readout, text);
    const QRect before = std::exchange(readoutArea_, readoutArea());
    if (!isOther && before == readoutArea_) return;
    update(before);
    update(readoutArea_);
}

void ImageView::paintEvent(QPaintEvent* event) {
    measureExtent(); // the widget may be on another screen now
    QPainter painter(this);
    painter.fillRect(event->rect(), theme().canvas);
    ViewPainter view(painter, state_, content_, size(), devicePixelRatioF());
    if (content_.before) {
        view.paintPanes();
        tools_.paint(painter);
        view.paintOverlays();
    }
    if (content_.isDropping) view.paintDropFrame();
}

// --- events ---

void ImageView::mousePressEvent(QMouseEvent* event) {
    if (content_.before) tools_.press(*event);
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
    tools_.move(*event);
    cursorMoved(event->position());
    updateReadout();
}

void ImageView::mouseReleaseEvent(QMouseEvent* event) { tools_.release(*event); }

void ImageView::updateCounterparts() {
    for (const QRect& area : counterpartAreas(state_, content_.cursor, devicePixelRatioF()))
        update(area);
}

void ImageView::cursorMoved(QPointF position) {
    updateCounterparts();
    content_.cursor = position;
    updateCounterparts();
}

void ImageView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!content_.before || event->button() != Qt::LeftButton) return;
    tools_.offer([&](ViewTool& tool) { return tool.doubleClick(event->position()); });
}

void ImageView::leaveEvent(QEvent*) {
    updateCounterparts();
    content_.cursor.reset();
    updateReadout();
}

void ImageView::wheelEvent(QWheelEvent* event) {
    event->setAccepted(content_.before && tools_.offer([&](ViewTool& tool) { return tool.wheel(*event); }));
}

bool ImageView::event(QEvent* event) {
    // Escape is also the window's shortcut for Cancel.
    const bool escape =
        event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (escape && tools_.offer([](const ViewTool& tool) { return tool.isCancellable(); })) event->accept();
    const auto* gesture = event->type() == QEvent::NativeGesture ? static_cast<QNativeGestureEvent*>(event) : nullptr;
    if (gesture && content_.before && tools_.offer([&](ViewTool& tool) { return tool.gesture(*gesture); })) return true;
    return QWidget::event(event);
}

void ImageView::keyPressEvent(QKeyEvent* event) {
    if (content_.before && event->key() == Qt::Key_Space) {
        if (!event->isAutoRepeat()) showOther(true);
        return;
    }
    const bool isTaken = content_.before && tools_.offer([&](ViewTool& tool) { return tool.key(*event); });
    if (!isTaken) QWidget::keyPressEvent(event);
}

void ImageView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space) return QWidget::keyReleaseEvent(event);
    if (!event->isAutoRepeat()) showOther(false);
}

void ImageView::focusOutEvent(QFocusEvent* event) {
    showOther(false);
    QWidget::focusOutEvent(event);
}

void ImageView::setDropping(bool dropping) {
    content_.isDropping = dropping;
    update();
}

void ImageView::dragEnterEvent(QDragEnterEvent* event) {
    if (!bringsAddresses(event->mimeData())) return;
    event->acceptProposedAction();
    setDropping(true);
}

void ImageView::dragLeaveEvent(QDragLeaveEvent*) { setDropping(false); }

void ImageView::dropEvent(QDropEvent* event) {
    setDropping(false);
    const LocalFiles files = localFiles(event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    if (!files.paths.isEmpty()) emit fileDropped(files.paths);
    if (!files.problems.isEmpty()) emit dropRefused(files.problems);
}

} // namespace lightbench
