// Copies of programs beside a worker that writes down how it was started. Tests see by it which process decodes a file.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <utility>

namespace lightbench::tests {

/// A folder with copies of programs of another folder, and a script in place of lightbench-worker that passes on to it.
class RecordedWorker {
public:
    RecordedWorker(const QString& from, const QStringList& programs) {
        for (const QString& name : programs)
            if (!QFile::copy(from + "/" + name, path(name))) qFatal("cannot copy %s", qPrintable(name));
        QFile script(path("lightbench-worker"));
        const QString text =
            "#!/bin/sh\necho \"$*\" >> '" + path("starts") + "'\nexec '" + from + "/lightbench-worker' \"$@\"\n";
        if (!script.open(QIODevice::WriteOnly) || script.write(text.toUtf8()) < 0) qFatal("cannot write a script");
        script.setPermissions(script.permissions() | QFile::ExeOwner);
    }
    QString path(const QString& name) const { return folder_.filePath(name); }
    /// How often the worker was started to decode a file, since the last call.
    qsizetype decodedFiles() {
        QFile starts(path("starts"));
        const qsizetype all = starts.open(QIODevice::ReadOnly) ? starts.readAll().count("--decode") : 0;
        return all - std::exchange(counted_, all);
    }

private:
    QTemporaryDir folder_;
    qsizetype counted_ = 0; ///< the file itself is never removed: a worker may be writing to it
};

} // namespace lightbench::tests
