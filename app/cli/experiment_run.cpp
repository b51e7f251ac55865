// Steps through experiments, one thread per part, and prints each finished point.
#include "app/cli/experiment_run.h"

#include <algorithm>

#include "app/cli/measuring_options.h"
#include "app/cli/run_parallel.h"
#include "app/terminal/build_info.h"
#include "app/terminal/progress.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/device/device_choice.h"
#include "core/experiment/experiment_report.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
/// How fast each point went through its image.
std::string imageRatesText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].hasTime())
            text += points[i].axes + ", " + rows[i].image + ": " +
                    threeDigits(double(points[i].size.area() * points[i].format.bytesPerPixel()) /
                                rows[i].spanUs.median / 1000) +
                    " GB/s of the image\n";
    return text;
}
} // namespace

/// Divides points into parts: devices that share nothing are measured at the same time, each with its own engine,
/// before the others.
ExperimentRun::ExperimentRun(std::vector<ExperimentPoint> points, const ExperimentSettings& settings,
                             const Arguments& arguments, CommandContext& context)
    : points_(std::move(points)), settings_(settings), context_(context), quiet_(printsNothing(arguments)),
      journalName_(arguments.value("journal")), journal_(journalName_, context.writeScope()),
      reportName_(arguments.value("report")) {
    std::vector<DeviceInfo> alone;
    for (const int number : devicesOf(points_))
        for (const DeviceInfo& info : context.devices().devices)
            if (info.index == number && std::ranges::all_of(points_, &ExperimentPoint::racesWithinDevice))
                alone.push_back(info);
    if (const auto groups = measurableAtOnce(alone); !groups.empty() && groups.front().size() > 1)
        atOnce_ = groups.front();
    std::vector<int> others;
    for (const int number : devicesOf(points_))
        if (std::ranges::find(atOnce_, number) == atOnce_.end()) others.push_back(number);
    rows_.resize(points_.size());
    for (const int number : atOnce_)
        addPart({number}, true);
    if (!others.empty()) addPart(others, false);
}

void ExperimentRun::addPart(const std::vector<int>& devices, bool isAtOnce) {
    Part part;
    std::vector<ExperimentPoint> own;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (std::ranges::find(devices, points_[i].device) == devices.end()) continue;
        part.places.push_back(i);
        own.push_back(points_[i]);
    }
    if (isAtOnce) part.own = context_.newEngine();
    part.experiment =
        std::make_unique<Experiment>(std::move(own), settings_, part.own ? *part.own : context_.engine(), journal_);
    copyRows(part);
    parts_.push_back(std::move(part));
}

ExperimentRun::Part& ExperimentRun::partOf(int device) {
    return *std::ranges::find_if(parts_, [&](const Part& part) {
        const std::vector<int> devices = devicesOf(part.experiment->points());
        return std::ranges::find(devices, device) != devices.end();
    });
}

void ExperimentRun::copyRows(const Part& part) {
    for (std::size_t i = 0; i < part.places.size(); ++i)
        rows_[part.places[i]] = part.experiment->rows()[i];
}

std::string ExperimentRun::atOnceText() const {
    std::vector<std::string> numbers;
    for (const int number : atOnce_)
        numbers.push_back(std::to_string(number));
    return "devices " + joinWords(numbers, "and") +
           " are measured at the same time, so they share the host's processor";
}

void ExperimentRun::reportDevices() {
    const std::vector<int> numbers = devicesOf(points_);
    Json::Array all;
    for (int number : numbers) {
        PointMeasurer& measurer = partOf(number).experiment->measurer();
        const DeviceInfo& info = measurer.device(number);
        if (!quiet_)
            print((numbers.size() > 1 ? std::to_string(number) + " " : "") + info.name + ", " + info.platform +
                  ", driver " + info.driver + "\n");
        const PeakRates& peakRates = measurer.peakRates(number);
        if (!quiet_ && peakRates.bytes > 0) print(peakRatesText(peakRates));
        all.push_back(deviceJson(info, peakRates));
    }
    if (!quiet_ && !atOnce_.empty()) print(atOnceText() + "\n");
    PointMeasurer& first = partOf(numbers.front()).experiment->measurer();
    head["device"] = all.front();
    head["devices"] = Json::lines(all);
    head["driver"] = first.device(numbers.front()).driver;
    head["peak_rates"] = peakRatesJson(first.peakRates(numbers.front()));
    head["program"] = programVersion();
    head["commit"] = programCommit();
}

