// Draws the roofline: logarithmic axes, the device's peaks, and every kernel as a numbered mark. The roofline panel,
// exports and the command line use it.
#pragma once

#include <string>
#include <vector>

#include "core/plot/plot_drawing.h"
#include "core/roofline/peak_rates_file.h"
#include "core/roofline/roofline.h"

namespace lightbench {

/// The content of the drawing.
struct RooflineSheet {
    std::string title;              ///< only on paper
    std::vector<std::string> notes; ///< only on paper: device, peak rates, image, stack
    PeakRates peakRates;
    std::vector<RooflinePoint> points;
};

/// A drawing without title and notes, as large as the frame. PlotDrawing::places has the marks of kernels with an
/// intensity; kernels that compute nothing are listed beside the peaks.
PlotDrawing rooflineDrawing(const RooflineSheet& sheet, const PlotFrame& frame);
/// A drawing with title and notes, for a file.
PlotDrawing rooflineDrawing(const RooflineSheet& sheet);
/// The sheet for a run's kernels and these peak rates, with a title and notes that make it self-contained.
RooflineSheet rooflineSheet(const Report& report, const StoredPeakRates& kept);
/// The tooltip of a kernel's mark: times, rates, share and limit, one line each.
std::string rooflinePointTip(const RooflinePoint& point);

} // namespace lightbench
