// References that were computed already: a sweep over variants and workgroups checks many results against one
// reference.
#pragma once

#include <string>
#include <vector>

#include "core/run/report.h"

namespace lightbench {

struct KnownReference {
    ImagePtr image;                   ///< null for an analysis
    std::vector<std::uint32_t> words; ///< of an analysis
    double ms = 0;                    ///< what computing it took
};

class ReferenceCache {
public:
    /// The reference of one stage on this input; the newest are kept, up to 1 GiB. Obeys the current CancelScope.
    const KnownReference& of(const Image& input, const Filter& filter, const ParameterValues& parameters);

private:
    struct Entry {
        std::string key;
        KnownReference reference;
    };
    std::vector<Entry> entries_; ///< oldest first
};

} // namespace lightbench
