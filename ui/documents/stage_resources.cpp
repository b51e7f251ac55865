#include "ui/documents/stage_resources.h"

#include "core/run/stack_resource.h"
#include "ui/documents/save_dialog.h"
#include "ui/files/file_name.h"
#include "ui/panels/stage/stage_form.h"
#include "ui/state/files/file_tasks.h"
#include "ui/state/session/messages.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {
/// The first parameter of this kind; null if there is none.
const Parameter* parameterOfKind(const Filter& filter, ParameterKind kind) {
    for (const Parameter& parameter : filter.parameters)
        if (parameter.kind == kind && !parameter.ofStage) return &parameter;
    return nullptr;
}

/// A resource from a file needs no rectangle.
bool hasResourceFile(const Stage& stage, const Filter& filter) {
    const Parameter* parameter = parameterOfKind(filter, ParameterKind::Resource);
    return parameter && stage.parameters.resourceFile(parameter->name).resource;
}
} // namespace

StageResources::StageResources(const LabContext& lab, StageForm* form, QWidget* window)
    : QObject(window), lab_(lab), window_(window) {
    connect(&lab.session, &Session::currentChanged, this, &StageResources::giveUp);
    connect(&lab.session, &Session::stackChanged, this, &StageResources::refreshRectangle);
    // Connected after the session, so that the view gets the image later.
    connect(&lab.session, &Session::imageChanged, this, &StageResources::refreshRectangle, Qt::QueuedConnection);
    connect(&lab.view, &ImageView::rectangleEdited, this, [this](const QRect& rectangle) {
        const int row = lab_.session.current();
        const Parameter* parameter = row < 0 ? nullptr : rectangleOf(lab_.session.stack()[std::size_t(row)]);
        if (!parameter) return;
        const Rectangle drawn{rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height()};
        lab_.session.setParameter(row, parameter->name, rectangle.isEmpty() ? Rectangle{} : drawn);
    });
    connect(&lab.view, &ImageView::rectangleFinished, &lab.session, &Session::endGesture);
    connect(&lab.view, &ImageView::rectangleGivenUp, this, &StageResources::giveUp);
    connect(form, &StageForm::drawRequested, this, [this](const QString& parameter) {
        wanted_ = parameter.toStdString();
        refreshRectangle();
        lab_.view.drawRectangle();
    });
    connect(form, &StageForm::saveRequested, this, &StageResources::chooseFile);
}

/// The rectangle to draw: the one whose Draw button was pressed, else the filter's own unless a file replaces it. Else
/// the region, if it is set; a stage without one waits for no drag.
const Parameter* StageResources::rectangleOf(const Stage& stage) const {
    const Filter& filter = lab_.session.filters().byId(stage.filter);
    const bool hasFile = hasResourceFile(stage, filter);
    const Parameter* wanted = findParameter(filter, wanted_);
    if (wanted && (wanted->ofStage || !hasFile)) return wanted;
    const Parameter* own = hasFile ? nullptr : parameterOfKind(filter, ParameterKind::Rectangle);
    const Parameter* region = findParameter(filter, "region");
    return own || !region || stage.parameters.rectangle(region->name) == Rectangle{} ? own : region;
}

void StageResources::giveUp() {
    wanted_.clear();
    refreshRectangle();
}

void StageResources::refreshRectangle() {
    const Session& session = lab_.session;
    const int row = session.current();
    const Stage* stage = row < 0 ? nullptr : &session.stack()[std::size_t(row)];
    const Parameter* parameter = stage ? rectangleOf(*stage) : nullptr;
    const std::optional<ImageShape> input = parameter ? session.inputOf(row) : std::nullopt;
    // If an earlier stage changes the size, positions in the image are not positions in the stage's input.
    const bool isSamePlace = input && input->size == session.image()->size();
    if (!isSamePlace || !stage->enabled) return lab_.view.hideRectangle();
    const Rectangle& r = stage->parameters.rectangle(parameter->name);
    lab_.view.showRectangle({r.x, r.y, r.width, r.height});
}

void StageResources::chooseFile() {
    const Session& session = lab_.session;
    const int row = session.current();
    const Parameter* parameter = row < 0
                                     ? nullptr
                                     : parameterOfKind(session.filters().byId(session.stack()[std::size_t(row)].filter),
                                                       ParameterKind::Resource);
    if (!parameter) return;
    const QString name = words(parameter->resource->name);
    if (!session.image())
        return lab_.messages.reportError(tr("Open an image first: a %1 is trained on one.").arg(name));
    const QString suffix = words(parameter->resource->suffix());
    const QString proposed = startFolder(session.imageName()) + QChar('/') + tr("object") + suffix;
    const QString filter = tr("%1s (*%2)").arg(capitalised(name), suffix);
    const QString path = askWhereToSave(window_, lab_.session, {tr("Save the %1").arg(name), proposed, filter, suffix});
    if (!path.isEmpty()) save(path);
}

void StageResources::save(const QString& path) {
    const Session& session = lab_.session;
    const int row = session.current();
    if (row < 0 || !session.image()) return;
    Stack stack(session.stack().begin(), session.stack().begin() + row + 1);
    stack.back().enabled = true; // even if the stage is switched off
    lab_.files.writeText(path, [image = session.image(), stack, filters = session.filters()] {
        return makeResource(image, stack, filters).text();
    });
}

} // namespace lightbench
