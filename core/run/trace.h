// Exports timelines as a trace that Perfetto and chrome://tracing open. The command line and the window's export use
// it.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/run/report.h"

namespace lightbench {

/// Builds JSON in the Trace Event Format (Google, "Trace Event Format", 2016): complete events (ph "X") in microseconds
/// with three decimals, and metadata events that name the rows. Each run has three processes: the host, with the run as
/// a whole and its activities inside; the device; and its queue, with one row for each command that waits at the same
/// time. Events of one row are disjoint or nested. Every run begins at 0.
class Trace {
public:
    /// `name` is the run's name, such as the image's file name (a byte string). A run without a timeline adds nothing.
    void add(const Report& report, const std::string& name) { add(eventsOf(report, name)); }
    /// The events of one run, as they stand in a trace that has this run alone. Empty without a timeline.
    static Json eventsOf(const Report& report, const std::string& name);
    /// Adds such events.
    void add(const Json& events);
    /// The events of each run of a trace that this class wrote, as eventsOf() gave them.
    static std::vector<Json> runsOf(const Json& trace);
    Json json() const;

private:
    Json events_ = Json::Array();
    int runs_ = 0;
};

} // namespace lightbench
