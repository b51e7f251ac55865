// Chooses a workgroup size. It lists the sizes that are valid for the stage on the device, and says why others are not.
// The stage form shows it.
#pragma once

#include <QWidget>

#include <optional>

#include "core/run/resolve.h"
#include "ui/state/session/session.h"

class QComboBox;
class QLabel;

namespace lightbench {

class WorkgroupEditor : public QWidget {
    Q_OBJECT

public:
    explicit WorkgroupEditor(QWidget* parent = nullptr);

    /// Shows the choices of a stage with this filter. Input and device are those for which typed sizes are checked.
    void setContext(const Stage& stage, const Filter& filter, const StageChoices& choices, const ImageShape& input,
                    const DeviceInfo& device);
    /// Disables the choice and shows why: there is no device, or the input does not fit.
    void setUnavailable(const QString& why);
    QComboBox* box() const { return box_; }
    QString explanation() const;

signals:
    void chosen(std::optional<lightbench::Workgroup> workgroup); ///< no value: auto. Always a valid size

private:
    void fill();
    void showCurrent();
    void explain(const std::optional<Workgroup>& wanted, const WorkgroupChoice& choice);
    void showMessage(const QString& text, bool isProblem);
    void typed(const QString& text, bool take);
    WorkgroupChoice judgeTyped(const std::optional<Workgroup>& wanted) const;

    QComboBox* box_;
    QLabel* line_;
    Stage stage_;
    ImageShape input_;
    DeviceInfo device_;
    const Filter* filter_ = nullptr;
    StageChoices choices_;
};

/// Formats a size as "64" or "16 × 16".
QString workgroupLabel(Workgroup workgroup);

} // namespace lightbench
