// The roofline as a drawing: both axes logarithmic, the device's roofs, and every kernel as a mark with its number.
#pragma once

#include <string>
#include <vector>

#include "core/plot/plot_drawing.h"
#include "core/roofline/ceilings_file.h"
#include "core/roofline/roofline.h"

namespace lightbench {

/// What is drawn.
struct RooflineSheet {
    std::string title;              ///< for paper
    std::vector<std::string> notes; ///< for paper: device, ceilings, image, stack
    Ceilings ceilings;
    std::vector<KernelPlace> places;
};

/// Without title and notes, as wide and as high as the frame. PlotDrawing::places has the marks of places that have an
/// intensity; those without, which compute nothing, are named beside the roofs.
PlotDrawing rooflineDrawing(const RooflineSheet& sheet, const PlotFrame& frame);
/// With title and notes, for a file.
PlotDrawing rooflinePaper(const RooflineSheet& sheet);
/// What a run's kernels come to under these ceilings, with a title and notes that tell a reader of the plot alone what
/// it is of.
RooflineSheet rooflineSheet(const Report& report, const KeptCeilings& kept);
/// What a kernel's mark says in a tooltip: times, rates, share and limit, a line each.
std::string placeTip(const KernelPlace& place);

} // namespace lightbench
