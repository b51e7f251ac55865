// The lab's own journals: every experiment has one, in a folder, so that closing the lab loses nothing.
#pragma once

#include <QString>

#include "core/experiment/row.h"

namespace lightbench {

/// A file that there is not yet, "2026-01-31 12-00-00 gaussian.csv"; makes the folder. Empty where there is no folder
/// and none can be made.
QString newJournal(const QString& folder, const Stage& stage);
/// The newest of them; empty: there is none.
QString lastJournal(const QString& folder);
/// Whether all rows are of points of this sweep, on these devices.
bool arePointsOf(const std::vector<PointRow>& rows, const Sweep& sweep, const std::vector<DeviceInfo>& devices);

} // namespace lightbench
