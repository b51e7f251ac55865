// Signals that watched files have changed on disk, once they are completely written. FileChanges uses it on the
// window's thread.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace lightbench {

/// A file's identity, size and time, which differ after a change. Empty if it is missing, or empty and probably about
/// to be written.
QByteArray fileMark(const QString& path);

/// Watches files and folders by absolute path. Editors replace files, delete and create them
/// again, or write them in parts. A change is therefore reported once the file exists and no longer changes.
class FileWatch : public QObject {
    Q_OBJECT

public:
    /// Deep: a folder with all that is below it. Flat: its own files, as they come and go; their changes are noticed
    /// when something comes or goes, or at a look().
    enum class Folders { Deep, Flat };
    /// A change is reported once a file was the same twice, so many milliseconds apart.
    explicit FileWatch(QObject* parent = nullptr, int restMs = 400, Folders folders = Folders::Deep);
    /// Watches exactly these paths. The current state of a new path counts as known.
    void watch(const QStringList& paths);
    /// Marks the file's current state as known, because it is about to be read or the lab wrote it.
    void know(const QString& path);
    /// Checks now, because the system may miss changes, which is common on network drives.
    void look();

signals:
    void changed(const QString& path);
    /// The file is gone, and no other has taken its place.
    void missing(const QString& path);

private:
    void listen();

    const Folders folders_;
    QFileSystemWatcher watcher_;
    QTimer soon_;
    QStringList paths_;
    QHash<QString, QByteArray> known_;   ///< the state of each path when it was read
    QHash<QString, QByteArray> resting_; ///< the last seen state of changed paths
    QHash<QString, int> missing_;        ///< how often each missing path was not found
};

} // namespace lightbench
