// The Experiment tab: variants of the chosen stage race, or the workgroups of its variant; the winner is taken with one
// click.
#pragma once

#include <QWidget>

#include "ui/state/experiment_runner.h"

class QComboBox;
class QLabel;
class QSplitter;
class QToolButton;

namespace lightbench {

class ElidedLabel;
class ExperimentChart;
class ExperimentModel;
class ExperimentTable;
class Session;

class ExperimentPanel : public QWidget {
    Q_OBJECT

public:
    /// Both must outlive it.
    ExperimentPanel(Session& session, EngineThread& thread, QWidget* parent = nullptr);

    ExperimentRunner& runner() { return runner_; }
    ExperimentChart* chart() const { return chart_; }
    ExperimentTable* table() const { return table_; }
    void setKind(ExperimentKind kind);
    /// What it says beside the buttons, and in place of a chart.
    QString status() const;
    QString emptyText() const;
    /// Starts, stops, or goes on with what was stopped.
    void toggle();
    void startAnew();
    /// Gives the stage the variant and workgroup of that point; -1: those that the button names.
    void take(int row = -1);
    QSize minimumSizeHint() const override;

signals:
    /// The rows as a journal of the command line has them.
    void exportRequested(const QByteArray& csv);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* header();
    void connectParts();
    ExperimentKind kind() const;
    /// What Start would measure; `problem` says why there is nothing.
    std::optional<ExperimentOrder> orderNow(QString* problem) const;
    bool isMeasured(const std::optional<ExperimentOrder>& order) const;
    int rowToTake() const; ///< the chosen point's, else the winner's; -1: none
    int stageToChange() const;
    void showProgress();
    void refresh();
    void refreshStart(const QString& problem, bool isMeasured);
    void refreshTake();
    QString invitation() const;
    QString statusText(const QString& problem) const;
    QString subject() const;
    QString endText() const;

    Session& session_;
    ExperimentRunner runner_;
    int stageRow_ = -1; ///< where the measured stage was in the stack
    QToolButton* race_;
    QToolButton* sweep_;
    QComboBox* seconds_;
    ElidedLabel* status_;
    QToolButton* take_;
    QToolButton* export_;
    QToolButton* anew_;
    QToolButton* start_;
    QLabel* empty_;
    QSplitter* split_;
    ExperimentChart* chart_;
    ExperimentModel* model_;
    ExperimentTable* table_;
};

} // namespace lightbench
