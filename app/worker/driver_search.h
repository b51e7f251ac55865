// Finds the OpenCL drivers that take their process down, hang, or take away others' devices, and does without them.
#pragma once

#include <functional>
#include <memory>

#include "app/worker/driver_selection.h"
#include "app/worker/worker_link.h"

namespace lightbench {

/// A worker like that of the link, for a driver alone.
using WorkerLinkMaker = std::function<std::unique_ptr<WorkerLink>()>;

/// The devices of the drivers that work. Where the worker does not list them within `seconds` (0: no limit), or a
/// platform without devices stands beside another of its name, every installed driver is asked in a worker of its own,
/// and `link` is left with a worker that loads the healthy ones, from the files in `drivers`; each other one is a
/// warning. Throws NoAnswer if no driver is to blame.
DeviceList listHealthyDevices(WorkerLink& link, const WorkerLinkMaker& makeLink, double seconds,
                              std::unique_ptr<DriverSelection>& drivers);

} // namespace lightbench
