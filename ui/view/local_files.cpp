// Decodes URLs as bytes, because QUrl decodes to text and treats "#" in a name as a fragment.
#include "ui/view/local_files.h"

#include <QCoreApplication>
#include <QMimeData>
#include <QSysInfo>

#include "ui/files/file_name.h"

namespace lightbench {

namespace {

constexpr QByteArrayView fileScheme = "file:";

QString dropText(const char* text) { return QCoreApplication::translate("LocalFiles", text); }

/// The file's name in a path, for messages.
QString nameOf(const QByteArray& path) {
    return shownName(nameFromBytes(path.mid(path.lastIndexOf('/') + 1).toStdString()));
}

/// True for the host's full name or its part before the domain.
bool isThisHost(const QByteArray& host) {
    if (host.isEmpty() || host.compare("localhost", Qt::CaseInsensitive) == 0 || host == "127.0.0.1" || host == "[::1]")
        return true;
    const QByteArray own = QSysInfo::machineHostName().toUtf8();
    const auto isSame = [](const QByteArray& a, const QByteArray& b) {
        return !a.isEmpty() && a.compare(b, Qt::CaseInsensitive) == 0;
    };
    return isSame(own, host) || isSame(own.split('.').front(), host) || isSame(own, host.split('.').front());
}

void addFile(LocalFiles& files, QByteArray rest) {
    QByteArray host;
    if (rest.startsWith("//")) {
        const auto path = rest.indexOf('/', 2);
        host = QByteArray::fromPercentEncoding(rest.mid(2, path < 0 ? -1 : path - 2));
        rest = path < 0 ? QByteArray() : rest.mid(path);
    }
    const QByteArray path = QByteArray::fromPercentEncoding(rest);
    const QString name = nameOf(path);
    if (!isThisHost(host))
        files.problems << dropText(
                              "%1 is on another machine (%2). Copy it to this one, or open it by the folder that the "
                              "other machine is mounted at.")
                              .arg(name, shownName(nameFromBytes(host.toStdString())));
    else if (!path.startsWith('/') || path.contains('\0'))
        files.problems << dropText("%1 is not the address of a file. One looks like file:///home/me/photo.png.")
                              .arg(shownName(nameFromBytes((fileScheme.toByteArray() + rest).toStdString())));
    else
        files.paths << nameFromBytes(path.toStdString());
}

} // namespace

bool isFileUrl(const QString& text) { return text.startsWith(QLatin1String("file:"), Qt::CaseInsensitive); }

void addFileUrl(LocalFiles& files, const QByteArray& address) {
    if (address.left(fileScheme.size()).compare(fileScheme, Qt::CaseInsensitive) == 0)
        return addFile(files, address.mid(fileScheme.size()));
    if (address.startsWith('/')) { // some programs send plain paths
        files.paths << nameFromBytes(address.toStdString());
        return;
    }
    files.problems << dropText("%1 is not a file of this machine. Save it to a file first, then open that.")
                          .arg(shownName(nameFromBytes(address.toStdString())));
}

bool bringsAddresses(const QMimeData* data) { return data->hasUrls(); }

LocalFiles localFiles(const QMimeData* data) {
    LocalFiles files;
    const QByteArray list = data->data(QStringLiteral("text/uri-list"));
    for (const QByteArray& line : list.split('\n')) {
        const QByteArray address = line.trimmed();
        if (!address.isEmpty() && !address.startsWith('#')) addFileUrl(files, address);
    }
    return files;
}

} // namespace lightbench
