// Texts that are the user's, such as names of files, where Qt would look for signs of its own in them.
#pragma once

#include <QString>
#include <QTextDocument>

namespace lightbench {

/// For menus, tabs and buttons, in which a single & marks a key.
inline QString plainLabel(QString text) { return text.replace(QStringLiteral("&"), QStringLiteral("&&")); }
/// For tooltips, which take a text with <b> in it for markup. It wraps.
inline QString plainToolTip(const QString& text) {
    return text.isEmpty() ? QString() : Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal);
}
/// For a part of a window's title, in which [*] is where the sign of changes goes.
inline QString plainTitle(QString text) { return text.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]")); }

} // namespace lightbench
