// The engine of the lab for tests of the window: kernels run in lightbench-worker, a child of the test's process.
#pragma once

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include "app/worker/worker_engine.h"
#include "ui/state/engine/engine_thread.h"

namespace lightbench::tests {

inline EngineFactory labEngine(const KernelLibrary& kernels = {}) {
    WorkerSettings settings = labWorkerSettings();
    settings.kernels = kernels;
    return [settings] { return makeWorkerEngine(settings); };
}

/// This process's children that have not ended.
inline QList<qint64> livingChildren() {
    QList<qint64> found;
    for (const QString& process : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile file("/proc/" + process + "/stat");
        if (!file.open(QIODevice::ReadOnly)) continue;
        const QString stat = QString::fromUtf8(file.readAll());
        const QStringList rest = stat.mid(stat.lastIndexOf(')') + 2).split(' '); // proc(5): state, parent, ...
        const bool isOwn = rest.value(1).toLongLong() == QCoreApplication::applicationPid();
        if (isOwn && rest.value(0) != QStringLiteral("Z")) found << process.toLongLong();
    }
    return found;
}

} // namespace lightbench::tests
