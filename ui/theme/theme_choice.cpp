#include "ui/theme/theme_choice.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QSettings>

#include <algorithm>

namespace lightbench {

namespace {
const QString portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString portalSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colourScheme = QStringLiteral("color-scheme");
} // namespace

ThemeMode savedThemeMode() {
    return ThemeMode(std::clamp(QSettings().value(QStringLiteral("window/theme"), 0).toInt(), 0, 2));
}

ThemeChoice::ThemeChoice(QObject* parent) : QObject(parent), mode_(savedThemeMode()) {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(QString(), portalPath, portalSettings, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.portal.Desktop"), portalPath,
                                                           portalSettings, QStringLiteral("Read"));
    question << appearance << colourScheme;
    auto* watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError()) followDesktop(reply.value().variant());
        watcher->deleteLater();
    });
}

void ThemeChoice::choose(ThemeMode mode) {
    QSettings().setValue(QStringLiteral("window/theme"), int(mode));
    mode_ = mode;
    applyTheme(*qApp, mode);
    emit changed();
}

void ThemeChoice::settingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == appearance && key == colourScheme) followDesktop(value.variant());
}

/// 1 is dark, 2 light, 0 no preference. The answer of Read has one more variant around it than the signal.
void ThemeChoice::followDesktop(QVariant scheme) {
    while (scheme.canConvert<QDBusVariant>())
        scheme = scheme.value<QDBusVariant>().variant();
    if (scheme.toUInt() != 1 && scheme.toUInt() != 2) return;
    setDesktopDark(scheme.toUInt() == 1);
    if (mode_ == ThemeMode::System) applyTheme(*qApp, ThemeMode::System);
}

} // namespace lightbench
