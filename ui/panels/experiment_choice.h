// What an experiment varies: variants, workgroups, one or two parameters over values that are typed, or devices.
#pragma once

#include <QWidget>

#include <vector>

#include "ui/state/experiment_runner.h"

class QComboBox;
class QLineEdit;

namespace lightbench {

class Session;

enum class ExperimentKind { Variants, Workgroups, Parameter, Parameters, Devices };

/// A row with the fields of the parameters, seen only where some are varied; the box with the kinds stands elsewhere.
class ExperimentChoice : public QWidget {
    Q_OBJECT

public:
    explicit ExperimentChoice(QWidget* parent = nullptr);

    QComboBox* kindBox() const { return kindBox_; }
    ExperimentKind kind() const;
    void setKind(ExperimentKind kind);
    /// Offers the parameters of the stage's filter. What was typed stays while the filter does.
    void setStage(const Stage& stage);
    /// The same again: the kind, parameters and values that these axes of such a stage come from.
    void setAxes(const Stage& stage, const std::vector<Axis>& axes);
    /// What would be measured of the session's chosen stage. Nothing where nothing can be: `problem` says why.
    std::optional<ExperimentOrder> orderFor(const Session& session, const std::vector<DeviceInfo>& devices,
                                            QString* problem) const;
    /// In words, what of that stage.
    QString subjectOf(const Stage& stage) const;
    /// Axes of a stack of that stage alone, as the command line's `--axis` takes them. Throws Error(Usage) that says
    /// what is missing or wrong.
    std::vector<Axis> axesFor(const Stage& stage, const std::vector<DeviceInfo>& devices) const;
    /// Which parameter the first or second field varies, by the axis' name such as "gaussian.sigma" or "size", over
    /// which values.
    void setParameter(int field, const QString& axis, const QString& values);

signals:
    void changed();

private:
    struct Field {
        QComboBox* parameter;
        QLineEdit* values;
    };
    Field addField(const QString& name);
    void propose(const Field& field);
    void showFields();
    std::string axisText(const Field& field) const;

    Stage stage_; ///< whose parameters are offered
    QComboBox* kindBox_;
    Field fields_[2];
};

/// What a person calls its filter.
QString labelOf(const Stage& stage);
/// Values that are worth a look around one of a stage's parameters, as an axis takes them: "1,2,4,8,16", "all".
std::string proposedValues(const Parameter& parameter, const ParameterValue& now);

} // namespace lightbench
