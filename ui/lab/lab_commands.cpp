#include "ui/lab/lab_commands.h"

#include <QMenu>
#include <QUndoGroup>
#include <QWidget>

#include "ui/commands/command_table.h"
#include "ui/commands/command_text.h"
#include "ui/commands/help_dialogs.h"
#include "ui/commands/view_commands.h"
#include "ui/documents/documents.h"
#include "ui/documents/exports.h"
#include "ui/documents/file_changes.h"
#include "ui/documents/last_session.h"
#include "ui/lab/docks.h"
#include "ui/lab/tuning_dialog.h"
#include "ui/manual/manual_pages.h"
#include "ui/manual/manual_window.h"
#include "ui/panels/stack/stack_panel.h"
#include "ui/panels/stack/stack_view.h"
#include "ui/state/engine/run_control.h"
#include "ui/theme/theme_choice.h"
#include "ui/truth/truth.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {

using Rows = std::vector<Command>;

void addMenus(CommandTable* table) {
    table->addMenu("run", tr("Run")); // only a heading of the help; its commands are in the top bar
    table->addMenu("file", tr("&File"));
    table->addMenu("edit", tr("&Edit"));
    table->addMenu("view", tr("&View"));
    table->addMenu("compare", tr("&Compare"));
    table->addMenu("themes", tr("T&heme"));
    table->addMenu("help", tr("&Help"));
    QMenu* exports = table->addMenu("exports", tr("Export…"), CommandTable::Lines::None);
    exports->setToolTip(tr("Write the result, the stack or the report to a file"));
    exports->menuAction()->setToolTip(exports->toolTip());
}

Rows runRows(const CommandTargets& to) {
    RunControl& runs = to.lab.runs;
    const Session& session = to.lab.session;
    const Results& results = to.lab.results;
    return {
        {.id = "run",
         .text = tr("▶ Run"),
         .keys = {Qt::Key_F5},
         .tip = tr("Measure: one warm-up, then seven repeats of which the medians are shown"),
         .run = [&] { runs.measure(); },
         .enabled = [&] { return !runs.devices() || session.device(); }},
        {.id = "cancel",
         .text = tr("■ Cancel"),
         .keys = {Qt::Key_Escape},
         .tip = tr("Stop what is running"),
         .run = [&] { runs.cancel(); },
         .enabled = [&] { return runs.isBusy(); }},
        {.id = "live",
         .text = tr("Live"),
         .keys = {tr("Ctrl+Shift+L")},
         .tip = tr("Run again whenever a setting changes"),
         .isOn = [&] { return runs.isLive(); },
         .toggle = [&](bool on) { runs.setLive(on); }},
        {.id = "check",
         .text = tr("Check"),
         .keys = {tr("Ctrl+Shift+R")},
         .tip = tr("Compare every stage with its reference"),
         .isOn = [&] { return results.isCheckOn(); },
         .toggle = [&](bool on) { runs.setCheck(on); }},
    };
}

Rows openRows(Documents& documents, FileChanges& changes, LastSession& last) {
    return {
        {.id = "open",
         .text = tr("&Open…"),
         .keys = {QKeySequence::Open},
         .tip = tr("Open an image, a stack or a kernel"),
         .run = [&] { documents.chooseAndOpen(); }},
        {.id = "open-kernel",
         .text = tr("Open &kernel…"),
         .keys = {tr("Ctrl+K")},
         .tip = tr("Make a filter of an OpenCL C file, and add it to the stack"),
         .run = [&] { documents.chooseKernel(); }},
        {.id = "recent", .submenu = documents.recentMenu()},
        {.id = "reload",
         .text = tr("Reloa&d"),
         .keys = {tr("Ctrl+R")},
         .tip = tr("Read again the file that has changed on disk"),
         .run = [&] { changes.reload(); },
         .enabled = [&] { return changes.isOffering(); }},
        {.id = "reload-changed",
         .text = tr("Reload changed files"),
         .tip = tr("Read files again as soon as they have changed on disk, without asking. Lightbench still asks about "
                   "a stack with unsaved changes"),
         .isOn = [&] { return changes.isAutomatic(); },
         .toggle = [&](bool on) { changes.setAutomatic(on); }},
        {.id = "restore-session",
         .text = tr("Restore the last session"),
         .tip = tr("The image and the stack of the last session"),
         .run = [&] { last.restore(); },
         .enabled = [&] { return last.exists(); }},
    };
}

