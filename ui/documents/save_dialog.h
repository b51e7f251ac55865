// File dialogs for reading and writing. Documents, exports and stage resources use them. The overwrite question is
// about the name that will really be written.
#pragma once

#include <QStringList>

class QWidget;

namespace lightbench {

struct SaveProposal {
    QString title;
    QString path;   ///< proposed path, with its folder
    QString filter; ///< in the syntax of QFileDialog
    QString suffix; ///< appended to names without a suffix; with its dot
};

/// Asks for a file to write. The suffix is appended first; an existing file is replaced only with the user's consent.
/// Returns an empty text if the user cancels.
QString askWhereToSave(QWidget* parent, const SaveProposal& proposal);

/// Converts the suffixes "png" and "jpg" to "*.png *.jpg", in the syntax of QFileDialog.
QString filePatterns(const QStringList& suffixes);

/// The folder of a file if it exists, else the user's pictures folder if it exists, else the home folder.
QString startFolder(const QString& near);

} // namespace lightbench
