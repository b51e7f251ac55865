// Shows what lb_probe in the user's kernels gets for the pixel under the cursor, in the readout of the view. A run on
// the engine's thread finds out; the window's results stay. LabWindow calls it.
#pragma once

#include "ui/state/session/lab_context.h"

class QObject;

namespace lightbench {

/// Works as long as the parent lives, which must end before the engine's thread.
void showProbes(const LabContext& lab, QObject* parent);

} // namespace lightbench
