// Stores the setting and follows the desktop's colour scheme.
#include "ui/theme/theme_choice.h"

#include <QApplication>
#include <QSettings>

#include <algorithm>

#include "ui/theme/desktop_scheme.h"

namespace lightbench {

ThemeMode savedThemeMode() {
    return ThemeMode(std::clamp(QSettings().value(QStringLiteral("window/theme"), 0).toInt(), 0, 2));
}

ThemeChoice::ThemeChoice(QObject* parent) : QObject(parent), mode_(savedThemeMode()) {
    connect(new DesktopScheme(this), &DesktopScheme::reported, this, &ThemeChoice::followDesktop);
}

void ThemeChoice::choose(ThemeMode mode) {
    QSettings().setValue(QStringLiteral("window/theme"), int(mode));
    mode_ = mode;
    applyTheme(*qApp, mode);
    emit changed();
}

void ThemeChoice::followDesktop(bool dark) {
    setDesktopDark(dark);
    if (mode_ == ThemeMode::System) applyTheme(*qApp, ThemeMode::System);
}

} // namespace lightbench