Rows stackFileRows(Documents& documents, const Session& session) {
    const auto hasStack = [&] { return !session.stack().empty(); };
    return {
        {.id = "load-stack",
         .text = tr("&Load stack…"),
         .keys = {tr("Ctrl+L")},
         .tip = tr("Replace the stack with a saved one"),
         .run = [&] { documents.chooseStack(); }},
        {.id = "save-stack",
         .text = tr("&Save stack"),
         .keys = {QKeySequence::Save},
         .tip = tr("Save the stack as text"),
         .run = [&] { documents.saveStack(); },
         .enabled = hasStack},
        {.id = "save-stack-as",
         .text = tr("Save stack &as…"),
         .keys = {tr("Ctrl+Shift+S")},
         .tip = tr("Save the stack under another name"),
         .menus = {{"exports", 1}},
         .run = [&] { documents.saveStackAs(); },
         .enabled = hasStack},
    };
}

Rows exportRows(Exports& exports, const Results& results) {
    return {
        {.id = "export-image",
         .text = tr("Export &image…"),
         .keys = {tr("Ctrl+E")},
         .tip = tr("Write the result to a file"),
         .menus = {{"exports", 0}},
         .run = [&] { exports.exportImage(); },
         .enabled = [&] { return results.report() && results.report()->output; }},
        {.id = "export-report",
         .text = tr("Export &report…"),
         .keys = {tr("Ctrl+Shift+E")},
         .tip = tr("Write times and differences (JSON)"),
         .menus = {{"exports", 2}},
         .run = [&] { exports.exportReport(); },
         .enabled = [&] { return results.report() != nullptr; }},
        {.id = "export-trace",
         .text = tr("Export trac&e…"),
         .tip = tr("Write where the time of the run went, for Perfetto (JSON)"),
         .menus = {{"exports", 2}},
         .run = [&] { exports.exportTrace(); },
         .enabled = [&] { return results.report() && !results.report()->timeline.isEmpty(); }},
    };
}

Rows quitRows(CommandTable* table) {
    return {
        {.id = "quit",
         .text = tr("&Quit"),
         .keys = {QKeySequence::Quit},
         .tip = tr("Close the lab; the stack is kept for next time"),
         .run = [=] { table->window()->close(); }},
    };
}

Rows tabRows(Session& session) {
    const auto hasSeveral = [&session] { return session.tabCount() > 1; };
    const auto go = [&session](int by) {
        session.chooseTab((session.tab() + by + session.tabCount()) % session.tabCount());
    };
    const Rows opening{
        {.id = "new-tab",
         .text = tr("New &tab"),
         .keys = {QKeySequence::AddTab},
         .tip = tr("Copy the stack into a new tab, to try a change there"),
         .run =
             [&session] {
                 session.addTab({session.stack(), {}, true});
                 session.chooseTab(session.tabCount() - 1);
             }},
        {.id = "close-tab",
         .text = tr("Close ta&b"),
         .keys = {tr("Ctrl+W")},
         .tip = tr("Close the stack's tab; it can be opened again"),
         .run = [&session] { session.closeTab(session.tab()); },
         .enabled = hasSeveral},
        {.id = "reopen-tab",
         .text = tr("Reo&pen closed tab"),
         .keys = {tr("Ctrl+Shift+T")},
         .tip = tr("Bring back the tab that was closed last, with its undo"),
         .run = [&session] { session.reopenTab(); },
         .enabled = [&session] { return session.hasClosedTab(); }},
    };
    const Rows choosing{
        {.id = "next-tab",
         .text = tr("Ne&xt tab"),
         .keys = {tr("Ctrl+PgDown")},
         .tip = tr("The stack to the right"),
         .run = [go] { go(1); },
         .enabled = hasSeveral},
        {.id = "previous-tab",
         .text = tr("Pre&vious tab"),
         .keys = {tr("Ctrl+PgUp")},
         .tip = tr("The stack to the left"),
         .run = [go] { go(-1); },
         .enabled = hasSeveral},
    };
    return joined({inMenu({"file", 1}, opening), inMenu({"view", 2}, choosing)});
}

