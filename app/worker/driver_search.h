// Finds the OpenCL drivers that crash their process, hang, or hide the devices of other drivers, and leaves them out.
// The worker engine calls it when it lists devices. Each such driver becomes a warning.
#pragma once

#include <functional>
#include <memory>

#include "app/worker/driver_selection.h"
#include "app/worker/worker_link.h"

namespace lightbench {

/// Makes a link to another worker of the same kind, to test one driver.
using WorkerLinkMaker = std::function<std::unique_ptr<WorkerLink>()>;

/// Returns the devices of the drivers that work. It tests every installed driver in its own worker in two cases: the
/// worker does not list its devices within `seconds` (0: no limit), or a platform without devices has the name of
/// another one. Then `link` holds a worker that loads only the healthy drivers, from the files in `drivers`. Throws
/// WorkerFailure if no driver is the cause.
DeviceList listHealthyDevices(WorkerLink& link, const WorkerLinkMaker& makeLink, double seconds,
                              std::unique_ptr<DriverSelection>& drivers);

} // namespace lightbench
