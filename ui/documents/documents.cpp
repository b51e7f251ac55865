#include "ui/documents/documents.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "core/codecs/codecs.h"
#include "core/run/stack_text.h"
#include "ui/documents/opened_kernels.h"
#include "ui/documents/save_dialog.h"
#include "ui/files/file_name.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/files/file_tasks.h"
#include "ui/state/files/file_watch.h"
#include "ui/state/files/samples.h"
#include "ui/state/session/messages.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"
#include "ui/view/local_files.h"

namespace lightbench {

namespace {

bool isFolder(const QString& path) {
    std::error_code problem;
    return std::filesystem::is_directory(nameBytes(path), problem);
}

QString shownNames(const QStringList& paths) {
    QStringList names;
    for (const QString& path : paths)
        names << shownName(path);
    return names.join('\n');
}

} // namespace

Documents::Documents(const LabContext& lab, QWidget* window)
    : QObject(window), lab_(lab), window_(window), recent_(new QMenu(tr("Open re&cent"), window)) {
    connect(
        &lab.files, &FileTasks::opened, this, [this](const QString& path, const ImagePtr& image, double milliseconds) {
            lab_.results.endReading(FileKind::Image);
            lab_.messages.clearError(hadErrors_ ? ErrorTopic::General : ErrorTopic::OpenRequest);
            lab_.messages.info(
                tr("Opened %1: %2, in %3").arg(shownName(path), words(image->shape().name()), timeText(milliseconds)));
            lab_.results.setReport(nullptr);
            lab_.session.setImage(image, path);
            if (isThere(path)) remember(path);
            noteOthers();
            const DeviceList* devices = lab_.runs.devices();
            if (devices && devices->devices.empty()) lab_.runs.warnIfNoGpu(); // there is still no device
        });
    connect(&lab.files, &FileTasks::stacksRead, this, &Documents::onStacksRead);
    connect(&lab.files, &FileTasks::unreadable, this, [this](const QString& message) {
        lab_.results.endReading(FileKind::Image);
        lab_.messages.reportError(message);
    });
    connect(&lab.files, &FileTasks::metadataRead, &lab.messages,
            [this](const QString& note) { lab_.messages.info(note); });
    connect(&lab.files, &FileTasks::tooLarge, this, &Documents::askWhetherLarge);
    connect(&lab.files, &FileTasks::unwritten, &lab.messages,
            [this](const QString& message) { lab_.messages.reportError(message); });
    lab.files.setRefusal([&session = lab.session](const QString& path) { return refusalToWrite(session, path); });
    connect(&lab.files, &FileTasks::written, this, [this](const QString& path) {
        lab_.messages.clearError();
        lab_.messages.info(tr("Wrote %1").arg(shownName(path)));
        lab_.messages.note(tr("Wrote %1").arg(shownName(path)));
    });
    // Without an image, a sample shows what the kernel does.
    connect(&lab.kernels, &OpenedKernels::opened, this, [this](const QString& path) {
        remember(path);
        if (!lab_.session.image() && !lab_.results.isReading(FileKind::Image)) openSample(QStringLiteral("scene"));
    });
    connect(&lab.view, &ImageView::fileDropped, this, &Documents::open);
    connect(&lab.view, &ImageView::dropRefused, this, &Documents::refuse);
    connect(&lab.view, &ImageView::openRequested, this, &Documents::chooseAndOpen);
    connect(&lab.view, &ImageView::sampleChosen, this, &Documents::openSample);
    recent_->setToolTipsVisible(true);
    refreshRecent();
}

void Documents::open(const QStringList& paths) {
    LocalFiles files;
    for (const QString& given : paths) {
        if (isFileUrl(given) && !isThere(given))
            addFileUrl(files, QByteArray::fromStdString(nameBytes(given)));
        else
            files.paths << given;
    }
    QStringList images, stacks, kernels;
    for (const QString& given : std::as_const(files.paths)) {
        const QString path = absoluteName(actualName(given)), suffix = QFileInfo(path).suffix().toLower();
        if (isFolder(path))
            files.problems << tr("%1 is a folder: open the images in it, or run the stack on all of them with "
                                 "lightbench-cli run.")
                                  .arg(shownName(path));
        else
            (suffix == "stack" ? stacks : suffix == "cl" ? kernels : images) << path;
    }
    refuse(files.problems);
    if (stacks.isEmpty())
        lab_.kernels.open(kernels);
    else
        lab_.kernels.load(kernels); // the stack is what is to be seen
    openStacks(stacks);
    if (images.isEmpty()) return;
    openImage(images.front());
    notOpened_ = images.mid(1);
}

void Documents::refuse(const QStringList& problems) {
    hadErrors_ = !problems.isEmpty();
    for (const QString& problem : problems.mid(1))
        lab_.messages.log(LogKind::Error, problem, {}, ErrorTopic::OpenRequest);
    if (!hadErrors_) return;
    const auto others = problems.size() - 1;
    lab_.messages.reportError(others ? problems[0] + QChar(' ') +
                                           tr("The same holds for %n more; the Log names them.", nullptr, int(others))
                                     : problems[0],
                              {}, ErrorTopic::OpenRequest);
}

void Documents::openStacks(const QStringList& paths, Edited edited) {
    if (paths.isEmpty()) return;
    for (const QString& path : paths)
        emit aboutToRead(path);
    lab_.messages.clearError(ErrorTopic::StackFile); // now, because an error of the image may come before the stack
    lab_.results.beginReading(FileKind::Stack, shownFile(paths.front()));
    loading_ = {lab_.session.tabNumber(lab_.session.tab()), edited, lab_.session.stack()};
    lab_.kernels.whenRead([this, paths] { lab_.files.openStacks(paths, lab_.session.filters()); });
}

void Documents::onStacksRead(const std::vector<StackFile>& stacks) {
    lab_.results.endReading(FileKind::Stack);
    for (const StackFile& file : stacks) {
        if (!file.stack) {
            lab_.messages.reportError(tr("%1: %2").arg(shownFile(file.path), file.problem), file.details,
                                      ErrorTopic::StackFile);
        } else if (&file == &stacks.front()) {
            takeStack(file);
        } else {
            lab_.session.addTab({*file.stack, file.path, false});
            noteMark(lab_.session.tabCount() - 1, file.mark);
            remember(file.path);
        }
    }
}

/// Puts the stack into the tab that was chosen when reading began, and chooses that tab. If it was closed, the stack
/// gets a new tab. With Edited::Keep nothing changes if the tab was closed or its stack edited.
void Documents::takeStack(const StackFile& file) {
    Session& session = lab_.session;
    int tab = 0;
    while (tab < session.tabCount() && session.tabNumber(tab) != loading_.tab)
        ++tab;
    const bool isClosed = tab == session.tabCount();
    if (loading_.edited == Edited::Keep && (isClosed || session.tabStack(tab).stack != loading_.before)) {
        emit stackKept(file.path);
        return;
    }
    if (isClosed) session.addTab({});
    session.chooseTab(tab);
    session.endGesture();
    session.replace(*file.stack, tr("Load %1").arg(plainLabel(shownFile(file.path))), file.path);
    noteMark(tab, file.mark);
    lab_.messages.info(tr("Loaded the stack %1").arg(shownName(file.path)),
                       words(stackText(*file.stack, session.filters())));
    remember(file.path);
}

void Documents::openImage(const QString& given) {
    const QString path = absoluteName(given);
    notOpened_.clear();
    emit aboutToRead(path);
    lab_.results.beginReading(FileKind::Image, shownFile(path));
    lab_.files.open(path);
}

void Documents::askWhetherLarge(const QString& path, const QString& message) {
    lab_.results.endReading(FileKind::Image);
    lab_.messages.log(LogKind::Error, message, {}, ErrorTopic::OpenRequest);
    auto* question = new QMessageBox(QMessageBox::Warning, tr("Large image"), message, QMessageBox::Cancel, window_);
    question->setObjectName(QStringLiteral("largeImage"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(tr("Reading it may take long and leave too little memory for other programs."));
    QPushButton* insist = question->addButton(tr("Read it anyway"), QMessageBox::AcceptRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(insist, &QPushButton::clicked, this, [this, path] {
        lab_.results.beginReading(FileKind::Image, shownFile(path));
        lab_.files.open(path, LargeImages::Allow);
    });
    question->open();
}

void Documents::openSample(const QString& id) {
    notOpened_.clear();
    lab_.results.beginReading(FileKind::Image, tr("drawing the example image"));
    lab_.files.make(sampleName(id), [id] { return sampleImage(id); });
}

void Documents::noteOthers() {
    const QStringList others = std::exchange(notOpened_, {});
    if (others.isEmpty()) return;
    const QString note = tr("Opened the first of %1 images: the lab shows one at a time.").arg(others.size() + 1);
    lab_.messages.log(LogKind::Warning, note, shownNames(others));
    lab_.messages.note(note);
}

void Documents::remember(const QString& path) {
    QSettings settings;
    QStringList paths = settings.value(QStringLiteral("files/recent")).toStringList();
    paths.removeAll(path);
    paths.prepend(path);
    settings.setValue(QStringLiteral("files/recent"), paths.mid(0, 10));
    refreshRecent();
}

void Documents::refreshRecent() {
    recent_->clear();
    const QStringList paths = QSettings().value(QStringLiteral("files/recent")).toStringList();
    constexpr int widest = 560; // of an entry
    for (const QString& path : paths) {
        const QString name = shownName(path);
        QAction* action =
            recent_->addAction(plainLabel(recent_->fontMetrics().elidedText(name, Qt::ElideMiddle, widest)), this,
                               [this, path] { open({path}); });
        action->setToolTip(plainToolTip(name));
    }
    recent_->setEnabled(!paths.isEmpty());
}

void Documents::chooseAndOpen() {
    const QString filter =
        tr("Images, stacks and kernels (%1 *.stack *.cl);;All files (*)").arg(filePatterns(readableSuffixes()));
    const QStringList paths = QFileDialog::getOpenFileNames(window_, tr("Open an image, a stack or a kernel"),
                                                            startFolder(lab_.session.imageName()), filter);
    open(paths);
}

void Documents::chooseStack() {
    const QString path = QFileDialog::getOpenFileName(
        window_, tr("Load a stack"), startFolder(lab_.session.stackPath()), tr("Stacks (*.stack);;All files (*)"));
    if (!path.isEmpty()) loadStack(path);
}

void Documents::chooseKernel() {
    const QStringList paths = QFileDialog::getOpenFileNames(
        window_, tr("Open kernels"), startFolder(lab_.session.imageName()), tr("OpenCL C (*.cl);;All files (*)"));
    QStringList absolute;
    for (const QString& path : paths)
        absolute << absoluteName(actualName(path));
    lab_.kernels.open(absolute);
}

void Documents::loadStack(const QString& path, Edited edited) { openStacks({absoluteName(path)}, edited); }

void Documents::saveStack() {
    const QString& path = lab_.session.stackPath();
    if (path.isEmpty()) return saveStackAs();
    const QByteArray now = fileMark(path); // empty: there is nothing to lose
    const bool isOther = !now.isEmpty() && now != markOf(lab_.session.tab());
    if (isOther && !askToReplace(window_, tr("%1 has changed on disk since this tab read or saved it. Replace it with "
                                             "the stack of this tab?")
                                              .arg(shownFile(path))))
        return;
    saveStackTo(path);
}

Documents::TabFile Documents::keyOf(int tab) const {
    return {lab_.session.tabNumber(tab), lab_.session.tabStack(tab).path};
}

QByteArray Documents::markOf(int tab) const { return marks_.value(keyOf(tab)); }

void Documents::noteMark(int tab, const QByteArray& mark) { marks_[keyOf(tab)] = mark; }

void Documents::restoreMark(int tab, const QByteArray& mark) {
    const QString path = lab_.session.tabStack(tab).path;
    const QByteArray now = path.isEmpty() ? QByteArray() : fileMark(path);
    noteMark(tab, mark.isEmpty() ? now : mark); // earlier versions kept none
    if (!now.isEmpty() && now != markOf(tab)) emit stackKept(path);
}

void Documents::saveStackAs() {
    const QString proposed = lab_.session.stackPath().isEmpty()
                                 ? startFolder(lab_.session.imageName()) + QStringLiteral("/my.stack")
                                 : lab_.session.stackPath();
    const QString path =
        askWhereToSave(window_, lab_.session,
                       {tr("Save the stack"), proposed, tr("Stacks (*.stack)"), ".stack", StackFiles::NotInReport});
    if (!path.isEmpty()) saveStackTo(path);
}

bool Documents::saveStackTo(const QString& given) {
    const QString path = absoluteName(given);
    if (const QString refusal = refusalToWrite(lab_.session, path, StackFiles::NotInReport); !refusal.isEmpty()) {
        lab_.messages.reportError(refusal);
        return false;
    }
    try {
        writeWhole(nameBytes(path), stackText(lab_.session.stack(), lab_.session.filters()));
    } catch (const Error& error) {
        lab_.messages.reportError(words(error.what()));
        return false;
    }
    emit stackWritten(path);
    lab_.session.stackSaved(path);
    noteMark(lab_.session.tab(), fileMark(path));
    lab_.messages.clearError();
    remember(path);
    lab_.messages.info(tr("Wrote %1").arg(shownName(path)));
    lab_.messages.note(tr("Saved %1").arg(shownFile(path)));
    return true;
}

} // namespace lightbench
