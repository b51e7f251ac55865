#include "ui/display/image_layer.h"

#include <QPainter>
#include <QRegion>
#include <utility>

#include "ui/display/resample.h"

namespace lightbench {

namespace {

constexpr std::size_t smallImage = 1 << 20; ///< images of so few samples are prepared within a few milliseconds
constexpr qint64 smallArea = 400'000;       ///< device pixels that are smoothed within one frame

qint64 areaOf(const QRect& rectangle) { return qint64(rectangle.width()) * rectangle.height(); }

} // namespace

ImageLayer::ImageLayer(QObject* parent) : QObject(parent) {
    connect(&preparing_, &LatestTask::failed, this, &ImageLayer::failed);
    connect(&smoothing_, &LatestTask::failed, this, &ImageLayer::failed);
}

void ImageLayer::setImage(ImagePtr image, Reduction reduction, DisplayRange range) {
    if (image == image_ && range == range_ && shown_ && shown_->reduction == reduction) return;
    range_ = range;
    const bool sameSize = image && image_ && image->size() == image_->size() && shown_;
    image_ = std::move(image);
    if (!image_) {
        preparing_.cancel();
        return show(nullptr);
    }
    if (image_->shape().samples() <= smallImage) {
        preparing_.cancel();
        return show(makeDisplayImage(image_, reduction, {}, range));
    }
    if (!sameSize) show(makePreview(image_, reduction, range));
    // The visible part is drawn in the background too, so that a new result never shows a rough picture first. If the
    // size differs, running jobs are useless and are stopped.
    const Frame next{nullptr, frame_.scale, sameSize ? frame_.area : QRect(), {}, true};
    preparing_.submit([this, source = image_, reduction, range,
                       next](std::stop_token stop) { return prepare(source, reduction, range, next, stop); },
                      !sameSize);
}

/// On the background thread. Only the returned function touches this object.
ImageLayer::Deliver ImageLayer::prepare(const ImagePtr& source, Reduction reduction, const DisplayRange& range,
                                        Frame next, const std::stop_token& stop) {
    next.image = makeDisplayImage(source, reduction, stop, range);
    if (!next.image) return {};
    if (!next.area.isEmpty() && needsSmoothing(*next.image, next.scale))
        next.pixels = renderSmooth(*next.image, next.scale, next.area, stop);
    return [this, next = std::move(next)] {
        if (!next.pixels.isNull() && next.scale == frame_.scale) frame_ = next;
        show(next.image);
    };
}

void ImageLayer::show(DisplayPtr display) {
    shown_ = std::move(display);
    if (frame_.image != shown_) { // so that a layer that is not drawn frees the old picture
        frame_.image.reset();
        frame_.pixels = {};
    }
    emit updated();
}

QImage ImageLayer::pixels() const { return shown_ ? shown_->levels.front() : QImage(); }

void ImageLayer::paint(QPainter& painter, const Placement& placement, const QRect& frame, const QRect& clip) {
    if (!shown_) return;
    const QRect bounds = placement.bounds(shown_->size());
    const QRect wanted = frame & bounds, drawn = clip & bounds;
    if (wanted.isEmpty() || drawn.isEmpty()) return;
    prepareFrame(placement.scale, wanted.translated(-placement.origin));
    const QPoint corner = frame_.area.topLeft() + placement.origin;
    painter.drawImage(drawn.topLeft(), frame_.pixels, drawn.translated(-corner));
}

void ImageLayer::prepareFrame(double scale, const QRect& area) {
    const bool usable = frame_.image == shown_ && frame_.scale == scale;
    if (usable && frame_.area.contains(area)) return;
    Frame frame{shown_, scale, area, QImage(area.size(), QImage::Format_RGB32), true};
    QRegion missing(area);
    const QRect kept = usable ? frame_.area & area : QRect();
    if (!kept.isEmpty()) {
        QPainter copy(&frame.pixels);
        copy.setCompositionMode(QPainter::CompositionMode_Source);
        copy.drawImage(kept.topLeft() - area.topLeft(), frame_.pixels, kept.translated(-frame_.area.topLeft()));
        missing -= kept;
        frame.smooth = frame_.smooth;
    }
    for (const QRect& part : missing)
        renderInto(frame, part);
    frame_ = std::move(frame);
    if (!frame_.smooth) requestSmooth();
}

void ImageLayer::renderInto(Frame& frame, const QRect& part) const {
    const bool smoothing = needsSmoothing(*frame.image, frame.scale);
    const bool now = !smoothing || areaOf(part) <= smallArea;
    const QImage pixels = smoothing && now ? renderSmooth(*frame.image, frame.scale, part)
                                           : renderNearest(*frame.image, frame.scale, part);
    frame.smooth = frame.smooth && now;
    QPainter painter(&frame.pixels);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.drawImage(part.topLeft() - frame.area.topLeft(), pixels);
}

void ImageLayer::requestSmooth() {
    const auto job = [this, image = frame_.image, scale = frame_.scale,
                      area = frame_.area](std::stop_token stop) -> std::function<void()> {
        const QImage pixels = renderSmooth(*image, scale, area, stop);
        if (pixels.isNull()) return {};
        return [this, frame = Frame{image, scale, area, pixels, true}] {
            if (frame_.image != frame.image || frame_.scale != frame.scale) return;
            frame_ = frame;
            emit updated();
        };
    };
    // At another zoom the running job is useless; while panning its result is still used.
    smoothing_.submit(job, frame_.scale != smoothingScale_);
    smoothingScale_ = frame_.scale;
}

} // namespace lightbench
