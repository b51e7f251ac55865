// Adds the suffix itself and asks before overwriting, because Qt's dialog checks the name without suffix.
#include "ui/documents/save_dialog.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

#include "ui/files/file_name.h"

namespace lightbench {

namespace {

QString dialogText(const char* text) { return QCoreApplication::translate("SaveDialog", text); }

QString chosenPath(QWidget* parent, const SaveProposal& proposal, const QString& path) {
    QFileDialog dialog(parent, proposal.title, QFileInfo(path).absolutePath(), proposal.filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setOption(QFileDialog::DontConfirmOverwrite);
    dialog.selectFile(QFileInfo(path).fileName());
    if (dialog.exec() != QDialog::Accepted) return {};
    const QString chosen = dialog.selectedFiles().value(0);
    return chosen.isEmpty() || !QFileInfo(chosen).suffix().isEmpty() ? chosen : chosen + proposal.suffix;
}

bool mayReplace(QWidget* parent, const QString& path) {
    QMessageBox question(QMessageBox::Warning, dialogText("Replace the file?"),
                         dialogText("%1 exists already. Replace it?").arg(shownName(QFileInfo(path).fileName())),
                         QMessageBox::Cancel, parent);
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(dialogText("Its content would be lost."));
    QPushButton* replace = question.addButton(dialogText("Replace"), QMessageBox::DestructiveRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    return static_cast<QAbstractButton*>(replace) == question.clickedButton();
}

} // namespace

QString askWhereToSave(QWidget* parent, const SaveProposal& proposal) {
    for (QString path = proposal.path;;) {
        path = chosenPath(parent, proposal, path);
        if (path.isEmpty() || !QFileInfo(path).isFile() || mayReplace(parent, path)) return path;
    }
}

QString startFolder(const QString& near) {
    const QFileInfo file(near);
    if (!near.isEmpty() && QFileInfo(file.absolutePath()).isDir()) return file.absolutePath();
    const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    return QFileInfo(pictures).isDir() ? pictures : QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
}

QString filePatterns(const QStringList& suffixes) {
    QStringList list;
    for (const QString& suffix : suffixes)
        list << QStringLiteral("*.") + suffix;
    return list.join(QChar(' '));
}

} // namespace lightbench
