// What the image view shows where, as a value: mode, zoom and place, divider, and the sizes that they are about. Pure
// arithmetic in device pixels; knows no widget.
#pragma once

#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QSize>

#include <optional>
#include <vector>

#include "core/image/difference.h"
#include "ui/view/view_geometry.h"

namespace lightbench {

/// Which part of the view shows what. Numbered as the keys 1 to 6, less one. Truth: the result, its reference and their
/// difference beside each other.
enum class ViewMode { Before, After, Split, SideBySide, Difference, Truth };
enum class ViewSide { Before, After, Difference, Reference };

/// A part of the view and what is drawn in it. `frame` is the area whose centre the picture's view centre lies in;
/// `clip` the part that is drawn.
struct ViewPane {
    ViewSide side = ViewSide::Before;
    QRect frame, clip;
};

struct ViewState {
    ViewMode mode = ViewMode::Split;
    DifferenceStyle style = DifferenceStyle::Absolute;
    int amplify = 0;      ///< 1..64; 0: as much as the largest difference allows
    bool grid = true;     ///< of the workgroups' tiles, over the difference
    double divider = 0.5; ///< 0..1 of the view's width
    bool other = false;   ///< before and after (of Truth: result and reference) change places, as while Space is held
    ViewGeometry geometry;
    QSize extent;        ///< of the view
    QSize before, after; ///< of the images; empty: there is none

    bool hasBefore() const { return !before.isEmpty(); }
    bool hasAfter() const { return !after.isEmpty(); }
    /// A result that is not there yet is taken to be as large as the image before.
    QSize imageSize(ViewSide side) const;
    /// Whether there are two pictures with a divider between them.
    bool isSplit() const { return mode == ViewMode::Split && hasBefore() && hasAfter(); }
    /// Whether the difference is shown.
    bool showsDifference() const { return mode == ViewMode::Difference || mode == ViewMode::Truth; }
    /// One, or two or three from left to right.
    std::vector<ViewPane> panes() const;
    /// The pane under a point, else the first.
    ViewPane paneAt(QPoint device) const;
    Placement placementOf(const ViewPane& pane) const;
    /// The pixel that `side` shows, or would show, at this place of a pane; nothing outside of the image.
    std::optional<QPoint> pixelOf(ViewSide side, const ViewPane& under, QPointF device) const;
    /// Of what is shown there.
    std::optional<QPoint> pixelAt(QPointF device) const;
    /// The same place in the other pictures beside it.
    std::vector<QPointF> twinsOf(QPoint device) const;
    /// The centre of the first pane, so that the middle of the image stays where it is.
    QPointF centre() const { return QRectF(panes().front().frame).center(); }

    void fit();
    /// The image point under the anchor stays where it is.
    void zoomTo(double zoom, QPointF anchor);
    void zoomBy(double factor, QPointF anchor) { zoomTo(geometry.zoom() * factor, anchor); }
    void panBy(QPointF delta);
    /// Brings a pixel of the result to the centre, enlarged enough to see it.
    void centreOn(QPoint pixel);

private:
    ViewSide shown(ViewSide side) const;
    std::vector<ViewPane> beside(std::initializer_list<ViewSide> sides) const;
};

/// The next of the usual zooms, which are ratios of small whole numbers.
double zoomStepAbove(double zoom);
double zoomStepBelow(double zoom);
/// After that many notches of a wheel; whole notches meet whole powers of two, so that 100 % and 50 % are exact.
double zoomAfterNotches(double zoom, double notches);

} // namespace lightbench