/// A command on the chosen stage. Its key works while the stack or the picture has the focus.
Command stageRow(
    const CommandTargets& to, Command command, std::function<void(int row)> act,
    std::function<bool(int row)> isPossible = [](int row) { return row >= 0; }) {
    const Session& session = to.lab.session;
    command.scope = {to.stackPanel.view(), &to.lab.view};
    command.run = [&session, act = std::move(act)] {
        if (session.current() >= 0) act(session.current());
    };
    command.enabled = [&session, isPossible = std::move(isPossible)] { return isPossible(session.current()); };
    return command;
}

/// True if the stage has a result: one that is off or was added since the run has none.
bool canShow(const Results& results, int row) { return results.source() != row && stageAt(results.report(), row); }

Rows stageRows(const CommandTargets& to) {
    Session& session = to.lab.session;
    Results& results = to.lab.results;
    const auto isOn = [&session](int row) { return session.stack()[std::size_t(row)].enabled; };
    const auto isAboveAnother = [&session](int row) { return row >= 0 && row + 1 < int(session.stack().size()); };
    return {
        {.id = "filters", .submenu = to.stackPanel.filterMenu()},
        stageRow(
            to,
            {.id = "show-stage",
             .text = tr("S&how this stage"),
             .tip = tr("Show the picture of the chosen stage; its row under Difference and a double click on its card "
                       "do the same")},
            [&results](int row) { results.choose(row); }, [&results](int row) { return canShow(results, row); }),
        stageRow(to,
                 {.id = "duplicate",
                  .text = tr("&Duplicate"),
                  .keys = {tr("Ctrl+D")},
                  .tip = tr("Duplicate the chosen stage")},
                 [&](int row) { session.duplicate(row); }),
        stageRow(to, {.id = "toggle", .text = tr("Switch on or &off"), .tip = tr("Return on the card does the same")},
                 [&session, isOn](int row) { session.setEnabled(row, !isOn(row)); }),
        stageRow(
            to, {.id = "move-up", .text = tr("Move u&p"), .keys = {tr("Alt+Up")}, .tip = tr("Run the stage earlier")},
            [&](int row) { session.move(row, row - 1); }, [](int row) { return row > 0; }),
        stageRow(
            to,
            {.id = "move-down", .text = tr("Move do&wn"), .keys = {tr("Alt+Down")}, .tip = tr("Run the stage later")},
            [&](int row) { session.move(row, row + 1); }, isAboveAnother),
        stageRow(
            to,
            {.id = "reset-stage", .text = tr("Re&set stage"), .tip = tr("Set the stage's settings to their defaults")},
            [&](int row) { session.resetStage(row); }),
        stageRow(to,
                 {.id = "remove",
                  .text = tr("Re&move"),
                  .keys = {QKeySequence::Delete},
                  .tip = tr("Remove the chosen stage")},
                 [&](int row) { session.remove(row); }),
    };
}

Rows undoRows(CommandTable* table, Session& session) {
    return {
        {.id = "undo",
         .keys = {QKeySequence::Undo},
         .action = session.undoGroup()->createUndoAction(table, tr("&Undo"))},
        {.id = "redo",
         .keys = {QKeySequence::Redo, tr("Ctrl+Y")},
         .action = session.undoGroup()->createRedoAction(table, tr("&Redo"))},
    };
}

Rows clearRows(Session& session) {
    return {{.id = "clear-stack",
             .text = tr("&Clear stack"),
             .tip = tr("Remove all stages"),
             .run = [&] { session.replace({}, tr("Clear the stack")); },
             .enabled = [&] { return !session.stack().empty(); }}};
}

Command themeRow(ThemeChoice& theme, ThemeMode mode, const QString& id, const QString& text) {
    return {.id = id,
            .text = text,
            .run = [&theme, mode] { theme.choose(mode); },
            .isOn = [&theme, mode] { return theme.mode() == mode; },
            .group = "themes"};
}

Rows themeRows(ThemeChoice& theme) {
    return {themeRow(theme, ThemeMode::System, "theme-system", tr("As the desktop")),
            themeRow(theme, ThemeMode::Light, "theme-light", tr("Light")),
            themeRow(theme, ThemeMode::Dark, "theme-dark", tr("Dark"))};
}

