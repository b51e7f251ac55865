// The fields that choose what an experiment varies: variants, workgroups, one or two parameters with typed values, or
// devices. The experiment panel shows them and asks for the request to run.
#pragma once

#include <QWidget>

#include <vector>

#include "ui/state/experiment/experiment_runner.h"

class QComboBox;
class QLineEdit;

namespace lightbench {

class FilterStore;
class Session;

enum class ExperimentKind { Variants, Workgroups, Parameter, Parameters, Devices };

/// A row with parameter fields, visible only while parameters are varied. The panel places the box for the kind
/// elsewhere.
class ExperimentChoice : public QWidget {
    Q_OBJECT

public:
    /// `filters`: what the stages may name. It must outlive the widget.
    explicit ExperimentChoice(const FilterStore& filters, QWidget* parent = nullptr);

    QComboBox* kindBox() const { return kindBox_; }
    ExperimentKind kind() const;
    void setKind(ExperimentKind kind);
    /// Offers the parameters of the stage's filter. Typed values stay as long as the filter stays.
    void setStage(const Stage& stage);
    /// Restores the kind, parameters and values from the axes of an earlier experiment.
    void setAxes(const Stage& stage, const std::vector<Axis>& axes);
    /// The request for the session's chosen stage. Returns nothing if nothing can be measured; `problem` then says why.
    std::optional<ExperimentRequest> requestFor(const Session& session, const std::vector<DeviceInfo>& devices,
                                                QString* problem) const;
    /// Describes what is varied in that stage. `points`: how many there are.
    QString subjectOf(const Stage& stage, int points) const;
    /// The axes for a stack of only that stage, as the command line's `--axis` takes them. Throws Error(Usage) that
    /// says what is missing or wrong.
    std::vector<Axis> axesFor(const Stage& stage, const std::vector<DeviceInfo>& devices) const;
    /// Sets the sizes of a workgroup sweep: "usual", "all" or a list "64,16x16".
    void setWorkgroups(const QString& sizes);
    QString workgroups() const;
    /// Sets what the first or second field varies: an axis name such as "gaussian.sigma" or "size", and its values.
    void setParameter(int field, const QString& axis, const QString& values);

signals:
    void changed();

private:
    struct Field {
        QComboBox* parameter;
        QLineEdit* values;
        void setVisible(bool isVisible) const;
    };
    Field addField(const QString& name);
    void propose(const Field& field);
    void showFields();
    std::string axisText(const Field& field) const;

    const FilterStore& filters_;
    Stage stage_;           ///< the stage whose parameters are offered
    FilterCatalog offered_; ///< its filter's catalog then
    QComboBox* kindBox_;
    Field fields_[2];
    QComboBox* workgroups_; ///< usual, all, or a typed list
};

/// Proposes values around the current one of a parameter, in the syntax of an axis: "1,2,4,8,16", "all".
std::string proposedValues(const Parameter& parameter, const ParameterValue& now);

} // namespace lightbench
