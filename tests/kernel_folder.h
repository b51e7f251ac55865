// Copies the project's kernels into one folder. Tests of the engine, the worker and the command line use it to break or
// change a kernel.
#pragma once

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QString>

namespace lightbench::tests {

inline void copyKernels(const QString& folder) {
    QDirIterator walk(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/kernels"), QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString copy = folder + "/" + QFileInfo(walk.next()).fileName();
        if (!QFile::copy(walk.filePath(), copy) || !QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner))
            qFatal("cannot copy %s", qPrintable(walk.filePath()));
    }
}

} // namespace lightbench::tests
