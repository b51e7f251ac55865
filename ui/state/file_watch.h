// Signals that files changed on disk, once they are written completely.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace lightbench {

/// Files and folders (with all that is in them) by their absolute paths. Editors replace files, delete and create
/// them again, or write them in pieces: a change is reported when the file exists and no longer changes.
class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);
    /// Watches these and no others. What they are like now is taken as known, unless it was known before.
    void watch(const QStringList& paths);
    /// The file is about to be read, or was written by the lab itself: as it is now it is known.
    void know(const QString& path);
    /// Looks at once, where the system may not have told of a change (on network drives it often does not).
    void look();

signals:
    void changed(const QString& path);

private:
    void listen();

    QFileSystemWatcher watcher_;
    QTimer soon_;
    QStringList paths_;
    QHash<QString, QByteArray> known_;   ///< what each was like when it was read
    QHash<QString, QByteArray> resting_; ///< what those that have changed since were like at the last look
};

} // namespace lightbench
