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
constexpr int maxSlots = 16; ///< the most windows whose sessions are kept

QString groupOf(int slot) {
    return slot == 1 ? QStringLiteral("session") : QStringLiteral("session%1").arg(slot); // one window had "session"
}

/// The lock of a slot; null if another window holds it.
std::unique_ptr<QLockFile> lockOf(const QString& folder, const QString& group) {
    auto lock = std::make_unique<QLockFile>(folder + '/' + group + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // a lock ends only with its process
    if (lock->tryLock(0)) return lock;
    return nullptr;
}

struct StoredSlot {
    QString group;
    QDateTime saved; ///< invalid: never saved
    bool holdsSession = false, isUnsaved = false;
};

StoredSlot slotOf(const QSettings& settings, const QString& group) {
    const auto value = [&](const char* name) { return settings.value(group + '/' + QLatin1String(name)); };
    StoredSlot slot;
    slot.group = group;
    slot.saved = QDateTime::fromString(value("saved").toString(), Qt::ISODateWithMs);
    const bool holdsTexts = value("texts/size").toInt() > 0; // of kernels, which were not saved
    slot.holdsSession = !value("stack").toString().isEmpty() || !value("image").toString().isEmpty() || holdsTexts;
    slot.isUnsaved = slot.holdsSession && (holdsTexts || value("stackModified").toBool());
    return slot;
}

/// Slots with a session first, newest first, then the empty ones in order.
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
        if (!lock) continue; // another window's, or its folder is not writable
        if (lock_) {
            ++othersUnsaved_;
            continue;
        }
        group_ = slot.group;
        lock_ = std::move(lock);
    }
}

} // namespace lightbench
