#include "ui/panels/source/figures_comparison.h"

#include <QMenu>

#include "core/framework/plan.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"

namespace lightbench {

FiguresComparison::FiguresComparison(EngineThread& thread, QWidget* parent) : QToolButton(parent), compiling_(thread) {
    setText(tr("Compare with"));
    setObjectName(QStringLiteral("compareFigures"));
    setPopupMode(QToolButton::InstantPopup);
    setMenu(new QMenu(this));
    menu()->setToolTipsVisible(true);
    connect(menu(), &QMenu::aboutToShow, this, &FiguresComparison::fillMenu);
}

void FiguresComparison::fillMenu() {
    menu()->clear();
    const PlanRequest wanted{request_.input, request_.stage.parameters, device_, {}};
    for (const Variant& variant : request_.filters.byId(request_.stage.filter).variants) {
        if (variant.id == shown_) continue;
        const std::string reason = whyNotApplicable(variant, wanted);
        const QString name = words(variant.id);
        QAction* action = menu()->addAction(reason.empty() ? name : tr("%1: does not apply here").arg(name), this,
                                            [this, id = variant.id] { compareWith(id); });
        action->setEnabled(reason.empty());
        if (!reason.empty()) action->setToolTip(plainToolTip(tr("Does not apply here: %1").arg(words(reason))));
    }
    if (!variant_.empty()) menu()->addAction(tr("Nothing"), this, [this] { compareWith({}); });
}

void FiguresComparison::setStage(const CompileRequest& request, const std::string& shown, const DeviceInfo& device) {
    const bool isSame = request.stage == request_.stage && request.input == request_.input &&
                        request.device == request_.device && request.filters == request_.filters && shown == shown_;
    request_ = request;
    shown_ = shown;
    device_ = device;
    const bool hasOthers = request.filters.byId(request.stage.filter).variants.size() > 1;
    setEnabled(hasOthers);
    setToolTip(hasOthers
                   ? tr("Compile another variant of the stage, and show what the compiler made of both side by side")
                   : tr("The filter has one variant, so there is nothing to compare it with"));
    if (!isSame && !variant_.empty()) compareWith({});
}

void FiguresComparison::compareWith(const std::string& variant) {
    variant_ = variant;
    if (variant.empty()) return emit compared({}, {});
    CompileRequest other = request_;
    other.stage.variant = variant;
    other.stage.workgroup.reset(); // sizes of one variant may not be legal for another
    compiling_.start(
        Lane::Experiment,
        [other](Engine& engine, const JobControl& control) { return engine.compile(other, control.stop()); },
        [this](const std::vector<CompiledProgram>& programs) { emit compared(words(variant_), programs); },
        [this](const QString& why) {
            if (!why.isEmpty()) emit failed(why);
        });
}

} // namespace lightbench
