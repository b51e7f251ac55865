// Reads from the desktop portal over D-Bus whether the desktop is dark or light, and follows changes. ThemeChoice uses
// it.
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace lightbench {

/// Emits nothing without a portal. See https://flatpak.github.io/xdg-desktop-portal, org.freedesktop.portal.Settings.
class DesktopScheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopScheme(QObject* parent = nullptr);

signals:
    /// Emitted on changes, and once after the start when the portal has answered. Not emitted for a desktop without
    /// preference.
    void reported(bool dark);

private slots:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask();
    void take(QVariant value);
};

} // namespace lightbench
