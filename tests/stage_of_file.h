// Stages that name a file, as the lab writes them. The names of folders may hold anything.
#pragma once

#include "tests/built_in_stacks.h"

namespace lightbench {

/// The text of a stage: the file's name is in quotes where it needs them.
inline std::string stageOfFile(std::string_view filter, const std::string& parameter, const std::string& file) {
    Stage stage = makeStage(filter);
    stage.parameters.set(parameter, file);
    return stageText(stage);
}

} // namespace lightbench
