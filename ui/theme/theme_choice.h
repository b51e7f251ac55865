// The user's choice of theme (light, dark or as the desktop), kept between starts. LabWindow owns one, and a menu
// changes it.
#pragma once

#include <QDBusVariant>
#include <QObject>

#include "ui/theme/theme.h"

namespace lightbench {

ThemeMode savedThemeMode();

/// Applies the choice to the application. In system mode it follows the desktop, which tells its colour scheme by the
/// desktop portal. See https://flatpak.github.io/xdg-desktop-portal, org.freedesktop.portal.Settings.
class ThemeChoice : public QObject {
    Q_OBJECT

public:
    explicit ThemeChoice(QObject* parent = nullptr);
    ThemeMode mode() const { return mode_; }
    void choose(ThemeMode mode);

signals:
    void changed();

private slots:
    /// D-Bus calls it by its name.
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void followDesktop(QVariant scheme);
    ThemeMode mode_;
};

} // namespace lightbench
