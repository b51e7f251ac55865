// Opening and saving: images, stacks, reports, the last session.
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include "core/error.h"
#include "core/stack_text.h"
#include "ui/files/image_file.h"
#include "ui/files/whole_file.h"
#include "ui/lab/banner.h"
#include "ui/lab/lab_window.h"
#include "ui/lab/samples.h"
#include "ui/lab/status_line.h"

namespace lightbench {

namespace {

bool isStackFile(const QString& path) { return QFileInfo(path).suffix().compare("stack", Qt::CaseInsensitive) == 0; }

QString patterns(const QStringList& suffixes) {
    QStringList list;
    for (const QString& suffix : suffixes)
        list << QStringLiteral("*.") + suffix;
    return list.join(QChar(' '));
}

QString startFolder(const QString& near) {
    if (QFileInfo::exists(near)) return QFileInfo(near).absolutePath();
    return QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
}

QString withSuffix(const QString& path, const char* suffix) {
    return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + QLatin1String(suffix);
}

/// Reads a stack's text; throws Error(Input) where it cannot.
QString readStackText(const QString& path) {
    constexpr qint64 longest = 1 << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw Error(ErrorKind::Input, "cannot read " + path.toStdString() + ": " + file.errorString().toStdString());
    if (file.size() > longest)
        throw Error(ErrorKind::Input, path.toStdString() + " is too large for a stack; choose a .stack text file");
    return QString::fromUtf8(file.readAll());
}

} // namespace

void LabWindow::openPaths(const QStringList& paths) {
    for (const QString& path : paths) {
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
    beginReading(QFileInfo(path).fileName());
    files_.open(path);
}

void LabWindow::openSample(const QString& id) {
    beginReading(tr("drawing the sample"));
    files_.make(sampleName(id), [id] { return sampleImage(id); });
}

void LabWindow::onOpened(const QString& path, const ImagePtr& image, double milliseconds) {
    endReading();
    banner_->clearError();
    log_->add(
        LogKind::Info,
        tr("Opened %1: %2, in %3").arg(path, QString::fromStdString(image->shape().name()), timeText(milliseconds)));
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
        const Stack stack = parseStack(readStackText(path).toStdString(), QFileInfo(path).absolutePath().toStdString());
        session_.replace(stack, tr("Load %1").arg(QFileInfo(path).fileName()), path);
        banner_->clearError();
        log_->add(LogKind::Info, tr("Loaded the stack %1").arg(path), QString::fromStdString(stackText(stack)));
        remember(path);
        return true;
    } catch (const Error& error) {
        fail(tr("%1: %2").arg(QFileInfo(path).fileName(), QString::fromUtf8(error.what())),
             QString::fromStdString(error.details()));
        return false;
    }
}

void LabWindow::saveStackAs() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(this, tr("Save the stack"), session_.stackPath(), tr("Stacks (*.stack)")),
        ".stack");
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
    remember(path);
    log_->add(LogKind::Info, tr("Wrote %1").arg(path));
    return true;
}

void LabWindow::chooseExport() {
    const QFileInfo source(session_.imageName());
    const QString proposed =
        startFolder(session_.imageName()) + QChar('/') + source.completeBaseName() + tr("-result.png");
    const QString path = withSuffix(QFileDialog::getSaveFileName(this, tr("Export the result"), proposed,
                                                                 tr("Images (%1)").arg(patterns(writableSuffixes()))),
                                    ".png");
    if (!path.isEmpty()) exportImageFile(path);
}

void LabWindow::chooseReport() {
    const QFileInfo source(session_.imageName());
    const QString proposed =
        startFolder(session_.imageName()) + QChar('/') + source.completeBaseName() + tr("-report.json");
    const QString path =
        withSuffix(QFileDialog::getSaveFileName(this, tr("Export the report"), proposed, tr("JSON (*.json)")), ".json");
    if (!path.isEmpty()) exportReportFile(path);
}

void LabWindow::exportImageFile(const QString& path) {
    if (report() && report()->output) files_.exportImage(report()->output, path);
}

void LabWindow::exportReportFile(const QString& path) {
    if (report()) files_.exportReport(report(), session_.imageName(), path);
}

void LabWindow::restoreSession() {
    try {
        session_.replace(parseStack(savedStack_.toStdString()), tr("Restore the last session"));
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
