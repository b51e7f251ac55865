// What `run` is to do: the settings of the command line, and one job for each input with its output's place.
#pragma once

#include <vector>

#include "app/cli/files.h"
#include "core/filter/tuned_choices.h"
#include "core/run/stack.h"
#include "core/shards/shard.h"

namespace lightbench {

struct Job {
    std::string input;
    std::string output;     ///< in a folder of several the suffix may still change, see fittingOutput
    std::string format;     ///< a suffix; empty: that of the output, or for a stream the input's
    std::string difference; ///< empty for none
};

struct JobSettings {
    Stack stack;
    std::string device;
    TuningMemoryPtr tuning;
    bool verify = false, explain = false, quiet = false, several = false;
    int repeat = 1;
    int inFlight = 0;                     ///< images at a time; 0: as many as processors and memory allow
    int amplify = 0;                      ///< 0: as the largest difference needs it
    std::string report, histogram, trace; ///< files, empty for none
    std::string journal;                  ///< likewise
    Shard shard;
    std::string outputFolder, differenceFolder; ///< to be made before the first job; empty for none
    LargeImages large = LargeImages::Refuse;
    EncodeOptions encoding;   ///< of the results; what else their files hold comes from the inputs
    bool fixedFormat = false; ///< --format was given: no other suffix is taken
    std::vector<Job> jobs;
};

/// Reads and checks everything that can be checked without reading an image: the stack, ranges, that no file would be
/// written twice or over an input, that every place can be written to. Throws Error(Usage or Input).
JobSettings runSettings(const Arguments& arguments);
/// Where a result goes; an empty format is that of the name.
struct Destination {
    std::string path, format;
};
/// The job's output for a result of this shape: in a folder of several, and in a stream that names no format, .png or
/// .npy where the input's own format cannot hold it. Throws Error(Input) if it cannot be written.
Destination fittingOutput(const JobSettings& settings, const Job& job, const ImageShape& result,
                          const std::string& inputFormat);
/// The format of a difference picture: PNG for a stream whose name says none, else empty.
std::string differenceFormat(const std::string& path);
/// The text of --stack, or the file that it names, or the stream that an absolute path names.
Stack stackFrom(const std::string& textOrFile);

} // namespace lightbench
