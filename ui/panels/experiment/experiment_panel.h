// The Experiment tab. It compares variants, workgroups, parameters or devices for the chosen stage, and applies the
// winner with one click. addPanels creates it; measuring runs on the engine's thread.
#pragma once

#include "core/experiment/journal_comparison.h"
#include "core/plot/plot.h"
#include "ui/controls/tab_panel.h"
#include "ui/panels/experiment/experiment_choice.h"
#include "ui/state/experiment/winner_confirmation.h"

class QAction;
class QComboBox;
class QFrame;
class QMenu;
class QSplitter;
class QToolButton;

namespace lightbench {

class ExperimentChart;
class ExperimentTable;
class Session;

class ExperimentPanel : public TabPanel {
    Q_OBJECT

public:
    /// Both must outlive the panel. Experiments are saved as journals in `folder`, and the newest is shown at first.
    /// With an empty name nothing is saved.
    ExperimentPanel(Session& session, EngineThread& thread, QString folder = {}, QWidget* parent = nullptr);

    ExperimentRunner& runner() { return runner_; }
    ExperimentChart* chart() const { return chart_; }
    ExperimentTable* table() const { return table_; }
    ExperimentChoice* choice() const { return choice_; }
    /// The line that says which image, stage and time the rows are of.
    QString about() const { return about_->isHidden() ? QString() : about_->text(); }
    /// Starts, stops or resumes. It resumes a stopped experiment, or a journal that matches what would be started.
    void toggle();
    void startAnew() { start({}); }
    /// Shows the last experiment in a journal.
    void openJournal(const QString& path);
    /// Compares the rows with an earlier journal, until an experiment that cannot be compared is opened or started.
    void compareWith(const QString& path);
    void stopComparing();
    /// Applies a point: sets the stage's variant and workgroup and races them against the previous setting, or sets the
    /// lab's device. -1: the point that the button names.
    void take(int row = -1);

signals:
    /// The rows, in the journal format of the command line.
    void exportRequested(const QByteArray& csv);
    void plotRequested(const lightbench::Plot& plot);
    void journalRequested();  ///< the user wants to choose a file for openJournal
    void baselineRequested(); ///< the user wants to choose a file for compareWith
    /// The user took a point; only then may its result change what `auto` chooses. `row`: of the runner's rows.
    void pointTaken(int row);
    void failed(const QString& message);
    void deviceWanted(int index); ///< DeviceInfo::index

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void addButtons();
    QMenu* fileMenu();
    void connectParts();
    std::optional<ExperimentRequest> requestNow(QString* problem) const;
    /// How the experiment that Start would run relates to the shown one.
    enum class Shown { Other, Partly, Whole };
    Shown shownOf(const std::optional<ExperimentRequest>& request) const;
    void start(const QString& journal);
    bool varies(AxisTarget::Kind kind) const { return isVaried(runner_.progress().sweep.axes, kind); }
    int rowToTake() const; ///< the chosen point's row, else the winner's, else that of bestSoFar(); -1: none
    int bestSoFar() const; ///< the row of the fastest point of a stopped sweep; -1: none
    int stageToChange() const;
    std::optional<ExperimentRequest> requestOfRows() const;
    /// False after the applied setting was undone or changed, and for another image.
    bool isTakenInStack() const;
    void showProgress();
    void showPlot();
    void fill() override;
    void refreshStart(const QString& estimate, const QString& problem, Shown shown);
    void refreshTake();
    QString estimateText(const ExperimentRequest& request) const;
    QString invitation(const ExperimentRequest& request) const;
    QString statusText(const QString& problem) const;
    QString subject() const;
    QString aboutText() const;
    QString otherText() const;
    QString leftText() const;
    QString winnerText() const;
    QString tiesText() const;
    QString endText() const;
    QString sinceText() const;

    Session& session_;
    ExperimentRunner runner_;
    WinnerConfirmation taken_;
    QString folder_; ///< folder of the journals
    bool isFirst_ = true;
    /// An earlier journal with which the rows are compared.
    struct Baseline {
        QString name;
        std::vector<PointRow> rows;
    };
    std::optional<Baseline> baseline_;
    std::vector<RowChange> changes_;  ///< one for each compared row; empty without a baseline
    int takenRow_ = -1;               ///< the stage to which the winner was applied
    int stageRow_ = -1;               ///< the measured stage's index in the stack
    std::vector<DeviceInfo> devices_; ///< all devices; empty until they are known
    ExperimentChoice* choice_;
    QComboBox* seconds_;
    QToolButton* take_;
    QFrame* scales_; ///< scale buttons for curves
    QToolButton* logarithmicX_;
    QToolButton* logarithmicTime_;
    QList<QAction*> withRows_; ///< actions of its menu that need rows
    QAction* stopComparing_;
    QToolButton* anew_;
    QToolButton* start_;
    ElidedLabel* about_;
    QSplitter* split_;
    ExperimentChart* chart_;
    ExperimentTable* table_;
};

} // namespace lightbench
