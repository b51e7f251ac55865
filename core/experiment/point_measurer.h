// Measures points one after another: keeps images and devices between them, and turns what cannot be measured into a
// reason in the point's row.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/experiment/row.h"

namespace lightbench {

struct PointOptions {
    MeasureOptions measure;
    bool ceilings = true;
    Size checkSize;    ///< compare with the reference on an image of this size instead; 0: on the measured one
    double mostMs = 0; ///< points whose single run is expected to take longer are left out; 0: none
    ImagePtr input;    ///< the image that ExperimentPoint::image names where that is no kind
    std::stop_token stop;
};

class PointMeasurer {
public:
    PointMeasurer(PointOptions options, Engine& engine) : options_(std::move(options)), engine_(engine) {}
    /// Throws Error(Device) if there is no such device.
    const DeviceInfo& device(int number);
    /// Measured once for each device; zeros if they are not wanted. Throws Error.
    const Ceilings& ceilings(int device);
    PointRow empty(const ExperimentPoint& point) { return rowOf(point, device(point.device)); }
    /// Throws Error(Cancelled) only: other errors are the row's reason.
    PointRow run(const ExperimentPoint& point);
    /// Throws Error.
    Measurement measure(const ExperimentPoint& point);
    /// The image of a point. The last two are kept: the one that is measured, and the one that is checked.
    ImagePtr image(const ExperimentPoint& point);

private:
    ImagePtr make(const ExperimentPoint& point) const;
    MeasureOptions optionsFor(const ExperimentPoint& point) const;
    void fill(PointRow& row, const ExperimentPoint& point);
    std::string tooSlow(const ExperimentPoint& point);

    PointOptions options_;
    Engine& engine_;
    std::map<int, Ceilings> ceilings_;
    std::vector<std::pair<std::string, ImagePtr>> images_; ///< by kind, size and format
};

} // namespace lightbench
