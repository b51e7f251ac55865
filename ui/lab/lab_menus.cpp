// The commands of the window, their keys, and the menus that hold them.
#include <QApplication>
#include <QSettings>
#include <QUndoStack>

#include "ui/lab/help_dialogs.h"
#include "ui/lab/lab_window.h"
#include "ui/panels/stack_view.h"

namespace lightbench {

QAction* LabWindow::makeAction(const QString& text, const QKeySequence& key, const QString& toolTip) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    const QString shortcut = key.toString(QKeySequence::NativeText);
    action->setToolTip(shortcut.isEmpty() ? toolTip : QStringLiteral("%1 (%2)").arg(toolTip, shortcut));
    addAction(action); // its key works without a menu bar
    return action;
}

void LabWindow::buildActions() {
    buildRunActions();
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildHelpMenu();
}

void LabWindow::buildFileMenu() {
    LabActions& a = actions_;
    a.open = makeAction(tr("&Open…"), QKeySequence::Open, tr("Open an image or a stack"));
    a.saveStack = makeAction(tr("&Save stack"), QKeySequence::Save, tr("Save the stack as text"));
    a.saveStackAs =
        makeAction(tr("Save stack &as…"), QKeySequence(tr("Ctrl+Shift+S")), tr("Save the stack under another name"));
    a.loadStack = makeAction(tr("&Load stack…"), QKeySequence(tr("Ctrl+L")), tr("Replace the stack by a saved one"));
    a.exportImage = makeAction(tr("Export &image…"), QKeySequence(tr("Ctrl+E")), tr("Write the result to a file"));
    a.exportReport =
        makeAction(tr("Export &report…"), QKeySequence(tr("Ctrl+Shift+E")), tr("Write times and differences (JSON)"));
    a.restoreSession = makeAction(tr("Restore last session"), {}, tr("The image and the stack of the last session"));
    a.quit = makeAction(tr("&Quit"), QKeySequence::Quit, tr("Close the lab; the stack is kept for next time"));
    a.exports = new QMenu(tr("Export…"), this);
    a.exports->setToolTip(tr("Write the result, the stack or the report to a file"));
    a.exports->menuAction()->setToolTip(a.exports->toolTip());
    a.exports->addActions({a.exportImage, a.saveStackAs, a.exportReport});
    a.file = new QMenu(tr("&File"), this);
    a.recent = new QMenu(tr("Open re&cent"), this);
    a.file->addAction(a.open);
    a.file->addMenu(a.recent);
    a.file->addAction(a.restoreSession);
    a.file->addSeparator();
    a.file->addActions({a.loadStack, a.saveStack, a.saveStackAs});
    a.file->addSeparator();
    a.file->addActions({a.exportImage, a.exportReport});
    a.file->addSeparator();
    a.file->addAction(a.quit);
    connect(a.open, &QAction::triggered, this, &LabWindow::chooseAndOpen);
    connect(a.loadStack, &QAction::triggered, this, &LabWindow::chooseStack);
    connect(a.saveStack, &QAction::triggered, this, [this] {
        if (session_.stackPath().isEmpty())
            saveStackAs();
        else
            saveStackFile(session_.stackPath());
    });
    connect(a.saveStackAs, &QAction::triggered, this, &LabWindow::saveStackAs);
    connect(a.exportImage, &QAction::triggered, this, &LabWindow::chooseExport);
    connect(a.exportReport, &QAction::triggered, this, &LabWindow::chooseReport);
    connect(a.restoreSession, &QAction::triggered, this, &LabWindow::restoreSession);
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    a.exportImage->setEnabled(false);
    a.exportReport->setEnabled(false);
}

void LabWindow::addStageAction(QAction*& action, const QString& text, const QKeySequence& key, const QString& toolTip,
                               std::function<void(int)> act) {
    action = new QAction(text, this);
    action->setShortcut(key);
    action->setToolTip(toolTip);
    action->setShortcutContext(Qt::WidgetShortcut); // these keys mean other things in a text field
    stackPanel_->view()->addAction(action);
    connect(action, &QAction::triggered, this, [this, act = std::move(act)] {
        if (session_.current() >= 0) act(session_.current());
    });
}

