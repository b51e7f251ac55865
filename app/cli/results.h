// Files that `run` writes beside the result images. Reports, histograms and traces are one file each for all jobs,
// written at the end. A resumed batch takes the parts of images that it keeps from them. Each job's difference image is
// written at once.
#pragma once

#include <span>

#include "app/cli/jobs.h"
#include "core/run/report_json.h"
#include "core/run/stage_explanation.h"
#include "core/run/trace.h"

namespace lightbench {

/// What these files hold of one image; null or empty for what is not written.
struct ImageParts {
    Json report;
    std::string histogram; ///< rows without the heading
    Json trace;            ///< Trace::eventsOf
};

/// Collects the reports, histograms and traces of all jobs, and writes one file of each kind at the end.
class ResultFiles {
public:
    /// `settings` must outlive this object.
    explicit ResultFiles(const JobSettings& settings) : settings_(settings) {}
    /// The parts of a result. Each explanation is added to the stage that it explains.
    ImageParts partsOf(const Report& report, std::span<const StageExplanation> explanations, const std::string& input,
                       const std::string& output) const;
    void add(const ImageParts& parts);
    void addFailure(const std::string& input, const std::string& why);
    /// Writes --report, --histogram and --trace. If nothing succeeded, only a batch writes a report, of its failures.
    /// With `evenIfStopped` Ctrl-C does not keep it from writing.
    void write(const CommandContext& context, bool evenIfStopped = false) const;

private:
    const JobSettings& settings_;
    Json reports_ = Json::Array(), failed_ = Json::Array();
    std::string histograms_;
    Trace trace_;
    bool succeeded_ = false;
};

/// Returns the report with histograms of its input and output, which are counted in this call.
ReportPtr withHistograms(const Report& report);
/// Returns rows "channel,bin,input,output" without a heading. A field is empty if that image lacks the channel.
/// `prefix` is put before every row.
std::string histogramRows(const Report& report, const std::string& prefix = {});
/// Saves |result - reference| of the whole stack, multiplied by `amplify`. 0 chooses the factor from the largest
/// difference. Returns a line that describes the image.
std::string saveDifference(const Report& report, const std::string& path, int amplify);

} // namespace lightbench
