#include "ui/panels/stage/stage_form.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "core/base/error.h"
#include "core/definition/kernel_file.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/controls/text_line.h"
#include "ui/panels/stage/parameter_editor.h"
#include "ui/panels/stage/variant_chooser.h"
#include "ui/panels/stage/workgroup_editor.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

QString parameterToolTip(const Parameter& parameter) {
    return plainToolTip(words(parameter.doc + "\n" + rangeText(parameter)) + StageForm::tr("\nDouble-click resets."));
}

/// True if the stage, without region and mix, keeps the shape of its input.
bool keepsShapeOf(const ImageShape& input, Stage stage, const FilterCatalog& filters) {
    for (const Parameter& parameter : stageParameters())
        if (stage.parameters.all().contains(parameter.name)) stage.parameters.set(parameter.name, parameter.initial);
    try {
        return outputShape(stage, input, filters) == input;
    } catch (const Error&) {
        return true; // the run reports the error
    }
}

} // namespace

StageForm::StageForm(Session* session, QWidget* parent) : QWidget(parent), session_(session) {
    layOut<QVBoxLayout>(this);
    connect(session, &Session::currentChanged, this, &StageForm::refresh);
    connect(session, &Session::stackChanged, this, &StageForm::refresh);
    connect(session, &Session::imageChanged, this, &StageForm::refresh);
    connect(session, &Session::deviceChanged, this, &StageForm::refresh);
    connect(session, &Session::tuningChanged, this, &StageForm::refresh);
    connect(&session->filterStore(), &FilterStore::changed, this, &StageForm::refresh);
    connect(session->model(), &QAbstractItemModel::dataChanged, this, &StageForm::refreshErrors);
    refresh();
}

const Stage* StageForm::stage() const {
    const int row = session_->current();
    return row >= 0 && row < int(session_->stack().size()) ? &session_->stack()[std::size_t(row)] : nullptr;
}

void StageForm::rebuild() {
    if (content_) {
        content_->hide();
        content_->deleteLater();
    }
    fields_.clear();
    content_ = new QWidget(this);
    layout()->addWidget(content_);
    const Stage* chosen = stage();
    shownFilter_ = chosen ? chosen->filter : std::string();
    if (!chosen) return;
    shownFilters_ = session_->filters();
    const Filter& filter = shownFilters_.byId(chosen->filter);
    auto* grid = layOut<QGridLayout>(content_);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, 68);
    grid->setColumnStretch(1, 1);
    addHeading(grid, filter);
    addGuesses(grid);
    addParameters(grid, filter, false);
    addVariant(grid, filter);
    addWorkgroup(grid);
    addParameters(grid, filter, true);
    grid->setRowStretch(grid->rowCount(), 1);
}

void StageForm::setShowAction(QAction* action) {
    show_ = action;
    show_->setIconText(tr("Show")); // buttons have a shorter text
    if (stage()) rebuild(), refresh();
}

void StageForm::addHeading(QGridLayout* grid, const Filter& filter) {
    auto* row = new QHBoxLayout;
    auto* heading = new ElidedLabel(content_); // long names must not widen the panel
    heading->setText(words(filter.label).toUpper());
    heading->setMaxLines(2);
    heading->setObjectName(QStringLiteral("stageHeading"));
    heading->setProperty("role", "heading");
    heading->setToolTip(plainToolTip(words(filter.doc)));
    auto* reset = textButton(tr("Reset"), tr("Set every parameter, the variant and the workgroup to the default"));
    reset->setObjectName(QStringLiteral("resetStage"));
    connect(reset, &QToolButton::clicked, this, [this] { session_->resetStage(session_->current()); });
    row->addWidget(heading, 1);
    if (show_) {
        QToolButton* show = actionButton(show_);
        show->setObjectName(QStringLiteral("showStage"));
        row->addWidget(show);
    }
    row->addWidget(reset);
    grid->addLayout(row, 0, 0, 1, 2);
}

