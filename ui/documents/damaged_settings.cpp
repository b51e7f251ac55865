// Copies the file before it is cleared, because clearing writes it.
#include "ui/documents/damaged_settings.h"

#include <QCoreApplication>
#include <QFile>
#include <QSettings>

#include "ui/files/file_name.h"

namespace lightbench {

QString putDamagedSettingsAside() {
    QSettings settings;
    if (settings.status() != QSettings::FormatError) return {};
    const QString file = settings.fileName(), copy = file + QStringLiteral(".damaged");
    QFile::remove(copy);
    if (!QFile::copy(file, copy))
        return QCoreApplication::translate("lightbench::Settings", "The settings in %1 are damaged.")
            .arg(shownName(file));
    settings.clear();
    settings.sync();
    return QCoreApplication::translate("lightbench::Settings",
                                       "The settings in %1 were damaged. Lightbench starts with the default settings "
                                       "and keeps the damaged file as %2.")
        .arg(shownName(file), shownName(copy));
}

} // namespace lightbench
