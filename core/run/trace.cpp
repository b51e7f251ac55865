#include "core/run/trace.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/json.h"
#include "core/device/device_label.h"
#include "core/run/report_json.h"

namespace lightbench {

namespace {
/// A span in the trace, in whole nanoseconds after its start.
struct TraceSpan {
    std::int64_t begin = 0, end = 0;
};

/// Microseconds that readers convert back to the same nanoseconds, whether they round or truncate as Perfetto does.
/// Otherwise adjacent events would overlap by 1 ns.
double micros(std::int64_t ns) {
    const double us = double(ns) / 1000;
    return std::int64_t(us * 1000) < ns ? std::nextafter(us, INFINITY) : us;
}

struct TraceEvent {
    std::string name, category;
    int row = 1;
    TraceSpan span;
    Json arguments = Json::Object();
};

Json jsonOf(const TraceEvent& event, int process) {
    Json object;
    object["ph"] = "X";
    object["name"] = event.name;
    object["cat"] = event.category;
    object["pid"] = process;
    object["tid"] = event.row;
    object["ts"] = micros(event.span.begin);
    object["dur"] = micros(event.span.end - event.span.begin);
    object["args"] = event.arguments;
    return object;
}

Json metadata(const char* what, int process, int row, const char* key, Json value) {
    Json object;
    object["ph"] = "M";
    object["name"] = what;
    object["pid"] = process;
    object["tid"] = row;
    object["args"] = Json::Object{{key, std::move(value)}};
    return object;
}

/// Assigns spans to rows so that none overlap.
class Rows {
public:
    int rowOf(TraceSpan span) {
        const auto free = std::ranges::find_if(ends_, [&](std::int64_t end) { return end <= span.begin; });
        const auto row = free - ends_.begin();
        if (free == ends_.end()) ends_.push_back(0);
        ends_[std::size_t(row)] = span.end;
        return int(row) + 1;
    }

private:
    std::vector<std::int64_t> ends_;
};

/// The events of one run, with the earliest at 0.
class RunTrace {
public:
    explicit RunTrace(const Report& report)
        : report_(report), timeline_(report.timeline), first_(timeline_.firstUs()) {}
    void writeTo(Json& events, int process, const std::string& name) {
        const std::string ofRun = name.empty() ? "" : name + ": ";
        write(events, process, ofRun + "host", {"Lightbench"}, host());
        const std::vector<TraceEvent> device = commands();
        write(events, process + 1, ofRun + deviceLabel(report_.device), rowNames("commands", device), device);
        const std::vector<TraceEvent> waits = waiting();
        write(events, process + 2, ofRun + "queue", rowNames("waiting", waits), waits);
    }

private:
    static std::vector<std::string> rowNames(const std::string& name, const std::vector<TraceEvent>& events) {
        int rows = 0;
        for (const TraceEvent& event : events)
            rows = std::max(rows, event.row);
        std::vector<std::string> names;
        for (int row = 1; row <= rows; ++row)
            names.push_back(rows == 1 ? name : name + " " + std::to_string(row));
        return names;
    }

    static void write(Json& events, int process, const std::string& name, const std::vector<std::string>& rows,
                      std::vector<TraceEvent> all) {
        if (rows.empty()) return;
        events.append(metadata("process_name", process, 0, "name", name));
        events.append(metadata("process_sort_index", process, 0, "sort_index", process));
        for (std::size_t row = 0; row < rows.size(); ++row)
            events.append(metadata("thread_name", process, int(row) + 1, "name", rows[row]));
        // Ordered by time; an event that contains others comes first.
        std::ranges::stable_sort(all, {},
                                 [](const TraceEvent& event) { return std::pair(event.span.begin, -event.span.end); });
        for (const TraceEvent& event : all)
            events.append(jsonOf(event, process));
    }