void LabWindow::buildEditMenu() {
    LabActions& a = actions_;
    a.undo = session_.undoStack()->createUndoAction(this, tr("&Undo"));
    a.undo->setShortcut(QKeySequence::Undo);
    a.redo = session_.undoStack()->createRedoAction(this, tr("&Redo"));
    a.redo->setShortcuts({QKeySequence::Redo, QKeySequence(tr("Ctrl+Y"))});
    addActions({a.undo, a.redo});
    addStageAction(a.duplicate, tr("&Duplicate"), QKeySequence(tr("Ctrl+D")), tr("Duplicate the chosen stage"),
                   [this](int row) { session_.duplicate(row); });
    addStageAction(a.remove, tr("Re&move"), QKeySequence::Delete, tr("Remove the chosen stage"),
                   [this](int row) { session_.remove(row); });
    addStageAction(a.moveUp, tr("Move u&p"), QKeySequence(tr("Alt+Up")), tr("Run the stage earlier"),
                   [this](int row) { session_.move(row, row - 1); });
    addStageAction(a.moveDown, tr("Move do&wn"), QKeySequence(tr("Alt+Down")), tr("Run the stage later"),
                   [this](int row) { session_.move(row, row + 1); });
    addStageAction(a.toggle, tr("Switch on or &off"), {}, tr("Return on the card does the same"),
                   [this](int row) { session_.setEnabled(row, !session_.stack()[std::size_t(row)].enabled); });
    addStageAction(a.resetStage, tr("Re&set stage"), {}, tr("Every setting of the stage to its default"),
                   [this](int row) { session_.resetStage(row); });
    a.clearStack = makeAction(tr("&Clear stack"), {}, tr("Remove all stages"));
    connect(a.clearStack, &QAction::triggered, this, [this] { session_.replace({}, tr("Clear the stack")); });
    auto* add = makeAction(tr("Add filter…"), QKeySequence(tr("Ctrl+Shift+A")), tr("Add a filter"));
    connect(add, &QAction::triggered, stackPanel_, &StackPanel::openFilterMenu);
    a.edit = new QMenu(tr("&Edit"), this);
    a.edit->addActions({a.undo, a.redo});
    a.edit->addSeparator();
    a.edit->addMenu(stackPanel_->filterMenu());
    a.edit->addActions({a.duplicate, a.toggle, a.moveUp, a.moveDown, a.resetStage, a.remove});
    a.edit->addSeparator();
    a.edit->addAction(a.clearStack);
}

void LabWindow::refreshStageActions() {
    const int row = session_.current(), count = int(session_.stack().size());
    for (QAction* action : {actions_.duplicate, actions_.remove, actions_.toggle, actions_.resetStage})
        action->setEnabled(row >= 0);
    actions_.moveUp->setEnabled(row > 0);
    actions_.moveDown->setEnabled(row >= 0 && row + 1 < count);
    actions_.clearStack->setEnabled(count > 0);
    actions_.saveStack->setEnabled(count > 0);
    actions_.saveStackAs->setEnabled(count > 0);
}

void LabWindow::buildModes() {
    LabActions& a = actions_;
    a.modes = new QActionGroup(this);
    a.before = makeAction(tr("&Before"), QKeySequence(tr("1")), tr("The image before the stack; hold Space for after"));
    a.after = makeAction(tr("&After"), QKeySequence(tr("2")), tr("The result; hold Space for before"));
    a.split = makeAction(tr("&Split"), QKeySequence(tr("3")), tr("Before and after with a divider to drag"));
    a.sideBySide = makeAction(tr("Side by side"), QKeySequence(tr("4")), tr("Before and after with linked zoom"));
    a.difference =
        makeAction(tr("&Difference"), QKeySequence(tr("5")), tr("Where the result differs from the CPU reference"));
    int mode = 0;
    for (QAction* action : {a.before, a.after, a.split, a.sideBySide, a.difference}) {
        action->setCheckable(true);
        a.modes->addAction(action);
        connect(action, &QAction::triggered, this, [this, mode] { view_->setMode(ViewMode(mode)); });
        ++mode;
    }
    a.modes->actions()[int(view_->mode())]->setChecked(true);
}

