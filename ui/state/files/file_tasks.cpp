#include "ui/state/files/file_tasks.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <filesystem>
#include <new>

#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/whole_file.h"
#include "core/definition/defined_filters.h"
#include "core/run/stack_text.h"
#include "ui/display/latest_task.h"
#include "ui/files/file_name.h"
#include "ui/state/files/edited_text.h"
#include "ui/state/files/file_watch.h"
#include "ui/texts/texts.h"

namespace lightbench {

namespace {

StackFile readStack(const QString& path, const FilterCatalog& filters) {
    constexpr std::size_t longest = 1 << 20;
    const QByteArray mark = fileMark(path);
    try {
        const std::string text = readSmallFile(nameBytes(path), longest, "a stack");
        return {path, mark, parseStack(text, filters, nameBytes(QFileInfo(path).absolutePath()))};
    } catch (const Error& error) {
        return {path, mark, {}, words(error.what()), words(error.details())};
    } catch (const std::bad_alloc&) {
        return {path, mark, {}, FileTasks::tr("There is not enough memory to read what the stack names.")};
    }
}

/// Throws Error if neither a filter nor a variant can be made of it. Another one may have its name.
void checkDefinition(const FilterDefinition& definition, const FilterCatalog& others) {
    if (baseFilterId(definition).empty())
        (void)filterOf(definition, others);
    else
        (void)withDefinitions(others, {definition});
}

void addBytes(KernelRead& read, const QString& path) {
    if (const auto bytes = editableBytes(path)) read.files[path] = *bytes;
}

/// Also whether a filter or a variant can be made of it.
KernelRead readKernel(const std::string& path, const FilterCatalog& others, const UnsavedTexts& unsaved) {
    KernelRead read{nameFromBytes(path)};
    addBytes(read, read.path);
    try {
        read.definition = readKernelFile(path, others, unsaved);
        for (const QString& header : headerPaths(*read.definition))
            addBytes(read, header);
        checkDefinition(*read.definition, others);
        const QFileInfo file(read.path);
        QStringList notes{words(unreadCorrectionsNote(*read.definition)), words(idlePythonNote(*read.definition))};
        notes.removeAll(QString());
        read.note = notes.join(QChar('\n'));
        if (read.definition->referenceFile.empty())
            read.awaited = file.path() + QChar('/') + file.completeBaseName() + QStringLiteral(".py");
    } catch (const MissingFile& problem) {
        read.awaited = nameFromBytes(problem.path());
        read.problem = words(problem.what());
    } catch (const std::exception& problem) {
        read.problem = words(problem.what());
    }
    return read;
}

std::vector<KernelRead> readKernelsIn(const QStringList& paths, const FilterCatalog& others,
                                      const UnsavedTexts& unsaved) {
    std::vector<KernelRead> all;
    for (const QString& path : paths) {
        const bool isFolder = QFileInfo(path).isDir();
        const std::vector<std::string> files = isFolder ? kernelFilesIn(nameBytes(path)) : std::vector{nameBytes(path)};
        for (const std::string& file : files)
            all.push_back(readKernel(file, others, unsaved));
    }
    return all;
}

} // namespace

QStringList headerPaths(const FilterDefinition& definition) {
    QStringList paths;
    const std::filesystem::path folder = std::filesystem::path(definition.fileName()).parent_path();
    for (const auto& header : definition.headers)
        paths << nameFromBytes((folder / header.first).lexically_normal().string());
    return paths;
}

KernelRead checkedKernel(KernelRead read, const std::vector<KernelSignature>& reported, const FilterCatalog& others) {
    read.definition->reportedKernels = reported;
    read.problem.clear();
    try {
        checkDefinition(*read.definition, others);
    } catch (const std::exception& problem) {
        read.problem = words(problem.what());
    }
    return read;
}

FileTasks::FileTasks(DecodingProcess rawDecoding, QObject* parent)
    : QObject(parent), rawDecoding_(rawDecoding), reading_(new LatestTask(this)), readingStacks_(new LatestTask(this)) {
    writing_.setMaxThreadCount(1);
    readingKernels_.setMaxThreadCount(1);
}

FileTasks::~FileTasks() {
    writing_.waitForDone();
    readingKernels_.waitForDone();
}

void FileTasks::readKernels(const QStringList& paths, const FilterCatalog& others, const UnsavedTexts& unsaved) {
    readingKernels_.start([=, this] { emit kernelsRead(readKernelsIn(paths, others, unsaved)); });
}

void FileTasks::open(const QString& path, LargeImages large) {
    deliver(path, [this, path, large] {
        LoadedImage loaded = readImage(path, {.large = large, .rawDecoding = rawDecoding_});
        if (!loaded.note.empty()) emit metadataRead(words(loaded.note));
        return loaded;
    });
}

void FileTasks::make(const QString& name, std::function<ImagePtr()> make) {
    deliver(name, [make = std::move(make)] { return LoadedImage{make(), {}}; });
}

void FileTasks::deliver(const QString& name, std::function<LoadedImage()> read) {
    reading_->submit(
        [this, name, read = std::move(read)](std::stop_token) -> std::function<void()> {
            QElapsedTimer timer;
            timer.start();
            try {
                const LoadedImage loaded = read();
                const double milliseconds = double(timer.nsecsElapsed()) / 1e6;
                return [this, name, loaded, milliseconds] {
                    metadata_ = loaded.metadata;
                    sourceOfMetadata_ = loaded.image;
                    emit opened(name, loaded.image, milliseconds);
                };
            } catch (const Error& problem) {
                const QString message = words(problem.what());
                if (problem.reason == ErrorReason::TooLarge)
                    return [this, name, message] { emit tooLarge(name, message); };
                return [this, message] { emit unreadable(message); };
            } catch (const std::exception& problem) {
                return [this, message = words(problem.what())] { emit unreadable(message); };
            }
        },
        true);
}

void FileTasks::openStacks(const QStringList& paths, const FilterCatalog& filters) {
    const auto read = [paths, filters] {
        std::vector<StackFile> stacks;
        for (const QString& path : paths) {
            stacks.push_back(readStack(path, filters));
            if (!stacks.front().stack) break;
        }
        return stacks;
    };
    readingStacks_->compute(read, [this](const std::vector<StackFile>& stacks) { emit stacksRead(stacks); });
}

void FileTasks::write(const QString& path, std::function<void()> job) {
    if (const QString refusal = refusal_ ? refusal_(path) : QString(); !refusal.isEmpty()) {
        emit unwritten(refusal);
        return;
    }
    writing_.start([this, path, job = std::move(job)] {
        try {
            job();
            emit written(path);
        } catch (const std::exception& problem) {
            emit unwritten(words(problem.what()));
        }
    });
}

void FileTasks::writeText(const QString& path, std::function<std::string()> text) {
    write(path, [path, text = std::move(text)] { writeWhole(nameBytes(path), text()); });
}

void FileTasks::exportImage(ImagePtr image, const ImagePtr& source, const QString& path) {
    EncodeOptions options;
    if (source && source == sourceOfMetadata_.lock()) options.metadata = metadata_;
    write(path, [this, image = std::move(image), path, options] {
        const std::string warning = saveImage(*image, path, options);
        if (!warning.empty()) emit metadataRead(words(warning));
    });
}

} // namespace lightbench
