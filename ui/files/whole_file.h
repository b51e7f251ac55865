// Writing files whole or not at all.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QIODevice;

namespace lightbench {

/// Calls `write` with an open device beside `path` and puts the file in place only if it returns an empty string (else:
/// what went wrong) and the disk took everything. Throws Error(Input) that names the file and the reason; nothing is
/// left behind.
void writeWhole(const QString& path, const std::function<QString(QIODevice&)>& write);
void writeWhole(const QString& path, const QByteArray& content);
/// Throws what writeWhole would throw if `path` cannot be written; changes nothing. For a check before long work.
void checkWritable(const QString& path);

} // namespace lightbench
