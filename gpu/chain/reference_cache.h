// References that were computed already: a sweep over variants and workgroups checks many results against one
// reference.
#pragma once

#include <string>
#include <vector>

#include "core/run/verify.h"

namespace lightbench {

class ReferenceCache {
public:
    /// The reference of one stage on this input; the newest are kept, up to 1 GiB. Obeys the current CancelScope.
    const StageReference& of(const Image& input, const Filter& filter, const ParameterValues& parameters);

private:
    struct Entry {
        std::string key;
        StageReference reference;
    };
    std::vector<Entry> entries_; ///< oldest first
};

} // namespace lightbench
