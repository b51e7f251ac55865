// Timelines as a trace that Perfetto and chrome://tracing open.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/run/report.h"

namespace lightbench {

/// JSON of the Trace Event Format (Google, "Trace Event Format", 2016): complete events (ph "X") in microseconds with
/// three decimals, and metadata events that name their rows. Each run has three processes: the host, with the run as a
/// whole and inside it what the timeline has; the device; and what waits in its queue, as many rows as wait at a time.
/// In one row events lie apart or inside one another. Every run begins at 0.
class Trace {
public:
    /// `name`: the run's, such as the image's file name; bytes. A run without a timeline leaves nothing.
    void add(const Report& report, const std::string& name);
    Json json() const;

private:
    Json events_ = Json::Array();
    int runs_ = 0;
};

} // namespace lightbench
