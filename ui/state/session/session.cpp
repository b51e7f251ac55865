// Makes undo commands from edits of the stack, and tracks the chosen stage.
#include "ui/state/session/session.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/run/resolve.h"
#include "core/run/stage_images.h"
#include "ui/state/session/session_commands.h"

namespace lightbench {

namespace {

/// The new row of a stage after the one at `from` moved to `to`.
int rowAfterMove(int row, int from, int to) {
    if (row == from) return to;
    if (row > from && row <= to) return row - 1;
    if (row < from && row >= to) return row + 1;
    return row;
}
/// The output shape; nothing if the stage refuses its input, which the run reports.
std::optional<ImageShape> takenBy(const Stage& stage, const std::optional<ImageShape>& input,
                                  const FilterCatalog& filters) {
    if (!input) return std::nullopt;
    try {
        (void)outputShape(stage, *input, filters);
    } catch (const Error&) {
        return std::nullopt;
    }
    return input;
}

} // namespace

Session::Session(FilterCatalog filters, QObject* parent) : QObject(parent), filterStore_(std::move(filters)) {
    connect(&filterStore_, &FilterStore::changed, this, &Session::fitStages);
    connect(&model_, &StackModel::stackChanged, this, &Session::stackChanged);
    connect(&undoGroup_, &QUndoGroup::cleanChanged, this, &Session::namesChanged);
    connect(this, &Session::namesChanged, this, &Session::tabsChanged);
    appendTab(newTab());
    undoGroup_.setActiveStack(&undo());
    // The same stage stays chosen through edits, undo and redo.
    connect(&model_, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first) { setCurrent(first); });
    connect(&model_, &QAbstractItemModel::rowsRemoved, this, [this](const QModelIndex&, int first) {
        const int wanted = current_ > first ? current_ - 1 : current_;
        current_ = -2; // the same row may be another stage now
        setCurrent(std::min(wanted, int(stack().size()) - 1));
    });
    connect(&model_, &QAbstractItemModel::rowsMoved, this,
            [this](const QModelIndex&, int from, int, const QModelIndex&, int gap) {
                setCurrent(rowAfterMove(current_, from, gap > from ? gap - 1 : gap));
            });
    connect(&model_, &QAbstractItemModel::modelReset, this, [this] {
        current_ = -2;
        setCurrent(stack().empty() ? -1 : 0);
    });
}

void Session::setImage(ImagePtr image, const QString& name) {
    image_ = std::move(image);
    imageName_ = name;
    emit imageChanged();
    emit namesChanged();
}

void Session::setDevice(std::optional<DeviceInfo> device) {
    device_ = std::move(device);
    emit deviceChanged();
}

void Session::setStackPath(const QString& path) {
    tabs_[tab_].path = path;
    emit namesChanged();
}

void Session::stackSaved(const QString& path) {
    undo().setClean();
    setStackPath(path);
}

void Session::setCurrent(int row) {
    const int valid = isRow(row) ? row : -1;
    if (valid == current_) return;
    current_ = valid;
    endGesture();
    emit currentChanged(valid);
}

/// Pushes one undo step: the edit, and new numbers in stages whose second image is a stage that moved.
void Session::pushRenumbering(QUndoCommand* edit, const std::function<int(int)>& now) {
    const auto isTouched = [&](const Stage& stage) { return renumbered(stage, now) != stage; };
    if (std::ranges::none_of(stack(), isTouched)) return undo().push(edit);
    undo().beginMacro(edit->text());
    undo().push(edit);
    for (int row = 0; row < int(stack().size()); ++row) {
        const Stage& stage = stack()[std::size_t(row)];
        changeStage(row, renumbered(stage, now), edit->text());
    }
    undo().endMacro();
}

void Session::insert(int row, const Stage& stage, const QString& text) {
    const auto now = [row](int number) { return number > row ? number + 1 : number; };
    pushRenumbering(new InsertCommand(model_, row, stage, text), now);
}

void Session::add(const Stage& stage) {
    insert(current_ < 0 ? int(stack().size()) : current_ + 1, stage, tr("Add %1").arg(labelOf(stage, filters())));
}

/// Stages that used its output as second image get that of the stage before it, as if it were switched off.
void Session::remove(int row) {
    if (!isRow(row)) return;
    pushRenumbering(new RemoveCommand(model_, row, tr("Remove %1").arg(labelOf(stack()[std::size_t(row)], filters()))),
                    [row](int number) { return number > row ? number - 1 : number; });
}

void Session::duplicate(int row) {
    if (!isRow(row)) return;
    const Stage stage = stack()[std::size_t(row)];
    insert(row + 1, stage, tr("Duplicate %1").arg(labelOf(stage, filters())));
}

void Session::move(int from, int to) {
    if (!isRow(from) || !isRow(to) || from == to) return;
    pushRenumbering(
        new MoveCommand(model_, from, to, tr("Move %1").arg(labelOf(stack()[std::size_t(from)], filters()))),
        [=](int number) { return rowAfterMove(number - 1, from, to) + 1; });
}

