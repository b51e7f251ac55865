// What OpenedKernels does when kernel files change on disk, come or go.
#include <QFileInfo>

#include <algorithm>

#include "core/definition/kernel_files.h"
#include "ui/documents/kernel_file_messages.h"
#include "ui/documents/opened_kernels.h"
#include "ui/files/file_name.h"
#include "ui/state/files/file_tasks.h"
#include "ui/state/session/messages.h"
#include "ui/state/session/session.h"

namespace lightbench {

/// The file, its headers and its reference: those of the version in use, and those of the newest text.
QStringList OpenedKernels::pathsIn(const Kernel& kernel) const {
    QStringList paths{kernel.path};
    if (!kernel.awaited.isEmpty()) paths << kernel.awaited;
    if (const FilterDefinition* used = kernel.id.empty() ? nullptr : session_.filters().definition(kernel.id)) {
        paths << headerPaths(*used);
        if (!used->referenceFile.empty()) paths << nameFromBytes(used->referenceFile);
    }
    return paths + texts_.filesOf(kernel.path);
}

void OpenedKernels::follow() {
    QStringList paths = folders_;
    for (const Kernel& kernel : kernels_)
        paths << pathsIn(kernel);
    paths.removeDuplicates();
    watch_.watch(paths);
}

/// A header may belong to several files.
void OpenedKernels::onChanged(const QString& path) {
    if (folders_.contains(path)) return readNewFiles(path);
    onEdited({path});
}

void OpenedKernels::readNewFiles(const QString& folder) {
    QStringList added;
    for (const std::string& file : kernelFilesIn(nameBytes(folder)))
        if (const QString path = nameFromBytes(file); !std::ranges::count(kernels_, path, &Kernel::path)) added << path;
    read(added);
}

void OpenedKernels::onEdited(const QStringList& paths) {
    QStringList touched;
    for (const Kernel& kernel : kernels_) {
        const QStringList own = pathsIn(kernel);
        if (std::ranges::any_of(paths, [&](const QString& path) { return own.contains(path); })) touched << kernel.path;
    }
    read(touched);
}

/// Nothing is said of a file any more that is there again.
void OpenedKernels::removeMissing(const QString& path) {
    if (gone_ != path || !QFileInfo::exists(path)) return;
    gone_.clear();
    messages_.showNotice({});
}

/// A missing header is an error of the files that include it.
void OpenedKernels::onMissing(const QString& path) {
    const auto found = std::ranges::find(kernels_, path, &Kernel::path);
    const bool isAwaited = std::ranges::count(kernels_, path, &Kernel::awaited) > 0;
    if (folders_.contains(path) || isAwaited) return;
    if (found == kernels_.end()) return onChanged(path);
    if (found->id.empty()) return; // that was said when it was opened
    if (filesOfSession().contains(path)) texts_.setMissing(path);
    const QString text = goneText(path, *session_.filters().definition(found->id));
    messages_.log(LogKind::Warning, text);
    messages_.showNotice(text);
    gone_ = path;
}

} // namespace lightbench
