// Command-line syntax: what a command declares, what the user typed, and the help generated from the declaration. Every
// command of the command line uses it, and so does the lab. Wrong input throws Error(Usage).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lightbench {

struct OptionSpec {
    std::string name;     ///< long name without dashes
    char letter = 0;      ///< short name, 0 for none
    std::string argument; ///< placeholder in the help, such as "FILE.json"; empty for a switch
    std::string doc;
    /// May be repeated and may take several values. If the first value holds a `=`, the following words that hold one
    /// are values too; else the following words without one are.
    bool several = false;
    bool repeats = false; ///< may be repeated, each time with one value
    /// Its name in earlier versions, which still reads. Empty: it was always called so.
    std::string formerName{};
};

/// The options of every command: help and verbose.
const std::vector<OptionSpec>& commonOptions();

struct CommandSpec {
    std::string name{};        ///< empty for a program that has one command only
    std::string positionals{}; ///< as in the usage line, such as "IN... -o OUT"
    std::string summary{};     ///< one line
    std::string details{};     ///< paragraphs below the options: rules, then examples
    std::vector<OptionSpec> options{};
    std::vector<std::vector<OptionSpec>> shared{};    ///< groups that other commands have, too; listed after its own
    int minimum = 0, maximum = 0;                     ///< number of positionals; maximum -1: any
    std::string formerName{};                         ///< as in OptionSpec
    std::vector<OptionSpec> common = commonOptions(); ///< listed at last

    std::vector<OptionSpec> allOptions() const;
    bool hasOption(const std::string& option) const;
};

/// What the user typed. Only declared options are in it.
class Arguments {
public:
    std::vector<std::string> positionals;
    /// One sentence for each option that was given by its former name.
    std::vector<std::string> renamed;
    bool has(const std::string& name) const { return values_.contains(name); }
    /// The last value; without the option, `initial`.
    std::string value(const std::string& name, const std::string& initial = {}) const;
    std::vector<std::string> values(const std::string& name) const;
    /// Throws Error(Usage) if both options were given.
    void refuseTogether(const std::string& a, const std::string& b) const;
    void add(const std::string& name, std::string value) { values_[name].push_back(std::move(value)); }

private:
    std::map<std::string, std::vector<std::string>> values_;
};

/// The program's name in messages and help: "lightbench-cli" unless main sets another.
const std::string& programName();
void setProgramName(const std::string& name);

/// --device, for commands that run on one device; pass its value to CommandContext::device.
OptionSpec deviceOption();
/// --device, for commands that can use several devices at once; pass its value to CommandContext::devicesNamed.
OptionSpec devicesOption();
/// Reads `--name value`, `--name=value`, `-o value`, `-ovalue` and switches, in any order; `--` ends the options.
/// Throws Error(Usage) that names the command and the nearest option.
Arguments parseArguments(const CommandSpec& command, const std::vector<std::string>& words);
/// An option's whole number. Throws Error(Usage) that names the option and the range.
int wholeNumber(const Arguments& arguments, const std::string& option, int minimum, int maximum, int initial);
std::string helpText(const CommandSpec& command);
std::string helpText(const std::vector<CommandSpec>& commands);

} // namespace lightbench
