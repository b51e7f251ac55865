#include "ui/display/view_geometry.h"

#include <algorithm>
#include <cmath>

namespace lightbench {

namespace {

constexpr double smallestZoom = 1.0 / 256;

/// Snaps to a whole ratio if only rounding separates them: slightly below 100 % would be smoothed.
double wholeRatio(double zoom) {
    constexpr double hair = 1e-6;
    const double ratio = zoom < 1 ? 1 / zoom : zoom, whole = std::round(ratio);
    if (std::abs(ratio - whole) > hair * whole) return zoom;
    return zoom < 1 ? 1 / whole : whole;
}

double withinLimits(double zoom) { return wholeRatio(std::clamp(zoom, smallestZoom, ViewGeometry::largestZoom)); }

} // namespace

QRect Placement::bounds(QSize image) const {
    const QPointF corner = toDevice(QPointF(image.width(), image.height()));
    return {origin, QPoint(int(std::ceil(corner.x() - 1e-6)) - 1, int(std::ceil(corner.y() - 1e-6)) - 1)};
}

double ViewGeometry::fittingZoom(QSize image, QSize frame) {
    if (image.isEmpty() || frame.isEmpty()) return 1;
    const double zoom = std::min(double(frame.width()) / image.width(), double(frame.height()) / image.height());
    // A tiny image is not enlarged to fill the view, but enough to be visible beside the divider's handle.
    constexpr double sameForAll = 8, minExtent = 256;
    const double maximum = std::max(sameForAll, minExtent / std::max(image.width(), image.height()));
    return std::clamp(zoom, smallestZoom, std::min(maximum, largestZoom));
}

void ViewGeometry::fit(double zoom) {
    zoom_ = withinLimits(zoom);
    centre_ = {0.5, 0.5};
    fitted_ = true;
}

void ViewGeometry::setZoom(double zoom) {
    zoom_ = withinLimits(zoom);
    fitted_ = false;
}

void ViewGeometry::zoomAt(double zoom, QPointF anchor, QSize image) {
    const double old = zoom_;
    setZoom(zoom);
    // The point under the anchor stays: centre + anchor / old equals centre' + anchor / new.
    const QPointF shift = anchor / old - anchor / zoom_;
    if (!image.isEmpty()) setCentre(centre_ + QPointF(shift.x() / image.width(), shift.y() / image.height()));
}

void ViewGeometry::pan(QPointF delta, QSize image) {
    if (image.isEmpty()) return;
    fitted_ = false;
    setCentre(centre_ - QPointF(delta.x() / (zoom_ * image.width()), delta.y() / (zoom_ * image.height())));
}

void ViewGeometry::setCentre(QPointF relative) {
    centre_ = {std::clamp(relative.x(), 0.0, 1.0), std::clamp(relative.y(), 0.0, 1.0)};
}

Placement ViewGeometry::place(QSize image, const QRect& frame) const {
    const QPointF middle(frame.x() + frame.width() / 2.0, frame.y() + frame.height() / 2.0);
    const QPointF origin = middle - QPointF(centre_.x() * image.width() * zoom_, centre_.y() * image.height() * zoom_);
    return {QPoint(int(std::lround(origin.x())), int(std::lround(origin.y()))), zoom_};
}

} // namespace lightbench
