// What `run` is to do: the settings of the command line, and one job for each input with its output's place.
#pragma once

#include <QString>

#include <vector>

#include "app/cli_arguments.h"
#include "core/stack.h"

namespace lightbench {

struct Job {
    QString input;
    QString output;     ///< in a folder of several the suffix may still change, see fittingOutput
    QString difference; ///< empty for none
};

struct RunSettings {
    Stack stack;
    std::string device;
    bool verify = false, quiet = false, several = false;
    int repeat = 1, amplify = 1;
    QString report, histogram;              ///< files, empty for none
    QString outputFolder, differenceFolder; ///< to be made before the first job; empty for none
    bool fixedFormat = false;               ///< --format was given: no other suffix is taken
    std::vector<Job> jobs;
};

/// Reads and checks everything that can be checked without reading an image: the stack, ranges, that no file would be
/// written twice or over an input, that every place can be written to. Throws Error(Usage or Input).
RunSettings runSettings(const Arguments& arguments);
/// The job's output for a result of this shape: in a folder of several, .png or .npy where the input's own format
/// cannot hold it. Throws Error(Input) if it cannot be written.
QString fittingOutput(const RunSettings& settings, const Job& job, const ImageShape& result);
/// The text of --stack, or the file that it names.
Stack stackFrom(const std::string& textOrFile);

} // namespace lightbench
