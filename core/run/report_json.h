// Writes run reports as JSON. Keys are the field names of the structs and stay stable. Values that were not measured
// are null, never 0. The command line and experiment reports use it.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/run/report.h"

namespace lightbench {

Json toJson(Verdict verdict);
Json toJson(DeviceType type);
Json toJson(const Point& point);         ///< [x, y]
Json toJson(const Workgroup& workgroup); ///< [x, y]
Json toJson(const Tolerance& tolerance); ///< in words
Json toJson(const ParameterValues& values);
/// The fields that identify a device; fieldsJson(device) has all of them.
Json toJson(const DeviceInfo& device);
Json toJson(const KernelReport& kernel);
Json toJson(const RepeatParts& parts);
Json toJson(DeviceWork work);
Json toJson(HostWork work);
Json toJson(ClockCorrelation correlation);
Json toJson(const Timeline& timeline); ///< including its parts
Json toJson(const StageReport& stage);
/// All numbers are null if nothing was checked; `channels` has one entry per channel, including alpha.
Json toJson(const Difference& difference);

/// {"path"}, plus "path_hex" with the bytes if the name is not UTF-8; the path is null if empty. File names are byte
/// strings.
Json pathJson(const std::string& path);
/// How the times of a report were taken: "a single cold run", "medians of 7 repeats after a warm-up". Reports call it
/// `times_of`.
std::string timesText(const Report& report);
/// Both paths may be empty; `output` is omitted if there is no output image.
Json reportJson(const Report& report, const std::string& inputPath, const std::string& outputPath);

} // namespace lightbench
