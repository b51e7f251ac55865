#include "ui/view/view_range.h"

#include <algorithm>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/view/view_content.h"

namespace lightbench {

namespace {

constexpr std::size_t smallImage = 1 << 20; ///< samples; a processor core scans them in one or two milliseconds

SampleRange rangeOf(const ImagePtr& image, const std::stop_token& stop = {}) {
    return image ? sampleRange(*image, stop) : SampleRange();
}

bool isQuick(const ImagePtr& image) {
    return !image || image->format().type != SampleType::F32 || image->shape().samples() <= smallImage;
}

QString clippedText(bool isBelow, bool isAbove) {
    if (isBelow && isAbove) return viewText("clipped below 0 and above 1");
    return isBelow ? viewText("clipped below 0") : isAbove ? viewText("clipped above 1") : QString();
}

} // namespace

ShownValueRange::ShownValueRange(QObject* parent) : QObject(parent) {}

void ShownValueRange::setImages(const ImagePtr& before, const ImagePtr& after) {
    const std::array<ImagePtr, 2> images{before, after};
    if (images == images_) return;
    const std::array<ImagePtr, 2> old = std::exchange(images_, images);
    if (isQuick(before) && isQuick(after)) {
        scan_.cancel();
        return setRanges({rangeOf(before), rangeOf(after)});
    }
    // The input image stays the same while results change.
    const bool isSameBefore = before == old[0] && !scan_.isBusy();
    const auto job = [this, images, isSameBefore, known = ranges_[0]](std::stop_token stop) -> std::function<void()> {
        const Ranges ranges{isSameBefore ? known : rangeOf(images[0], stop), rangeOf(images[1], stop)};
        if (stop.stop_requested()) return {};
        return [this, images, ranges] {
            if (images == images_) setRanges(ranges);
        };
    };
    scan_.submit(job, false);
}

void ShownValueRange::setRanges(const Ranges& ranges) {
    if (ranges == std::exchange(ranges_, ranges)) return;
    emit changed();
}

void ShownValueRange::showWhole(bool whole) {
    if (whole == std::exchange(isWhole_, whole)) return;
    emit changed();
}

DisplayRange ShownValueRange::shown() const {
    if (!isWhole_ || !hasValuesOutside()) return {};
    DisplayRange range{ranges_[0].lowest, ranges_[0].highest};
    const auto isFloat = [](const ImagePtr& image) { return image && image->format().type == SampleType::F32; };
    if (!isFloat(images_[0])) range = {ranges_[1].lowest, ranges_[1].highest};
    if (isFloat(images_[0]) && isFloat(images_[1]))
        range = {std::min(range.black, ranges_[1].lowest), std::max(range.white, ranges_[1].highest)};
    if (range.black < range.white) return range;
    return {range.black - 0.5, range.white + 0.5}; // a single value is shown mid-gray
}

QString ShownValueRange::description() const {
    if (isWhole_ && hasValuesOutside()) return descriptionOf(ranges_[0].isClipped() ? Before : After);
    return clippedText(ranges_[0].isBelow || ranges_[1].isBelow, ranges_[0].isAbove || ranges_[1].isAbove);
}

QString ShownValueRange::descriptionOf(Side side) const {
    const SampleRange& range = ranges_[side];
    const ImagePtr& shownImage = images_[side];
    const bool isFloat = shownImage && shownImage->format().type == SampleType::F32;
    if (!isWhole_ || !hasValuesOutside()) return clippedText(range.isBelow, range.isAbove);
    return isFloat ? viewText("shown from %1 to %2").arg(figureText(shown().black), figureText(shown().white))
                   : QString();
}

} // namespace lightbench
