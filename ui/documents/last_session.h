// Saves the stacks and the image of the session, and offers to restore them at the next start. LabWindow creates it. It
// saves a second after each change, so that a crash loses little. A stage that ran when the program was killed comes
// back switched off. Texts of kernels that were typed and not saved come back by themselves. Each open window has its
// own slot (session_slot.h).
#pragma once

#include <QObject>
#include <QTimer>

#include <optional>
#include <string>
#include <vector>

#include "core/image/image.h"
#include "core/run/stack.h"
#include "ui/documents/session_slot.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

class Documents;
class LatestTask;
struct KeptText;
struct NamedStack;

class LastSession : public QObject {
    Q_OBJECT

public:
    LastSession(const LabContext& lab, Documents* documents);
    ~LastSession() override;
    /// True if a session was saved and it is not empty.
    bool exists() const { return !stack_.text.isEmpty() || !image_.isEmpty(); }
    /// It had a stack that was in no file, or differed from it.
    bool hasUnsaved() const { return hadUnsaved_; }
    /// Reads the stacks in the background, then shows them and the image. While it reads, another call does nothing.
    void restore();
    /// Saves the session now, completely or not at all. An empty session does not replace the saved one. Neither does a
    /// session that could not be restored, until its stack is changed. A timer also saves a second after each change.
    void keep();
    /// Does the same when the window closes. Texts of kernels were saved or given up then, and are not kept.
    void keepAtEnd();

signals:
    void restored();

private:
    struct SavedStack {
        QString text, path;
        bool isModified = false;
        QByteArray mark{}; ///< the state of its file, see Documents::markOf
    };
    void announce(const QString& text);
    void keepTexts();
    void restoreTexts();
    void followChanges();
    QString restoredPath(const SavedStack& saved) const;
    /// A saved stack that was read, or why it cannot be.
    struct ReadStack {
        SavedStack saved;
        std::optional<Stack> stack{};
        QString problem{};
    };
    static ReadStack readStack(const SavedStack& saved, const FilterCatalog& filters);
    void keepRunning(int stage);
    void switchOffRunning(NamedStack& named);
    bool restoreStacks(const std::vector<ReadStack>& stacks);
    void readStacks();
    void onStacksRead(const std::vector<ReadStack>& stacks);
    void restoreImage();
    LabContext lab_;
    Documents* documents_;
    SessionSlot slot_;
    LatestTask* reading_;
    SavedStack stack_;
    QStringList kernels_;            ///< kernel files whose filters the stacks may name
    std::vector<SavedStack> others_; ///< stacks of the other tabs
    QString image_;
    QString imageState_; ///< size and time of the image's file when it was last kept, see fileState
    QTimer soon_;
    int running_ = -1;          ///< the stage that ran when the last session ended without closing; -1: none
    std::string runningFilter_; ///< the filter of that stage
    bool keepsUnread_ = false; ///< a saved stack is being read, or cannot be; it stays saved until the stack is changed
    ImagePtr imageBefore_;     ///< shown when restoring began; an image that the user opens meanwhile stays
    QString restoredImage_;    ///< may be missing or still loading; stays saved until an image is open
    bool hadUnsaved_ = false;  ///< the last session ended with a stack that was not saved
    bool isUnkept_ = false;    ///< it could not be written, and the user knows
    bool hasEnded_ = false;    ///< the window is closing
    QString notices_;          ///< shown at the start
    std::vector<KeptText> textsToRestore_; ///< whose files are being read
};

} // namespace lightbench
