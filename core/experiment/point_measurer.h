// Measures points on an engine. It caches images and peak rates between points, and records a failure as a reason in
// the point's row. An experiment owns it, and its race runners use it. It blocks, and is used from one thread.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "core/experiment/point_images.h"
#include "core/experiment/row.h"
#include "core/race/race_settings.h"
#include "core/run/engine.h"

namespace lightbench {

/// Seconds on a monotonic clock.
double secondsOfSteadyClock();

/// Settings shared by all points of an experiment.
struct ExperimentSettings {
    MeasureOptions measure;
    bool peakRates = true; ///< compare with the devices' peak rates
    /// The cache of peak rates (core/roofline/peak_rates_file.h); empty: measure them each time.
    std::string peakRatesFile;
    std::function<void(const std::string&)> warn; ///< receives warnings; may be null
    Size checkSize;              ///< check the result on an image of this size instead; 0: on the measured image
    double maxRunMs = 0;         ///< skip points whose single run is expected to take longer; 0: no limit
    ImagePtr input;              ///< the image for names in ExperimentPoint::image that are no kind
    std::string program, commit; ///< see Provenance
    /// Race settings for points with the same result, with at most `measure.repeat` rounds and `measure.capMs` per
    /// point. If empty, every point is measured once, by itself.
    std::optional<RaceSettings> race;
    /// The time limit of a whole race, including first measurements, which may take half of it. Points not reached then
    /// have no time. 0: `measure.capMs` per point, plus the first measurements.
    double raceMs = 0;
    std::stop_token stop;
    std::function<double()> seconds = secondsOfSteadyClock; ///< the clock for these limits
};

class PointMeasurer {
public:
    PointMeasurer(const ExperimentSettings& settings, Engine& engine);
    /// Replaces ExperimentSettings::stop for all later measurements, so that a new token can continue after a stop.
    void stopBy(const std::stop_token& stop) { settings_.stop = stop; }
    bool isStopped() const { return settings_.stop.stop_requested(); }
    /// Throws Error(Device) if the number does not exist.
    const DeviceInfo& device(int number) const;
    /// The cached peak rates of a device, measured once if needed; zeros if they are not wanted. Throws Error.
    const PeakRates& peakRates(int device);
    /// The row of a point before it is measured: what is requested, and its provenance.
    PointRow unmeasuredRowOf(const ExperimentPoint& point);
    /// Measures a point and completes its row, unless a variant does not apply or it would take too long. Throws only
    /// Error(Cancelled); other errors become the row's reason.
    PointRow measuredRow(const ExperimentPoint& point, const PointRow& empty);
    /// One timing of `runs` runs of a point that was measured before. Throws Error.
    Measurement takeTiming(const ExperimentPoint& point, int runs);
    /// Measures everything about a point. Throws Error.
    Measurement measure(const ExperimentPoint& point);
    /// Copies a measurement into a row. Throws Error if peak rates must be measured for it and cannot.
    void fill(PointRow& row, const ExperimentPoint& point, const Measurement& result);

private:
    Measurement measureOn(const ImagePtr& image, const ExperimentPoint& point, const MeasureOptions& options);
    Measurement checkedElsewhere(Measurement result, const ExperimentPoint& point);
    std::string whyTooSlow(const ExperimentPoint& point);
    std::string whyNotApplicable(const ExperimentPoint& point) const;
    MeasureOptions optionsFor(const ExperimentPoint& point) const;
    bool checksElsewhere(const ExperimentPoint& point) const;
    Provenance provenanceOf(const ExperimentPoint& point);

    ExperimentSettings settings_;
    Engine& engine_;
    std::string host_;
    PointImages images_;
    std::map<int, PeakRates> peakRates_;
};

} // namespace lightbench
