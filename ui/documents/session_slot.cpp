// Tries the locks of the places in the order in which they are wanted.
#include "ui/documents/session_slot.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <utility>
#include <vector>

namespace lightbench {

namespace {
constexpr int maxSlots = 16; ///< windows whose sessions are kept at a time

QString groupOf(int slot) {
    return slot == 1 ? QStringLiteral("session") : QStringLiteral("session%1").arg(slot); // one window had "session"
}

/// Null if another window holds it.
std::unique_ptr<QLockFile> lockOf(const QString& folder, const QString& group) {
    auto lock = std::make_unique<QLockFile>(folder + '/' + group + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // only the end of its process makes a lock stale
    if (lock->tryLock(0)) return lock;
    return nullptr;
}

struct StoredSlot {
    QString group;
    QDateTime saved; ///< invalid: by an earlier version, or never
    bool holdsSession = false, isUnsaved = false;
};

StoredSlot slotOf(const QSettings& settings, const QString& group) {
    const auto value = [&](const char* name) { return settings.value(group + '/' + QLatin1String(name)); };
    StoredSlot slot;
    slot.group = group;
    slot.saved = QDateTime::fromString(value("saved").toString(), Qt::ISODateWithMs);
    slot.holdsSession = !value("stack").toString().isEmpty() || !value("image").toString().isEmpty();
    slot.isUnsaved = slot.holdsSession && value("stackModified").toBool();
    return slot;
}

/// Those with a session first, the newest of them before the others; then the empty ones in their order.
std::vector<StoredSlot> slotsAsWanted() {
    const QSettings settings;
    std::vector<StoredSlot> all;
    for (int slot = 1; slot <= maxSlots; ++slot)
        all.push_back(slotOf(settings, groupOf(slot)));
    std::ranges::stable_sort(all, [](const StoredSlot& a, const StoredSlot& b) {
        if (a.holdsSession != b.holdsSession) return a.holdsSession;
        return a.holdsSession && a.saved.isValid() && (!b.saved.isValid() || a.saved > b.saved);
    });
    return all;
}
} // namespace

SessionSlot::SessionSlot() : group_(groupOf(1)) {
    const QString folder = QFileInfo(QSettings().fileName()).absolutePath();
    QDir().mkpath(folder);
    for (const StoredSlot& slot : slotsAsWanted()) {
        if (lock_ && !slot.isUnsaved) continue;
        std::unique_ptr<QLockFile> lock = lockOf(folder, slot.group);
        if (!lock) continue; // another window's, or a folder that cannot be written
        if (lock_) {
            ++othersUnsaved_;
            continue;
        }
        group_ = slot.group;
        lock_ = std::move(lock);
    }
}

} // namespace lightbench