/// How many meanings Lightbench guessed in the stage's kernel file. A click on the line opens the mapping form.
void StageForm::addGuesses(QGridLayout* grid) {
    const FilterDefinition* definition = shownFilters_.definition(shownFilter_);
    if (!definition) return;
    QStringList guesses;
    for (const KernelGuess& guess : kernelFileOf(*definition).guesses)
        guesses << words(guess.text);
    auto* button = new QPushButton(content_);
    button->setObjectName(QStringLiteral("mapping"));
    button->setProperty("flat", true);
    button->setStyleSheet(QStringLiteral("text-align: left; padding-left: 0;")); // in line with the labels
    button->setText(guesses.isEmpty()     ? tr("Arguments of the kernel…")
                    : guesses.size() == 1 ? tr("1 guess about the file…")
                                          : tr("%1 guesses about the file…").arg(guesses.size()));
    button->setToolTip(guesses.isEmpty() ? tr("What each argument of the kernel is given")
                                         : plainToolTip(guesses.join(QStringLiteral("\n\n"))));
    connect(button, &QPushButton::clicked, this, [this] { emit mappingRequested(words(shownFilter_)); });
    grid->addWidget(button, grid->rowCount(), 0, 1, 2, Qt::AlignLeft);
}

QLabel* StageForm::addLabel(QGridLayout* grid, const QString& text, const QString& toolTip) {
    auto* label = new QLabel(text, content_);
    label->setToolTip(toolTip);
    label->setMinimumHeight(26);
    label->setWordWrap(true);
    grid->addWidget(label, grid->rowCount(), 0, Qt::AlignTop);
    return label;
}

/// Adds the filter's own parameters, or those that every stage has, which come last.
void StageForm::addParameters(QGridLayout* grid, const Filter& filter, bool ofStage) {
    for (const Parameter& parameter : filter.parameters)
        if (parameter.ofStage == ofStage) addParameter(grid, parameter);
}

void StageForm::addParameter(QGridLayout* grid, const Parameter& parameter) {
    // Four fields in a row leave no room for units.
    const bool isRectangle = parameter.kind == ParameterKind::Rectangle;
    const QString name = words(parameter.label);
    QLabel* label = addLabel(grid, isRectangle ? tr("%1 (px)").arg(name) : name, parameterToolTip(parameter));
    label->setProperty("parameter", words(parameter.name));
    label->installEventFilter(this);
    Field field{makeParameterEditor(parameter, content_), textLine(content_, "error")};
    label->setBuddy(field.editor);
    // A text needs the full width, below its label.
    const bool isText = parameter.kind == ParameterKind::Text;
    const int row = grid->rowCount() - (isText ? 0 : 1), column = isText ? 0 : 1, columns = 2 - column;
    grid->addWidget(field.editor, row, column, 1, columns);
    grid->addWidget(field.error, row + 1, column, 1, columns);
    fields_[parameter.name] = field;
    connect(field.editor, &ParameterEditor::edited, this, [this, name = parameter.name](const ParameterValue& value) {
        if (std::holds_alternative<ResourceFile>(value))
            session_->setResource(session_->current(), name, std::get<ResourceFile>(value));
        else
            session_->setParameter(session_->current(), name, value);
    });
    connect(field.editor, &ParameterEditor::drawRequested, this,
            [this, name = parameter.name] { emit drawRequested(words(name)); });
    connect(field.editor, &ParameterEditor::saveRequested, this, &StageForm::saveRequested);
    connect(field.editor, &ParameterEditor::gestureEnded, session_, &Session::endGesture);
    connect(field.editor, &ParameterEditor::resetRequested, this, [this, name = parameter.name] { reset(name); });
    connect(field.editor, &ParameterEditor::problem, field.error, [field](const QString& text) {
        field.editor->setProperty("typedProblem", !text.isEmpty());
        showTextOn(field.error, text);
    });
}

bool StageForm::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick) {
        session_->endGesture();
        reset(watched->property("parameter").toString().toStdString());
    }
    return QWidget::eventFilter(watched, event);
}

/// The first click of a double click on a slider may move the knob. It belongs to the same undo step.
void StageForm::reset(const std::string& name) {
    const Stage* chosen = stage();
    const Parameter* parameter = chosen ? findParameter(session_->filters().byId(chosen->filter), name) : nullptr;
    if (!parameter) return;
    session_->setParameter(session_->current(), name, parameter->initialWhenAdded.value_or(parameter->initial));
    session_->endGesture();
}

