// Position and zoom of images in the view: pure arithmetic in device pixels. ViewState and the drawing code use it.
#pragma once

#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QSize>

namespace lightbench {

/// The image's corner in device pixels, and the number of device pixels per image pixel. The corner is on whole device
/// pixels, so that panning moves the drawn picture without redrawing it.
struct Placement {
    QPoint origin;
    double scale = 1;
    bool operator==(const Placement&) const = default;

    QPointF toImage(QPointF device) const { return (device - QPointF(origin)) / scale; }
    QPointF toDevice(QPointF image) const { return image * scale + QPointF(origin); }
    /// The smallest rectangle of device pixels that contains an image of this size.
    QRect bounds(QSize image) const;
};

/// Zoom and centre. The centre is relative to the image (0..1 on both axes), so that images of different sizes, such as
/// after a transpose, stay linked.
class ViewGeometry {
public:
    static constexpr double largestZoom = 128;

    double zoom() const { return zoom_; }
    QPointF centre() const { return centre_; }
    bool fitted() const { return fitted_; }

    /// The largest zoom at which `image` fits into `frame`. It is at most 8, or the zoom that makes a tiny image 256
    /// device pixels large, and never above largestZoom.
    static double fittingZoom(QSize image, QSize frame);
    void fit(double zoom);
    /// Zooms around the view's centre. The zoom is limited to 1/256..largestZoom; whole ratios, such as 1 or 1/3, are
    /// exact.
    void setZoom(double zoom);
    /// Zooms so that the image point at `anchor` (device pixels from the frame's centre) stays in place.
    void zoomAt(double zoom, QPointF anchor, QSize image);
    /// Moves the image by `delta` device pixels.
    void pan(QPointF delta, QSize image);
    void setCentre(QPointF relative);
    Placement place(QSize image, const QRect& frame) const;

private:
    double zoom_ = 1;
    QPointF centre_{0.5, 0.5};
    bool fitted_ = true;
};

} // namespace lightbench
