// A place among the settings where one window keeps its session. Each open window holds another place by a lock file
// beside the settings, so that no window overwrites the session of another one.
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace lightbench {

class SessionSlot {
public:
    /// Takes the free place that was saved last, or the first empty one. Places are freed by closing the window; those
    /// of a program that crashed count as free.
    SessionSlot();
    /// Of the settings' keys, such as "session" or "session2".
    const QString& group() const { return group_; }
    /// A setting of this place, such as "session/stack".
    QString key(const char* name) const { return group_ + '/' + QLatin1String(name); }
    /// Free places beside this one that hold a stack with unsaved changes.
    int othersUnsaved() const { return othersUnsaved_; }

private:
    QString group_;
    std::unique_ptr<QLockFile> lock_; ///< null: no lock could be made, and the first place is shared
    int othersUnsaved_ = 0;
};

} // namespace lightbench
