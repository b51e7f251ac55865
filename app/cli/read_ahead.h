// Reads the first images of a batch early, while Lightbench still waits for something else, such as the device list.
// The command `run` uses it. Each image is read on its own thread.
#pragma once

#include <future>
#include <vector>

#include "app/cli/files.h"
#include "app/cli/jobs.h"

namespace lightbench {

class ReadAhead {
public:
    explicit ReadAhead(const CommandContext& context) : context_(context) {}
    /// Starts reading the first `count` inputs, each on its own thread. Streams are read only when they are needed.
    void begin(const JobSettings& settings, std::size_t count);
    /// Returns the input of job `i`, and reads it now if reading was not started. Returns and throws what readInput
    /// does.
    LoadedImage take(const JobSettings& settings, std::size_t i);

private:
    const CommandContext& context_;
    std::vector<std::future<LoadedImage>> begun_; ///< one for each of the first jobs; not valid once taken
};

} // namespace lightbench
