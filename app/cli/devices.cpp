// `devices`: lists every platform and device with its limits.
#include "app/cli/cli_commands.h"
#include "app/terminal/table.h"
#include "core/base/text.h"
#include "core/run/report_json.h"

namespace lightbench {

namespace {
std::string listJson(const DeviceList& list) {
    Json devices = Json::Array();
    for (const DeviceInfo& device : list.devices) {
        Json object = fieldsJson(device);
        if (device.privateMemory == 0) object.erase("private_memory_bytes");
        devices.append(std::move(object));
    }
    return Json(Json::Object{{"devices", devices}, {"warnings", jsonOf(list.warnings)}}).text();
}

std::string deviceText(const DeviceInfo& d) {
    Table table;
    table.add({"  platform", d.platform});
    table.add({"  type", deviceTypeName(d.type) + (d.isHostCpu ? " (the host's own processor)" : "")});
    table.add({"  vendor", d.vendor});
    table.add({"  driver", d.driver + ", " + d.version + ", " + d.languageVersion});
    table.add({"  compute units",
               std::to_string(d.computeUnits) + (d.clockMHz ? " at " + std::to_string(d.clockMHz) + " MHz" : "")});
    table.add({"  workgroup", "at most " + std::to_string(d.maxWorkgroup) + " work-items, " +
                                  std::to_string(d.maxWorkItems[0]) + " x " + std::to_string(d.maxWorkItems[1]) +
                                  " x " + std::to_string(d.maxWorkItems[2]) + " by dimension, best multiples of " +
                                  std::to_string(d.preferredMultiple)});
    table.add({"  local memory", byteText(double(d.localMemory)) + " per workgroup"});
    if (d.privateMemory)
        table.add({"  private arrays", byteText(double(d.privateMemory)) + " per workgroup, on the driver's stack"});
    table.add({"  global memory", byteText(double(d.globalMemory)) + ", at most " + byteText(double(d.maxAllocation)) +
                                      " per buffer, cache " + byteText(double(d.globalCache))});
    return std::to_string(d.index) + "  " + d.name + "\n" + table.text();
}

int showDevices(const Arguments& arguments, CommandContext& context) {
    const DeviceList& list = context.devices();
    if (arguments.has("json"))
        print(listJson(list));
    else
        for (const DeviceInfo& device : list.devices)
            print(deviceText(device));
    context.device({}); // no device at all is an error
    return Success;
}
} // namespace

ProgramCommand devicesCommand() {
    return {
        {.name = "devices",
         .positionals = "[--json]",
         .summary = "Lists every OpenCL platform and device with its limits",
         .details =
             "--device takes the number before a name, or a part of the name, the platform or the driver, such as\n"
             "pocl. If several devices of one platform match, it chooses the first. If devices of several platforms\n"
             "match, it is an error. If a driver cannot be loaded, ends its process, or gives no answer within 15 s\n"
             "(or --timeout), one line warns of it; the others are listed.\n\n"
             "Example\n  lightbench-cli devices\n",
         .options = {{"json", 0, "", "as JSON: {\"devices\": [...], \"warnings\": [...]}"}},
         .shared = {workerOptions()}},
        showDevices};
}

} // namespace lightbench