void Session::changeStage(int row, const Stage& stage, const QString& text, const QString& mergeKey) {
    if (!isRow(row) || stage == stack()[std::size_t(row)]) return;
    undo().push(new ChangeCommand(model_, row, stage, mergeKey, text));
}

void Session::setEnabled(int row, bool enabled) {
    if (!isRow(row)) return;
    Stage stage = stack()[std::size_t(row)];
    stage.enabled = enabled;
    changeStage(row, stage, (enabled ? tr("Enable %1") : tr("Disable %1")).arg(labelOf(stage, filters())));
}

void Session::setParameter(int row, const std::string& name, const ParameterValue& value) {
    if (!isRow(row)) return;
    Stage stage = stack()[std::size_t(row)];
    stage.parameters.set(name, value);
    const Parameter* parameter = findParameter(filters().byId(stage.filter), name);
    const QString label = QString::fromStdString(parameter ? parameter->label : name);
    changeStage(row, stage, tr("Change %1 of %2").arg(label, labelOf(stage, filters())),
                QString::fromStdString(name) + QChar('#') + QString::number(gesture_));
}

void Session::setResource(int row, const std::string& name, const ResourceFile& file) {
    if (!isRow(row)) return;
    Stage stage = stack()[std::size_t(row)];
    const Filter& filter = filters().byId(stage.filter);
    if (file.resource)
        for (const Parameter& parameter : filter.parameters)
            if (!parameter.ofStage) stage.parameters.set(parameter.name, parameter.initial);
    stage.parameters.set(name, file);
    const Parameter* parameter = findParameter(filter, name);
    const QString kind = QString::fromStdString(parameter && parameter->resource ? parameter->resource->name : name);
    changeStage(
        row, stage,
        (file.resource ? tr("Load a %1 for %2") : tr("Take the %1 from %2")).arg(kind, labelOf(stage, filters())));
}

void Session::setVariant(int row, const std::string& variant) {
    if (!isRow(row)) return;
    Stage stage = stack()[std::size_t(row)];
    stage.variant = variant;
    if (variant == "cpu") stage.workgroup.reset(); // the CPU variant has none
    changeStage(row, stage, tr("Change the variant of %1").arg(labelOf(stage, filters())));
}

void Session::setWorkgroup(int row, std::optional<Workgroup> workgroup) {
    if (!isRow(row)) return;
    Stage stage = stack()[std::size_t(row)];
    stage.workgroup = workgroup;
    changeStage(row, stage, tr("Change the workgroup of %1").arg(labelOf(stage, filters())));
}

void Session::setImplementation(int row, const std::string& variant, std::optional<Workgroup> workgroup) {
    if (!isRow(row)) return;
    Stage stage = stack()[std::size_t(row)];
    stage.variant = variant;
    stage.workgroup = variant == "cpu" ? std::nullopt : workgroup;
    changeStage(row, stage, tr("Take the measured choice for %1").arg(labelOf(stage, filters())));
}

void Session::resetStage(int row) {
    if (!isRow(row)) return;
    Stage stage = makeAddedStage(stack()[std::size_t(row)].filter, filters());
    stage.enabled = stack()[std::size_t(row)].enabled;
    changeStage(row, stage, tr("Reset %1").arg(labelOf(stage, filters())));
}

void Session::replace(const Stack& stack, const QString& what, const std::optional<QString>& path) {
    const auto take = [this](const QString& name) { setStackPath(name); };
    undo().push(new ReplaceCommand(model_, stack, {stackPath(), path.value_or(stackPath()), take}, what));
    if (path && !path->isEmpty()) undo().setClean();
}

void Session::restore(const Stack& stack, const QString& path, bool isModified) {
    replace(stack, tr("Restore the last session"), path);
    if (isModified) undo().resetClean();
}

std::optional<ImageShape> Session::inputOf(int row) const {
    if (!image_) return std::nullopt;
    ImageShape shape = image_->shape();
    try {
        for (int i = 0; i < row; ++i)
            if (stack()[std::size_t(i)].enabled) shape = outputShape(stack()[std::size_t(i)], shape, filters());
    } catch (const Error&) {
        return std::nullopt;
    }
    return shape;
}

std::optional<ImageShape> Session::takenInput(int row) const {
    const ImageShape common{{1920, 1080}, {SampleType::U8, 4}};
    return takenBy(stack()[std::size_t(row)], image_ ? inputOf(row) : common, filters());
}

std::optional<StageChoices> Session::choices(int row) const {
    const std::optional<ImageShape> input = takenInput(row);
    if (!input || !device_) return std::nullopt;
    return stageChoices(stack()[std::size_t(row)], *input, *device_, filters(), tuning_);
}

void Session::setTuning(const Tuning& tuning) {
    tuning_ = tuning;
    emit tuningChanged();
}

} // namespace lightbench
