// Converts dropped or opened file URLs to local paths, with readable problems for those that cannot be opened. The
// view, the documents and the file drop use it. Paths are bytes, which need not be UTF-8.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

class QMimeData;

namespace lightbench {

/// Paths that can be opened, and problems: one line each that says why and what to do.
struct LocalFiles {
    QStringList paths, problems;
    bool isEmpty() const { return paths.isEmpty() && problems.isEmpty(); }
};

/// True if the drag contains URLs of any kind.
bool bringsAddresses(const QMimeData* data);
/// Parses text/uri-list byte by byte (RFC 2483, RFC 8089), because a path need not be UTF-8.
LocalFiles localFiles(const QMimeData* data);
/// True for "file:...", which is a URL and not a path.
bool isFileUrl(const QString& text);
/// Adds the file of one URL. The file must be local: the host is empty, localhost, or this machine's name.
void addFileUrl(LocalFiles& files, const QByteArray& address);

} // namespace lightbench
