// The files that a drag, a file manager or a desktop entry names by their addresses.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

class QMimeData;

namespace lightbench {

/// What was given, and what of it cannot be opened: a line each that says why and what to do.
struct LocalFiles {
    QStringList paths, problems;
    bool isEmpty() const { return paths.isEmpty() && problems.isEmpty(); }
};

/// True if the drag brings addresses, whatever of.
bool bringsAddresses(const QMimeData* data);
/// Reads text/uri-list as it came (RFC 2483, RFC 8089): a path is bytes, which need not be UTF-8.
LocalFiles localFiles(const QMimeData* data);
/// True for "file:...": an address and not a path.
bool isFileAddress(const QString& text);
/// Adds what one address names: a file of this machine, by no host, by localhost or by the name of this host.
void addAddress(LocalFiles& files, const QByteArray& address);

} // namespace lightbench
