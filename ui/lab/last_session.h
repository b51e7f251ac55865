// The stack and the image of the last session: kept soon after each change, offered when the lab is opened again.
#pragma once

#include <QObject>
#include <QTimer>

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
    /// It had a stack that was in no file, or differed from it.
    bool hasUnsaved() const { return hadUnsaved_; }
    void restore();
    /// For the next start: at once, whole or not at all. A session with nothing in it leaves the one before; so does
    /// one that could not be restored, until its stack is changed. The session is also kept a second after each change,
    /// whatever becomes of the program.
    void keep();

signals:
    void restored();

private:
    struct SavedStack {
        QString text, path;
        bool isModified = false;
    };
    void readOthers();
    void followChanges();
    QString restoredPath(const SavedStack& saved) const;
    /// Passes the stack to `take`; false, and a message, if its text cannot be read.
    template <class Take> bool readStack(const SavedStack& saved, const Take& take);
    bool restoreStacks();
    void restoreImage();
    LabContext lab_;
    Documents* documents_;
    SavedStack stack_;
    std::vector<SavedStack> others_; ///< of the other tabs
    QString image_;
    QTimer soon_;
    bool keepsUnread_ = false; ///< a stored stack could not be read: it stays until the stack is changed
    QString restoredImage_;    ///< may be missing or still be read: stays stored until an image is open
    bool hadUnsaved_ = false;
    bool isUnkept_ = false; ///< it could not be written, which was said
};

} // namespace lightbench
