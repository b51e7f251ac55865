// File names as QString without loss. File names are bytes, and Qt's strings are UTF-16. Each byte that is not UTF-8
// becomes a lone surrogate (U+DC80 to U+DCFF), as in Python's "surrogateescape" (PEP 383). All of the window uses these
// functions for names of files.
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace lightbench {

/// Converts any bytes, such as an argument of the command line.
QString nameFromBytes(const std::string& bytes);
/// The bytes by which the system knows the file; the inverse of nameFromBytes.
std::string nameBytes(const QString& name);
/// Repairs a name from a dialog or a drop, in which bytes that are not UTF-8 are lost. Returns the file or folder that
/// fits, if there is exactly one, else the name unchanged.
QString actualName(const QString& name);
/// The absolute name, which stays valid if the current folder changes.
QString absoluteName(const QString& name);
/// True if a file or a folder has that name.
bool isThere(const QString& name);
/// The name for display: control characters and bytes that are not UTF-8 appear as \xNN.
QString shownName(const QString& name);
/// The same without the folder.
QString shownFile(const QString& path);
/// "*.png *.jpg", in the syntax of QFileDialog, for the suffixes "png" and "jpg".
QString filePatterns(const std::vector<std::string>& suffixes);
bool isText(const QString& name);

} // namespace lightbench