    TraceSpan spanOf(double beginUs, double endUs) const {
        const auto ns = [this](double us) { return std::int64_t(std::llround((us - first_) * 1000)); };
        return {ns(beginUs), ns(endUs)};
    }

    std::string stageText(int stage) const {
        for (const StageReport& one : report_.stages)
            if (one.stackIndex == stage) return one.filter + " (" + one.variant + ")";
        return {};
    }

    Json argumentsOf(int stage, Json object) const {
        object.erase("name");
        object.erase("stage");
        if (stage < 0) return object;
        object["stage"] = stage + 1;
        object["filter"] = stageText(stage);
        return object;
    }

    std::vector<TraceEvent> host() const {
        std::vector<TraceEvent> all;
        const std::string title = "repeat " + std::to_string(timeline_.repeat + 1) + ", shown in detail";
        all.push_back({title, "run", 1, spanOf(0, timeline_.wallUs), fieldsJson(timeline_.parts())});
        for (const HostSlice& slice : timeline_.host)
            all.push_back({std::string(workName(slice.work)) + ": " + slice.name, "host", 1,
                           spanOf(slice.beginUs, slice.endUs), argumentsOf(slice.stage, fieldsJson(slice))});
        return all;
    }

    std::vector<TraceEvent> commands() const {
        std::vector<TraceEvent> all;
        Rows rows; // one row suffices for an in-order queue, but some drivers' timestamps overlap slightly
        for (const DeviceSlice& slice : timeline_.device) {
            const TraceSpan span = spanOf(slice.startedUs, slice.endedUs);
            all.push_back({slice.name, std::string(workName(slice.work)), rows.rowOf(span), span,
                           argumentsOf(slice.stage, fieldsJson(slice))});
        }
        return all;
    }

    std::vector<TraceEvent> waiting() const {
        std::vector<TraceEvent> all;
        Rows rows;
        for (const DeviceSlice& slice : timeline_.device) {
            const TraceSpan queued = spanOf(slice.queuedUs, slice.submittedUs);
            const TraceSpan submitted = spanOf(slice.submittedUs, slice.startedUs);
            const int row = rows.rowOf({queued.begin, submitted.end});
            const Json arguments = argumentsOf(slice.stage, Json::Object());
            all.push_back({slice.name + ": queued", "queued", row, queued, arguments});
            all.push_back({slice.name + ": submitted", "submitted", row, submitted, arguments});
        }
        return all;
    }

    const Report& report_;
    const Timeline& timeline_;
    double first_;
};
} // namespace

namespace {
constexpr int processesOfRun = 3;

/// The event as one of a run so many runs later in the trace.
Json shifted(Json event, int runs) {
    const int process = int(event["pid"].number()) + processesOfRun * runs;
    event["pid"] = process;
    if (Json& arguments = event["args"]; arguments.find("sort_index")) arguments["sort_index"] = process;
    return event;
}
} // namespace

Json Trace::eventsOf(const Report& report, const std::string& name) {
    Json events = Json::Array();
    if (!report.timeline.isEmpty()) RunTrace(report).writeTo(events, 1, name);
    return events;
}

void Trace::add(const Json& events) {
    if (events.size() == 0) return;
    for (const Json& event : events.elements())
        events_.append(shifted(event, runs_));
    ++runs_;
}

std::vector<Json> Trace::runsOf(const Json& trace) {
    std::vector<Json> runs;
    const Json* events = trace.find("traceEvents");
    int before = -1;
    for (const Json& event : events ? events->elements() : Json::Array()) {
        const Json* process = event.find("pid");
        const int run = process ? (int(process->number()) - 1) / processesOfRun : 0;
        if (std::exchange(before, run) != run) runs.emplace_back(Json::Array());
        runs.back().append(shifted(event, -run));
    }
    return runs;
}

Json Trace::json() const {
    Json object;
    object["traceEvents"] = events_;
    object["displayTimeUnit"] = "ns";
    return object;
}

} // namespace lightbench
