// Maps statuses to their names in rows, and back.
#include "core/experiment/point_status.h"

namespace lightbench {

std::string statusName(PointStatus status) {
    switch (status) {
    case PointStatus::Winner: return "winner";
    case PointStatus::Tie: return "tie";
    case PointStatus::Slower: return "slower";
    case PointStatus::Dropped: return "dropped";
    case PointStatus::NotRaced: return "not raced";
    case PointStatus::NotRun: break;
    }
    return "not run";
}

std::optional<PointStatus> statusNamed(std::string_view name) {
    for (const PointStatus status : {PointStatus::NotRun, PointStatus::Winner, PointStatus::Tie, PointStatus::Slower,
                                     PointStatus::Dropped, PointStatus::NotRaced})
        if (statusName(status) == name) return status;
    return std::nullopt;
}

} // namespace lightbench
