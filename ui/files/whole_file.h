// Writing files whole or not at all, for what writes to Qt's devices.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QIODevice;

namespace lightbench {

/// Calls `write` with an open device, which can be read and sought in, and puts the file in place only if it returns an
/// empty string (else: what went wrong) and the disk confirmed every byte; a writer that overlooks the device's errors
/// is not believed. Streams (core/base/whole_file.h) get the bytes once they are all there. Throws Error(Input) that
/// names the file and the reason; nothing is left behind.
void writeWhole(const QString& path, const std::function<QString(QIODevice&)>& write);
void writeWhole(const QString& path, const QByteArray& content);
/// Throws what writeWhole would throw if `path` cannot be written; changes nothing. For a check before long work.
void checkWritable(const QString& path);
/// Throws Error(Input): "cannot write PATH: WHY".
[[noreturn]] void cannotWrite(const QString& path, const QString& why);

} // namespace lightbench
