// Names of files are bytes; Qt's strings are UTF-16. A name that is not UTF-8 is kept by giving each byte that cannot
// be read a lone surrogate of its own (U+DC80 to U+DCFF), as Python's "surrogateescape" does (PEP 383).
#pragma once

#include <QString>

#include <string>

namespace lightbench {

/// Any bytes, such as a word of the command line.
QString nameFromBytes(const std::string& bytes);
/// The bytes that the system knows the file by; nameFromBytes turned round.
std::string nameBytes(const QString& name);
/// Dialogs and drops give names in which what is not UTF-8 is lost: the file or folder that has such a name, where
/// there is exactly one; else the name as it is.
QString actualName(const QString& name);
/// The name from the root on, so that it names the same file whatever folder the program is in later.
QString absoluteName(const QString& name);
/// There is a file or a folder of that name.
bool isThere(const QString& name);
/// As people are shown it: control characters and what is not UTF-8 as \xNN.
QString shownName(const QString& name);
/// True if the name is UTF-8.
bool isText(const QString& name);

} // namespace lightbench
