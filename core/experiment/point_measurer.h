// Measures one point after another: keeps images and ceilings between them, and turns what cannot be measured into a
// reason in the point's row.
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

/// Since some moment, never going back.
double secondsOfSteadyClock();

/// What all points of an experiment share.
struct ExperimentSettings {
    MeasureOptions measure;
    bool ceilings = true;     ///< know what the devices can do at most
    std::string ceilingsFile; ///< keeps that (core/roofline/ceilings_file.h); empty: it is measured anew
    std::function<void(const std::string&)> warn; ///< what is no reason to fail; null: nobody hears it
    Size checkSize;    ///< compare with the reference on an image of this size instead; 0: on the measured one
    double mostMs = 0; ///< points whose single run is expected to take longer are left out; 0: none
    ImagePtr input;    ///< the image that ExperimentPoint::image names where that is no kind
    std::string program, commit; ///< what measures, as Provenance has it
    /// How points that ask for the same result race: `measure.repeat` rounds at most, for `measure.capMs` a point.
    /// Nothing: every point is measured by itself, in one go.
    std::optional<RaceSettings> race;
    /// Time of a whole race, first looks included, of which those may take half; who is left over then has no time. 0:
    /// `measure.capMs` a point, looks apart.
    double raceMs = 0;
    std::stop_token stop;
    std::function<double()> seconds = secondsOfSteadyClock; ///< the clock that those times are of
};

class PointMeasurer {
public:
    PointMeasurer(const ExperimentSettings& settings, Engine& engine);
    /// What stops what is measured from now on, in place of ExperimentSettings::stop: after a stop another token goes
    /// on.
    void stopBy(const std::stop_token& stop) { settings_.stop = stop; }
    /// Throws Error(Device) if there is no such device.
    const DeviceInfo& device(int number) const;
    /// Those that are kept, else measured, once for each device; zeros if they are not wanted. Throws Error.
    const Ceilings& ceilings(int device);
    /// The row of a point that is still to be measured: what is asked for, and by whom.
    PointRow asked(const ExperimentPoint& point);
    /// Measures the point of a row that was asked for, unless that would take too long. Throws Error(Cancelled) only:
    /// other errors are the row's reason.
    PointRow measured(const ExperimentPoint& point, const PointRow& asked);
    /// One sample of `runs` runs of a point that was measured before. Throws Error.
    Measurement sample(const ExperimentPoint& point, int runs);
    /// All that is measured of a point. Throws Error.
    Measurement measure(const ExperimentPoint& point) { return measure(point, images_.of(point)); }
    /// Fills in what was measured. Throws Error where ceilings are still to be measured.
    void fill(PointRow& row, const ExperimentPoint& point, const Measurement& result);

private:
    Measurement measure(const ExperimentPoint& point, const ImagePtr& image);
    Measurement checkedElsewhere(Measurement result, const ExperimentPoint& point);
    std::string tooSlow(const ExperimentPoint& point, const ImagePtr& image);
    MeasureOptions optionsFor(const ExperimentPoint& point) const;
    bool checksElsewhere(const ExperimentPoint& point) const;
    Provenance provenanceOf(const ExperimentPoint& point);

    ExperimentSettings settings_;
    Engine& engine_;
    std::string host_;
    PointImages images_;
    std::map<int, Ceilings> ceilings_;
};

} // namespace lightbench
