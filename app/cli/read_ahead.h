// Images that are read before their turn, while something else is waited for.
#pragma once

#include <future>
#include <vector>

#include "app/cli/files.h"
#include "app/cli/jobs.h"

namespace lightbench {

class ReadAhead {
public:
    explicit ReadAhead(const Console& console) : console_(console) {}
    /// Begins to read the first `count` inputs, each on a thread of its own; streams are read when they are wanted.
    void begin(const JobSettings& settings, std::size_t count);
    /// The input of job i, read now if it was not begun. Gives and throws what readInput does.
    LoadedImage take(const JobSettings& settings, std::size_t i);

private:
    const Console& console_;
    std::vector<std::future<LoadedImage>> begun_; ///< of the first jobs; not valid once taken
};

} // namespace lightbench
