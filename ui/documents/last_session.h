// Saves the stacks and the image of the session, and offers to restore them at the next start. LabWindow creates it. It
// saves a second after each change, so that a crash loses little. A stage that ran when the program was killed comes
// back switched off. Each open window has its own slot (session_slot.h).
#pragma once

#include <QObject>
#include <QTimer>

#include <string>
#include <vector>

#include "ui/documents/session_slot.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

class Documents;
struct NamedStack;

class LastSession : public QObject {
    Q_OBJECT

public:
    /// Reads the saved session.
    LastSession(const LabContext& lab, Documents* documents);
    ~LastSession() override;
    /// True if a session was saved and it is not empty.
    bool exists() const { return !stack_.text.isEmpty() || !image_.isEmpty(); }
    /// It had a stack that was in no file, or differed from it.
    bool hasUnsaved() const { return hadUnsaved_; }
    void restore();
    /// Saves the session now, completely or not at all. An empty session does not replace the saved one. Neither does a
    /// session that could not be restored, until its stack is changed. A timer also saves a second after each change.
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
    void keepRunning(int stage);
    void switchOffRunning(NamedStack& named);
    bool restoreStacks();
    void restoreImage();
    LabContext lab_;
    Documents* documents_;
    SessionSlot slot_;
    SavedStack stack_;
    std::vector<SavedStack> others_; ///< stacks of the other tabs
    QString image_;
    QString imageState_; ///< size and time of the image's file when it was last kept, see fileState
    QTimer soon_;
    int running_ = -1;          ///< the stage that ran when the last session ended without closing; -1: none
    std::string runningFilter_; ///< the filter of that stage
    bool keepsUnread_ = false;  ///< a saved stack could not be read; it stays saved until the stack is changed
    QString restoredImage_;     ///< may be missing or still loading; stays saved until an image is open
    bool hadUnsaved_ = false;   ///< the last session ended with a stack that was not saved
    bool isUnkept_ = false;     ///< it could not be written, and the user knows
};

} // namespace lightbench
