#include "ui/state/experiment/experiment_journals.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <set>

namespace lightbench {

QString newJournal(const QString& folder, const Stage& stage) {
    if (folder.isEmpty() || !QDir().mkpath(folder)) return {};
    const QString name = folder + QDateTime::currentDateTime().toString(QStringLiteral("/yyyy-MM-dd HH-mm-ss ")) +
                         QString::fromStdString(stage.filter);
    QString path = name + QStringLiteral(".csv");
    for (int i = 2; QFileInfo::exists(path); ++i)
        path = name + QStringLiteral(" %1.csv").arg(i);
    return path;
}

QString lastJournal(const QString& folder) {
    if (folder.isEmpty()) return {};
    const QStringList names = QDir(folder).entryList({QStringLiteral("*.csv")}, QDir::Files, QDir::Name);
    return names.isEmpty() ? QString() : folder + QChar('/') + names.last();
}

bool arePointsOf(const std::vector<PointRow>& rows, const Sweep& sweep, const std::vector<DeviceInfo>& devices) {
    std::set<std::string> keys;
    for (const ExperimentPoint& point : sweep.points) {
        const auto device = std::ranges::find(devices, point.device, &DeviceInfo::index);
        if (device != devices.end()) keys.insert(pointKey(unmeasuredRow(point, *device)));
    }
    return std::ranges::all_of(rows, [&](const PointRow& row) { return keys.contains(pointKey(row)); });
}

} // namespace lightbench
