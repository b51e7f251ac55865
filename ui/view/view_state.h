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

/// The modes. The value is that of the keys 1 to 6, minus 1. Truth: result, reference and difference side by side.
enum class ViewMode { Before, After, Split, SideBySide, Difference, Truth };
enum class ViewSide { Before, After, Difference, Reference };

/// A part of the view and what is drawn in it. The picture is centred in `frame`; only `clip` is drawn.
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
    bool isSwapped =
        false; ///< before and after are swapped (in Truth: result and reference), for example while Space is held
    ViewGeometry geometry;
    QSize viewSize;      ///< size of the view
    QSize before, after; ///< image sizes; empty: no image

    bool hasBefore() const { return !before.isEmpty(); }
    bool hasAfter() const { return !after.isEmpty(); }
    /// The size of a side's image. A missing result counts as large as the input image.
    QSize imageSize(ViewSide side) const;
    bool isSplit() const { return mode == ViewMode::Split && hasBefore() && hasAfter(); }
    bool showsDifference() const { return mode == ViewMode::Difference || mode == ViewMode::Truth; }
    /// One to three panes, from left to right.
    std::vector<ViewPane> panes() const;
    /// The pane under a point, else the first one.
    ViewPane paneAt(QPoint devicePixel) const;
    Placement placementOf(const ViewPane& pane) const;
    /// The pixel of `side` at a position in `pane`, even if the pane shows another side; nullopt outside the image.
    std::optional<QPoint> pixelIn(ViewSide side, const ViewPane& pane, QPointF devicePosition) const;
    /// The shown pixel at this position; nullopt outside the image.
    std::optional<QPoint> pixelAt(QPointF devicePosition) const;
    /// This pixel's position in the other panes.
    std::vector<QPointF> samePixelInOtherPanes(QPoint devicePixel) const;
    /// The centre of the first pane. Zooming around it keeps the image's middle in place.
    QPointF centre() const { return QRectF(panes().front().frame).center(); }

    /// Zooms so that the whole image is visible.
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

/// The next zoom of the usual steps, such as 1/2, 2/3, 1, 3/2.
double zoomStepAbove(double zoom);
double zoomStepBelow(double zoom);
/// The zoom after that many wheel notches. Whole notches reach powers of two, so that 100 % and 50 % are exact.
double zoomAfterNotches(double zoom, double notches);

} // namespace lightbench
