// What the user works on: an image, a stack with undo, and the device that runs it. Every edit of the stack goes
// through here.
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
#include "core/run/resolve.h"
#include "ui/state/stack_model.h"

namespace lightbench {

/// What a stage comes to on the session's image and device.
struct ResolvedRow {
    /// What goes into it: nothing if it cannot take it, or an earlier stage cannot take its own. While no image is
    /// open, that of a common one.
    std::optional<ImageShape> input;
    const Variant* automatic = nullptr; ///< the variant that `auto` takes; null while no device is known, or no input
    std::optional<Workgroup> tuned{};   ///< the workgroup that goes with it, where a remembered race chose both
    std::string tunedOn{};              ///< that race's date
};

/// A stack with its file.
struct NamedStack {
    Stack stack;
    QString path;            ///< of its file; empty: none
    bool isModified = false; ///< since that was read or written
};

class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);

    const Stack& stack() const { return model_.stack(); }
    StackModel* model() { return &model_; }
    /// Of the chosen tab; and what follows it from tab to tab.
    QUndoStack* undoStack() { return &undo(); }
    QUndoGroup* undoGroup() { return &undoGroup_; }

    ImagePtr image() const { return image_; }
    const QString& imageName() const { return imageName_; } ///< a path, or a sample's name
    void setImage(ImagePtr image, const QString& name);
    /// What the stack runs on; null: none is known (yet).
    const DeviceInfo* device() const { return device_ ? &*device_ : nullptr; }
    void setDevice(std::optional<DeviceInfo> device);
    /// What `auto` goes by.
    const Tuning& tuning() const { return tuning_; }
    void setTuning(const Tuning& tuning);
    /// The file that the stack was loaded from or saved to; empty for none.
    const QString& stackPath() const { return tabs_[tab_].path; }
    void stackSaved(const QString& path);
    bool isStackModified() const { return !tabs_[tab_].undo->isClean(); }

    // Stacks as tabs (session_tabs.cpp): each has its file and its own undo; all else here is of the chosen one. There
    // is always one.
    int tabCount() const { return int(tabs_.size()); }
    int tab() const { return int(tab_); }
    /// The name of its file, or "Stack 2"; and the stack.
    QString tabName(int tab) const;
    NamedStack tabStack(int tab) const;
    /// At the end; it is not chosen.
    void addTab(const NamedStack& stack);
    void chooseTab(int tab);
    /// Of the last one nothing comes. It can be brought back.
    void closeTab(int tab);
    bool hasClosedTab() const { return !closed_.empty(); }
    /// The one closed last comes back, with its undo, and is chosen.
    void reopenTab();

    /// The chosen stage, -1 for none; always valid otherwise.
    int current() const { return current_; }
    void setCurrent(int row);

    // Undoable edits. Rows must be valid; an edit that changes nothing is not recorded.
    void add(const Stage& stage); ///< after the chosen stage, or at the end; the new one becomes the chosen one
    void remove(int row);
    void duplicate(int row);
    void move(int from, int to);
    void setEnabled(int row, bool enabled);
    /// Edits of one parameter merge into one undo step until endGesture() or another edit.
    void setParameter(int row, const std::string& name, const ParameterValue& value);
    /// A resource brings what the stage's other parameters would say: with one, they go back to their defaults.
    void setResource(int row, const std::string& name, const ResourceFile& file);
    void setVariant(int row, const std::string& variant);
    void setWorkgroup(int row, std::optional<Workgroup> workgroup);
    /// Both in one step of undo.
    void setImplementation(int row, const std::string& variant, std::optional<Workgroup> workgroup);
    void resetStage(int row);
    /// With a path: the stack is that file's. Without one it stays the document that it was.
    void replace(const Stack& stack, const QString& what, const std::optional<QString>& path = std::nullopt);
    /// The stack of an earlier session, with its file and whether it had been changed since that was written.
    void restore(const Stack& stack, const QString& path, bool isModified);
    void endGesture() { ++gesture_; }

    /// Shape of what goes into a stage. Nothing if there is no image, or an earlier stage cannot take its input.
    std::optional<ImageShape> inputOf(int row) const;
    ResolvedRow resolved(int row) const;

signals:
    void imageChanged();
    void deviceChanged();
    void tuningChanged();
    void stackChanged();
    void currentChanged(int row);
    void namesChanged();
    void tabsChanged(); ///< how many there are, what they are called, or which is chosen

private:
    struct Tab {
        std::unique_ptr<QUndoStack> undo;
        Stack stack; ///< of the chosen one the model has it
        QString path;
        int number = 1;
    };
    Tab newTab();
    void appendTab(Tab tab);
    QUndoStack& undo() { return *tabs_[tab_].undo; }
    void setStackPath(const QString& path);
    void insert(int row, const Stage& stage, const QString& text);
    void pushRenumbering(QUndoCommand* edit, const std::function<int(int)>& now);
    void changeStage(int row, const Stage& stage, const QString& text, const QString& mergeKey = {});
    bool isRow(int row) const { return row >= 0 && row < int(stack().size()); }

    StackModel model_;
    QUndoGroup undoGroup_;
    std::vector<Tab> tabs_, closed_;
    std::size_t tab_ = 0;
    int tabNumber_ = 0; ///< of the tab that was made last
    ImagePtr image_;
    std::optional<DeviceInfo> device_;
    Tuning tuning_;
    QString imageName_;
    int current_ = -1;
    int gesture_ = 0;
};

} // namespace lightbench
