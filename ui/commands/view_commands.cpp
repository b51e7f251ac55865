#include "ui/commands/view_commands.h"

#include "ui/commands/command_text.h"
#include "ui/state/session/comparison.h"
#include "ui/state/session/results.h"
#include "ui/truth/truth.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {

Command modeRow(ImageView& view, ViewMode mode, Command command) {
    command.group = "modes";
    command.run = [&view, mode] { view.setMode(mode); };
    command.isOn = [&view, mode] { return view.mode() == mode; };
    return command;
}

std::vector<Command> modeRows(ImageView& view) {
    return {
        modeRow(view, ViewMode::Before,
                {.id = "before",
                 .text = tr("&Before"),
                 .keys = {tr("1")},
                 .tip = tr("The image before the stack; hold Space for after")}),
        modeRow(
            view, ViewMode::After,
            {.id = "after", .text = tr("&After"), .keys = {tr("2")}, .tip = tr("The result; hold Space for before")}),
        modeRow(view, ViewMode::Split,
                {.id = "split",
                 .text = tr("&Split"),
                 .keys = {tr("3")},
                 .tip = tr("Before and after with a divider to drag")}),
        modeRow(view, ViewMode::SideBySide,
                {.id = "side-by-side",
                 .text = tr("Side by side"),
                 .keys = {tr("4")},
                 .tip = tr("Before and after with linked zoom")}),
        modeRow(view, ViewMode::Difference,
                {.id = "difference",
                 .text = tr("&Difference"),
                 .keys = {tr("5")},
                 .tip = tr("Where the result differs from the reference")}),
        modeRow(view, ViewMode::Truth,
                {.id = "truth",
                 .text = tr("&Truth"),
                 .keys = {tr("6")},
                 .tip = tr("The result, its reference and their difference side by side, with linked zoom; hold Space "
                           "to exchange result and reference")}),
    };
}

std::vector<Command> zoomRows(ImageView& view) {
    return {
        {.id = "fit",
         .text = tr("&Fit"),
         .keys = {tr("F")},
         .tip = tr("Show the whole image"),
         .run = [&] { view.fit(); }},
        {.id = "actual",
         .text = tr("100 %"),
         .keys = {tr("0")},
         .tip = tr("One image pixel on one screen pixel"),
         .run = [&] { view.zoomToActual(); }},
        {.id = "zoom-in",
         .text = tr("Zoom &in"),
         .keys = {tr("+"), tr("="), QKeySequence::ZoomIn},
         .tip = tr("Enlarge, at the cursor"),
         .run = [&] { view.zoomIn(); }},
        {.id = "whole-range",
         .text = tr("&Whole range"),
         .keys = {tr("R")},
         .tip = tr("Show float images from their smallest to their largest sample, instead of from 0 to 1"),
         .enabled = [&] { return view.viewRange().hasValuesOutside(); },
         .isOn = [&] { return view.viewRange().isWhole(); },
         .toggle = [&](bool on) { view.showWholeRange(on); }},
        {.id = "zoom-out",
         .text = tr("Zoom &out"),
         .keys = {tr("-"), QKeySequence::ZoomOut},
         .tip = tr("Reduce, at the cursor"),
         .run = [&] { view.zoomOut(); }},
    };
}

std::vector<Command> pinRows(Session& session, Results& results, ImageView& view) {
    const auto isPinned = [&results] { return results.pinned() != nullptr; };
    return {
        {.id = "pin",
         .text = tr("&Pin as A"),
         .keys = {tr("P")},
         .tip = tr("Keep the current stack and its result as setting A. What you change from now on is setting B. The "
                   "view, histograms, difference and timings compare both"),
         .run = [&results] { results.pin(); },
         .enabled = [&results] { return canPin(results); }},
        {.id = "flip",
         .text = tr("&Flip"),
         .keys = {tr("X")},
         .tip = tr("Swaps A with B, or before with after, until you flip back"),
         .run = [&view] { view.showOther(!view.isShowingOther()); }},
        {.id = "swap",
         .text = tr("&Swap"),
         .keys = {tr("Shift+X")},
         .tip = tr("A becomes B and B becomes A"),
         .run = [&session, &results] { swapSettings(session, results); },
         .enabled = [&results] { return results.differsFromPinned() && canPin(results); }},
        {.id = "copy-pinned",
         .text = tr("&Copy A to B"),
         .tip = tr("The stack becomes that of setting A"),
         .run = [&session, &results] { copyPinnedSetting(session, results); },
         .enabled = isPinned},
        {.id = "unpin",
         .text = tr("&End"),
         .keys = {tr("Shift+P")},
         .tip = tr("Forget setting A: before and after are shown again"),
         .run = [&results] { results.unpin(); },
         .enabled = isPinned},
    };
}

std::vector<Command> mismatchRows(Truth& truth, ImageView& view) {
    const auto isComparable = [&truth] { return truth.isComparable(); };
    return {
        {.id = "next-mismatch",
         .text = tr("&Next mismatch"),
         .keys = {tr("N")},
         .tip = tr("The next pixel that differs from its CPU reference"),
         .run = [&truth] { truth.step(1); },
         .enabled = isComparable},
        {.id = "previous-mismatch",
         .text = tr("&Previous mismatch"),
         .keys = {tr("Shift+N")},
         .tip = tr("The pixel before it that differs"),
         .run = [&truth] { truth.step(-1); },
         .enabled = isComparable},
        {.id = "grid",
         .text = tr("Workgroup &grid"),
         .keys = {tr("G")},
         .tip = tr("Draw the tiles of the workgroups over the difference"),
         .isOn = [&view] { return view.isGridShown(); },
         .toggle = [&view](bool on) { view.setGridShown(on); }},
    };
}

} // namespace

std::vector<Command> viewRows(ImageView& view) {
    return joined({inMenu({"view"}, modeRows(view)), inMenu({"view", 1}, zoomRows(view))});
}

std::vector<Command> compareRows(CommandTable* table, const LabContext& lab) {
    return joined({{{.id = "compare", .menus = {{"view", 2}}, .submenu = table->menu("compare")}},
                   inMenu({"compare"}, pinRows(lab.session, lab.results, lab.view)),
                   inMenu({"view", 2}, mismatchRows(lab.truth, lab.view))});
}

} // namespace lightbench
