// Rows of the menu View about mismatches.
#include "ui/commands/truth_commands.h"

#include "ui/commands/command_text.h"
#include "ui/truth/truth.h"
#include "ui/view/image_view.h"

namespace lightbench {

std::vector<Command> truthRows(const LabContext& lab) {
    ImageView& view = lab.view;
    Truth& truth = lab.truth;
    const auto isComparable = [&truth] { return truth.isComparable(); };
    return {
        {.id = "next-mismatch",
         .text = tr("&Next mismatch"),
         .keys = {tr("N")},
         .tip = tr("The next pixel that differs from its CPU reference"),
         .menus = {{"view", 2}},
         .run = [&truth] { truth.step(1); },
         .enabled = isComparable},
        {.id = "previous-mismatch",
         .text = tr("&Previous mismatch"),
         .keys = {tr("Shift+N")},
         .tip = tr("The pixel before it that differs"),
         .menus = {{"view", 2}},
         .run = [&truth] { truth.step(-1); },
         .enabled = isComparable},
        {.id = "grid",
         .text = tr("Workgroup &grid"),
         .keys = {tr("G")},
         .tip = tr("Draw the tiles of the workgroups over the difference"),
         .menus = {{"view", 2}},
         .isOn = [&view] { return view.isGridShown(); },
         .toggle = [&view](bool on) { view.setGridShown(on); }},
    };
}

} // namespace lightbench
