// Compares files by inode, size and time, not by content.
#include "ui/state/files/file_watch.h"

#include <QMap>

#include <filesystem>
#include <string>
#include <system_error>

#include <sys/stat.h>

#include "ui/files/file_name.h"

namespace lightbench {

namespace {

namespace fs = std::filesystem;

QByteArray markOfFile(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0 || found.st_size == 0) return {};
    QByteArray mark;
    for (const qint64 number : {qint64(found.st_dev), qint64(found.st_ino), qint64(found.st_size),
                                qint64(found.st_mtim.tv_sec), qint64(found.st_mtim.tv_nsec)})
        mark += QByteArray::number(number) + ' ';
    return mark;
}

/// Calls take(path) for everything that an iterator of folders finds. Folders that cannot be read count as empty.
template <class Iterator, class Take> void walk(const std::string& folder, const Take& take) {
    std::error_code problem;
    Iterator entry(folder, fs::directory_options::skip_permission_denied, problem);
    for (; !problem && entry != Iterator(); entry.increment(problem))
        take(*entry);
}

QByteArray markOf(const QString& path, FileWatch::Folders folders) {
    const std::string bytes = nameBytes(path);
    std::error_code problem;
    if (!fs::is_directory(bytes, problem)) return markOfFile(bytes);
    QMap<QByteArray, QByteArray> files; // sorted, so that the order on disk does not matter
    const auto take = [&](const fs::directory_entry& entry) {
        if (entry.is_regular_file(problem))
            files[QByteArray::fromStdString(entry.path().string())] = markOfFile(entry.path().string());
    };
    if (folders == FileWatch::Folders::Deep)
        walk<fs::recursive_directory_iterator>(bytes, take);
    else
        walk<fs::directory_iterator>(bytes, take);
    QByteArray mark;
    for (auto file = files.cbegin(); file != files.cend(); ++file)
        mark += file.key() + ' ' + file.value();
    return mark;
}

} // namespace

QByteArray fileMark(const QString& path) { return markOfFile(nameBytes(path)); }

FileWatch::FileWatch(QObject* parent, int restMs, Folders folders) : QObject(parent), folders_(folders) {
    soon_.setSingleShot(true);
    soon_.setInterval(restMs);
    const auto soon = [this] { soon_.start(); };
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, soon);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&soon_, &QTimer::timeout, this, &FileWatch::look);
}

void FileWatch::watch(const QStringList& paths) {
    if (paths == paths_) return;
    paths_ = paths;
    for (auto known = known_.begin(); known != known_.end();)
        known = paths_.contains(known.key()) ? std::next(known) : known_.erase(known);
    resting_.clear();
    missing_.removeIf([this](QHash<QString, int>::iterator one) { return !paths_.contains(one.key()); });
    for (const QString& path : paths_)
        if (!known_.contains(path)) known_[path] = markOf(path, folders_);
    if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
    if (!watcher_.directories().isEmpty()) watcher_.removePaths(watcher_.directories());
    listen();
    soon_.start(); // they may have changed before they were watched
}

void FileWatch::know(const QString& path) {
    known_[path] = markOf(path, folders_);
    resting_.remove(path);
    missing_.remove(path);
}

/// Watches again, because a replaced file is a new one to the system. Its folder reports the replacement.
void FileWatch::listen() {
    QStringList wanted;
    const auto watch = [&](const std::string& path) { wanted << nameFromBytes(path); };
    for (const QString& path : std::as_const(paths_)) {
        const fs::path file = nameBytes(path);
        watch(file.string());
        watch(file.parent_path().string());
        std::error_code problem;
        if (folders_ == Folders::Deep && fs::is_directory(file, problem))
            walk<fs::recursive_directory_iterator>(
                file.string(), [&](const fs::directory_entry& entry) { watch(entry.path().string()); });
    }
    wanted.removeDuplicates();
    wanted.removeIf([this](const QString& path) {
        std::error_code problem;
        return watcher_.files().contains(path) || watcher_.directories().contains(path) ||
               !fs::exists(nameBytes(path), problem);
    });
    if (!wanted.isEmpty()) watcher_.addPaths(wanted);
}

void FileWatch::look() {
    listen();
    QStringList rested, gone;
    for (const QString& path : std::as_const(paths_)) {
        const QByteArray now = markOf(path, folders_);
        if (now.isEmpty() && !isThere(path)) {
            const int times = ++missing_[path];
            if (times == 1) soon_.start();
            if (times == 2) gone << path;
        } else if (missing_.take(path) >= 2 && now == known_.value(path)) {
            rested << path; // moved away and back
        }
        if (now == known_.value(path) || now.isEmpty()) {
            resting_.remove(path);
        } else if (resting_.value(path) == now) {
            know(path);
            rested << path;
        } else {
            resting_[path] = now;
            soon_.start();
        }
    }
    for (const QString& path : rested)
        emit changed(path);
    for (const QString& path : gone)
        emit missing(path);
}

} // namespace lightbench