Rows windowRows(CommandTable* table, const CommandTargets& to) {
    Docks& docks = to.docks;
    return {
        {.id = "themes", .submenu = table->menu("themes")},
        {.id = "panels", .submenu = docks.panelsMenu()},
        {.id = "tuning",
         .text = tr("Tuning r&esults…"),
         .tip = tr("Show the winners of races that auto uses, and remove them"),
         .run =
             [table, lab = to.lab] {
                 const DeviceList* found = lab.runs.devices();
                 (new TuningDialog(lab.tuning, lab.session.filterStore(),
                                   found ? found->devices : std::vector<DeviceInfo>(), table->window()))
                     ->show();
             }},
        {.id = "maximise-panels",
         .text = tr("Maxi&mise"),
         .keys = {tr("Ctrl+M")},
         .tip = tr("Let the tabs of Measurements fill the window. The same key, Escape or a double click on a tab puts "
                   "them back"),
         .isOn = [&] { return docks.isMaximised(); },
         .toggle = [&](bool on) { docks.setMaximised(on); }},
        {.id = "reset-layout",
         .text = tr("&Reset layout"),
         .tip = tr("Put every panel back where it was at first"),
         .run =
             [&docks, &panel = to.stackPanel] {
                 docks.reset();
                 panel.divideByContent();
             }},
    };
}

Rows helpRows(CommandTable* table, const Session& session) {
    QWidget* window = table->window();
    return {
        {.id = "manual",
         .text = tr("&Manual"),
         .keys = {QKeySequence::HelpContents},
         .tip = tr("Open the manual at the page about the control that has the focus or is under the mouse"),
         .run = [=, &session] { showManual(manualPageHere(window, session), window); }},
        {.id = "reference",
         .text = tr("&Filters and keys"),
         .tip = tr("Search all filters, their parameters and variants by typing"),
         .run = [=, &session] { showHelp(table->keys(), session.filterStore(), HelpDialog::Filters, window); }},
        {.id = "keys",
         .text = tr("&Keyboard shortcuts"),
         .keys = {tr("Ctrl+F1")},
         .tip = tr("What every key does"),
         .run = [=, &session] { showHelp(table->keys(), session.filterStore(), HelpDialog::Keys, window); }},
        {.id = "about",
         .text = tr("&About Lightbench"),
         .tip = tr("Version and licence"),
         .run = [=] { showAbout(window); }},
    };
}

Rows otherRows(const CommandTargets& to) {
    StackPanel& panel = to.stackPanel;
    return {{.id = "add-filter",
             .text = tr("Add filter…"),
             .keys = {tr("Ctrl+Shift+A")},
             .tip = tr("Add a filter"),
             .run = [&] { panel.openFilterMenu(); }}};
}

void keepFresh(CommandTable* table, const CommandTargets& to) {
    const auto follow = [table](const auto* part, auto... changes) {
        (QObject::connect(part, changes, table, &CommandTable::refresh), ...);
    };
    follow(&to.lab.results, &Results::changed, &Results::pinnedChanged, &Results::sourceChanged);
    follow(&to.lab.session, &Session::currentChanged, &Session::tabsChanged);
    follow(&to.lab.runs, &RunControl::liveChanged);
    follow(&to.lab.view, &ImageView::modeChanged, &ImageView::gridChanged, &ImageView::viewRangeChanged);
    follow(&to.lab.truth, &Truth::changed);
    follow(&to.changes, &FileChanges::changed);
    follow(&to.theme, &ThemeChoice::changed);
    follow(&to.docks, &Docks::maximisedChanged);
}

} // namespace

void addLabCommands(CommandTable* table, const CommandTargets& to) {
    const LabContext& lab = to.lab;
    addMenus(table);
    table->add(joined({
        inMenu({"run"}, runRows(to)),
        inMenu({"file"}, openRows(to.documents, to.changes, to.lastSession)),
        inMenu({"file", 1}, stackFileRows(to.documents, lab.session)),
        inMenu({"file", 2}, exportRows(to.exports, lab.results)),
        inMenu({"file", 3}, quitRows(table)),
        inMenu({"edit"}, undoRows(table, lab.session)),
        inMenu({"edit", 1}, stageRows(to)),
        inMenu({"edit", 2}, clearRows(lab.session)),
        viewRows(lab.view),
        tabRows(lab.session),
        compareRows(table, lab),
        inMenu({"view", 3}, windowRows(table, to)),
        inMenu({"themes"}, themeRows(to.theme)),
        inMenu({"help"}, helpRows(table, lab.session)),
        otherRows(to),
    }));
    keepFresh(table, to);
}

} // namespace lightbench
