// Where images lie in the view: zoom, the point at the centre, fitting. Pure arithmetic in device pixels.
#pragma once

#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QSize>

namespace lightbench {

/// Where an image's corner lies (device pixels) and how many device pixels one of its pixels takes. The corner is on
/// whole device pixels, so that panning moves what is drawn without drawing it anew.
struct Placement {
    QPoint origin;
    double scale = 1;
    bool operator==(const Placement&) const = default;

    QPointF toImage(QPointF device) const { return (device - QPointF(origin)) / scale; }
    QPointF toDevice(QPointF image) const { return image * scale + QPointF(origin); }
    /// The smallest rectangle of device pixels that holds an image of this size.
    QRect bounds(QSize image) const;
};

/// Zoom and centre. The centre is kept relative to the image (0..1 on both axes), so that images of unequal sizes
/// (after a transpose, say) are linked by relative position.
class ViewGeometry {
public:
    static constexpr double largestZoom = 128;

    double zoom() const { return zoom_; }
    QPointF centre() const { return centre_; }
    bool fitted() const { return fitted_; }

    /// The largest zoom at which `image` lies within `frame`, but never above 8, or what makes it 256 device pixels
    /// large (a tiny image stays an image), nor above largestZoom.
    static double fittingZoom(QSize image, QSize frame);
    void fit(double zoom);
    /// About the view's centre. Kept within 1/256 and largestZoom; a whole ratio, such as 1 or 1/3, is exact.
    void setZoom(double zoom);
    /// The image point at `anchor` (device pixels from the frame's centre) stays there.
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
