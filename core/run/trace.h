// Exports timelines as a trace that Perfetto and chrome://tracing open. The command line and the window's export use
// it.
#pragma once

#include <string>

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
    void add(const Report& report, const std::string& name);
    Json json() const;

private:
    Json events_ = Json::Array();
    int runs_ = 0;
};

} // namespace lightbench
