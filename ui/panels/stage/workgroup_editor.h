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

    /// Sets the stage and the device for which sizes are checked. `filter` is the stage's, and
    /// `resolved` must have an input.
    void setContext(const Stage& stage, const Filter& filter, const ResolvedRow& resolved, const DeviceInfo& device);
    /// Disables the choice and shows why: there is no device, or the input does not fit.
    void setUnavailable(const QString& why);
    QComboBox* box() const { return box_; }
    QString explanation() const;

signals:
    void chosen(std::optional<lightbench::Workgroup> workgroup); ///< no value: auto. Always a valid size

private:
    void fill();
    void showCurrent();
    void explain(const std::optional<Workgroup>& wanted);
    void showMessage(const QString& text, bool isProblem);
    void typed(const QString& text, bool take);
    WorkgroupChoice judge(const std::optional<Workgroup>& wanted) const;
    /// The variant that runs; with variant `auto`, it may depend on the size.
    const Variant& variantFor(const std::optional<Workgroup>& wanted) const;
    PlanRequest requestFor(Workgroup workgroup) const { return {input_, stage_.parameters, device_, workgroup}; }

    QComboBox* box_;
    QLabel* line_;
    Stage stage_;
    ImageShape input_;
    DeviceInfo device_;
    const Filter* filter_ = nullptr;
    const Variant* automaticVariant_ = nullptr; ///< the variant that `auto` selects if the workgroup is `auto` too
    Workgroup automatic_;
    QString tunedOn_; ///< the date of the race that decided; empty: the built-in choice
};

/// Formats a size as "64" or "16 × 16".
QString workgroupLabel(Workgroup workgroup);

} // namespace lightbench
