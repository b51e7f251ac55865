// Whether the desktop is set to dark or light, now and whenever that changes, as its portal tells over D-Bus.
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace lightbench {

/// Says nothing where there is no portal. https://flatpak.github.io/xdg-desktop-portal, org.freedesktop.portal.Settings
class DesktopScheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopScheme(QObject* parent = nullptr);

signals:
    /// Also once after the start, when the portal has answered. Not for a desktop without a preference.
    void told(bool dark);

private slots:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask();
    void take(QVariant value);
};

} // namespace lightbench
