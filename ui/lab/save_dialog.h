// Where to read from and write to: asks about the name that will really be written.
#pragma once

#include <QStringList>

class QWidget;

namespace lightbench {

struct SaveProposal {
    QString title;
    QString path;   ///< proposed; with its folder
    QString filter; ///< as QFileDialog takes it
    QString suffix; ///< with its dot; what a name that has none gets
};

/// Asks for a file to write. One that exists, under the name with its suffix, is replaced only if the user says so.
/// Empty: nowhere.
QString askWhereToSave(QWidget* parent, const SaveProposal& proposal);

/// "*.png *.jpg" of the suffixes "png" and "jpg", as QFileDialog takes them.
QString filePatterns(const QStringList& suffixes);

/// The folder of that file if it is there, else the user's pictures if there is such a folder, else home.
QString startFolder(const QString& near);

} // namespace lightbench
