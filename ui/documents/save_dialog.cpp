// Adds the suffix itself and asks before overwriting, because Qt's dialog checks the name without suffix. What the lab
// reads is a list of the kind that the command line has, too (core/base/file_claims.h).
#include "ui/documents/save_dialog.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

#include "core/definition/stack_files.h"
#include "ui/files/file_name.h"
#include "ui/state/session/session.h"

namespace lightbench {

namespace {

QString dialogText(const char* text) { return QCoreApplication::translate("SaveDialog", text); }
std::string readText(const char* text) { return QCoreApplication::translate("ReadFiles", text).toStdString(); }

QString chosenPath(QWidget* parent, const SaveProposal& proposal, const QString& path) {
    QFileDialog dialog(parent, proposal.title, QFileInfo(path).absolutePath(), proposal.filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setOption(QFileDialog::DontConfirmOverwrite);
    dialog.selectFile(QFileInfo(path).fileName());
    if (dialog.exec() != QDialog::Accepted) return {};
    const QString chosen = dialog.selectedFiles().value(0);
    return chosen.isEmpty() ? chosen : nameWithSuffix(chosen, proposal);
}

bool mayReplace(QWidget* parent, const QString& path) {
    return askToReplace(parent, dialogText("%1 exists already. Replace it?").arg(shownFile(path)));
}

/// What the lab reads from that file, such as "the open image"; empty if nothing.
QString readFrom(const Session& session, const QString& path, StackFiles stackFiles) {
    FileClaims files;
    const QString& image = session.imageName();
    if (image.startsWith('/')) files.reads({nameBytes(image), readText("the open image")}); // else it is a sample
    if (!session.journal().isEmpty())
        files.reads({nameBytes(session.journal()), readText("the journal of the experiment")});
    for (int tab = 0; tab < session.tabCount(); ++tab) {
        const NamedStack stack = session.tabStack(tab);
        files.readsAll(filesOf(stack.stack, session.filters()));
        if (stackFiles == StackFiles::Included && !stack.path.isEmpty())
            files.reads({nameBytes(stack.path), readText("the file of an open stack")});
    }
    files.readsAll(filesOf(session.filters()));
    return QString::fromStdString(files.readFrom(nameBytes(path)));
}

/// A free name beside the file, such as photo-2.png.
QString nameBeside(const QString& path) {
    const QFileInfo file(path);
    const QString start = file.absolutePath() + QChar('/') + file.completeBaseName() + QChar('-');
    const QString suffix = file.suffix().isEmpty() ? QString() : QChar('.') + file.suffix();
    int number = 2;
    while (QFileInfo::exists(start + QString::number(number) + suffix))
        ++number;
    return start + QString::number(number) + suffix;
}

} // namespace

bool askToReplace(QWidget* parent, const QString& text) {
    QMessageBox question(QMessageBox::Warning, dialogText("Replace the file?"), text, QMessageBox::Cancel, parent);
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(dialogText("Its content would be lost."));
    QPushButton* replace = question.addButton(dialogText("Replace"), QMessageBox::DestructiveRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    return static_cast<QAbstractButton*>(replace) == question.clickedButton();
}

QString nameWithSuffix(const QString& name, const SaveProposal& proposal) {
    const QString suffix = QFileInfo(name).suffix();
    const bool isOneKind = proposal.filter.count(QStringLiteral("*.")) == 1;
    const bool isKept =
        isOneKind ? name.endsWith(proposal.suffix, Qt::CaseInsensitive) : !suffix.isEmpty() && suffix[0].isLetter();
    return isKept ? name : name + proposal.suffix;
}

QString refusalToWrite(const Session& session, const QString& path, StackFiles stackFiles) {
    const QString what = readFrom(session, path, stackFiles);
    if (what.isEmpty()) return {};
    return dialogText("%1 is %2. Lightbench writes nothing over a file that it reads; choose another name.")
        .arg(shownFile(path), what);
}

QString askWhereToSave(QWidget* parent, const Session& session, const SaveProposal& proposal) {
    for (QString path = proposal.path;;) {
        path = chosenPath(parent, proposal, path);
        if (path.isEmpty()) return path;
        if (const QString refusal = refusalToWrite(session, path, proposal.stackFiles); !refusal.isEmpty()) {
            QMessageBox message(QMessageBox::Warning, dialogText("Choose another name"), refusal, QMessageBox::Ok,
                                parent);
            message.setTextFormat(Qt::PlainText);
            message.exec();
            path = nameBeside(path);
        } else if (!QFileInfo(path).isFile() || mayReplace(parent, path)) {
            return path;
        }
    }
}

QString startFolder(const QString& near) {
    const QFileInfo file(near);
    if (!near.isEmpty() && QFileInfo(file.absolutePath()).isDir()) return file.absolutePath();
    const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    return QFileInfo(pictures).isDir() ? pictures : QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
}

} // namespace lightbench
