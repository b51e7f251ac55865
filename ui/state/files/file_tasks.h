// Reads and writes files on background threads: images and stacks to open, and results to export. Documents and exports
// use it. Results and errors are signals, which the window gets on its own thread.
#pragma once

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/definition/kernel_files.h"
#include "core/image/image.h"
#include "core/run/stack.h"
#include "ui/files/image_file.h"

namespace lightbench {

class LatestTask;

/// A stack file that was read: its stack, or why there is none.
struct StackFile {
    QString path;
    QByteArray mark; ///< the file's state before it was read (fileMark)
    std::optional<Stack> stack{};
    QString problem{}, details{}; ///< one readable line, and possibly more lines
};

/// A file with the user's kernels that was read.
struct KernelRead {
    QString path; ///< absolute
    std::optional<FilterDefinition> definition{};
    QString problem{}; ///< why no filter can be made of it, with file and line; empty: one can
    QString note{};    ///< what unreadCorrectionsNote() and idlePythonNote() say
    QString awaited{}; ///< the path of a file that is missing, or of a NAME.py that may come; empty: of none
    /// The bytes on disk of the file and of the headers that could be found, by absolute path. Too large ones and
    /// binary ones are left out.
    std::map<QString, QByteArray> files{};
};

/// The absolute paths of a definition's headers.
QStringList headerPaths(const FilterDefinition& definition);

/// The same with the kernels that a driver reports.
KernelRead checkedKernel(KernelRead read, const std::vector<KernelSignature>& reported, const FilterCatalog& others);

class FileTasks : public QObject {
    Q_OBJECT

public:
    /// `rawDecoding` decodes camera RAW files.
    explicit FileTasks(DecodingProcess rawDecoding, QObject* parent = nullptr);
    /// Waits for exports in progress.
    ~FileTasks() override;

    /// Reads an image. A newer call replaces one that is still reading.
    void open(const QString& path, LargeImages large = LargeImages::Refuse);
    /// Runs `make` on the background thread and delivers its image as if it had been read from a file of that name.
    void make(const QString& name, std::function<ImagePtr()> make);
    /// Reads stacks and the images, palettes and detectors that they name. A newer call replaces one that is still
    /// reading. If the first stack cannot be read, the others are not read.
    void openStacks(const QStringList& paths, const FilterCatalog& filters);
    /// Reads files with kernels, and those of folders. Several calls are answered in their order. `others` are the
    /// filters that have their names already. `unsaved` is read in place of files.
    void readKernels(const QStringList& paths, const FilterCatalog& others, const UnsavedTexts& unsaved = {});
    /// Writes an image, with colour profile and resolution of the file of `source`, if that was opened last.
    void exportImage(ImagePtr image, const ImagePtr& source, const QString& path);
    /// Every file that is to be written is shown to `refusal` first. If that returns a sentence, the file is not
    /// written, and the sentence is why.
    void setRefusal(std::function<QString(const QString& path)> refusal) { refusal_ = std::move(refusal); }
    /// Runs a job that writes this file; the job throws its errors.
    void write(const QString& path, std::function<void()> job);
    /// Writes the bytes that `text` returns; it is called on the background thread.
    void writeText(const QString& path, std::function<std::string()> text);

signals:
    void opened(const QString& path, lightbench::ImagePtr image, double milliseconds);
    /// What became of the files of the newest openStacks(), in its order.
    void stacksRead(const std::vector<lightbench::StackFile>& stacks);
    void kernelsRead(const std::vector<lightbench::KernelRead>& files);
    /// Metadata of a file that was read, in one line.
    void metadataRead(const QString& note);
    void written(const QString& path);
    /// One line that says what failed and what to do.
    void unreadable(const QString& message);
    /// The same, for an image that can be read with LargeImages::Allow.
    void tooLarge(const QString& path, const QString& message);
    void unwritten(const QString& message);

private:
    void deliver(const QString& name, std::function<LoadedImage()> read);

    DecodingProcess rawDecoding_;
    std::function<QString(const QString& path)> refusal_;
    LatestTask *reading_, *readingStacks_;
    ImageMetadata metadata_; ///< of the image opened last
    std::weak_ptr<const Image> sourceOfMetadata_;
    QThreadPool writing_, readingKernels_;
};

} // namespace lightbench
