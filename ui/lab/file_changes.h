// What becomes of a file that changed on disk after the lab had read it: image, stack, second image, resource, kernels.
#pragma once

#include <QObject>
#include <QStringList>

#include <string>
#include <vector>

#include "core/filter/kernel_library.h"
#include "core/filter/parameter.h"
#include "ui/state/file_watch.h"
#include "ui/state/lab_context.h"

namespace lightbench {

class Banner;
class Documents;
class LatestTask;

/// Says so and offers to read it again, or does so by itself where the user has chosen that. A stack with changes that
/// were not saved is never replaced unasked.
class FileChanges : public QObject {
    Q_OBJECT

public:
    /// `kernels`: the engine's; its folders are watched.
    FileChanges(const LabContext& lab, const KernelLibrary& kernels, Documents* documents, Banner* banner);
    /// The setting, kept between starts.
    bool isAutomatic() const { return isAutomatic_; }
    void setAutomatic(bool automatic);
    /// A file that changed is being offered.
    bool isOffering() const { return !offered_.isEmpty(); }
    /// Takes what is offered.
    void reload();

signals:
    void changed(); ///< the setting, or what is offered

private:
    /// A stage's parameter that a file gives, with what was read.
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
    void dismiss();
    void read(const QString& path);
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
    QStringList stale_;         ///< files that changed, and were neither read again nor dismissed
    std::vector<Input> inputs_; ///< that are being read
    QString offered_, text_;    ///< the one of them that the banner is about, and what it says
    bool isAutomatic_ = false;
};

} // namespace lightbench
