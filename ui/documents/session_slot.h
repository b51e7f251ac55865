// A slot in the settings in which one window keeps its session. LastSession owns one. A lock file beside the settings
// gives each open window a different slot, so that no window overwrites the session of another.
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace lightbench {

class SessionSlot {
public:
    /// Takes the free slot that was saved last, or the first empty one. Closing the window frees its slot; slots of a
    /// crashed program count as free.
    SessionSlot();
    /// The group of the settings' keys, such as "session" or "session2".
    const QString& group() const { return group_; }
    /// The key of a setting in this slot, such as "session/stack".
    QString key(const char* name) const { return group_ + '/' + QLatin1String(name); }
    /// Number of other free slots that hold a stack with unsaved changes, or the text of a kernel.
    int othersUnsaved() const { return othersUnsaved_; }

private:
    QString group_;
    std::unique_ptr<QLockFile> lock_; ///< null: no lock could be made, and the first slot is shared
    int othersUnsaved_ = 0;
};

} // namespace lightbench
