// Passes pictures and titles from Results to the image view.
#include "ui/lab/result_picture.h"

#include "core/compare/tiling.h"
#include "core/run/stage_explanation.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/session/results.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"

namespace lightbench {

ResultPicture::ResultPicture(const LabContext& lab, QObject* parent) : QObject(parent), lab_(lab) {
    connect(&lab.session, &Session::imageChanged, this, &ResultPicture::showImage);
    connect(&lab.results, &Results::sourceChanged, this, &ResultPicture::showResult);
    connect(&lab.results, &Results::pinnedChanged, this, &ResultPicture::showResult);
    connect(&lab.results, &Results::changed, this, [this] {
        lab_.view.setBusy(lab_.results.activity() != Activity::None);
        showResult();
    });
    connect(&lab.results, &Results::progressed, this,
            [this] { lab_.view.setProgress(lab_.results.progress().fraction); });
}

void ResultPicture::showImage() {
    lab_.view.setTitles({});
    lab_.view.setBefore(lab_.session.image());
    lab_.view.setAfter(nullptr);
}

void ResultPicture::showResult() {
    const ReportPtr& report = lab_.results.report();
    if (!report) return;
    const StageReport* stage = lab_.results.shownStage();
    const bool isComparing = lab_.results.isComparing();
    const ImagePtr a = lab_.results.pinnedPicture();
    const bool isNamed = stage && !stage->comparedWith.empty(); // such as "a second run", which is no reference
    lab_.view.setTitles(isComparing ? ViewTitles{tr("A"), tr("B"), tr("A")}
                        : isNamed   ? ViewTitles{{}, {}, words(stage->comparedWith)}
                                    : ViewTitles{});
    lab_.view.setBefore(isComparing ? a : lab_.session.image());
    lab_.view.setAfter(lab_.results.shownPicture(), label());
    lab_.view.setReference(isComparing ? a : stage ? stage->referenceImage : report->endToEndReference);
    lab_.view.setUnchecked(lab_.results.uncheckedText(), lab_.results.isChecking());
    const std::vector<Tiling> tilings = stage ? tilingsOf(*stage) : std::vector<Tiling>();
    lab_.view.setTile(tilings.empty() ? QSize() : QSize(tilings[0].tile.width, tilings[0].tile.height));
}

/// Names the stage whose result is shown, and says if its settings have changed since.
QString ResultPicture::label() const {
    const Report& report = *lab_.results.report();
    // While a newer result is on its way the label stays, since it would only flicker.
    const bool isLeft =
        lab_.results.isStale() && lab_.results.activity() == Activity::None && !lab_.runs.isAboutToRun();
    const QString left = isLeft ? tr(" · of the last run") : QString();
    const StageReport* stage = lab_.results.shownStage();
    if (!stage && report.stages.empty()) return tr("empty stack") + left;
    const bool isOlder = lab_.results.isPictureOlder();
    const int shown = (isOlder ? lab_.results.source() : (stage ? *stage : report.stages.back()).stackIndex) + 1;
    return tr("stage %1 of %2").arg(shown).arg(report.stack.size()) + (isOlder ? tr(" · of the last run") : left);
}

} // namespace lightbench
