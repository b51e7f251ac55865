// Finds a command by its name, for every program that has commands.
#include "app/terminal/commands.h"

#include "core/base/text.h"

namespace lightbench {

const ProgramCommand& commandNamed(const std::string& name, const std::vector<ProgramCommand>& commands) {
    std::vector<std::string> names;
    for (const ProgramCommand& command : commands) {
        if (command.spec.name == name) return command;
        names.push_back(command.spec.name);
    }
    throw Error(ErrorKind::Usage,
                "there is no command \"" + shownText(name) + "\"; " + suggestion(name, names, "commands"));
}

} // namespace lightbench
