// Converts the enumerations of races to JSON, so that tests can compare whole races as text. The values themselves
// follow from their field lists.
#pragma once

#include "core/base/json.h"
#include "core/race/comparison.h"
#include "core/race/race_record.h"
#include "core/race/race_standing.h"

namespace lightbench {

inline Json toJson(RacePhase phase) { return phaseName(phase); }
inline Json toJson(RaceStatus status) { return statusName(status); }
inline Json toJson(RaceEnd end) { return endName(end); }
inline Json toJson(RaceWarning::Kind kind) { return warningName(kind); }
inline Json toJson(PointChange::Kind kind) { return changeName(kind); }

} // namespace lightbench
