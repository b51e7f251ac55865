// The part of the image view for modes that compare with the reference (image_view.h).
#include <algorithm>
#include <utility>

#include "ui/theme/theme.h"
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

/// The images are named as above their pictures, such as B and A.
void ImageView::showNoDifference(bool haveOtherShapes) {
    const auto named = [](const QString& title, const QString& usual, const Image& image) {
        return QStringLiteral("%1 (%2)").arg(title.isEmpty() ? usual : title, words(image.shape().name()));
    };
    const ViewTitles& titles = content_.titles;
    content_.problem.clear();
    if (haveOtherShapes && content_.after && content_.reference)
        content_.problem = tr("%1 and %2 have different shapes, so they have no difference to show.")
                               .arg(named(titles.after, tr("The result"), *content_.after),
                                    named(titles.reference, tr("its reference"), *content_.reference));
    update();
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
