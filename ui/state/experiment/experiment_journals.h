// Finds and names the lab's own experiment journals. Each experiment is saved as one file in a folder, so that closing
// the lab loses nothing. The experiment panel uses it.
#pragma once

#include <QString>

#include "core/experiment/row.h"

namespace lightbench {

/// Returns an unused file name, such as "2026-01-31 12-00-00 gaussian.csv", and creates the folder. Empty if there is
/// no folder and none can be created.
QString newJournal(const QString& folder, const Stage& stage);
/// The newest journal; empty if there is none.
QString lastJournal(const QString& folder);
/// Whether all rows belong to points of this sweep, on these devices.
bool arePointsOf(const std::vector<PointRow>& rows, const Sweep& sweep, const std::vector<DeviceInfo>& devices);

} // namespace lightbench
