// Writes run reports as JSON. Keys are the field names of the structs and stay stable. Values that were not measured
// are null, never 0. The command line and experiment reports use it.
#pragma once

#include <string>

#include "core/base/json_fields.h"
#include "core/run/report.h"

namespace lightbench {

Json toJson(Verdict verdict);
Json toJson(DeviceType type);
Json toJson(const Point& point);         ///< [x, y]
Json toJson(const Workgroup& workgroup); ///< [x, y]
Json toJson(const Tolerance& tolerance); ///< in words
Json toJson(const ParameterValues& values);
Json toJson(const Stack& stack); ///< its text on one line
/// What tells it from others; fieldsJson(device) has all that is known of it.
Json toJson(const DeviceInfo& device);
Json toJson(const KernelReport& kernel);
Json toJson(const RunParts& parts);
Json toJson(DeviceWork work);
Json toJson(HostWork work);
Json toJson(ClockTie tie);
Json toJson(const Timeline& timeline); ///< with its parts
Json toJson(const StageReport& stage);
/// All figures are null if nothing was checked; `channels` has those of every channel, alpha included.
Json toJson(const Difference& difference);

/// {"path"}, and where the name is not UTF-8 "path_hex", which has its bytes; the path is null if empty. Bytes.
Json pathJson(const std::string& path);
/// What the times of a report are: "a single run, cold", "medians of 7 repeats after a warm-up". In reports `times_of`.
std::string timesText(const Report& report);
/// Paths may be empty; `output` is left out if there is no output image.
Json reportJson(const Report& report, const std::string& inputPath, const std::string& outputPath);

} // namespace lightbench
