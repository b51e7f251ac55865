// A report as the JSON that SPEC.md describes.
#pragma once

#include <QJsonObject>
#include <QString>

#include "core/run/report.h"

namespace lightbench {

/// Times in the units of the names (_us, _ms); psnr_db is null where it is infinite.
QJsonObject reportJson(const Report& report, const QString& inputPath, const QString& outputPath);
/// {"path": ...}. A name that is not UTF-8 is given as people are shown it, and in "path_hex" as its bytes.
QJsonObject pathJson(const QString& path);
QJsonObject differenceJson(const Difference& difference);

/// Writes a JSON file whole or not at all. Throws Error(Input).
void saveJson(const QJsonObject& object, const QString& path);

} // namespace lightbench
