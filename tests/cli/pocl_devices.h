// PoCL's two devices on one processor, for tests of the command line that need several. Every version of PoCL takes
// these words for them, and gives them names of its own: basic and pthread, or from version 4 on cpu-minimal and cpu.
#pragma once

#include <QJsonArray>

#include "tests/cli/cli_support.h"

namespace lightbench {

inline const Environment twoPoclDevices{{"POCL_DEVICES", "pthread basic"}};

/// Their whole names, by number.
inline QStringList poclDeviceNames(const Folder& folder) {
    const ProgramOutcome outcome = folder.run({"devices", "--json"}, twoPoclDevices);
    QStringList names;
    for (const QJsonValue device : QJsonDocument::fromJson(outcome.output.toUtf8())["devices"].toArray())
        names += device[QLatin1String("name")].toString();
    return names;
}

} // namespace lightbench
