// Light, dark or as the desktop: what the user chose last, kept between starts.
#pragma once

#include <QObject>

#include "ui/theme/theme.h"

namespace lightbench {

/// The theme that the user chose last.
ThemeMode savedThemeMode();

/// Applies the choice to the application, and follows the desktop while it is left to it.
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
