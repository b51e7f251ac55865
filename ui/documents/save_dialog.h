// File dialogs for reading and writing. Documents, exports and stage resources use them. The overwrite question is
// about the name that will really be written.
#pragma once

#include <QStringList>

#include <functional>

class QWidget;

namespace lightbench {

struct SaveProposal {
    QString title;
    QString path;   ///< proposed path, with its folder
    QString filter; ///< in the syntax of QFileDialog
    QString suffix; ///< appended to names without such a suffix; with its dot
    /// What the lab reads from a file (ui/documents/read_files.h); empty if nothing.
    std::function<QString(const QString& path)> readFrom{};
};

/// The name with its suffix. If the filter has one kind of file, the suffix is appended unless the name ends with it.
/// If it has several, a name keeps the suffix that it has; a part that begins with a digit, as in "blur 2.5", is none.
QString nameWithSuffix(const QString& name, const SaveProposal& proposal);

/// Asks whether a file may be replaced; `text` says which and why.
bool askToReplace(QWidget* parent, const QString& text);

/// Asks for a file to write. The suffix is appended first; an existing file is replaced only with the user's consent,
/// and a file that the lab reads is never replaced.
/// Returns an empty text if the user cancels.
QString askWhereToSave(QWidget* parent, const SaveProposal& proposal);

/// The sentence that refuses to write over a file from which `what` is read.
QString notOverRead(const QString& path, const QString& what);

/// Converts the suffixes "png" and "jpg" to "*.png *.jpg", in the syntax of QFileDialog.
QString filePatterns(const QStringList& suffixes);

/// The folder of a file if it exists, else the user's pictures folder if it exists, else the home folder.
QString startFolder(const QString& near);

} // namespace lightbench
