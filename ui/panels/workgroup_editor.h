// The choice of a workgroup size: what is legal for this stage on this device, and why the rest is not.
#pragma once

#include <QWidget>

#include <optional>

#include "core/run/resolve.h"
#include "ui/state/session.h"

class QComboBox;
class QLabel;

namespace lightbench {

class WorkgroupEditor : public QWidget {
    Q_OBJECT

public:
    explicit WorkgroupEditor(QWidget* parent = nullptr);

    /// What the sizes are judged for. `resolved` must have an input.
    void setContext(const Stage& stage, const ResolvedRow& resolved, const DeviceInfo& device);
    /// Nothing can be judged (no device, an input that does not suit): says why, and takes no choice.
    void setUnavailable(const QString& why);
    QComboBox* box() const { return box_; }
    QString explanation() const;

signals:
    void chosen(std::optional<lightbench::Workgroup> workgroup); ///< nothing: auto. Always legal

private:
    void fill();
    void showCurrent();
    void explain(const std::optional<Workgroup>& wanted);
    void say(const QString& text, bool isProblem);
    void typed(const QString& text, bool take);
    WorkgroupChoice judge(const std::optional<Workgroup>& wanted) const;
    /// With `auto`, another size may run another variant.
    const Variant& variantFor(const std::optional<Workgroup>& wanted) const;
    PlanRequest requestFor(Workgroup workgroup) const { return {input_, stage_.parameters, device_, workgroup}; }

    QComboBox* box_;
    QLabel* line_;
    Stage stage_;
    ImageShape input_;
    DeviceInfo device_;
    const Filter* filter_ = nullptr;
    const Variant* automaticVariant_ = nullptr; ///< what `auto` takes with a workgroup that is auto too
    Workgroup automatic_;
    QString tunedOn_; ///< the date of the race that says so; empty: the built-in choice
};

/// As people write it: "64" or "16 × 16".
QString workgroupLabel(Workgroup workgroup);

} // namespace lightbench
