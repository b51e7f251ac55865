// One image in the view. It prepares the image in the background and keeps the last drawn frame, so that panning and
// dragging the divider redraw little. ViewContent holds one layer for each picture. Use it on the window's thread.
#pragma once

#include <QImage>
#include <QObject>
#include <QRect>

#include "ui/display/display_image.h"
#include "ui/display/latest_task.h"
#include "ui/display/view_geometry.h"

class QPainter;

namespace lightbench {

class ImageLayer : public QObject {
    Q_OBJECT

public:
    explicit ImageLayer(QObject* parent = nullptr);

    /// Sets the image. A small image is shown at once. For a large one, the old picture of the same size stays until
    /// the new one is ready; otherwise a quick preview is shown until then.
    void setImage(ImagePtr image, Reduction reduction = Reduction::Mean, DisplayRange range = {});
    const ImagePtr& image() const { return image_; } ///< the newest image
    QSize size() const { return image_ ? QSize(image_->width(), image_->height()) : QSize(); }
    /// The 8-bit pixels of the shown picture; null if there are none (previews of large images have none).
    QImage pixels() const;
    /// The image that the next paint draws in full; null while only a rough preview exists.
    ImagePtr painted() const { return shown_ && !shown_->preview ? shown_->source : nullptr; }
    bool isPreparing() const { return preparing_.isBusy() || smoothing_.isBusy(); }

    /// Draws into `clip` (device pixels; the painter uses the same units). `frame` is the area that is drawn ahead and
    /// kept.
    void paint(QPainter& painter, const Placement& placement, const QRect& frame, const QRect& clip);

signals:
    void updated(); ///< a better picture can be drawn
    void failed(QString message);

private:
    /// A drawn picture of `area` (device pixels relative to the image's corner) at `scale`.
    struct Frame {
        DisplayPtr image;
        double scale = 0;
        QRect area;
        QImage pixels;
        bool smooth = true; ///< false: a smooth one is being made
    };
    using Deliver = std::function<void()>;
    void show(DisplayPtr display);
    Deliver prepare(const ImagePtr& source, Reduction reduction, const DisplayRange& range, Frame next,
                    const std::stop_token& stop);
    void prepareFrame(double scale, const QRect& area);
    void renderInto(Frame& frame, const QRect& part) const;
    void requestSmooth();

    ImagePtr image_;
    DisplayRange range_;
    DisplayPtr shown_;
    Frame frame_;
    double smoothingScale_ = 0;
    LatestTask preparing_, smoothing_;
};

} // namespace lightbench
