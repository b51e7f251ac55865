// Rows of the submenu Compare in the menu View.
#include "ui/commands/compare_commands.h"

#include "ui/commands/command_text.h"
#include "ui/state/session/comparison.h"
#include "ui/state/session/results.h"
#include "ui/view/image_view.h"

namespace lightbench {

std::vector<Command> compareRows(CommandTable* table, const LabContext& lab) {
    Results& results = lab.results;
    Session& session = lab.session;
    ImageView& view = lab.view;
    const auto isPinned = [&results] { return results.pinned() != nullptr; };
    return {
        {.id = "compare", .menus = {{"view", 2}}, .submenu = table->menu("compare")},
        {.id = "pin",
         .text = tr("&Pin as A"),
         .keys = {tr("P")},
         .tip = tr("Keep the stack as it stands, with its result, as setting A; what is changed from now on is B, and "
                   "view, histograms, difference and timings compare both"),
         .menus = {{"compare"}},
         .run = [&results] { results.pin(); },
         .enabled = [&results] { return canPin(results); }},
        {.id = "flip",
         .text = tr("&Flip"),
         .keys = {tr("X")},
         .tip = tr("Swaps A with B, or before with after, until you flip back"),
         .menus = {{"compare"}},
         .run = [&view] { view.showOther(!view.isShowingOther()); }},
        {.id = "swap",
         .text = tr("&Swap"),
         .keys = {tr("Shift+X")},
         .tip = tr("A becomes B and B becomes A"),
         .menus = {{"compare"}},
         .run = [&session, &results] { swapSettings(session, results); },
         .enabled = [&results] { return results.differsFromPinned() && canPin(results); }},
        {.id = "copy-pinned",
         .text = tr("&Copy A to B"),
         .tip = tr("The stack becomes that of setting A"),
         .menus = {{"compare"}},
         .run = [&session, &results] { copyPinnedSetting(session, results); },
         .enabled = isPinned},
        {.id = "unpin",
         .text = tr("&End"),
         .keys = {tr("Shift+P")},
         .tip = tr("Forget setting A: before and after are shown again"),
         .menus = {{"compare"}},
         .run = [&results] { results.unpin(); },
         .enabled = isPinned},
    };
}

} // namespace lightbench
