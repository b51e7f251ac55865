// The part of the image view for modes that compare with the reference (image_view.h).
#include <algorithm>
#include <utility>

#include "ui/view/image_view.h"

namespace lightbench {

/// Prepares the reference only while it is visible, since it needs as much memory as the result.
void ImageView::showReference() {
    const bool isSeen = mode() == ViewMode::Truth;
    content_.layer(ViewSide::Reference)
        .setImage(isSeen ? content_.reference : nullptr, Reduction::Mean, viewRange_.shown());
}

void ImageView::setTile(QSize tile) {
    if (tile == std::exchange(content_.tile, tile)) return;
    emit gridChanged();
    update();
}

void ImageView::setGridShown(bool shown) {
    if (shown == std::exchange(state_.grid, shown)) return;
    emit gridChanged();
    update();
}

/// Makes a difference only while it is visible.
void ImageView::scheduleDifference() {
    content_.problem.clear();
    const bool isSeen = state_.showsDifference();
    differencePicture_.request(isSeen
                                   ? DifferenceRequest{content_.after, content_.reference, state_.style, state_.amplify}
                                   : DifferenceRequest{});
}

void ImageView::showNoDifference(const QString& problem) {
    content_.problem = problem;
    content_.layer(ViewSide::Difference).setImage(nullptr);
    content_.difference.marks.clear();
    content_.difference.words.clear();
}

void ImageView::showDifference(const DifferenceShown& shown) {
    const double before = gain();
    content_.difference = shown;
    content_.difference.picture = nullptr; // the layer keeps it
    if (gain() != before) emit gainChanged(gain());
    const bool isSigned = shown.style == DifferenceStyle::Signed;
    content_.layer(ViewSide::Difference)
        .setImage(shown.picture, isSigned ? Reduction::FarFromGray : Reduction::FarFromBlack);
    update();
}

void ImageView::setDifferenceStyle(DifferenceStyle style, int amplify) {
    amplify = std::clamp(amplify, 0, 64);
    if (style == state_.style && amplify == state_.amplify) return;
    state_.style = style;
    state_.amplify = amplify;
    scheduleDifference();
    update();
    emit differenceStyleChanged(style, amplify);
}

} // namespace lightbench
