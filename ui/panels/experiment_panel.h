// The Experiment tab: variants, workgroups, parameters or devices are set beside each other for the chosen stage; the
// winner is taken with one click.
#pragma once

#include <QWidget>

#include "core/plot/plot.h"
#include "ui/panels/experiment_choice.h"
#include "ui/state/experiment_runner.h"

class QComboBox;
class QFrame;
class QHBoxLayout;
class QLabel;
class QMenu;
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
    ExperimentChoice* choice() const { return choice_; }
    /// What it says beside the buttons, and in place of a chart.
    QString status() const;
    QString emptyText() const;
    /// Starts, stops, or goes on with what was stopped.
    void toggle();
    void startAnew();
    /// Gives the stage the variant and workgroup of that point, or the lab its device; -1: those that the button names.
    void take(int row = -1);
    QSize minimumSizeHint() const override;

signals:
    /// The rows as a journal of the command line has them.
    void exportRequested(const QByteArray& csv);
    void plotRequested(const lightbench::Plot& plot);
    void deviceWanted(int index); ///< DeviceInfo::index

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* header();
    QMenu* fileMenu();
    void connectParts();
    /// What Start would measure; `problem` says why there is nothing.
    std::optional<ExperimentOrder> orderNow(QString* problem) const;
    bool isMeasured(const std::optional<ExperimentOrder>& order) const;
    int rowToTake() const; ///< the chosen point's, else the winner's; -1: none
    int stageToChange() const;
    void showProgress();
    void showPlot();
    void refresh();
    void refreshStart(const QString& problem, bool isMeasured);
    void refreshTake();
    QString invitation() const;
    QString statusText(const QString& problem) const;
    QString subject() const;
    QString subjectOf(const Stage& stage) const;
    QString endText() const;

    Session& session_;
    ExperimentRunner runner_;
    int stageRow_ = -1;               ///< where the measured stage was in the stack
    std::vector<DeviceInfo> devices_; ///< of the machine; none until they are known
    ExperimentChoice* choice_;
    QComboBox* seconds_;
    ElidedLabel* status_;
    QHBoxLayout* header_ = nullptr;
    QToolButton* take_;
    QFrame* scales_; ///< of curves
    QToolButton* logarithmicX_;
    QToolButton* logarithmicTime_;
    QToolButton* file_;
    QToolButton* anew_;
    QToolButton* start_;
    QLabel* empty_;
    QSplitter* split_;
    ExperimentChart* chart_;
    ExperimentModel* model_;
    ExperimentTable* table_;
};

} // namespace lightbench
