// The stack and the image of the last session: kept when the lab is closed, offered when it is opened again.
#pragma once

#include <QObject>

#include <vector>

#include "ui/state/lab_context.h"

namespace lightbench {

class Documents;

class LastSession : public QObject {
    Q_OBJECT

public:
    /// Reads what the last session left.
    LastSession(const LabContext& lab, Documents* documents);
    /// There was one with anything in it.
    bool exists() const { return !stack_.text.isEmpty() || !image_.isEmpty(); }
    void restore();
    /// For the next start. A session with nothing in it leaves the one before.
    void keep() const;

signals:
    void restored();

private:
    struct SavedStack {
        QString text, path;
        bool isModified = false;
    };
    void readOthers();
    void keepOthers() const;
    template <class Take> void readStack(const SavedStack& saved, const Take& take);
    void restoreStacks();
    LabContext lab_;
    Documents* documents_;
    SavedStack stack_;
    std::vector<SavedStack> others_; ///< of the other tabs
    QString image_;
};

} // namespace lightbench
