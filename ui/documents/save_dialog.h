// Dialogs for writing files, and which files are never written over. Documents, exports and stage resources use them.
// The overwrite question is about the name that will really be written.
#pragma once

#include <QString>

class QWidget;

namespace lightbench {

class Session;

/// Whether the stack files of the tabs count as files that the lab reads.
enum class StackFiles { Included, NotInReport };

struct SaveProposal {
    QString title;
    QString path;   ///< proposed path, with its folder
    QString filter; ///< in the syntax of QFileDialog
    QString suffix; ///< appended to names without such a suffix; with its dot
    StackFiles stackFiles = StackFiles::Included;
};

/// The name with its suffix. If the filter has one kind of file, the suffix is appended unless the name ends with it.
/// If it has several, a name keeps the suffix that it has; a part that begins with a digit, as in "blur 2.5", is none.
QString nameWithSuffix(const QString& name, const SaveProposal& proposal);

/// Asks whether a file may be replaced; `text` says which and why.
bool askToReplace(QWidget* parent, const QString& text);

/// Asks for a file to write. The suffix is appended first; an existing file is replaced only with the user's consent,
/// and a file that the lab reads is never replaced.
/// Returns an empty text if the user cancels.
QString askWhereToSave(QWidget* parent, const Session& session, const SaveProposal& proposal);

/// A sentence that refuses to write over a file that the lab reads: the image, the files that the stacks name, the
/// user's kernels with headers and references, the experiment's journal, and the stack files of the tabs. Empty if it
/// reads nothing from it. A file is recognised by any of its names.
QString refusalToWrite(const Session& session, const QString& path, StackFiles stackFiles = StackFiles::Included);

/// The folder of a file if it exists, else the user's pictures folder if it exists, else the home folder.
QString startFolder(const QString& near);

} // namespace lightbench
