// Escapes the user's texts, such as file names, for widgets in which Qt would interpret parts of them. Bars, panels and
// window titles use it.
#pragma once

#include <QString>
#include <QTextDocument>

namespace lightbench {

/// For menus, tabs and buttons, in which a single & marks a mnemonic.
inline QString plainLabel(QString text) { return text.replace(QStringLiteral("&"), QStringLiteral("&&")); }
/// For tooltips, in which Qt would take <b> for markup. The result wraps.
inline QString plainToolTip(const QString& text) {
    return text.isEmpty() ? QString() : Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal);
}
/// For a part of a window title, in which [*] is the place of the modified mark.
inline QString plainTitle(QString text) { return text.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]")); }

} // namespace lightbench