void StageForm::addVariant(QGridLayout* grid, const Filter& filter) {
    QLabel* label = addLabel(grid, tr("Variant"), tr("How the filter is computed on the device"));
    variant_ = new VariantChooser(filter, content_);
    label->setBuddy(variant_);
    // Variant names are long, so the box gets the full width.
    label->setMinimumHeight(0);
    const int row = grid->rowCount();
    grid->addWidget(variant_, row, 0, 1, 2);
    grid->addWidget(variant_->explanation(), row + 1, 0, 1, 2);
    connect(variant_, &VariantChooser::chosen, this,
            [this](const QString& id) { session_->setVariant(session_->current(), id.toStdString()); });
}

void StageForm::addWorkgroup(QGridLayout* grid) {
    QLabel* label = addLabel(grid, tr("Workgroup"), tr("Work-items that run together and share local memory"));
    workgroup_ = new WorkgroupEditor(content_);
    label->setBuddy(workgroup_);
    grid->addWidget(workgroup_, grid->rowCount() - 1, 1);
    connect(workgroup_, &WorkgroupEditor::chosen, this,
            [this](std::optional<Workgroup> size) { session_->setWorkgroup(session_->current(), size); });
}

/// The parameters of a kernel file change with the file.
bool StageForm::isShown(const Stage* stage) const {
    if (shownFilter_ != (stage ? stage->filter : std::string())) return false;
    return !stage || isDefinedAlike(stage->filter, shownFilters_, session_->filters());
}

void StageForm::refresh() {
    const Stage* chosen = stage();
    if (!content_ || !isShown(chosen)) rebuild();
    if (!chosen) return;
    QStringList earlier;
    for (int row = 0; row < session_->current(); ++row)
        earlier << labelOf(session_->stack()[std::size_t(row)], session_->filters());
    for (const auto& [name, field] : fields_) {
        field.editor->setEarlierStages(earlier);
        field.editor->setValue(chosen->parameters.get(name));
    }
    refreshStageParameters(*chosen);
    refreshChoices(*chosen);
    refreshErrors();
}

/// Disables region and mix if the output differs in shape from the input; values that are set can still be removed.
void StageForm::refreshStageParameters(const Stage& chosen) {
    const std::optional<ImageShape> input = session_->takenInput(session_->current());
    const bool keepsShape = !input || keepsShapeOf(*input, chosen, session_->filters());
    for (const Parameter& parameter : stageParameters()) {
        const auto found = fields_.find(parameter.name);
        if (found == fields_.end()) continue;
        const bool isSet = chosen.parameters.get(parameter.name) != parameter.initial;
        found->second.editor->setEnabled(keepsShape || isSet);
        found->second.editor->setToolTip(
            keepsShape ? parameterToolTip(parameter)
                       : tr("This needs an output of the input's size and format; here the output has another one."));
    }
}

void StageForm::refreshChoices(const Stage& chosen) {
    const DeviceInfo* device = session_->device();
    const std::optional<StageChoices> choices = session_->choices(session_->current());
    variant_->setContext(chosen, choices ? choices->automatic : nullptr, device ? std::optional(*device) : std::nullopt,
                         session_->takenInput(session_->current()), choices ? choices->tunedOn : std::string());
    if (!device) return workgroup_->setUnavailable(tr("Without a device, Lightbench cannot check a size."));
    if (!choices) return workgroup_->setUnavailable(tr("The stage does not accept its input."));
    workgroup_->setContext(chosen, session_->filters().byId(chosen.filter), *choices,
                           *session_->takenInput(session_->current()), *device);
}

void StageForm::refreshErrors() {
    if (!stage() || !isShown(stage())) return;
    // The card shows errors of the whole stage, and the line below the workgroup shows its own.
    const StageStatus& found = session_->model()->status(session_->current());
    for (const auto& [name, field] : fields_) {
        const bool here = found.errorField == words(name) && !found.error.isEmpty();
        if (here || !field.editor->property("typedProblem").toBool())
            showTextOn(field.error, here ? found.error : QString());
    }
}

} // namespace lightbench
