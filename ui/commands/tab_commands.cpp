// Rows of the menus File and View about tabs.
#include "ui/commands/tab_commands.h"

#include "ui/commands/command_text.h"
#include "ui/state/session/session.h"

namespace lightbench {

std::vector<Command> tabRows(const LabContext& lab) {
    Session& session = lab.session;
    const auto hasSeveral = [&session] { return session.tabCount() > 1; };
    const auto go = [&session](int by) {
        session.chooseTab((session.tab() + by + session.tabCount()) % session.tabCount());
    };
    return {
        {.id = "new-tab",
         .text = tr("New &tab"),
         .keys = {QKeySequence::AddTab},
         .tip = tr("A copy of the stack in a tab of its own, to try something else beside it"),
         .menus = {{"file", 1}},
         .run =
             [&session] {
                 session.addTab({session.stack(), {}, true});
                 session.chooseTab(session.tabCount() - 1);
             }},
        {.id = "close-tab",
         .text = tr("Close ta&b"),
         .keys = {tr("Ctrl+W")},
         .tip = tr("Close the stack's tab; it can be opened again"),
         .menus = {{"file", 1}},
         .run = [&session] { session.closeTab(session.tab()); },
         .enabled = hasSeveral},
        {.id = "reopen-tab",
         .text = tr("Reo&pen closed tab"),
         .keys = {tr("Ctrl+Shift+T")},
         .tip = tr("Bring back the tab that was closed last, with its undo"),
         .menus = {{"file", 1}},
         .run = [&session] { session.reopenTab(); },
         .enabled = [&session] { return session.hasClosedTab(); }},
        {.id = "next-tab",
         .text = tr("Ne&xt tab"),
         .keys = {tr("Ctrl+PgDown")},
         .tip = tr("The stack to the right"),
         .menus = {{"view", 2}},
         .run = [go] { go(1); },
         .enabled = hasSeveral},
        {.id = "previous-tab",
         .text = tr("Pre&vious tab"),
         .keys = {tr("Ctrl+PgUp")},
         .tip = tr("The stack to the left"),
         .menus = {{"view", 2}},
         .run = [go] { go(-1); },
         .enabled = hasSeveral},
    };
}

} // namespace lightbench
