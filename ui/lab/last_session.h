// The stack and the image of the last session. The window keeps them a second after each change and offers them when
// the lab is opened again. Each open window has a place of its own (session_slot.h).
#pragma once

#include <QObject>
#include <QTimer>

#include <vector>

#include "ui/lab/session_slot.h"
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
    SessionSlot slot_;
    SavedStack stack_;
    std::vector<SavedStack> others_; ///< of the other tabs
    QString image_;
    QString imageState_; ///< size and time of the image's file when it was last kept, see fileState
    QTimer soon_;
    bool keepsUnread_ = false; ///< a stored stack could not be read: it stays until the stack is changed
    QString restoredImage_;    ///< may be missing or still be read: stays stored until an image is open
    bool isUnkept_ = false;    ///< it could not be written, which was said
};

} // namespace lightbench
