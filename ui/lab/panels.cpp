#include "ui/lab/panels.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QStandardPaths>

#include "ui/documents/exports.h"
#include "ui/documents/opened_kernels.h"
#include "ui/lab/docks.h"
#include "ui/panels/difference/difference_panel.h"
#include "ui/panels/experiment/experiment_panel.h"
#include "ui/panels/histogram/histogram_panel.h"
#include "ui/panels/run/log_panel.h"
#include "ui/panels/run/replay_panel.h"
#include "ui/panels/run/roofline_panel.h"
#include "ui/panels/run/timeline_panel.h"
#include "ui/panels/run/timing_table.h"
#include "ui/panels/source/memory_check_button.h"
#include "ui/panels/source/source_panel.h"
#include "ui/panels/source/variant_copy_button.h"
#include "ui/panels/stack/stack_panel.h"
#include "ui/state/engine/run_control.h"
#include "ui/state/experiment/tuning_store.h"
#include "ui/state/session/messages.h"
#include "ui/theme/theme.h"
#include "ui/truth/truth.h"
#include "ui/truth/truth_panel.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {

QString panelText(const char* text) { return QCoreApplication::translate("Panels", text); }

QWidget* differencePanel(const LabContext& lab) {
    auto* panel = new DifferencePanel(lab.results);
    QObject::connect(panel, &DifferencePanel::showPixel, &lab.view, [&view = lab.view](QPoint pixel) {
        view.setMode(ViewMode::Difference);
        view.showPixel(pixel);
    });
    QObject::connect(panel, &DifferencePanel::checkRequested, &lab.runs, [&runs = lab.runs] { runs.setCheck(true); });
    QObject::connect(panel, &DifferencePanel::cardRequested, &lab.session, [&session = lab.session](int row) {
        if (row < int(session.stack().size())) session.setCurrent(row);
    });
    return panel;
}

QWidget* timingTable(const LabContext& lab) {
    auto* table = new TimingTable(lab.results, &lab.peakRates);
    QObject::connect(table, &TimingTable::stageChosen, &lab.session, &Session::setCurrent);
    return table;
}

/// Stepping to a mismatch changes to a mode that shows the difference.
QWidget* truthPanel(const LabContext& lab) {
    auto* panel = new TruthPanel(lab.truth);
    QObject::connect(panel, &TruthPanel::sideBySideRequested, &lab.view,
                     [&view = lab.view] { view.setMode(ViewMode::Truth); });
    QObject::connect(&lab.truth, &Truth::walkedTo, &lab.view, [&view = lab.view](QPoint pixel) {
        if (!view.showsDifference()) view.setMode(ViewMode::Truth);
        view.showPixel(pixel);
    });
    QObject::connect(&lab.truth, &Truth::causeWanted, &lab.view,
                     [&view = lab.view, &results = lab.results](int stage, QPoint pixel) {
                         results.choose(stage);
                         if (!view.showsDifference()) view.setMode(ViewMode::Truth);
                         view.showPixel(pixel);
                     });
    return scrolling(panel);
}

QWidget* timelinePanel(const LabContext& lab, Exports* exports) {
    auto* panel = new TimelinePanel(lab.results);
    QObject::connect(panel, &TimelinePanel::exportRequested, exports, &Exports::exportTrace);
    return panel;
}

QWidget* experimentPanel(const LabContext& lab, Exports* exports) {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/experiments");
    auto* panel = new ExperimentPanel(lab.session, lab.runs.engineThread(), folder);
    const auto askWhich = [panel, folder](const QString& title) {
        return QFileDialog::getOpenFileName(panel, title, folder, panelText("Journals (*.csv)"));
    };
    QObject::connect(panel, &ExperimentPanel::journalRequested, panel, [=] {
        if (const QString path = askWhich(panelText("Open a journal")); !path.isEmpty()) panel->openJournal(path);
    });
    QObject::connect(panel, &ExperimentPanel::baselineRequested, panel, [=] {
        if (const QString path = askWhich(panelText("Compare with a journal")); !path.isEmpty())
            panel->compareWith(path);
    });
    QObject::connect(panel, &ExperimentPanel::failed, &lab.messages,
                     [&messages = lab.messages](const QString& message) { messages.reportError(message); });
    QObject::connect(panel, &ExperimentPanel::exportRequested, exports, &Exports::exportRows);
    QObject::connect(panel, &ExperimentPanel::pointTaken, &lab.tuning,
                     [&tuning = lab.tuning, &runs = lab.runs, &runner = panel->runner()](int row) {
                         const ExperimentProgress& known = runner.progress();
                         if (runs.devices())
                             tuning.addWinner(known.rows.at(std::size_t(row)), known.rows, known.sweep.base.filters,
                                              runs.devices()->devices);
                     });
    QObject::connect(panel, &ExperimentPanel::plotRequested, exports, &Exports::exportPlot);
    QObject::connect(panel, &ExperimentPanel::deviceWanted, &lab.runs, &RunControl::useDevice);
    return panel;
}

