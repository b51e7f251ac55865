#include "ui/state/session/session.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/run/resolve.h"
#include "core/run/stage_images.h"
#include "ui/texts/texts.h"

namespace lightbench {

namespace {

constexpr std::size_t maxClosed = 10; ///< tabs that can be reopened

/// An undo step of two functions.
class EditCommand : public QUndoCommand {
public:
    using Act = std::function<void()>;
    EditCommand(const QString& text, Act redo, Act undo)
        : QUndoCommand(text), redo_(std::move(redo)), undo_(std::move(undo)) {}
    void redo() override { redo_(); }
    void undo() override { undo_(); }

private:
    Act redo_, undo_;
};

/// Changes the settings of one stage. Consecutive commands with equal, non-empty keys merge.
class ChangeCommand : public QUndoCommand {
public:
    ChangeCommand(StackModel& model, int row, Stage after, QString mergeKey, const QString& text)
        : QUndoCommand(text), model_(model), row_(row), before_(model.stack()[std::size_t(row)]),
          after_(std::move(after)), mergeKey_(std::move(mergeKey)) {}
    void redo() override { model_.change(row_, after_); }
    void undo() override { model_.change(row_, before_); }
    int id() const override { return mergeKey_.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* command) override {
        const auto* other = static_cast<const ChangeCommand*>(command);
        if (other->mergeKey_ != mergeKey_ || other->row_ != row_) return false;
        after_ = other->after_;
        setObsolete(after_ == before_);
        return true;
    }

private:
    StackModel& model_;
    int row_;
    Stage before_, after_;
    QString mergeKey_;
};

/// The new row of a stage after the one at `from` moved to `to`.
int rowAfterMove(int row, int from, int to) {
    if (row == from) return to;
    if (row > from && row <= to) return row - 1;
    if (row < from && row >= to) return row + 1;
    return row;
}

} // namespace

Session::Session(FilterCatalog filters, QObject* parent) : QObject(parent), filterStore_(std::move(filters)) {
    connect(&filterStore_, &FilterStore::changed, this, [this](const FilterCatalog& before) {
        for (std::vector<Tab>* tabs : {&tabs_, &closed_})
            for (Tab& tab : *tabs)
                for (Stage& stage : tab.stack)
                    stage = filterStore_.fitted(std::move(stage), before);
        model_.adaptToFilters(before);
    });
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
    for (int row = 0; row < int(stack().size()); ++row)
        change(row, edit->text(), [&](Stage& stage) { stage = renumbered(stage, now); });
    undo().endMacro();
}

void Session::insert(int row, const Stage& stage, const QString& text) {
    pushRenumbering(new EditCommand(
                        text, [=, this] { model_.insert(row, stage); }, [=, this] { model_.remove(row); }),
                    [row](int number) { return number > row ? number + 1 : number; });
}

void Session::add(const Stage& stage) {
    insert(current_ < 0 ? int(stack().size()) : current_ + 1, stage, tr("Add %1").arg(labelOf(stage, filters())));
}

/// Stages that used its output as second image get that of the stage before it, as if it were switched off.
void Session::remove(int row) {
    if (!isRow(row)) return;
    const Stage stage = stack()[std::size_t(row)];
    pushRenumbering(new EditCommand(
                        tr("Remove %1").arg(nameOf(row)), [=, this] { model_.remove(row); },
                        [=, this] { model_.insert(row, stage); }),
                    [row](int number) { return number > row ? number - 1 : number; });
}

void Session::duplicate(int row) {
    if (isRow(row)) insert(row + 1, stack()[std::size_t(row)], tr("Duplicate %1").arg(nameOf(row)));
}

void Session::move(int from, int to) {
    if (!isRow(from) || !isRow(to) || from == to) return;
    pushRenumbering(new EditCommand(
                        tr("Move %1").arg(nameOf(from)), [=, this] { model_.move(from, to); },
                        [=, this] { model_.move(to, from); }),
                    [=](int number) { return rowAfterMove(number - 1, from, to) + 1; });
}

QString Session::nameOf(int row) const {
    return isRow(row) ? labelOf(stack()[std::size_t(row)], filters()) : QString();
}

void Session::change(int row, const QString& text, const std::function<void(Stage& stage)>& edit,
                     const QString& mergeKey) {
    if (!isRow(row)) return;
    Stage stage = stack()[std::size_t(row)];
    edit(stage);
    if (stage != stack()[std::size_t(row)]) undo().push(new ChangeCommand(model_, row, stage, mergeKey, text));
}

void Session::setEnabled(int row, bool enabled) {
    change(row, (enabled ? tr("Enable %1") : tr("Disable %1")).arg(nameOf(row)),
           [=](Stage& stage) { stage.enabled = enabled; });
}

void Session::setParameter(int row, const std::string& name, const ParameterValue& value) {
    if (!isRow(row)) return;
    const Parameter* parameter = findParameter(filters().byId(stack()[std::size_t(row)].filter), name);
    const QString label = words(parameter ? parameter->label : name);
    change(
        row, tr("Change %1 of %2").arg(label, nameOf(row)), [&](Stage& stage) { stage.parameters.set(name, value); },
        words(name) + QChar('#') + QString::number(gesture_));
}

void Session::setResource(int row, const std::string& name, const ResourceFile& file) {
    if (!isRow(row)) return;
    const Filter& filter = filters().byId(stack()[std::size_t(row)].filter);
    const Parameter* parameter = findParameter(filter, name);
    const QString kind = words(parameter && parameter->resource ? parameter->resource->name : name);
    const QString text = file.resource ? tr("Load a %1 for %2") : tr("Remove the %1 of %2");
    change(row, text.arg(kind, nameOf(row)), [&](Stage& stage) {
        for (const Parameter& other : filter.parameters)
            if (file.resource && !other.ofStage) stage.parameters.set(other.name, other.initial);
        stage.parameters.set(name, file);
    });
}

void Session::setVariant(int row, const std::string& variant) {
    change(row, tr("Change the variant of %1").arg(nameOf(row)), [&](Stage& stage) {
        stage.variant = variant;
        if (variant == "cpu") stage.workgroup.reset(); // the CPU variant has none
    });
}

void Session::setWorkgroup(int row, std::optional<Workgroup> workgroup) {
    change(row, tr("Change the workgroup of %1").arg(nameOf(row)), [=](Stage& stage) { stage.workgroup = workgroup; });
}

void Session::setImplementation(int row, const std::string& variant, std::optional<Workgroup> workgroup) {
    change(row, tr("Use the measured choice for %1").arg(nameOf(row)), [&](Stage& stage) {
        stage.variant = variant;
        stage.workgroup = variant == "cpu" ? std::nullopt : workgroup;
    });
}

void Session::resetStage(int row) {
    change(row, tr("Reset %1").arg(nameOf(row)), [this](Stage& stage) {
        const bool enabled = stage.enabled;
        stage = makeAddedStage(stage.filter, filters());
        stage.enabled = enabled;
    });
}

void Session::replace(const Stack& stack, const QString& what, const std::optional<QString>& path) {
    const auto taking = [this](const Stack& other, const QString& file) {
        return [=, this] {
            model_.replace(other);
            setStackPath(file);
        };
    };
    undo().push(new EditCommand(what, taking(stack, path.value_or(stackPath())), taking(this->stack(), stackPath())));
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
    const std::optional<ImageShape> input = image_ ? inputOf(row) : common;
    if (!input) return std::nullopt;
    try {
        (void)outputShape(stack()[std::size_t(row)], *input, filters());
    } catch (const Error&) {
        return std::nullopt; // the run reports why
    }
    return input;
}

std::optional<StageChoices> Session::choices(int row) const {
    const std::optional<ImageShape> input = takenInput(row);
    if (!input || !device_) return std::nullopt;
    return stageChoices(stack()[std::size_t(row)], *input, *device_, filters(), tuning_);
}

RunRequest Session::runRequest(const RunOptions& options) const {
    return {{image_, stack(), device_->index, filters()}, options, tuning_.database};
}

void Session::setTuning(const Tuning& tuning) {
    tuning_ = tuning;
    emit tuningChanged();
}

// --- tabs ---

Session::Tab Session::newTab() {
    Tab tab;
    tab.undo = std::make_unique<QUndoStack>();
    tab.number = ++tabNumber_;
    return tab;
}

void Session::appendTab(Tab tab) {
    undoGroup_.addStack(tab.undo.get());
    tabs_.push_back(std::move(tab));
}

QString Session::tabName(int tab) const {
    const Tab& of = tabs_[std::size_t(tab)];
    const QString name = of.path.isEmpty() ? tr("Stack %1").arg(of.number) : QFileInfo(of.path).completeBaseName();
    return of.undo->isClean() ? name : name + changedMark();
}

NamedStack Session::tabStack(int tab) const {
    const Tab& of = tabs_[std::size_t(tab)];
    return {tab == int(tab_) ? stack() : of.stack, of.path, !of.undo->isClean()};
}

void Session::addTab(const NamedStack& stack) {
    Tab tab = newTab();
    for (const Stage& stage : stack.stack)
        tab.stack.push_back(filterStore_.fitted(stage, filters())); // they may have changed since it was read
    tab.path = stack.path;
    if (stack.isModified) tab.undo->resetClean();
    appendTab(std::move(tab));
    emit tabsChanged();
}

void Session::chooseTab(int tab) {
    if (tab < 0 || tab >= tabCount() || tab == int(tab_)) return;
    endGesture();
    tabs_[tab_].stack = stack();
    tab_ = std::size_t(tab);
    undoGroup_.setActiveStack(&undo());
    model_.replace(tabs_[tab_].stack);
    emit namesChanged();
}

void Session::closeTab(int tab) {
    if (tab < 0 || tab >= tabCount() || tabCount() == 1) return;
    if (tab == int(tab_)) chooseTab(tab > 0 ? tab - 1 : 1);
    undoGroup_.removeStack(tabs_[std::size_t(tab)].undo.get());
    closed_.push_back(std::move(tabs_[std::size_t(tab)]));
    if (closed_.size() > maxClosed) closed_.erase(closed_.begin());
    tabs_.erase(tabs_.begin() + tab);
    if (int(tab_) > tab) --tab_;
    emit namesChanged();
}

void Session::reopenTab() {
    if (closed_.empty()) return;
    appendTab(std::move(closed_.back()));
    closed_.pop_back();
    chooseTab(tabCount() - 1);
}

} // namespace lightbench