void LabWindow::buildViewMenu() {
    LabActions& a = actions_;
    buildModes();
    a.fit = makeAction(tr("&Fit"), QKeySequence(tr("F")), tr("Show the whole image"));
    a.actual = makeAction(tr("100 %"), QKeySequence(tr("0")), tr("One image pixel on one screen pixel"));
    a.zoomIn = makeAction(tr("Zoom &in"), QKeySequence(tr("+")), tr("Enlarge, at the cursor"));
    a.zoomIn->setShortcuts({QKeySequence(tr("+")), QKeySequence(tr("=")), QKeySequence::ZoomIn});
    a.zoomOut = makeAction(tr("Zoom &out"), QKeySequence(tr("-")), tr("Reduce, at the cursor"));
    a.zoomOut->setShortcuts({QKeySequence(tr("-")), QKeySequence::ZoomOut});
    connect(a.fit, &QAction::triggered, view_, &ImageView::fit);
    connect(a.actual, &QAction::triggered, view_, &ImageView::zoomToActual);
    connect(a.zoomIn, &QAction::triggered, view_, &ImageView::zoomIn);
    connect(a.zoomOut, &QAction::triggered, view_, &ImageView::zoomOut);
    a.view = new QMenu(tr("&View"), this);
    a.view->addActions(a.modes->actions());
    a.view->addSeparator();
    a.view->addActions({a.fit, a.actual, a.zoomIn, a.zoomOut});
    a.view->addSeparator();
    QMenu* themes = a.view->addMenu(tr("&Theme"));
    a.themes = new QActionGroup(this);
    const QStringList names{tr("As the desktop"), tr("Light"), tr("Dark")};
    for (int i = 0; i < 3; ++i) {
        QAction* action = themes->addAction(names[i]);
        action->setCheckable(true);
        a.themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { setThemeMode(ThemeMode(i)); });
    }
    a.panels = a.view->addMenu(tr("&Panels"));
    a.resetLayout = makeAction(tr("&Reset layout"), {}, tr("Put every panel back where it was at first"));
    a.view->addAction(a.resetLayout);
}

void LabWindow::buildRunActions() {
    LabActions& a = actions_;
    a.run = makeAction(tr("▶ Run"), QKeySequence(Qt::Key_F5),
                       tr("Measure: one warm-up, then seven repeats of which the medians are shown"));
    a.cancel = makeAction(tr("■ Cancel"), QKeySequence(Qt::Key_Escape), tr("Stop what is running"));
    a.live = makeAction(tr("Live"), QKeySequence(tr("Ctrl+Shift+L")), tr("Run again whenever a setting changes"));
    a.check = makeAction(tr("Check against reference"), QKeySequence(tr("Ctrl+Shift+R")),
                         tr("Compare every stage with its CPU reference"));
    a.live->setCheckable(true);
    a.check->setCheckable(true);
    a.cancel->setEnabled(false);
    connect(a.run, &QAction::triggered, this, &LabWindow::measure);
    connect(a.cancel, &QAction::triggered, runner_, &Runner::cancel);
    connect(a.live, &QAction::toggled, this, [this](bool on) {
        if (on) liveSoon_.start(0);
    });
    connect(a.check, &QAction::toggled, this, [this](bool on) {
        if (on && actions_.live->isChecked()) liveSoon_.start(0);
    });
}

void LabWindow::buildHelpMenu() {
    LabActions& a = actions_;
    a.reference = makeAction(tr("&Filters and keys"), QKeySequence::HelpContents,
                             tr("Every filter, what it computes, its parameters and variants; found by typing"));
    a.keys = makeAction(tr("&Keyboard shortcuts"), QKeySequence(tr("Ctrl+F1")), tr("What every key does"));
    a.about = makeAction(tr("&About Lightbench"), {}, tr("Version and licence"));
    connect(a.reference, &QAction::triggered, this, [this] { showHelp(HelpDialog::Filters); });
    connect(a.keys, &QAction::triggered, this, [this] { showHelp(HelpDialog::Keys); });
    connect(a.about, &QAction::triggered, this, [this] { showAbout(this); });
    a.help = new QMenu(tr("&Help"), this);
    a.help->addActions({a.reference, a.keys, a.about});
}

void LabWindow::showHelp(int part) {
    auto* help = findChild<HelpDialog*>();
    if (!help) help = new HelpDialog(keysOf(actionGroups()), this);
    help->showPart(HelpDialog::Part(part));
}

/// Every action that has a key: by its menu, the others at the end.
QList<ActionGroup> LabWindow::actionGroups() const {
    const LabActions& a = actions_;
    QList<ActionGroup> groups{{tr("Run"), {a.run, a.cancel, a.live, a.check}},
                              {tr("File"), a.file->actions()},
                              {tr("Edit"), a.edit->actions()},
                              {tr("View"), a.view->actions()},
                              {tr("Help"), a.help->actions()}};
    QList<QAction*> others = findChildren<QAction*>();
    for (const ActionGroup& group : groups)
        for (QAction* action : group.actions)
            others.removeAll(action);
    return groups << ActionGroup{tr("Others"), others};
}

void LabWindow::refreshRecent() {
    actions_.recent->clear();
    const QStringList paths = QSettings().value(QStringLiteral("files/recent")).toStringList();
    for (const QString& path : paths)
        connect(actions_.recent->addAction(path), &QAction::triggered, this, [this, path] { openPaths({path}); });
    actions_.recent->setEnabled(!paths.isEmpty());
}

} // namespace lightbench
