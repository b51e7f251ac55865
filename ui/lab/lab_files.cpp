// Opening images, opening and saving stacks, and the last session.
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/run/stack_text.h"
#include "ui/bars/banner.h"
#include "ui/bars/status_line.h"
#include "ui/files/file_name.h"
#include "ui/files/image_file.h"
#include "ui/files/whole_file.h"
#include "ui/lab/lab_window.h"
#include "ui/lab/save_dialog.h"
#include "ui/state/samples.h"

namespace lightbench {

namespace {

bool isStackFile(const QString& path) { return QFileInfo(path).suffix().compare("stack", Qt::CaseInsensitive) == 0; }

QString patterns(const QStringList& suffixes) {
    QStringList list;
    for (const QString& suffix : suffixes)
        list << QStringLiteral("*.") + suffix;
    return list.join(QChar(' '));
}

/// Reads a stack's text; throws Error(Input) where it cannot.
std::string readStackText(const QString& path) {
    constexpr std::size_t longest = 1 << 20;
    return readSmallFile(nameBytes(path), longest, "a stack");
}

} // namespace

void LabWindow::openPaths(const QStringList& paths) {
    for (const QString& given : paths) {
        const QString path = actualName(given);
        if (isStackFile(path))
            loadStackFile(path);
        else
            openImage(path);
    }
}

void LabWindow::beginReading(const QString& name) {
    results_.setReading(true);
    status_->setActivity(name);
}

void LabWindow::endReading() { results_.setReading(false); }

void LabWindow::openImage(const QString& path) {
    beginReading(shownName(QFileInfo(path).fileName()));
    files_.open(path);
}

void LabWindow::askWhetherLarge(const QString& path, const QString& message) {
    endReading();
    log_->add(LogKind::Error, message);
    auto* question = new QMessageBox(QMessageBox::Warning, tr("Large image"), message, QMessageBox::Cancel, this);
    question->setObjectName(QStringLiteral("largeImage"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(tr("Reading it all the same may take long and press other programs for memory."));
    QPushButton* insist = question->addButton(tr("Read it all the same"), QMessageBox::AcceptRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(insist, &QPushButton::clicked, this, [this, path] {
        beginReading(shownName(QFileInfo(path).fileName()));
        files_.open(path, LargeImages::Insist);
    });
    question->open();
}

void LabWindow::openSample(const QString& id) {
    beginReading(tr("drawing the sample"));
    files_.make(sampleName(id), [id] { return sampleImage(id); });
}

void LabWindow::onOpened(const QString& path, const ImagePtr& image, double milliseconds) {
    endReading();
    banner_->clearError();
    log_->add(LogKind::Info,
              tr("Opened %1: %2, in %3")
                  .arg(shownName(path), QString::fromStdString(image->shape().name()), timeText(milliseconds)));
    results_.setReport(nullptr);
    session_.setImage(image, path);
    view_->setBefore(image);
    view_->setAfter(nullptr);
    status_->setImage(path, image);
    if (QFileInfo::exists(path)) remember(path);
    stackPanel_->offerRestore({});
    if (devices_.devices.empty() && devicesKnown_) noticeDevices(); // still true
    liveSoon_.start(0);                                             // an image that was opened is run once in any case
}

void LabWindow::remember(const QString& path) {
    QSettings settings;
    QStringList paths = settings.value(QStringLiteral("files/recent")).toStringList();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    settings.setValue(QStringLiteral("files/recent"), paths.mid(0, 10));
    refreshRecent();
}

void LabWindow::offerSamples() {
    stackPanel_->setSamples(sampleStacks());
    drawSampleThumbnails(this, [this](const QList<SampleItem>& items) { view_->setSamples(items); });
}

void LabWindow::chooseAndOpen() {
    const QString filter = tr("Images and stacks (%1 *.stack);;All files (*)").arg(patterns(readableSuffixes()));
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open an image or a stack"), startFolder(session_.imageName()), filter);
    openPaths(paths);
}

void LabWindow::chooseStack() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Load a stack"), startFolder(session_.stackPath()),
                                                      tr("Stacks (*.stack);;All files (*)"));
    if (!path.isEmpty()) loadStackFile(path);
}

bool LabWindow::loadStackFile(const QString& path) {
    try {
        const Stack stack = parseStack(readStackText(path), nameBytes(QFileInfo(path).absolutePath()));
        session_.replace(stack, tr("Load %1").arg(shownName(QFileInfo(path).fileName())), path);
        banner_->clearError();
        log_->add(LogKind::Info, tr("Loaded the stack %1").arg(shownName(path)),
                  QString::fromStdString(stackText(stack)));
        remember(path);
        return true;
    } catch (const Error& error) {
        fail(tr("%1: %2").arg(shownName(QFileInfo(path).fileName()), QString::fromUtf8(error.what())),
             QString::fromStdString(error.details()));
        return false;
    }
}

void LabWindow::saveStackAs() {
    const QString proposed = session_.stackPath().isEmpty()
                                 ? startFolder(session_.imageName()) + QStringLiteral("/my.stack")
                                 : session_.stackPath();
    const QString path = askWhereToSave(this, {tr("Save the stack"), proposed, tr("Stacks (*.stack)"), ".stack"});
    if (!path.isEmpty()) saveStackFile(path);
}

bool LabWindow::saveStackFile(const QString& path) {
    try {
        writeWhole(path, QByteArray::fromStdString(stackText(session_.stack())));
    } catch (const Error& error) {
        fail(QString::fromUtf8(error.what()));
        return false;
    }
    session_.stackSaved(path);
    banner_->clearError();
    remember(path);
    log_->add(LogKind::Info, tr("Wrote %1").arg(shownName(path)));
    return true;
}

void LabWindow::restoreSession() {
    try {
        session_.restore(parseStack(savedStack_.text.toStdString()), savedStack_.path, savedStack_.isModified);
    } catch (const Error& error) {
        fail(tr("The last session's stack cannot be restored: %1").arg(QString::fromUtf8(error.what())));
    }
    stackPanel_->offerRestore({});
    if (QFileInfo::exists(savedImage_))
        openImage(savedImage_);
    else if (const QString id = sampleOfName(savedImage_); !id.isEmpty())
        openSample(id);
    else if (!savedImage_.isEmpty())
        fail(tr("%1 is not there any more; open another image.").arg(savedImage_));
}

} // namespace lightbench
