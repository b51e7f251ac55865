// The part of the image view for the rectangle of a stage (image_view.h).
#include <algorithm>
#include <utility>

#include "ui/view/image_view.h"
#include "ui/view/rectangle_drag.h"

namespace lightbench {

const RectangleTool& ImageView::rectangleTool() const { return rectangle_->tool(); }

void ImageView::showRectangle(const QRect& rectangle) {
    rectangle_->show(rectangle);
    update();
}

void ImageView::hideRectangle() {
    if (!rectangleTool().isShown()) return;
    rectangle_->hide();
    endDrawing();
    unsetCursor();
    update();
}

/// A rectangle is drawn on the input image. A mode that does not show it comes back when the drawing ends.
void ImageView::drawRectangle() {
    if (!rectangle_->arm()) return;
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

} // namespace lightbench
