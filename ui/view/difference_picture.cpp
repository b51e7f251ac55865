// The background job and its messages.
#include "ui/view/difference_picture.h"

#include <utility>

#include "ui/theme/theme.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {

/// More would hide the picture, and need no marks to be seen.
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

QString problemOf(const DifferenceRequest& request) {
    if (!request.after || !request.reference) return {};
    return DifferencePicture::tr("The result (%1) and its reference (%2) have different shapes.")
        .arg(QString::fromStdString(request.after->shape().name()),
             QString::fromStdString(request.reference->shape().name()));
}

} // namespace

DifferencePicture::DifferencePicture(QObject* parent) : QObject(parent) {
    connect(&task_, &LatestTask::failed, this, &DifferencePicture::failed);
}

void DifferencePicture::want(const DifferenceRequest& request) {
    request_ = request;
    if (!std::exchange(isAsked_, true)) QMetaObject::invokeMethod(this, &DifferencePicture::make, Qt::QueuedConnection);
}

void DifferencePicture::make() {
    isAsked_ = false;
    const DifferenceRequest request = std::exchange(request_, {});
    if (!request.after || !request.reference || !(request.after->shape() == request.reference->shape())) {
        task_.cancel();
        emit none(problemOf(request));
        return;
    }
    task_.submit(
        [this, request](std::stop_token) -> std::function<void()> {
            return [this, shown = shownOf(request)] { emit made(shown); };
        },
        false);
}

} // namespace lightbench
