// Finds a free place by trying the locks of all.
#include "ui/lab/session_slot.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <utility>

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

struct FreeSlot {
    QString group;
    std::unique_ptr<QLockFile> lock;
    QDateTime saved; ///< invalid: by an earlier version, or never
    bool holdsSession = false, isUnsaved = false;

    bool isBetterThan(const FreeSlot& other) const {
        if (holdsSession != other.holdsSession) return holdsSession;
        return holdsSession && saved.isValid() && (!other.saved.isValid() || saved > other.saved);
    }
};

FreeSlot slotOf(const QSettings& settings, const QString& group, std::unique_ptr<QLockFile> lock) {
    const auto value = [&](const char* name) { return settings.value(group + '/' + QLatin1String(name)); };
    FreeSlot slot;
    slot.group = group;
    slot.lock = std::move(lock);
    slot.saved = QDateTime::fromString(value("saved").toString(), Qt::ISODateWithMs);
    slot.holdsSession = !value("stack").toString().isEmpty() || !value("image").toString().isEmpty();
    slot.isUnsaved = slot.holdsSession && value("stackModified").toBool();
    return slot;
}
} // namespace

SessionSlot::SessionSlot() : group_(groupOf(1)) {
    const QSettings settings;
    const QString folder = QFileInfo(settings.fileName()).absolutePath();
    QDir().mkpath(folder);
    FreeSlot best;
    for (int slot = 1; slot <= maxSlots; ++slot) {
        std::unique_ptr<QLockFile> lock = lockOf(folder, groupOf(slot));
        if (!lock) continue;
        FreeSlot found = slotOf(settings, groupOf(slot), std::move(lock));
        if (found.isUnsaved) ++othersUnsaved_;
        if (!best.lock || found.isBetterThan(best)) best = std::move(found);
    }
    if (!best.lock) return; // a folder that cannot be written, or more windows than places
    if (best.isUnsaved) --othersUnsaved_;
    group_ = best.group;
    lock_ = std::move(best.lock);
}

} // namespace lightbench
