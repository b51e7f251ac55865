// Chooses the two histograms: before and after the stack, or settings A and B. Missing ones are counted in the
// background.
#include <QToolButton>

#include "ui/panels/histogram/histogram_panel.h"
#include "ui/state/session/results.h"

namespace lightbench {

HistogramPanel::HistogramPanel(const Results& results, QWidget* parent) : HistogramPanel(parent) {
    for (const auto signal : {&Results::reportChanged, &Results::sourceChanged, &Results::pinnedChanged})
        connect(&results, signal, this, [this, &results] { showResultOf(results); });
}

void HistogramPanel::showResult(const HistogramPtr& before, const ImagePtr& after, const HistogramPtr& known) {
    showPair({nullptr, before}, {after, known});
}

void HistogramPanel::showPair(const Pictured& before, const Pictured& after) {
    const auto isKnown = [](const Pictured& one) { return one.known || !one.image; };
    const Format format = after.image ? after.image->format() : Format{};
    if (isKnown(before) && isKnown(after)) {
        counted_ = {};
        counting_.cancel();
        if (before.known != before_ || after.known != after_) setHistograms(before.known, after.known, format);
        return;
    }
    if (counted_ == std::array{before.image, after.image}) return;
    counted_ = {before.image, after.image};
    counting_.submit(
        [this, before, after, format, isKnown](const std::stop_token&) -> std::function<void()> {
            const auto counted = [&](const Pictured& one) {
                return isKnown(one) ? one.known : std::make_shared<const Histogram>(histogramOf(*one.image));
            };
            return
                [=, this, first = counted(before), second = counted(after)] { setHistograms(first, second, format); };
        },
        true);
}

/// While two settings are compared, "before" shows A and "after" shows B.
void HistogramPanel::nameSides(bool isComparing) {
    beforeName_ = isComparing ? tr("A") : tr("before");
    afterName_ = isComparing ? tr("B") : tr("after");
    beforeButton_->setText(beforeName_);
    afterButton_->setText(afterName_);
}

void HistogramPanel::showResultOf(const Results& results) {
    nameSides(results.isComparing());
    const ReportPtr& report = results.report();
    if (!report) return showPair({}, {});
    if (!report->inputHistogram) return; // keeps the previous histograms until the new ones arrive
    const auto pictured = [](const ImagePtr& shown, const Report& of) {
        return Pictured{shown, shown == of.output ? of.outputHistogram : nullptr};
    };
    const Pictured after = pictured(results.shownPicture(), *report);
    if (!results.isComparing()) return showPair({report->input, report->inputHistogram}, after);
    showPair(pictured(results.pinnedPicture(), *results.pinned()), after);
}

} // namespace lightbench
