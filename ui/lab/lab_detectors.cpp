// Stages that learn: their rectangle on the image, and the file that their detector is saved to.
#include "ui/lab/lab_window.h"
#include "ui/lab/save_dialog.h"
#include "ui/panels/stage_form.h"

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

void LabWindow::connectRectangle() {
    connect(&session_, &Session::currentChanged, this, &LabWindow::refreshRectangle);
    connect(&session_, &Session::stackChanged, this, &LabWindow::refreshRectangle);
    connect(&session_, &Session::imageChanged, this, [this] {
        // The view gets the new image after the session has it.
        QMetaObject::invokeMethod(this, &LabWindow::refreshRectangle, Qt::QueuedConnection);
    });
    connect(view_, &ImageView::rectangleEdited, this, &LabWindow::setRectangle);
    connect(view_, &ImageView::rectangleFinished, &session_, &Session::endGesture);
    connect(stackPanel_->form(), &StageForm::drawRequested, view_, &ImageView::drawRectangle);
    connect(stackPanel_->form(), &StageForm::saveRequested, this, &LabWindow::chooseDetectorFile);
}

void LabWindow::refreshRectangle() {
    const int row = session_.current();
    const Stage* stage = row < 0 ? nullptr : &session_.stack()[std::size_t(row)];
    const Parameter* parameter = stage ? parameterOfKind(*stage, ParameterKind::Rectangle) : nullptr;
    const std::optional<ImageShape> input = parameter ? session_.inputOf(row) : std::nullopt;
    // Where an earlier stage changed the size, a place in the image is no place in the stage's input.
    const bool isSamePlace = input && input->size == session_.image()->size();
    if (!isSamePlace || !stage->enabled || hasDetectorFile(*stage)) return view_->hideRectangle();
    const Rectangle& r = stage->parameters.rectangle(parameter->name);
    view_->showRectangle({r.x, r.y, r.width, r.height});
}

void LabWindow::setRectangle(const QRect& rectangle) {
    const int row = session_.current();
    const Parameter* parameter =
        row < 0 ? nullptr : parameterOfKind(session_.stack()[std::size_t(row)], ParameterKind::Rectangle);
    if (!parameter) return;
    const Rectangle drawn{rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height()};
    session_.setParameter(row, parameter->name, rectangle.isEmpty() ? Rectangle{} : drawn);
}

void LabWindow::chooseDetectorFile() {
    if (!session_.image()) return fail(tr("Open an image first: a detector is trained on one."));
    const QString proposed = startFolder(session_.imageName()) + QChar('/') + tr("object.detector");
    const QString path =
        askWhereToSave(this, {tr("Save the detector"), proposed, tr("Detectors (*.detector)"), ".detector"});
    if (!path.isEmpty()) saveDetectorFile(path);
}

void LabWindow::saveDetectorFile(const QString& path) {
    const int row = session_.current();
    if (row < 0 || !session_.image()) return;
    Stack stack(session_.stack().begin(), session_.stack().begin() + row + 1);
    stack.back().enabled = true; // the user asked for this one
    files_.saveDetector(session_.image(), stack, path);
}

} // namespace lightbench