QWidget* rooflinePanel(const LabContext& lab, Exports* exports) {
    auto* panel = new RooflinePanel(lab.results, lab.peakRates);
    QObject::connect(panel, &RooflinePanel::exportRequested, exports, &Exports::exportRoofline);
    return panel;
}

QWidget* replayPanel(const LabContext& lab, Exports* exports) {
    auto* panel = new ReplayPanel(lab.session, lab.runs.engineThread());
    QObject::connect(panel, &ReplayPanel::exportRequested, exports, &Exports::exportOrder);
    return panel;
}

/// Findings of a check go to the log, too.
QWidget* sourcePanel(const LabContext& lab, const KernelLibrary& kernels) {
    auto* panel = new SourcePanel(lab.session, lab.results, lab.runs.engineThread(), kernels, lab.kernels.texts(),
                                  lab.kernels.versions());
    QObject::connect(panel, &SourcePanel::unsaved, &lab.messages,
                     [&messages = lab.messages](const QString& problem) { messages.reportError(problem); });
    const auto showError = [&messages = lab.messages](const QString& message) {
        messages.showError(message, ErrorTopic::Kernel);
    };
    QObject::connect(panel->copyButton(), &VariantCopyButton::copied, &lab.kernels, &OpenedKernels::addCopy);
    QObject::connect(panel->copyButton(), &VariantCopyButton::failed, &lab.messages, showError);
    QObject::connect(panel->checkButton(), &MemoryCheckButton::failed, &lab.messages, showError);
    QObject::connect(panel->checkButton(), &MemoryCheckButton::checked, &lab.messages,
                     [&messages = lab.messages](const MemoryCheck& check) {
                         for (const MemoryFinding& finding : check.findings)
                             messages.log(LogKind::Warning, panelText("%1, line %2: %3")
                                                                .arg(words(finding.file))
                                                                .arg(finding.line)
                                                                .arg(words(findingText(finding))));
                         messages.info(memoryCheckSummary(check));
                         messages.note(memoryCheckSummary(check));
                     });
    return panel;
}

} // namespace

void addPanels(Docks* docks, const LabContext& lab, const KernelLibrary& kernels, StackPanel* stack, Exports* exports) {
    using enum Qt::DockWidgetArea;
    docks->addDock(LeftDockWidgetArea, 1, "dock.stack", panelText("Stack"), "window.md#stack-and-form", stack);
    docks->addDock(RightDockWidgetArea, 0.52, "dock.histogram", panelText("Histogram"), "is-my-gpu-right.md#histograms",
                   scrolling(new HistogramPanel(lab.results)));
    docks->addDock(RightDockWidgetArea, 0.48, "dock.difference", panelText("Difference"),
                   "is-my-gpu-right.md#how-differences-are-counted", scrolling(differencePanel(lab)));
    docks->addDock(BottomDockWidgetArea, 1, "timings", panelText("Timings"), "times.md", timingTable(lab));
    docks->addDock(BottomDockWidgetArea, 1, "timeline", panelText("Timeline"),
                   "where-time-goes.md#timeline-what-happened-when", timelinePanel(lab, exports));
    docks->addDock(BottomDockWidgetArea, 1, "experiment", panelText("Experiment"), "fastest-variant.md",
                   experimentPanel(lab, exports));
    docks->addDock(BottomDockWidgetArea, 1, "truth", panelText("Truth"),
                   "is-my-gpu-right.md#what-the-differences-look-like", truthPanel(lab));
    docks->addDock(BottomDockWidgetArea, 1, "roofline", panelText("Roofline"),
                   "where-time-goes.md#roofline-what-limits-a-kernel", rooflinePanel(lab, exports));
    docks->addDock(BottomDockWidgetArea, 1, "replay", panelText("Replay"),
                   "where-time-goes.md#replay-who-waited-for-whom", replayPanel(lab, exports));
    docks->addDock(BottomDockWidgetArea, 1, "source", panelText("Source"),
                   "where-time-goes.md#source-what-a-kernel-does", sourcePanel(lab, kernels));
    docks->addDock(BottomDockWidgetArea, 1, "log", panelText("Log"), "troubleshooting.md", new LogPanel(lab));
}

} // namespace lightbench
