// `devices`: every platform and device with its limits.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/terminal/commands.h"
#include "app/terminal/table.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
QString text(const std::string& s) { return QString::fromStdString(s); }

QJsonObject deviceJson(const DeviceInfo& d) {
    QJsonObject object{{"index", d.index},
                       {"name", text(d.name)},
                       {"platform", text(d.platform)},
                       {"vendor", text(d.vendor)},
                       {"driver", text(d.driver)},
                       {"version", text(d.version)},
                       {"language_version", text(d.languageVersion)},
                       {"type", text(deviceTypeName(d.type))},
                       {"embedded", d.embedded},
                       {"compute_units", d.computeUnits},
                       {"clock_mhz", d.clockMHz},
                       {"max_workgroup", double(d.maxWorkgroup)}};
    QJsonArray items, extensions;
    for (std::size_t n : d.maxWorkItems)
        items.append(double(n));
    for (const std::string& extension : d.extensions)
        extensions.append(text(extension));
    object["max_work_items"] = items;
    object["preferred_multiple"] = d.preferredMultiple;
    object["local_memory_bytes"] = double(d.localMemory);
    if (d.privateMemory) object["private_memory_bytes"] = double(d.privateMemory);
    object["global_memory_bytes"] = double(d.globalMemory);
    object["max_allocation_bytes"] = double(d.maxAllocation);
    object["global_cache_bytes"] = double(d.globalCache);
    object["extensions"] = extensions;
    return object;
}

std::string listJson(const DeviceList& list) {
    QJsonArray devices, warnings;
    for (const DeviceInfo& device : list.devices)
        devices.append(deviceJson(device));
    for (const std::string& warning : list.warnings)
        warnings.append(text(warning));
    return QJsonDocument(QJsonObject{{"devices", devices}, {"warnings", warnings}}).toJson().toStdString();
}

std::string deviceText(const DeviceInfo& d) {
    Table table;
    table.add({"  platform", d.platform});
    table.add({"  type", deviceTypeName(d.type) + (d.embedded ? " (the host's own processor)" : "")});
    table.add({"  vendor", d.vendor});
    table.add({"  driver", d.driver + ", " + d.version + ", " + d.languageVersion});
    table.add({"  compute units",
               std::to_string(d.computeUnits) + (d.clockMHz ? " at " + std::to_string(d.clockMHz) + " MHz" : "")});
    table.add({"  workgroup", "at most " + std::to_string(d.maxWorkgroup) + " work-items, " +
                                  std::to_string(d.maxWorkItems[0]) + " x " + std::to_string(d.maxWorkItems[1]) +
                                  " x " + std::to_string(d.maxWorkItems[2]) + " by dimension, best multiples of " +
                                  std::to_string(d.preferredMultiple)});
    table.add({"  local memory", byteText(double(d.localMemory)) + " a workgroup"});
    if (d.privateMemory)
        table.add({"  private arrays", byteText(double(d.privateMemory)) + " a workgroup, on the driver's stack"});
    table.add({"  global memory", byteText(double(d.globalMemory)) + ", at most " + byteText(double(d.maxAllocation)) +
                                      " a buffer, cache " + byteText(double(d.globalCache))});
    return std::to_string(d.index) + "  " + d.name + "\n" + table.text();
}

int run(const Arguments& arguments, Console& console) {
    const DeviceList& list = console.devices();
    if (arguments.has("json"))
        print(listJson(list));
    else
        for (const DeviceInfo& device : list.devices)
            print(deviceText(device));
    console.device({}); // no device at all is an error
    return Done;
}
} // namespace

Command devicesCommand() {
    CommandSpec spec;
    spec.name = "devices";
    spec.positionals = "[--json]";
    spec.summary = "Lists every OpenCL platform and device with its limits";
    spec.details =
        "--device takes the number before a name, or a part of the name, the platform or the driver, such as pocl: "
        "where\n"
        "several fit, the first if they share the platform. A driver that cannot be loaded, that ends its process\n"
        "or that gives no answer within 15 s (or --timeout) is one warning line; the others are listed.\n\n"
        "Example\n  lightbench-cli devices\n";
    spec.options = {{"json", 0, "", "as JSON: {\"devices\": [...], \"warnings\": [...]}"}};
    for (const OptionSpec& option : processOptions())
        spec.options.push_back(option);
    return {spec, run};
}

} // namespace lightbench
