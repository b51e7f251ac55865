// Copies the project's kernels into one folder. Tests of the engine, the worker and the command line use it to break or
// change a kernel.
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
        // Without the family's folder: kernels/windows/gaussian/fused.cl becomes gaussian/fused.cl. Files of the
        // prelude and of morphology are named with their folder.
        const QStringList path = kernels.relativeFilePath(walk.next()).split('/');
        const bool staysThere =
            path.front() == QStringLiteral("prelude") || path.front() == QStringLiteral("morphology");
        const bool isOfFamily = path.size() > 1 && !staysThere;
        const QString copy = folder + "/" + path.mid(isOfFamily ? 1 : 0).join('/');
        QDir().mkpath(QFileInfo(copy).path());
        if (!QFile::copy(walk.filePath(), copy) || !QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner))
            qFatal("cannot copy %s", qPrintable(walk.filePath()));
    }
}

} // namespace lightbench::tests
