// Caches of what the host computed from images. A sweep over variants and workgroups checks many results against one
// CPU reference. The input's histogram stays the same while a stack is edited. The engine owns them, on its thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/image/histogram.h"
#include "core/run/verify.h"

namespace lightbench {

class ReferenceCache {
public:
    /// Returns the reference of one stage for this input on a device. `make` makes it if it is not known. The newest
    /// are kept, up to 1 GiB. With `retries`, a failed one is computed again, because the user may have fixed the
    /// cause.
    StageReference findOrCompute(const Image& input, const Filter& filter, const ParameterValues& parameters,
                                 const FilterCatalog& filters, int device, bool retries,
                                 const std::function<StageReference()>& make);

private:
    struct Entry {
        FilterCatalog filters; ///< the catalog with the filter
        std::string key;
        StageReference reference;
    };
    std::vector<Entry> entries_; ///< oldest first
};

/// The times of references, so that those of unchanged stages are not timed again.
class ReferenceTimes {
public:
    /// Fills in the times of a checked stage. `time` takes them if they are not known for as many repeats.
    void findOrTake(StageReport& report, const Image& input, const ParameterValues& bound, const FilterCatalog& filters,
                    int repeats, const std::function<void()>& time);

private:
    struct Entry {
        FilterCatalog filters; ///< the catalog with the filter
        std::string key;
        int repeats = 0; ///< that were asked for
        double ms = 0, spreadMs = 0;
        std::vector<double> timingsMs;
    };
    std::vector<Entry> entries_; ///< oldest first
};

/// Refers to images weakly, so that it keeps none alive.
class HistogramCache {
public:
    std::shared_ptr<const Histogram> findOrCompute(const ImagePtr& image);

private:
    std::vector<std::pair<std::weak_ptr<const Image>, std::shared_ptr<const Histogram>>> entries_;
};

struct EngineCaches {
    ReferenceCache references;
    ReferenceTimes referenceTimes;
    HistogramCache histograms;
};

} // namespace lightbench
