// The Experiment tab: variants, workgroups, parameters or devices are set beside each other for the chosen stage; the
// winner is taken with one click.
#pragma once

#include <QWidget>

#include "core/plot/plot.h"
#include "ui/controls/elided_label.h"
#include "ui/panels/experiment_baseline.h"
#include "ui/panels/experiment_choice.h"
#include "ui/state/taken_check.h"

class QAction;
class QComboBox;
class QFrame;
class QHBoxLayout;
class QLabel;
class QMenu;
class QSplitter;
class QToolButton;

namespace lightbench {

class ExperimentChart;
class ExperimentModel;
class ExperimentTable;
class Session;

class ExperimentPanel : public QWidget {
    Q_OBJECT

public:
    /// Both must outlive it. Experiments are kept as journals in that folder, and the last of them is shown at first;
    /// an empty name: they are not kept.
    ExperimentPanel(Session& session, EngineThread& thread, QString folder = {}, QWidget* parent = nullptr);

    ExperimentRunner& runner() { return runner_; }
    ExperimentChart* chart() const { return chart_; }
    ExperimentTable* table() const { return table_; }
    ExperimentChoice* choice() const { return choice_; }
    /// What it says beside the buttons, and in place of a chart.
    QString status() const { return status_->text(); }
    /// The line that says which image, stage and time the rows are of.
    QString about() const { return about_->isHidden() ? QString() : about_->text(); }
    QString emptyText() const;
    /// Starts, stops, or goes on with what was stopped or with a journal that is of what would be started.
    void toggle();
    void startAnew() { start({}); }
    /// Shows the last experiment of a journal.
    void openJournal(const QString& path);
    /// Sets the rows beside those of an earlier journal, until another is opened or started that is not to be compared.
    void compareWith(const QString& path);
    void stopComparing();
    /// Gives the stage the variant and workgroup of that point, and measures them again, beside what it had; or gives
    /// the lab its device. -1: what the button names.
    void take(int row = -1);
    QSize minimumSizeHint() const override { return {240, 60}; }

signals:
    /// The rows as a journal of the command line has them.
    void exportRequested(const QByteArray& csv);
    void plotRequested(const lightbench::Plot& plot);
    void journalRequested();  ///< to openJournal
    void baselineRequested(); ///< to compareWith
    void failed(const QString& message);
    void deviceWanted(int index); ///< DeviceInfo::index

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* header();
    QMenu* fileMenu();
    void connectParts();
    std::optional<ExperimentOrder> orderNow(QString* problem) const;
    /// How what Start would measure relates to what is shown.
    enum class Shown { Other, Partly, Whole };
    Shown shownOf(const std::optional<ExperimentOrder>& order) const;
    void start(const QString& journal);
    bool varies(AxisTarget::Kind kind) const { return isVaried(runner_.progress().sweep.axes, kind); }
    int rowToTake() const; ///< the chosen point's, else the winner's, else the best of a stopped one; -1: none
    int bestSoFar() const;
    int stageToChange() const;
    std::optional<ExperimentOrder> orderOfRows() const;
    void showTaken();
    void showProgress();
    void showPlot();
    void refresh();
    void refreshStart(const QString& problem, Shown shown);
    void refreshTake();
    QString invitation() const;
    QString statusText(const QString& problem) const;
    QString subject() const;
    QString aboutText() const;
    QString otherText() const;
    QString leftText() const;
    QString endText() const;

    Session& session_;
    ExperimentRunner runner_;
    TakenCheck taken_;
    QString folder_;  ///< of journals
    QString journal_; ///< whose rows are shown
    bool isFirst_ = true;
    ExperimentBaseline against_;
    int takenRow_ = -1;               ///< the stage that was given the winner
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
    QList<QAction*> withRows_; ///< of its menu: what takes rows
    QAction* stopComparing_;
    QToolButton* anew_;
    QToolButton* start_;
    ElidedLabel* about_;
    QLabel* empty_;
    QSplitter* split_;
    ExperimentChart* chart_;
    ExperimentModel* model_;
    ExperimentTable* table_;
};

} // namespace lightbench
