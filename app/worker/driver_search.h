// Finds the OpenCL drivers that take their process down, hang, or take away others' devices, and does without them.
#pragma once

#include <functional>
#include <memory>

#include "app/worker/driver_selection.h"
#include "app/worker/worker_link.h"

namespace lightbench {

/// A worker like that of the link, for a driver alone.
using WorkerLinkMaker = std::function<std::unique_ptr<WorkerLink>()>;

/// Returns the devices of the drivers that work. Asks every installed driver in a worker of its own if the worker does
/// not list its devices within `seconds` (0: no limit), or if a platform without devices has the name of another one.
/// `link` then holds a worker that loads the healthy drivers alone, from the files in `drivers`. Each other driver is
/// a warning. Throws WorkerFailure if no driver is to blame.
DeviceList listHealthyDevices(WorkerLink& link, const WorkerLinkMaker& makeLink, double seconds,
                              std::unique_ptr<DriverSelection>& drivers);

} // namespace lightbench
