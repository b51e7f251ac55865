// Rows of the menu View about the image.
#include "ui/commands/view_commands.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/commands/command_text.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {

Command modeRow(ImageView& view, ViewMode mode, Command command) {
    command.menus = {{"view"}};
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
                 .tip = tr("The result, its reference and their difference side by side, with linked zoom; hold "
                           "Space to let result and reference change places")}),
    };
}

std::vector<Command> zoomRows(ImageView& view) {
    return {
        {.id = "fit",
         .text = tr("&Fit"),
         .keys = {tr("F")},
         .tip = tr("Show the whole image"),
         .menus = {{"view", 1}},
         .run = [&] { view.fit(); }},
        {.id = "actual",
         .text = tr("100 %"),
         .keys = {tr("0")},
         .tip = tr("One image pixel on one screen pixel"),
         .menus = {{"view", 1}},
         .run = [&] { view.zoomToActual(); }},
        {.id = "zoom-in",
         .text = tr("Zoom &in"),
         .keys = {tr("+"), tr("="), QKeySequence::ZoomIn},
         .tip = tr("Enlarge, at the cursor"),
         .menus = {{"view", 1}},
         .run = [&] { view.zoomIn(); }},
        {.id = "whole-range",
         .text = tr("&Whole range"),
         .keys = {tr("R")},
         .tip = tr("Show float images from their least to their largest sample instead of from 0 to 1"),
         .menus = {{"view", 1}},
         .enabled = [&] { return view.viewRange().isClipped(); },
         .isOn = [&] { return view.viewRange().isWhole(); },
         .toggle = [&](bool on) { view.showWholeRange(on); }},
        {.id = "zoom-out",
         .text = tr("Zoom &out"),
         .keys = {tr("-"), QKeySequence::ZoomOut},
         .tip = tr("Reduce, at the cursor"),
         .menus = {{"view", 1}},
         .run = [&] { view.zoomOut(); }},
    };
}

} // namespace

std::vector<Command> viewRows(ImageView& view) {
    std::vector<Command> rows = modeRows(view);
    std::ranges::move(zoomRows(view), std::back_inserter(rows));
    return rows;
}

} // namespace lightbench
