#include "ui/view/difference_picture.h"

#include <utility>

#include "ui/theme/theme.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {

/// Beyond this, marks would hide the picture, and the differences are visible without them.
constexpr std::size_t maxMarks = 1000;

QString wordsOf(const Difference& difference, const Format& format) {
    if (difference.allMismatched() == 0) return DifferencePicture::tr("every sample is equal");
    if (difference.allMismatched() == 1)
        return DifferencePicture::tr("1 sample differs, by %1").arg(sampleText(difference.largest(), format));
    return DifferencePicture::tr("%1 samples differ, up to %2")
        .arg(countText(difference.allMismatched()), sampleText(difference.largest(), format));
}

DifferenceShown shownOf(const DifferenceRequest& request) {
    const Image &after = *request.after, &reference = *request.reference;
    const Difference difference = compareImages(after, reference, exactly());
    const double gain =
        request.amplify ? request.amplify : fittingGain(difference.largestFinite(), after.format(), request.style);
    return {std::make_shared<const Image>(differenceImage(after, reference, request.style, gain)), request.style, gain,
            wordsOf(difference, after.format()), differingPixels(after, reference, maxMarks)};
}

} // namespace

DifferencePicture::DifferencePicture(QObject* parent) : QObject(parent) {
    connect(&task_, &LatestTask::failed, this, &DifferencePicture::failed);
}

void DifferencePicture::request(const DifferenceRequest& request) {
    newest_ = request;
    if (!std::exchange(isScheduled_, true))
        QMetaObject::invokeMethod(this, &DifferencePicture::render, Qt::QueuedConnection);
}

void DifferencePicture::render() {
    isScheduled_ = false;
    const DifferenceRequest request = std::exchange(newest_, {});
    if (!request.after || !request.reference || !(request.after->shape() == request.reference->shape())) {
        task_.cancel();
        emit unavailable(request.after && request.reference);
        return;
    }
    task_.compute([request] { return shownOf(request); },
                  [this](const DifferenceShown& shown) { emit rendered(shown); }, false);
}

} // namespace lightbench
