// The files beside the image that `run` writes: histograms as CSV, reports, traces, difference pictures.
#pragma once

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
    void add(const Report& report, std::span<const StageExplanation> explanations, const std::string& input,
             const std::string& output);
    void addFailure(const std::string& input, const std::string& why);
    /// Writes --report, --histogram and --trace, if anything succeeded.
    void write(const Console& console) const;

private:
    void writeReport(const Console& console) const;
    void writeHistograms(const Console& console) const;
    const JobSettings& settings_;
    Json reports_ = Json::Array(), failed_ = Json::Array();
    std::string histograms_;
    Trace trace_;
    bool succeeded_ = false;
};

/// Rows "channel,bin,input,output", without a heading; a channel that one side lacks has an empty field there. `prefix`
/// comes before every row.
std::string histogramRows(const Report& report, const std::string& prefix = {});
/// |result - reference| of the whole chain, times amplify; 0: as much as the largest difference allows. Returns a line
/// that says what the picture shows.
std::string saveDifference(const Report& report, const std::string& path, int amplify);

} // namespace lightbench
