// The settings of the command `run`, and one job for each input with its output paths. app/cli/run.cpp reads the
// settings, and runJobs (app/cli/batch.cpp) runs the jobs.
#pragma once

#include <vector>

#include "app/cli/files.h"
#include "core/run/engine.h"
#include "core/shards/shard.h"

namespace lightbench {

struct Job {
    std::string input;
    std::string output;     ///< in a batch, fittingOutput may still change the suffix
    std::string format;     ///< a suffix; empty: the output's suffix, or the input's for a stream
    std::string difference; ///< empty for none
};

struct JobSettings {
    Stack stack;
    FilterCatalog filters; ///< the catalog that the stack refers to
    std::string device;
    TuningDatabasePtr tuning;
    RunOptions run; ///< of each image; a batch warms up only with --repeat
    bool explain = false, quiet = false;
    bool isBatch = false;                 ///< several inputs, or a folder as the output
    int parallelImages = 0;               ///< images in progress at once; 0: as many as processors and memory allow
    int amplify = 0;                      ///< 0: chosen from the largest difference
    std::string report, histogram, trace; ///< files; empty for none
    std::string journal;                  ///< a file; empty for none
    Shard shard;
    std::string outputFolder, differenceFolder; ///< created before the first job; empty for none
    LargeImages largeImages = LargeImages::Refuse;
    EncodeOptions encoding;   ///< for the results; metadata comes from the inputs
    bool fixedFormat = false; ///< --format was given: the suffix is never changed
    std::vector<Job> jobs;
};

/// Adds a job for each input of the shard. Names their files in `files`, so that none is written twice or over an
/// input. Throws Error(Usage or Input), also for a file that cannot be written.
void addJobs(JobSettings& settings, const Arguments& arguments, FileClaims& files);
/// Runs each input through the stack on a device, several at a time. A failed file is reported and the others continue.
/// Messages and reports follow the order of the jobs. Returns the exit code. With a single input its Error is thrown
/// instead.
int runJobs(const JobSettings& settings, CommandContext& context);
/// Where a result goes. An empty format means that the name decides.
struct Destination {
    std::string path, format;
};
/// The job's output path and format for a result of this shape. If the user fixed neither, and the format of the input
/// cannot hold the result, .png or .npy replaces it. Throws Error(Input) if it cannot be written.
Destination fittingOutput(const JobSettings& settings, const Job& job, const ImageShape& result,
                          const std::string& inputFormat);
/// The format of a difference picture: PNG for a stream whose name gives none, else empty.
std::string differenceFormat(const std::string& path);

} // namespace lightbench
