// The main window. It creates the lab's parts in the order of their dependencies; the parts connect themselves.
// app/lab/main.cpp and the window tests create it. All of it lives on the GUI thread, except the engine.
#pragma once

#include <QMainWindow>

#include "ui/commands/command_table.h"
#include "ui/documents/opened_kernels.h"
#include "ui/state/engine/device_peak_rates.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/experiment/tuning_store.h"
#include "ui/state/files/file_tasks.h"
#include "ui/state/session/lab_context.h"
#include "ui/state/session/messages.h"
#include "ui/theme/theme_choice.h"
#include "ui/truth/truth.h"

namespace lightbench {

class Banner;
class StageResources;
class Docks;
class Documents;
class Exports;
class FileChanges;
class ImageView;
class LastSession;
class StackPanel;
class ViewArea;

class LabWindow : public QMainWindow {
    Q_OBJECT

public:
    /// The factory is called on the engine's thread. `filters`: what stacks may name. `tuning`: the tuning
    /// results, whose kernels are the engine's; off by default.
    LabWindow(EngineFactory factory, const FilterCatalog& filters, const TuningFile& tuning = TuningFile({}),
              const KernelLibrary& kernels = {}, QWidget* parent = nullptr);
    ~LabWindow() override;

    const LabContext& lab() const { return lab_; }
    Documents& documents() { return *documents_; }
    Exports& exports() { return *exports_; }
    StageResources& resources() { return *resources_; }
    const CommandTable& commands() const { return commands_; }
    StackPanel* stackPanel() const { return stackPanel_; }
    Banner* banner() const;

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addBars(const KernelLibrary& kernels);
    void connectParts();
    void openMapping(const QString& path);
    void readSettings();
    void refreshTitle();
    bool letKernelsGo();

    // State first, then the parts that show it.
    Session session_;
    Results results_{session_};
    Messages messages_;
    FileTasks files_;
    TuningStore tuning_;
    RunControl runs_;
    OpenedKernels kernels_;
    DevicePeakRates peakRates_;
    Truth truth_{results_};
    ThemeChoice theme_;
    StackPanel* stackPanel_;
    ImageView* view_;
    LabContext lab_;
    ViewArea* centre_;
    Documents* documents_;
    LastSession* lastSession_;
    FileChanges* changes_;
    Exports* exports_;
    StageResources* resources_;
    Docks* docks_;
    CommandTable commands_;
    bool isAsking_ = false; ///< what becomes of unsaved kernels
};

} // namespace lightbench
