// Follows the XDG Base Directory Specification.
#include "app/worker/tuning_path.h"

#include "core/base/user_files.h"

namespace lightbench {

std::string tuningPath(const std::string& wanted) {
    return userFile(UserFolder::Data, "tuning.csv", "LIGHTBENCH_TUNING", wanted);
}

} // namespace lightbench
