// QSaveFile with errors that say what to do.
#include "ui/files/whole_file.h"

#include <QFileInfo>
#include <QSaveFile>

#include "core/error.h"

namespace lightbench {

namespace {
[[noreturn]] void fail(const QString& path, const QString& why) {
    throw Error(ErrorKind::Input, QString("cannot write %1: %2").arg(path, why).toStdString());
}

void openFor(QSaveFile& file) {
    const QString path = file.fileName();
    const QFileInfo info(path);
    if (path.isEmpty()) throw Error(ErrorKind::Input, "cannot write: the file's name is empty");
    if (info.isDir()) fail(path, "it is a folder; give a file name");
    const QFileInfo folder(info.absolutePath());
    if (!folder.exists()) fail(path, QString("there is no folder %1; make it first").arg(folder.filePath()));
    if (!folder.isDir()) fail(path, QString("%1 is no folder").arg(folder.filePath()));
    if (!file.open(QIODevice::WriteOnly)) fail(path, file.errorString() + "; choose a place that you may write to");
}
} // namespace

void writeWhole(const QString& path, const std::function<QString(QIODevice&)>& write) {
    QSaveFile file(path);
    openFor(file);
    const QString problem = write(file);
    if (!problem.isEmpty()) {
        file.cancelWriting();
        fail(path, problem);
    }
    if (!file.commit()) fail(path, file.errorString());
}

void writeWhole(const QString& path, const QByteArray& content) {
    writeWhole(path, [&](QIODevice& device) {
        return device.write(content) == content.size() ? QString() : device.errorString();
    });
}

void checkWritable(const QString& path) {
    QSaveFile file(path);
    openFor(file);
    file.cancelWriting();
}

} // namespace lightbench
