// Assembles the members of the report and replaces the file atomically.
#include "core/experiment/report_file.h"

#include "core/base/whole_file.h"

namespace lightbench {

ReportFile::ReportFile(std::string path) : path_(std::move(path)) {
    if (!path_.empty()) checkWritable(path_);
}

void ReportFile::write(const std::vector<PointRow>& rows) {
    if (path_.empty()) return;
    Json report = Json::Object();
    for (const auto& [name, json] : head_)
        report[name] = json(rows);
    Json::Array all;
    for (const PointRow& row : rows)
        if (row.isMeasured()) all.push_back(rowJson(row));
    report["rows"] = Json::lines(std::move(all));
    writeWhole(path_, report.text(JsonForm::OneLine));
    written_ = std::chrono::steady_clock::now();
}

void ReportFile::writeWhenDue(const std::vector<PointRow>& rows) {
    const bool due = std::chrono::steady_clock::now() - written_ > std::chrono::seconds(1);
    if (due && !isStream(path_)) write(rows);
}

} // namespace lightbench
