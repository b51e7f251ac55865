// Every command of the window, made once; menus, the top bar and tests share them.
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace lightbench {

struct LabActions {
    QAction *open = nullptr, *saveStack = nullptr, *saveStackAs = nullptr, *loadStack = nullptr;
    QAction *exportImage = nullptr, *exportReport = nullptr, *restoreSession = nullptr, *quit = nullptr;
    QAction *undo = nullptr, *redo = nullptr;
    QAction *duplicate = nullptr, *remove = nullptr, *moveUp = nullptr, *moveDown = nullptr, *toggle = nullptr;
    QAction *resetStage = nullptr, *clearStack = nullptr;
    QAction *run = nullptr, *cancel = nullptr, *live = nullptr, *check = nullptr;
    QAction *before = nullptr, *after = nullptr, *split = nullptr, *sideBySide = nullptr, *difference = nullptr;
    QAction *fit = nullptr, *actual = nullptr, *zoomIn = nullptr, *zoomOut = nullptr;
    QAction* resetLayout = nullptr;
    QAction *reference = nullptr, *keys = nullptr, *about = nullptr;
    QActionGroup *modes = nullptr, *themes = nullptr;
    QMenu *file = nullptr, *recent = nullptr, *edit = nullptr, *view = nullptr, *panels = nullptr, *help = nullptr;
    QMenu* exports = nullptr;
};

} // namespace lightbench
