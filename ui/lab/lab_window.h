// The main window: puts the session, the runner, the view and the panels together.
#pragma once

#include <QMainWindow>
#include <QTimer>

#include "ui/lab/lab_actions.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/stack_panel.h"
#include "ui/state/file_tasks.h"
#include "ui/state/results.h"
#include "ui/state/runner.h"
#include "ui/state/session.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"

class QDockWidget;
class QLabel;
class QTabWidget;

namespace lightbench {

struct ActionGroup;
class Banner;
class DifferenceBar;
class DifferencePanel;
class HistogramPanel;
class StatusLine;
class TimingTable;
class TopBar;

/// The theme that the user chose last.
ThemeMode savedThemeMode();

class LabWindow : public QMainWindow {
    Q_OBJECT

public:
    /// The factory is called on the runner's thread.
    explicit LabWindow(EngineFactory factory, QWidget* parent = nullptr);
    ~LabWindow() override;

    /// Images and stacks (by their suffix), as the command line and drops give them.
    void openPaths(const QStringList& paths);
    bool loadStackFile(const QString& path);
    bool saveStackFile(const QString& path);
    /// Which result an export is to write: that of the stack as it stands, which is run first if need be, or the one
    /// that is shown, whatever it is of.
    enum class Wanted { Current, Shown };
    void exportImageFile(const QString& path, Wanted wanted = Wanted::Current);
    void exportReportFile(const QString& path, Wanted wanted = Wanted::Current);
    /// What the chosen stage was trained to.
    void saveDetectorFile(const QString& path);

    Session* session() { return &session_; }
    Runner* runner() { return runner_; }
    const LabActions& actions() const { return actions_; }
    ImageView* view() const { return view_; }
    TimingTable* timings() const { return timings_; }
    LogPanel* log() const { return log_; }
    Banner* banner() const { return banner_; }
    StackPanel* stackPanel() const { return stackPanel_; }
    FileTasks* files() { return &files_; }
    Results* results() { return &results_; }
    /// The newest report shown; null before the first.
    ReportPtr report() const { return results_.report(); }
    /// Nothing is running, waiting, or about to be submitted.
    bool isIdle() const {
        return !runner_->isBusy() && !liveSoon_.isActive() && results_.activity() != Activity::Reading;
    }

signals:
    void reportShown(lightbench::ReportPtr report);

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    // lab_window.cpp
    void connectSession();
    void connectView();
    void connectRunner();
    void readSettings();
    void writeSettings();
    void setThemeMode(ThemeMode mode);
    void followDesktop(bool dark);
    void refreshTitle();
    void fail(const QString& message, const QString& details = {});
    void showError(const QString& message);
    // lab_docks.cpp
    void buildDocks();
    QDockWidget* addDock(Qt::DockWidgetArea area, const QString& name, const QString& title, QWidget* content);
    void resetDocks();
    void sizeDocks();
    // lab_menus.cpp
    void buildActions();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildModes();
    void buildRunActions();
    void buildHelpMenu();
    void showHelp(int part);
    QList<ActionGroup> actionGroups() const;
    QAction* makeAction(const QString& text, const QKeySequence& key, const QString& toolTip);
    void addStageAction(QAction*& action, const QString& text, const QKeySequence& key, const QString& toolTip,
                        std::function<void(int)> act);
    void refreshStageActions();
    void refreshRecent();
    // lab_files.cpp
    void chooseAndOpen();
    void chooseStack();
    void saveStackAs();
    void openImage(const QString& path);
    void beginReading(const QString& name);
    void endReading();
    void openSample(const QString& id);
    /// Asks whether an image is to be read that seems too large, without standing in the way.
    void askWhetherLarge(const QString& path, const QString& message);
    void onOpened(const QString& path, const ImagePtr& image, double milliseconds);
    void remember(const QString& path);
    void offerSamples();
    void restoreSession();
    // lab_exports.cpp
    struct PendingExport {
        ImagePtr image; ///< whose result is asked for
        QString path;
        std::function<void(const ReportPtr&)> write;
    };
    QString proposedName(const QString& ending) const;
    std::optional<Wanted> askWhichResult();
    void chooseExport();
    void chooseReport();
    void exportWhenReady(const PendingExport& wish, Wanted wanted);
    bool isReady(const PendingExport& wish) const;
    void writePending();
    // lab_detectors.cpp
    void connectRectangle();
    void refreshRectangle();
    void setRectangle(const QRect& rectangle);
    void chooseDetectorFile();
    // lab_runs.cpp
    void onDevices(const DeviceList& list);
    void useDevice(int index);
    void noticeDevices();
    void settingsChanged();
    void runLive();
    void measure();
    void submit(const RunOptions& options, bool thenCheck, bool measures);
    void onProgress(const RunProgress& progress);
    void onReport(quint64 number, const ReportPtr& report, bool last);
    void onFailure(quint64 number, const RunFailure& failure);
    void onCancelled();
    void endRunning();
    // lab_results.cpp
    void showReport();
    void showStageImage();
    void showResults();
    void showState();
    void logReport(const Report& report);

    Session session_;
    Results results_{session_};
    FileTasks files_;
    Runner* runner_;
    LabActions actions_;
    TopBar* topBar_ = nullptr;
    Banner* banner_ = nullptr;
    DifferenceBar* differenceBar_ = nullptr;
    ImageView* view_ = nullptr;
    StackPanel* stackPanel_ = nullptr;
    HistogramPanel* histogram_ = nullptr;
    DifferencePanel* difference_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    TimingTable* timings_ = nullptr;
    LogPanel* log_ = nullptr;
    StatusLine* status_ = nullptr;
    QList<QDockWidget*> docks_;

    DeviceList devices_;
    bool devicesKnown_ = false;
    bool sourceChosen_ = false; ///< the user chose what the difference panel is about; else it is the last stage
    QTimer liveSoon_;           ///< gathers the changes of one turn of the event loop
    QTimer cancelSoon_;         ///< shows Cancel only for runs that last
    QByteArray defaultLayout_;
    bool docksByHand_ = false; ///< the user has sized the docks: they keep that
    /// The last session's.
    struct SavedStack {
        QString text, path;
        bool isModified = false;
    };
    SavedStack savedStack_;
    QString savedImage_;
    QList<PendingExport> pendingExports_; ///< that wait for a run
    quint64 errorAt_ = 0; ///< the newest request when the banner's error came: what ran before says nothing of it
};

} // namespace lightbench
