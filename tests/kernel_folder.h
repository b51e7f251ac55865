// Copies the project's kernels into a folder, as they lie. Tests of the engine, the worker and the command line use it
// to break or change a kernel.
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QString>

namespace lightbench::tests {

inline void copyKernels(const QString& folder) {
    const QDir kernels(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/kernels"));
    QDirIterator walk(kernels.path(), QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString copy = folder + "/" + kernels.relativeFilePath(walk.next());
        QDir().mkpath(QFileInfo(copy).path());
        if (!QFile::copy(walk.filePath(), copy) || !QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner))
            qFatal("cannot copy %s", qPrintable(walk.filePath()));
    }
}

} // namespace lightbench::tests
