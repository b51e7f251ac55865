// Reads and writes the two settings.
#include "ui/state/session/run_settings.h"

#include <QSettings>

#include <utility>

namespace lightbench {

void RunSettings::setLive(bool live) {
    if (std::exchange(live_, live) != live) emit liveChanged(live);
}

void RunSettings::setCheck(bool check) {
    if (std::exchange(check_, check) != check) emit checkChanged(check);
}

void RunSettings::read() {
    const QSettings settings;
    setLive(settings.value(QStringLiteral("run/live"), true).toBool());
    setCheck(settings.value(QStringLiteral("run/check"), true).toBool());
}

void RunSettings::write() const {
    QSettings settings;
    settings.setValue(QStringLiteral("run/live"), live_);
    settings.setValue(QStringLiteral("run/check"), check_);
}

} // namespace lightbench
