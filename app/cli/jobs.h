// The settings of the command `run`, and one job for each input with its output paths. readRunOptions checks everything
// that can be checked before the first image is read. Other commands use stackFrom to read --stack.
#pragma once

#include <optional>
#include <vector>

#include "app/cli/files.h"
#include "core/framework/tuning_database.h"
#include "core/run/stack.h"
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
    bool verify = false, explain = false, quiet = false;
    std::optional<Point> probe{}; ///< the values of lb_probe are printed for it
    bool isBatch = false;         ///< several inputs, or a folder as the output
    int repeat = 1;
    bool measures = false;                ///< warms up and repeats; a batch does so only with --repeat
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

/// Reads and checks everything that needs no image: the stack, ranges, and that every path can be written. Names all
/// files in CommandContext::files, so that none is written twice or over an input. Throws Error(Usage or Input).
JobSettings readRunOptions(const Arguments& arguments, const CommandContext& context);
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
/// Parses the value of --stack: a stack, the name of a stack file, or the absolute path of a stream.
Stack stackFrom(const std::string& textOrFile, const CommandContext& context);

} // namespace lightbench
