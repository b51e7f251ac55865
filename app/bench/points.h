// Measures points one after another: keeps images and devices between them, and turns what cannot be measured into a
// reason in the point's row.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/bench/row.h"

namespace lightbench {

struct PointOptions {
    BenchOptions bench;
    bool ceilings = true;
    Size checkSize;    ///< compare with the reference on an image of this size instead; 0: on the measured one
    double mostMs = 0; ///< points whose single run is expected to take longer are left out; 0: none
    ImagePtr input;    ///< the image that BenchPoint::image names where that is no kind
    std::string buildOptions;
};

class PointRunner {
public:
    PointRunner(PointOptions options, MeasuringEngine& engine) : options_(std::move(options)), engine_(engine) {}
    /// Throws Error(Device) if there is no such device.
    const DeviceInfo& device(int number);
    /// Measured once for each device; zeros if they are not wanted. Throws Error.
    const Ceilings& ceilings(int device);
    BenchRow empty(const BenchPoint& point) { return rowOf(point, device(point.device)); }
    /// Throws Error(Cancelled) only: other errors are the row's reason.
    BenchRow run(const BenchPoint& point);
    /// Throws Error.
    BenchResult measure(const BenchPoint& point);
    /// The image of a point. The last two are kept: the one that is measured, and the one that is checked.
    ImagePtr image(const BenchPoint& point);

private:
    ImagePtr make(const BenchPoint& point) const;
    BenchOptions optionsFor(const BenchPoint& point) const;
    void fill(BenchRow& row, const BenchPoint& point);
    std::string tooSlow(const BenchPoint& point);

    PointOptions options_;
    MeasuringEngine& engine_;
    std::map<int, Ceilings> ceilings_;
    std::vector<std::pair<std::string, ImagePtr>> images_; ///< by kind, size and format
};

} // namespace lightbench
