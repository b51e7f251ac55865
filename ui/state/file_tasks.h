// Reads and writes files off the window's thread: images to open, results to export.
#pragma once

#include <QObject>
#include <QThreadPool>

#include <functional>

#include "core/image/image.h"
#include "core/run/report.h"
#include "ui/files/image_file.h"

namespace lightbench {

class LatestTask;

class FileTasks : public QObject {
    Q_OBJECT

public:
    explicit FileTasks(QObject* parent = nullptr);
    /// Waits for exports that are being written.
    ~FileTasks() override;

    /// Reads an image; a newer call replaces one that still reads.
    void open(const QString& path, LargeImages large = LargeImages::Refuse);
    /// Runs `make` off-thread and delivers its image as if it had been read from a file of that name.
    void make(const QString& name, std::function<ImagePtr()> make);
    /// With the profile and the resolution of the file that `source` was opened from, if it is what was opened last.
    void exportImage(ImagePtr image, const ImagePtr& source, const QString& path);
    void exportReport(ReportPtr report, const QString& inputPath, const QString& path);
    /// Runs a job that writes that file; it throws what is wrong.
    void write(const QString& path, std::function<void()> job);

signals:
    void opened(const QString& path, lightbench::ImagePtr image, double milliseconds);
    /// What a file that was read holds beside its image, in one line.
    void noted(const QString& note);
    void written(const QString& path);
    /// One line that says what is wrong and what to do.
    void unreadable(const QString& message);
    /// The same for an image that may be had with LargeImages::Insist.
    void tooLarge(const QString& path, const QString& message);
    void unwritten(const QString& message);

private:
    void deliver(const QString& name, std::function<LoadedImage()> read);

    LatestTask* reading_;
    ImageMetadata metadata_; ///< of what was opened last
    std::weak_ptr<const Image> described_;
    QThreadPool writing_;
};

} // namespace lightbench