void ExperimentRun::warnOfOtherRows() const {
    for (const Part& part : parts_)
        if (const std::string otherRows = part.experiment->otherRowsText(); !otherRows.empty())
            context_.warn(shownPath(journalName_) + ": " + otherRows + "; they stay in the file and are not used");
}

void ExperimentRun::measureSweep(const Sweep& sweep) {
    const std::string stack = stackLine(sweep.base.stack, sweep.base.filters);
    reportDevices();
    if (!quiet_) print(stack + "\n");
    head["stack"] = stack;
    head["axes"] = axesJson(sweep.axes);
    head["test"] = raceSettingsJson(settings_.race);
    sweep_ = &sweep;
    measureAll();
    if (!quiet_) print(settings_.race ? rankingText(sweep.points, rows_) : imageRatesText(sweep.points, rows_));
}

void ExperimentRun::measureAll() {
    warnOfOtherRows();
    ProgressLine progress(!quiet_);
    const RowTable table(points_);
    if (!quiet_) print(table.heading());
    for (Part& part : parts_)
        reportFinished(part, progress, table); // points that the journal contains
    std::vector<std::function<void()>> works;
    for (Part& part : parts_)
        if (part.own) works.emplace_back([&] { measure(part, progress, table); });
    runParallel(works);
    if (!parts_.back().own) measure(parts_.back(), progress, table);
    writeReport(rows_);
}

/// Measures one part. Parts with their own engine run on a thread of their own.
void ExperimentRun::measure(Part& part, ProgressLine& progress, const RowTable& table) {
    stepThrough(*part.experiment, "", progress, mutex_, context_, [&] {
        reportFinished(part, progress, table);
        if (part.own || !isReportDue()) return; // others' races must not be read while they change
        copyRows(part);
        writeReport(rows_);
    });
}

void ExperimentRun::reportFinished(Part& part, ProgressLine& progress, const RowTable& table) {
    const std::vector<std::size_t> finished = part.experiment->newlyFinished();
    if (finished.empty()) return;
    progress.clear();
    copyRows(part);
    for (const std::size_t i : finished)
        if (!quiet_) print(table.line(points_[part.places[i]], rows_[part.places[i]]));
}

/// A stream cannot be rewritten, so it waits for the end.
bool ExperimentRun::isReportDue() const {
    return !reportName_.empty() && std::chrono::steady_clock::now() - reported_ > std::chrono::seconds(1) &&
           !isStream(reportName_);
}

void ExperimentRun::writeReport(const std::vector<PointRow>& rows) {
    if (reportName_.empty()) return;
    Json report = head;
    if (sweep_) {
        Json::Array races, warnings;
        if (!atOnce_.empty())
            warnings.push_back(Json::Object{{"of", "all"}, {"kind", "at once"}, {"text", atOnceText()}});
        for (const Part& part : parts_) {
            addRaces(races, *part.experiment);
            addWarnings(warnings, *part.experiment);
        }
        report["points"] = pointsJson(*sweep_, rows);
        report["races"] = Json::lines(std::move(races));
        report["warnings"] = warnings;
    }
    if (against) report["against"] = against(rows);
    Json::Array all;
    for (const PointRow& row : rows)
        if (row.isSettled()) all.push_back(rowJson(row));
    report["rows"] = Json::lines(std::move(all));
    context_.uninterrupted([&] { writeWhole(reportName_, report.text(JsonForm::OneLine)); });
    reported_ = std::chrono::steady_clock::now();
}

int conclude(const std::vector<PointRow>& rows, const CommandContext& context) {
    const auto reportFailure = [&](const std::string& line) { context.printError(Error(ErrorKind::Device, line)); };
    if (!rows.empty() && std::ranges::none_of(rows, &PointRow::hasTime)) {
        reportFailure(rows.size() == 1 ? "it could not be measured: " + rows.front().reason
                                       : "none of " + std::to_string(rows.size()) +
                                             " points could be measured; the first: " + rows.front().reason);
        return DeviceFailed;
    }
    const auto first = std::ranges::find_if(rows, &PointRow::differs);
    if (first == rows.end()) return Success;
    reportFailure(std::to_string(std::ranges::count_if(rows, &PointRow::differs)) + " of " +
                  std::to_string(rows.size()) + " results are wrong; the first: " + first->stack +
                  "; run --verify says how");
    return Differs;
}

} // namespace lightbench
