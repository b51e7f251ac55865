// The user's choice of theme (light, dark or as the desktop), kept between starts. LabWindow owns one, and a menu
// changes it.
#pragma once

#include <QObject>

#include "ui/theme/theme.h"

namespace lightbench {

/// The saved choice.
ThemeMode savedThemeMode();

/// Applies the choice to the application, and follows the desktop in system mode.
class ThemeChoice : public QObject {
    Q_OBJECT

public:
    explicit ThemeChoice(QObject* parent = nullptr);
    ThemeMode mode() const { return mode_; }
    void choose(ThemeMode mode);

signals:
    void changed();

private:
    void followDesktop(bool dark);
    ThemeMode mode_;
};

} // namespace lightbench
