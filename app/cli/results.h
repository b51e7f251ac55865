// The files beside the image that `run` writes: histograms as CSV, reports, traces, difference pictures.
#pragma once

#include <QString>

#include <span>

#include "app/cli/jobs.h"
#include "core/compare/stage_explanation.h"
#include "core/run/report_json.h"
#include "core/run/trace.h"

namespace lightbench {

/// Collects what the jobs found and writes it at the end: one file each for all jobs.
class JobResults {
public:
    explicit JobResults(const JobSettings& settings) : settings_(settings) {}
    /// `explanations` go to the stages that they are of.
    void add(const Report& report, std::span<const StageExplanation> explanations, const QString& input,
             const QString& output);
    void addFailure(const QString& input, const QString& why);
    /// Writes --report, --histogram and --trace, if anything succeeded.
    void write(const Console& console) const;

private:
    void writeReport(const Console& console) const;
    void writeHistograms(const Console& console) const;
    const JobSettings& settings_;
    Json reports_ = Json::Array(), failed_ = Json::Array();
    QByteArray histograms_;
    Trace trace_;
    bool succeeded_ = false;
};

/// The report with the histograms of its input and output, counted now.
ReportPtr withHistograms(const Report& report);
/// Rows "channel,bin,input,output", without a heading; a channel that one side lacks has an empty field there. `prefix`
/// comes before every row.
QByteArray histogramRows(const Report& report, const QByteArray& prefix = {});
/// |result - reference| of the whole chain, times amplify; 0: as much as the largest difference allows. Returns a line
/// that says what the picture shows.
std::string saveDifference(const Report& report, const QString& path, int amplify);

} // namespace lightbench
