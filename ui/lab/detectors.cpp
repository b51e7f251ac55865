// The chosen stage's rectangle goes to the view and back; its detector is trained anew when it is saved.
#include "ui/lab/detectors.h"

#include "core/filters/detection/detector_text.h"
#include "core/run/stack_training.h"
#include "ui/files/whole_file.h"
#include "ui/lab/save_dialog.h"
#include "ui/panels/stage_form.h"
#include "ui/state/file_tasks.h"
#include "ui/state/messages.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {
/// The stage's first parameter of that kind; null if it has none.
const Parameter* parameterOfKind(const Stage& stage, ParameterKind kind) {
    for (const Parameter& parameter : filterById(stage.filter).parameters)
        if (parameter.kind == kind) return &parameter;
    return nullptr;
}

/// With a detector from a file there is no rectangle to choose.
bool hasDetectorFile(const Stage& stage) {
    const Parameter* parameter = parameterOfKind(stage, ParameterKind::Detector);
    return parameter && stage.parameters.detectorFile(parameter->name).detector;
}
} // namespace

Detectors::Detectors(const LabContext& lab, StageForm* form, QWidget* window)
    : QObject(window), lab_(lab), window_(window) {
    connect(&lab.session, &Session::currentChanged, this, &Detectors::refreshRectangle);
    connect(&lab.session, &Session::stackChanged, this, &Detectors::refreshRectangle);
    // The view gets the new image after the session has it.
    connect(&lab.session, &Session::imageChanged, this, &Detectors::refreshRectangle, Qt::QueuedConnection);
    connect(&lab.view, &ImageView::rectangleEdited, this, &Detectors::setRectangle);
    connect(&lab.view, &ImageView::rectangleFinished, &lab.session, &Session::endGesture);
    connect(form, &StageForm::drawRequested, &lab.view, &ImageView::drawRectangle);
    connect(form, &StageForm::saveRequested, this, &Detectors::chooseFile);
}

void Detectors::refreshRectangle() {
    const Session& session = lab_.session;
    const int row = session.current();
    const Stage* stage = row < 0 ? nullptr : &session.stack()[std::size_t(row)];
    const Parameter* parameter = stage ? parameterOfKind(*stage, ParameterKind::Rectangle) : nullptr;
    const std::optional<ImageShape> input = parameter ? session.inputOf(row) : std::nullopt;
    // Where an earlier stage changed the size, a place in the image is no place in the stage's input.
    const bool isSamePlace = input && input->size == session.image()->size();
    if (!isSamePlace || !stage->enabled || hasDetectorFile(*stage)) return lab_.view.hideRectangle();
    const Rectangle& r = stage->parameters.rectangle(parameter->name);
    lab_.view.showRectangle({r.x, r.y, r.width, r.height});
}

void Detectors::setRectangle(const QRect& rectangle) {
    const int row = lab_.session.current();
    const Parameter* parameter =
        row < 0 ? nullptr : parameterOfKind(lab_.session.stack()[std::size_t(row)], ParameterKind::Rectangle);
    if (!parameter) return;
    const Rectangle drawn{rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height()};
    lab_.session.setParameter(row, parameter->name, rectangle.isEmpty() ? Rectangle{} : drawn);
}

void Detectors::chooseFile() {
    if (!lab_.session.image()) return lab_.messages.fail(tr("Open an image first: a detector is trained on one."));
    const QString proposed = startFolder(lab_.session.imageName()) + QChar('/') + tr("object.detector");
    const QString path =
        askWhereToSave(window_, {tr("Save the detector"), proposed, tr("Detectors (*.detector)"), ".detector"});
    if (!path.isEmpty()) save(path);
}

void Detectors::save(const QString& path) {
    const Session& session = lab_.session;
    const int row = session.current();
    if (row < 0 || !session.image()) return;
    Stack stack(session.stack().begin(), session.stack().begin() + row + 1);
    stack.back().enabled = true; // the user asked for this one
    lab_.files.write(path, [image = session.image(), stack, path] {
        writeWhole(path, QByteArray::fromStdString(detectorText(*trainStack(image, stack))));
    });
}

} // namespace lightbench
