// The job and its words.
#include "ui/view/difference_picture.h"

#include <utility>

#include "ui/theme/theme.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {

/// More would hide the picture, and need no marks to be seen.
constexpr std::size_t mostMarks = 1000;

QString wordsOf(const Difference& difference, const Format& format) {
    if (difference.allMismatched() == 0) return DifferencePicture::tr("every sample is equal");
    if (difference.allMismatched() == 1)
        return DifferencePicture::tr("1 sample differs, by %1").arg(sampleText(difference.largest(), format));
    return DifferencePicture::tr("%1 samples differ, up to %2")
        .arg(countText(difference.allMismatched()), sampleText(difference.largest(), format));
}

DifferenceShown shownOf(const DifferenceWish& wish) {
    const Image &after = *wish.after, &reference = *wish.reference;
    const Difference difference = compareImages(after, reference, exactly());
    const double gain =
        wish.amplify ? wish.amplify : fittingGain(difference.largestFinite(), after.format(), wish.style);
    return {std::make_shared<const Image>(differenceImage(after, reference, wish.style, gain)), wish.style, gain,
            wordsOf(difference, after.format()), differingPixels(after, reference, mostMarks)};
}

QString problemOf(const DifferenceWish& wish) {
    if (!wish.after || !wish.reference) return {};
    return DifferencePicture::tr("The result (%1) and its reference (%2) have different shapes.")
        .arg(QString::fromStdString(wish.after->shape().name()),
             QString::fromStdString(wish.reference->shape().name()));
}

} // namespace

DifferencePicture::DifferencePicture(QObject* parent) : QObject(parent) {
    connect(&task_, &LatestTask::failed, this, &DifferencePicture::failed);
}

void DifferencePicture::want(const DifferenceWish& wish) {
    wish_ = wish;
    if (!std::exchange(isAsked_, true)) QMetaObject::invokeMethod(this, &DifferencePicture::make, Qt::QueuedConnection);
}

void DifferencePicture::make() {
    isAsked_ = false;
    const DifferenceWish wish = std::exchange(wish_, {});
    if (!wish.after || !wish.reference || !(wish.after->shape() == wish.reference->shape())) {
        task_.cancel();
        emit none(problemOf(wish));
        return;
    }
    task_.submit(
        [this, wish](std::stop_token) -> std::function<void()> {
            return [this, shown = shownOf(wish)] { emit made(shown); };
        },
        false);
}

} // namespace lightbench
