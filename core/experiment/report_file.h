// Writes the report of an experiment as a JSON file, and rewrites it while measurements arrive. The command line and
// the bench use it.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/experiment/row.h"

namespace lightbench {

class ReportFile {
public:
    /// An empty name means no file. Throws Error(Input) if the file cannot be written.
    explicit ReportFile(std::string path);
    /// A member at the head of the report, evaluated at each write; setting a name again replaces it.
    using Member = std::function<Json(const std::vector<PointRow>& rows)>;
    void setHead(const std::string& name, Member json) { head_[name] = std::move(json); }
    void setHead(const std::string& name, const Json& json) {
        head_[name] = [json](const std::vector<PointRow>&) { return json; };
    }
    /// Writes the head and all rows of which anything is known. Throws Error(Input).
    void write(const std::vector<PointRow>& rows);
    /// The same, if the last write was more than a second ago. A stream cannot be rewritten, so it waits for write().
    void writeWhenDue(const std::vector<PointRow>& rows);

private:
    std::string path_;
    std::map<std::string, Member> head_;
    std::chrono::steady_clock::time_point written_{};
};

} // namespace lightbench
