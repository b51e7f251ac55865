// What the image view shows where, as a value: mode, zoom and position, divider, and image sizes. It is pure arithmetic
// in device pixels and knows no widget, so that tests can use it alone. ImageView keeps one.
#pragma once

#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QSize>

#include <optional>
#include <vector>

#include "core/compare/difference.h"
#include "ui/display/view_geometry.h"

namespace lightbench {

/// The modes, numbered as the keys 1 to 6, less one. Truth: result, reference and difference side by side.
enum class ViewMode { Before, After, Split, SideBySide, Difference, Truth };
enum class ViewSide { Before, After, Difference, Reference };

/// A part of the view and what is drawn in it. The view centre of the picture lies at the centre of `frame`; `clip` is
/// the part that is drawn.
struct ViewPane {
    ViewSide side = ViewSide::Before;
    QRect frame, clip;
};

struct ViewState {
    ViewMode mode = ViewMode::Split;
    DifferenceStyle style = DifferenceStyle::Absolute;
    int amplify = 0;      ///< 1..64; 0: chosen from the largest difference
    bool grid = true;     ///< show the grid of workgroup tiles over the difference
    double divider = 0.5; ///< 0..1 of the view's width
    bool isSwapped = false;   ///< swap before and after (in Truth: result and reference), as while Space is held
    ViewGeometry geometry;
    QSize viewSize;        ///< size of the view
    QSize before, after; ///< image sizes; empty: no image

    bool hasBefore() const { return !before.isEmpty(); }
    bool hasAfter() const { return !after.isEmpty(); }
    /// The size of a side's image. A missing result counts as large as the input image.
    QSize imageSize(ViewSide side) const;
    /// Whether two pictures with a divider between them are shown.
    bool isSplit() const { return mode == ViewMode::Split && hasBefore() && hasAfter(); }
    /// Whether the difference is shown.
    bool showsDifference() const { return mode == ViewMode::Difference || mode == ViewMode::Truth; }
    /// One to three panes, from left to right.
    std::vector<ViewPane> panes() const;
    /// The pane under a point, else the first one.
    ViewPane paneAt(QPoint devicePixel) const;
    Placement placementOf(const ViewPane& pane) const;
    /// The pixel that `side` shows, or would show, at this position of a pane; no value outside the image.
    std::optional<QPoint> pixelIn(ViewSide side, const ViewPane& pane, QPointF devicePosition) const;
    /// The shown pixel at this position; no value outside the image.
    std::optional<QPoint> pixelAt(QPointF devicePosition) const;
    /// The same position in the other pictures.
    std::vector<QPointF> counterpartsOf(QPoint devicePixel) const;
    /// The centre of the first pane. Zooming around it keeps the image's middle in place.
    QPointF centre() const { return QRectF(panes().front().frame).center(); }

    void fit();
    /// Zooms so that the image point under the anchor stays in place.
    void zoomTo(double zoom, QPointF anchor);
    void zoomBy(double factor, QPointF anchor) { zoomTo(geometry.zoom() * factor, anchor); }
    void panBy(QPointF delta);
    /// Centres a pixel of the result, enlarged enough to see it.
    void centreOn(QPoint pixel);

private:
    ViewSide visibleSide(ViewSide side) const;
    std::vector<ViewPane> sideBySide(std::initializer_list<ViewSide> sides) const;
};

/// The next usual zoom, which is a ratio of small whole numbers.
double zoomStepAbove(double zoom);
double zoomStepBelow(double zoom);
/// The zoom after that many wheel notches. Whole notches reach powers of two, so that 100 % and 50 % are exact.
double zoomAfterNotches(double zoom, double notches);

} // namespace lightbench
