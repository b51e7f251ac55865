// Reads the words of a sampler.
#include "core/definition/sampler_line.h"

#include <algorithm>

#include "core/base/text.h"

namespace lightbench {

std::pair<std::string, SamplerArgument> samplerOf(const Annotation& line, const std::string& file) {
    const std::size_t equals = std::min(line.head.find('='), line.head.size());
    std::pair<std::string, SamplerArgument> result;
    result.first = trimmed(line.head.substr(0, equals));
    SamplerArgument& sampler = result.second;
    const std::string_view words = std::string_view(line.head).substr(std::min(equals + 1, line.head.size()));
    for (const std::string_view piece : split(words, ",")) {
        const std::string_view word = trimmed(piece);
        if (word == "linear" || word == "nearest")
            sampler.isLinear = word == "linear";
        else if (word == "normalized")
            sampler.isNormalized = true;
        else if (word == "clamp to edge")
            sampler.outside = SamplerArgument::ClampToEdge;
        else if (word == "clamp")
            sampler.outside = SamplerArgument::Clamp;
        else if (word == "repeat")
            sampler.outside = SamplerArgument::Repeat;
        else if (word == "mirrored repeat")
            sampler.outside = SamplerArgument::MirroredRepeat;
        else
            failInFile(file, line.line,
                       "\"" + shownText(word) +
                           "\" is no word of a sampler; write //@ sampler: NAME = and some of nearest, linear, clamp "
                           "to edge, clamp, repeat, mirrored repeat and normalized");
    }
    const bool repeats =
        sampler.outside == SamplerArgument::Repeat || sampler.outside == SamplerArgument::MirroredRepeat;
    if (repeats && !sampler.isNormalized)
        failInFile(file, line.line, "a sampler that repeats needs normalized, and coordinates of 0 to 1 in the kernel");
    return result;
}

} // namespace lightbench
