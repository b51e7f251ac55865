// Walks an experiment, and tells of each point.
#include "app/bench/experiment_run.h"

#include <algorithm>

#include "app/bench/table.h"
#include "app/bench/text.h"
#include "app/terminal/build_info.h"
#include "app/terminal/progress.h"
#include "core/base/output_files.h"
#include "core/base/text.h"
#include "core/experiment/experiment_report.h"

namespace lightbench {

namespace {
const std::string& oneOf(const std::string& journal, const std::string& report) {
    refuseOneFileTwice({journal, report});
    return journal;
}
} // namespace

ExperimentFiles::ExperimentFiles(const std::string& journalFile, const std::string& reportFile)
    : journalName(oneOf(journalFile, reportFile)), journal(journalName), report(reportFile) {}

ExperimentRun::ExperimentRun(std::vector<ExperimentPoint> points, const ExperimentSettings& settings,
                             ExperimentFiles& files, Console& console, bool quiet)
    : experiment_(std::move(points), settings, console.engine(), files.journal), files_(files), console_(console),
      quiet_(quiet) {}

void ExperimentRun::tellDevices() {
    PointMeasurer& measurer = experiment_.measurer();
    const std::vector<int> numbers = devicesOf(experiment_.points());
    Json::Array all;
    for (int number : numbers) {
        const DeviceInfo& info = measurer.device(number);
        if (!quiet_)
            print((numbers.size() > 1 ? std::to_string(number) + " " : "") + info.name + ", " + info.platform +
                  ", driver " + info.driver + "\n");
        const Ceilings& ceilings = measurer.ceilings(number);
        if (!quiet_ && ceilings.bytes > 0) print(ceilingsText(ceilings));
        all.push_back(deviceJson(info, ceilings));
    }
    files_.report.setHead("device", all.front());
    files_.report.setHead("devices", Json::lines(all));
    files_.report.setHead("driver", measurer.device(numbers.front()).driver);
    files_.report.setHead("ceilings", ceilingsJson(measurer.ceilings(numbers.front())));
    files_.report.setHead("program", programVersion());
    files_.report.setHead("commit", programCommit());
}

void ExperimentRun::warnOfStrangers() const {
    const std::string strangers = experiment_.strangersText();
    if (!strangers.empty()) console_.warn(shownPath(files_.journalName) + ": " + strangers + "; they stay, unused");
}

void ExperimentRun::measureAll() {
    warnOfStrangers();
    ProgressLine progress(!quiet_);
    const RowTable table(experiment_.points());
    if (!quiet_) print(table.heading());
    const auto printFinished = [&] {
        const std::vector<std::size_t> finished = experiment_.takeFinished();
        if (!finished.empty()) progress.clear();
        for (const std::size_t i : finished)
            if (!quiet_) print(table.line(experiment_.points()[i], rows()[i]));
    };
    printFinished(); // what the journal has whole
    while (!experiment_.isDone()) {
        progress.show({-1, experiment_.activity(), experiment_.fraction()});
        try {
            console_.checkStopped();
            step();
        } catch (...) {
            writeRows(); // what was measured is not lost
            throw;
        }
        if (experiment_.isDone() || isDue()) writeRows();
        printFinished();
    }
    console_.writing([&] { files_.report.write(rows()); });
}

void ExperimentRun::step() {
    const QuietStderr silence(!console_.verbose);
    experiment_.step();
}

/// A journal of many rows is written as a whole, and races change many rows a second.
bool ExperimentRun::isDue() const { return std::chrono::steady_clock::now() - written_ > std::chrono::seconds(1); }

void ExperimentRun::writeRows() {
    std::vector<PointRow> changed;
    for (const std::size_t i : experiment_.takeChanged())
        if (!rows()[i].kept) changed.push_back(rows()[i]);
    console_.writing([&] {
        files_.journal.add(changed);
        files_.report.writeWhenDue(rows());
    });
    written_ = std::chrono::steady_clock::now();
}

int conclude(const std::vector<PointRow>& rows, const Console& console) {
    const auto tell = [&](const std::string& line) { console.report(Error(ErrorKind::Device, line)); };
    if (!rows.empty() && std::ranges::none_of(rows, &PointRow::hasTime)) {
        tell(rows.size() == 1 ? "it could not be measured: " + rows.front().reason
                              : "not one of " + std::to_string(rows.size()) +
                                    " points could be measured; the first: " + rows.front().reason);
        return DeviceFailed;
    }
    const auto first = std::ranges::find_if(rows, &PointRow::differs);
    if (first == rows.end()) return Done;
    tell(std::to_string(std::ranges::count_if(rows, &PointRow::differs)) + " of " + std::to_string(rows.size()) +
         " results differ from their references; the first: " + first->stack);
    return Differs;
}

} // namespace lightbench
