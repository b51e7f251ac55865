// What the user works on: an image, stacks in tabs with undo, and the device. Every edit of a stack goes through it, on
// the window's thread. Almost every panel and command uses it.
#pragma once

#include <QObject>
#include <QUndoGroup>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/device/device.h"
#include "core/image/image.h"
#include "core/run/engine.h"
#include "core/run/resolve.h"
#include "ui/state/session/stack_model.h"

namespace lightbench {

/// The end of a tab's name if its stack was changed.
inline QString changedMark() { return QStringLiteral(" •"); }

/// A stack with its file.
struct NamedStack {
    Stack stack;
    QString path;            ///< the file's path; empty: none
    bool isModified = false; ///< modified since the file was read or written
};

class Session : public QObject {
    Q_OBJECT

public:
    /// `filters`: what its stacks may name, beside the filters of kernel files.
    explicit Session(FilterCatalog filters, QObject* parent = nullptr);

    FilterStore& filterStore() { return filterStore_; }
    const FilterStore& filterStore() const { return filterStore_; }
    const FilterCatalog& filters() const { return filterStore_.filters(); }

    const Stack& stack() const { return model_.stack(); }
    StackModel* model() { return &model_; }
    /// The undo stack of the chosen tab, and the group that follows the chosen tab.
    QUndoStack* undoStack() { return &undo(); }
    QUndoGroup* undoGroup() { return &undoGroup_; }

    ImagePtr image() const { return image_; }
    const QString& imageName() const { return imageName_; } ///< a path or a sample's name
    void setImage(ImagePtr image, const QString& name);
    /// The device that runs the stack; null: not known.
    const DeviceInfo* device() const { return device_ ? &*device_ : nullptr; }
    void setDevice(std::optional<DeviceInfo> device);
    /// The tuning results that `auto` uses.
    const Tuning& tuning() const { return tuning_; }
    void setTuning(const Tuning& tuning);
    /// The file of the rows that the experiment panel shows and may add to; empty: none.
    const QString& journal() const { return journal_; }
    void setJournal(const QString& path) { journal_ = path; }
    /// The file that the stack was loaded from or saved to; empty: none.
    const QString& stackPath() const { return tabs_[tab_].path; }
    void stackSaved(const QString& path);
    bool isStackModified() const { return !tabs_[tab_].undo->isClean(); }

    // Stacks in tabs. Each has its file and its own undo stack; the rest of this class acts on the
    // chosen one. There is always at least one.
    int tabCount() const { return int(tabs_.size()); }
    int tab() const { return int(tab_); }
    /// The name of the tab's file, or "Stack 2"; and the tab's stack.
    QString tabName(int tab) const;
    NamedStack tabStack(int tab) const;
    /// A number that no other tab has, and that stays when tabs are opened, closed and reopened.
    int tabNumber(int tab) const { return tabs_[std::size_t(tab)].number; }
    /// Appends a tab without choosing it.
    void addTab(const NamedStack& stack);
    void chooseTab(int tab);
    /// Closes a tab, which can be reopened. The last tab cannot be closed.
    void closeTab(int tab);
    bool hasClosedTab() const { return !closed_.empty(); }
    /// Reopens the tab that was closed last, with its undo stack, and chooses it.
    void reopenTab();

    /// The chosen stage; -1: none. Otherwise it is always valid.
    int current() const { return current_; }
    void setCurrent(int row);

    // Undoable edits. Rows must be valid; an edit that changes nothing is not recorded.
    void add(const Stage& stage); ///< after the chosen stage, or at the end; chooses the new stage
    void remove(int row);
    void duplicate(int row);
    void move(int from, int to);
    void setEnabled(int row, bool enabled);
    /// Edits of one parameter merge into one undo step until endGesture() or another edit.
    void setParameter(int row, const std::string& name, const ParameterValue& value);
    /// Sets a resource file. A loaded resource brings the values of the stage's other parameters, which are reset to
    /// their defaults.
    void setResource(int row, const std::string& name, const ResourceFile& file);
    void setVariant(int row, const std::string& variant);
    void setWorkgroup(int row, std::optional<Workgroup> workgroup);
    /// Sets both in one undo step.
    void setImplementation(int row, const std::string& variant, std::optional<Workgroup> workgroup);
    void resetStage(int row);
    /// Replaces the stack. With a path, the tab then belongs to that file; without one it keeps its file.
    void replace(const Stack& stack, const QString& what, const std::optional<QString>& path = std::nullopt);
    /// Restores a stack of an earlier session, with its file and whether it was modified.
    void restore(const Stack& stack, const QString& path, bool isModified);
    void endGesture() { ++gesture_; }

    /// Runs the stack as it stands, with the tuning results. There must be a device.
    RunRequest runRequest(const RunOptions& options = {}) const;
    /// The shape of a stage's input. No value without an image, or if an earlier stage cannot take its input.
    std::optional<ImageShape> inputOf(int row) const;
    /// The same, and no value if the stage cannot take that input. While no image is open, a common shape is used.
    std::optional<ImageShape> takenInput(int row) const;
    /// What the stage's form shows. No value without a device, or if the stage cannot take its input.
    std::optional<StageChoices> choices(int row) const;

signals:
    void imageChanged();
    void deviceChanged();
    void tuningChanged();
    void stackChanged();
    void currentChanged(int row);
    void namesChanged();
    void tabsChanged(); ///< the number of tabs, a name, or the chosen tab has changed

private:
    struct Tab {
        std::unique_ptr<QUndoStack> undo;
        Stack stack; ///< the chosen tab's stack is in the model
        QString path;
        int number = 1;
    };
    Tab newTab();
    void appendTab(Tab tab);
    QUndoStack& undo() { return *tabs_[tab_].undo; }
    void setStackPath(const QString& path);
    void insert(int row, const Stage& stage, const QString& text);
    void pushRenumbering(QUndoCommand* edit, const std::function<int(int)>& now);
    /// One undo step, unless the edit changes nothing.
    void change(int row, const QString& text, const std::function<void(Stage& stage)>& edit,
                const QString& mergeKey = {});
    QString nameOf(int row) const;
    bool isRow(int row) const { return row >= 0 && row < int(stack().size()); }

    FilterStore filterStore_;
    StackModel model_{filterStore_};
    QUndoGroup undoGroup_;
    std::vector<Tab> tabs_, closed_;
    std::size_t tab_ = 0;
    int tabNumber_ = 0; ///< the number of the newest tab
    ImagePtr image_;
    std::optional<DeviceInfo> device_;
    Tuning tuning_;
    QString journal_;
    QString imageName_;
    int current_ = -1;
    int gesture_ = 0;
};

} // namespace lightbench
