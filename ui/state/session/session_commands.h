// The undo commands of a session. Only ui/state/session/session.cpp creates them; each changes the stack model and can
// revert the change.
#pragma once

#include <QUndoCommand>

#include <functional>

#include "ui/state/session/stack_model.h"

namespace lightbench {

class InsertCommand : public QUndoCommand {
public:
    InsertCommand(StackModel& model, int row, Stage stage, const QString& text)
        : QUndoCommand(text), model_(model), row_(row), stage_(std::move(stage)) {}
    void redo() override { model_.insert(row_, stage_); }
    void undo() override { model_.remove(row_); }

private:
    StackModel& model_;
    int row_;
    Stage stage_;
};

class RemoveCommand : public QUndoCommand {
public:
    RemoveCommand(StackModel& model, int row, const QString& text)
        : QUndoCommand(text), model_(model), row_(row), stage_(model.stack()[std::size_t(row)]) {}
    void redo() override { model_.remove(row_); }
    void undo() override { model_.insert(row_, stage_); }

private:
    StackModel& model_;
    int row_;
    Stage stage_;
};

class MoveCommand : public QUndoCommand {
public:
    MoveCommand(StackModel& model, int from, int to, const QString& text)
        : QUndoCommand(text), model_(model), from_(from), to_(to) {}
    void redo() override { model_.move(from_, to_); }
    void undo() override { model_.move(to_, from_); }

private:
    StackModel& model_;
    int from_, to_;
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

/// The stack's file before and after a replacement; `take` is called with the current one.
struct FileChange {
    QString before, after;
    std::function<void(const QString& path)> take;
};

class ReplaceCommand : public QUndoCommand {
public:
    ReplaceCommand(StackModel& model, Stack after, FileChange file, const QString& text)
        : QUndoCommand(text), model_(model), before_(model.stack()), after_(std::move(after)), file_(std::move(file)) {}
    void redo() override {
        model_.replace(after_);
        file_.take(file_.after);
    }
    void undo() override {
        model_.replace(before_);
        file_.take(file_.before);
    }

private:
    StackModel& model_;
    Stack before_, after_;
    FileChange file_;
};

} // namespace lightbench
