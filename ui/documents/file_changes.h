// Reacts to files that change on disk while the lab uses them: image, stack, second image, resource, kernels. LabWindow
// creates it; it offers a reload in the banner.
#pragma once

#include <QObject>
#include <QStringList>

#include <string>
#include <vector>

#include "core/framework/kernel_library.h"
#include "core/framework/parameter.h"
#include "ui/state/files/file_watch.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

class Banner;
class Documents;
class LatestTask;
enum class Edited;

/// Offers to read a changed file again, or does so automatically if the user chose that. A stack with unsaved changes
/// is never replaced without asking.
class FileChanges : public QObject {
    Q_OBJECT

public:
    /// `kernels`: the engine's; their folders are watched.
    FileChanges(const LabContext& lab, const KernelLibrary& kernels, Documents* documents, Banner* banner);
    /// The user's setting, kept between starts.
    bool isAutomatic() const { return isAutomatic_; }
    void setAutomatic(bool automatic);
    bool isOffering() const { return !offered_.isEmpty(); }
    void reload();

signals:
    void changed(); ///< the setting or the offer has changed

private:
    /// A stage's parameter whose value comes from a file, with the value that was read.
    struct Input {
        int row = 0;
        std::string filter;
        Parameter parameter;
        QString path;
        ParameterValue value;
    };
    void follow();
    void noticed(const QString& path);
    void offer();
    void read(const QString& path, Edited edited);
    void readInputs(const QString& path);
    void take(const std::vector<Input>& inputs);
    bool isStackFile(const QString& path) const;
    bool isKernels(const QString& path) const { return kernels_.contains(path); }
    QString question(const QString& path) const;

    LabContext lab_;
    Documents* documents_;
    Banner* banner_;
    FileWatch watch_;
    LatestTask* reading_;
    QStringList kernels_;       ///< folders
    QStringList stale_;         ///< changed files that were neither read again nor dismissed
    std::vector<Input> inputs_; ///< parameters being read
    QString offered_, text_;    ///< the file in the banner's offer, and the banner's text
    bool isAutomatic_ = false;
};

} // namespace lightbench
