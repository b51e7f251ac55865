// Keeps errors and warnings of a file until the file is taken, so that they are reported in order.
#include "app/cli/read_ahead.h"

#include <algorithm>

#include "core/base/input_file.h"

namespace lightbench {

void ReadAhead::begin(const JobSettings& settings, std::size_t count) {
    begun_.resize(std::min(count, settings.jobs.size()));
    for (std::size_t i = 0; i < begun_.size(); ++i) {
        const std::string& path = settings.jobs[i].input;
        if (isInputStream(path)) continue;
        begun_[i] = std::async(std::launch::async, [this, path, large = settings.largeImages] {
            return readQuietly(path, large, context_);
        });
    }
}

LoadedImage ReadAhead::take(const JobSettings& settings, std::size_t i) {
    if (i >= begun_.size() || !begun_[i].valid())
        return readInput(settings.jobs[i].input, settings.largeImages, context_);
    return inputWithWarnings([this, i] { return begun_[i].get(); }, context_);
}

} // namespace lightbench
