#include "ui/view/view_state.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lightbench {

namespace {

constexpr std::array<double, 25> zoomSteps{1.0 / 96, 1.0 / 64, 1.0 / 48, 1.0 / 32, 1.0 / 24, 1.0 / 16, 1.0 / 12,
                                           1.0 / 8,  1.0 / 6,  1.0 / 4,  1.0 / 3,  1.0 / 2,  2.0 / 3,  1,
                                           1.5,      2,        3,        4,        6,        8,        12,
                                           16,       24,       32,       64};
constexpr double hair = 1e-6;         ///< more than rounding errors, less than anybody sees
constexpr double notchesToDouble = 3; ///< wheel notches that double the zoom

double snapped(double zoom) {
    const double notches = notchesToDouble * std::log2(zoom);
    const double nearest = std::round(notches);
    return std::abs(notches - nearest) < 0.05 ? std::exp2(nearest / notchesToDouble) : zoom;
}

} // namespace

double zoomStepAbove(double zoom) {
    for (const double step : zoomSteps)
        if (step > zoom * (1 + hair)) return step;
    return ViewGeometry::largestZoom;
}

double zoomStepBelow(double zoom) {
    for (auto step = zoomSteps.rbegin(); step != zoomSteps.rend(); ++step)
        if (*step < zoom * (1 - hair)) return *step;
    return std::min(zoom, zoomSteps.front());
}

double zoomAfterNotches(double zoom, double notches) {
    const double target = zoom * std::exp2(notches / notchesToDouble);
    return std::abs(notches) >= 1 ? snapped(target) : target;
}

QSize ViewState::imageSize(ViewSide side) const { return side == ViewSide::Before || !hasAfter() ? before : after; }

ViewSide ViewState::visibleSide(ViewSide side) const {
    // Without a result the original is there at once.
    const bool isOne = mode == ViewMode::Split || mode == ViewMode::After;
    if (!hasAfter() && side != ViewSide::Before) return isOne ? ViewSide::Before : side;
    if (!isSwapped) return side;
    if (mode == ViewMode::Truth && side == ViewSide::Difference) return side;
    if (mode == ViewMode::Truth) return side == ViewSide::After ? ViewSide::Reference : ViewSide::After;
    return side == ViewSide::After ? ViewSide::Before : ViewSide::After;
}

/// Of one width, with a line of two pixels between them.
std::vector<ViewPane> ViewState::sideBySide(std::initializer_list<ViewSide> sides) const {
    std::vector<ViewPane> panes;
    const int count = int(sides.size());
    for (const ViewSide side : sides) {
        const int i = int(panes.size());
        const int left = i == 0 ? 0 : viewSize.width() * i / count + 1;
        const int end = i + 1 == count ? viewSize.width() : viewSize.width() * (i + 1) / count - 1;
        const QRect frame(left, 0, end - left, viewSize.height());
        panes.push_back({visibleSide(side), frame, frame});
    }
    return panes;
}

std::vector<ViewPane> ViewState::panes() const {
    const QRect all(QPoint(0, 0), viewSize);
    switch (mode) {
    case ViewMode::Before: return {{visibleSide(ViewSide::Before), all, all}};
    case ViewMode::After: return {{visibleSide(ViewSide::After), all, all}};
    case ViewMode::Difference: return {{visibleSide(ViewSide::Difference), all, all}};
    case ViewMode::SideBySide: return sideBySide({ViewSide::Before, ViewSide::After});
    case ViewMode::Truth: return sideBySide({ViewSide::After, ViewSide::Reference, ViewSide::Difference});
    case ViewMode::Split: break;
    }
    const int cut = int(std::lround(all.width() * divider));
    return {{visibleSide(ViewSide::Before), all, all.adjusted(0, 0, cut - all.width(), 0)},
            {visibleSide(ViewSide::After), all, all.adjusted(cut, 0, 0, 0)}};
}

ViewPane ViewState::paneAt(QPoint devicePixel) const {
    const std::vector<ViewPane> all = panes();
    const auto found = std::ranges::find_if(all, [&](const ViewPane& pane) { return pane.clip.contains(devicePixel); });
    return found == all.end() ? all.front() : *found;
}

Placement ViewState::placementOf(const ViewPane& pane) const {
    return geometry.place(imageSize(pane.side), pane.frame);
}

std::optional<QPoint> ViewState::pixelIn(ViewSide side, const ViewPane& pane, QPointF devicePosition) const {
    const QSize size = imageSize(side);
    const QPointF image = geometry.place(size, pane.frame).toImage(devicePosition);
    const QPoint pixel(int(std::floor(image.x())), int(std::floor(image.y())));
    return QRect(QPoint(0, 0), size).contains(pixel) ? std::optional(pixel) : std::nullopt;
}

std::optional<QPoint> ViewState::pixelAt(QPointF devicePosition) const {
    if (!hasBefore()) return std::nullopt;
    const ViewPane pane = paneAt(devicePosition.toPoint());
    return pixelIn(pane.side, pane, devicePosition);
}

std::vector<QPointF> ViewState::samePixelInOtherPanes(QPoint devicePixel) const {
    const std::vector<ViewPane> all = panes();
    const bool isBeside = mode == ViewMode::SideBySide || mode == ViewMode::Truth;
    if (!isBeside || !hasBefore()) return {};
    const ViewPane here = paneAt(devicePixel);
    const QPointF offset = devicePixel - QRectF(here.frame).center();
    std::vector<QPointF> counterparts;
    for (const ViewPane& pane : all)
        if (pane.frame != here.frame) counterparts.push_back(QRectF(pane.frame).center() + offset);
    return counterparts;
}

void ViewState::fit() {
    double zoom = hasBefore() || hasAfter() ? ViewGeometry::largestZoom : 1;
    for (const ViewPane& pane : panes())
        for (const ViewSide side : {ViewSide::Before, ViewSide::After})
            if (!imageSize(side).isEmpty())
                zoom = std::min(zoom, ViewGeometry::fittingZoom(imageSize(side), pane.frame.size()));
    geometry.fit(zoom);
}

void ViewState::zoomTo(double zoom, QPointF anchor) {
    const ViewPane pane = paneAt(anchor.toPoint());
    geometry.zoomAt(zoom, anchor - QRectF(pane.frame).center(), imageSize(pane.side));
}

void ViewState::panBy(QPointF delta) { geometry.pan(delta, imageSize(ViewSide::After)); }

void ViewState::centreOn(QPoint pixel) {
    const QSize size = imageSize(ViewSide::After);
    geometry.setZoom(std::max(geometry.zoom(), 16.0));
    geometry.setCentre({(pixel.x() + 0.5) / size.width(), (pixel.y() + 0.5) / size.height()});
}

} // namespace lightbench
