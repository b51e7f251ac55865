// The files of this machine that a drag brings.
#pragma once

#include <QMimeData>
#include <QStringList>
#include <QUrl>

namespace lightbench {

inline QStringList localFiles(const QMimeData* data) {
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    return paths;
}

} // namespace lightbench
