// The words of the command line: what a command declares, what the user gave, and the help made from the declaration.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lightbench {

struct OptionSpec {
    std::string name;     ///< long name without dashes
    char letter = 0;      ///< short name, 0 for none
    std::string argument; ///< such as "FILE.json"; empty for a switch
    std::string doc;
    /// May be given again, and with several values: those after the first that hold a `=` if it does, or none if not.
    bool several = false;
};

struct CommandSpec {
    std::string name;
    std::string positionals; ///< as in the usage line, such as "IN... -o OUT"
    std::string summary;     ///< one line
    std::string details;     ///< paragraphs below the options: rules, then examples
    std::vector<OptionSpec> options;
    int least = 0, most = 0; ///< number of positionals; most -1: any
};

/// What was given. Only declared options are in it.
class Arguments {
public:
    std::vector<std::string> positionals;
    bool has(const std::string& name) const { return values_.contains(name); }
    /// The last one; empty if it was not given.
    std::string value(const std::string& name) const;
    std::vector<std::string> values(const std::string& name) const;
    void add(const std::string& name, std::string value) { values_[name].push_back(std::move(value)); }

private:
    std::map<std::string, std::vector<std::string>> values_;
};

/// What messages and help call the program: "lightbench-cli" unless main says otherwise.
const std::string& programName();
void setProgramName(const std::string& name);

/// The options that every command has: help, verbose.
const std::vector<OptionSpec>& commonOptions();
/// --device, for commands that run on one; Console::device takes its value.
OptionSpec deviceOption();
/// The same, for commands that can use every device at once; Console::devicesNamed takes its value.
OptionSpec devicesOption();
/// Reads `--name value`, `--name=value`, `-o value`, `-ovalue` and switches, in any order; `--` ends the options.
/// Throws Error(Usage) that names the command and the nearest option.
Arguments parseArguments(const CommandSpec& command, const std::vector<std::string>& words);
/// A whole number in a range. Throws Error(Usage) that names the option and the range.
int wholeNumber(const Arguments& arguments, const std::string& option, int least, int most, int initial);
std::string helpText(const CommandSpec& command);
std::string helpText(const std::vector<CommandSpec>& commands);

} // namespace lightbench
