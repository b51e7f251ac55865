// Reads the command line with CLI11, and writes the help.
#include "app/terminal/arguments.h"

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "app/terminal/table.h"
#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
[[noreturn]] void failUsage(const CommandSpec& command, const std::string& message) {
    throw Error(ErrorKind::Usage, (command.name.empty() ? "" : command.name + ": ") + message);
}

[[noreturn]] void refuseUnknown(const CommandSpec& command, const std::string& word) {
    std::vector<std::string> names;
    for (const OptionSpec& option : command.allOptions())
        names.push_back("--" + option.name);
    const std::string name = word.substr(0, word.find('='));
    failUsage(command, "there is no option " + shownText(name) + "; " + suggestion(name, names, "options"));
}

[[noreturn]] void refuseMissingValue(const CommandSpec& command, const OptionSpec& option) {
    failUsage(command, "--" + option.name + " needs a value: --" + option.name + " " + option.argument);
}

void refuseFile(const CommandSpec& command, const std::string& word) {
    std::error_code problem;
    if (std::filesystem::exists(word, problem))
        failUsage(command, shownText(word) + " is read as an option; write ./" + shownText(word) + " for the file");
}

void addOption(CLI::App& app, const OptionSpec& option, const std::string& names) {
    if (option.argument.empty()) return void(app.add_flag(names));
    CLI::Option* added = app.add_option(names)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    added->expected(1, option.several ? CLI::detail::expected_max_vector_size : 1)->allow_extra_args(option.several);
    added->inject_separator(option.several);
}

/// CLI11 would read `--name=` as `--name` and the next word as its value. Here the empty value becomes that word.
std::vector<std::string> withEmptyValues(const CLI::App& app, const std::vector<std::string>& words) {
    std::vector<std::string> result;
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (*word == "--") return result.insert(result.end(), word, words.end()), result;
        const CLI::Option* option =
            word->ends_with('=') ? app.get_option_no_throw(word->substr(0, word->size() - 1)) : nullptr;
        if (option && option->get_items_expected_max() > 0)
            result.insert(result.end(), {word->substr(0, word->size() - 1), ""});
        else
            result.push_back(*word);
    }
    return result;
}

/// Of the words that CLI11 took for values of an option that may have several, an empty one stands between two uses.
/// After `--axis k=all` words without a `=` are positionals, and after `--filter median` those with one.
std::vector<std::string> valuesOfSeveral(const std::vector<std::string>& words, std::vector<std::string>& positionals) {
    const auto isAssignment = [](const std::string& word) { return word.find('=') != word.npos; };
    std::vector<std::string> values;
    bool isFirst = true, areAssignments = false;
    for (const std::string& word : words) {
        const bool separates = word.empty() && !isFirst;
        if (isFirst) areAssignments = isAssignment(word);
        if (!separates) (isAssignment(word) == areAssignments ? values : positionals).push_back(word);
        isFirst = separates;
    }
    return values;
}

/// Checks a value as CLI11 gives it, which takes the next option for one and `-o=out.png` for `=out.png`.
std::string checkedValue(const CommandSpec& command, const OptionSpec& option, std::string value) {
    if (option.letter) refuseFile(command, std::string{'-', option.letter} + value);
    if (option.letter && value.starts_with('=')) value.erase(0, 1);
    if ((value.empty() && option.name != "stack") || value.starts_with("--")) refuseMissingValue(command, option);
    return value;
}

/// Adds what was given by one of the option's names.
void addValues(const CommandSpec& command, const OptionSpec& option, const std::vector<std::string>& words,
               Arguments& arguments) {
    for (const std::string& value : option.several ? valuesOfSeveral(words, arguments.positionals) : words)
        if (!option.argument.empty())
            arguments.add(option.name, checkedValue(command, option, value));
        else if (value == "true")
            arguments.add(option.name, {});
        else
            failUsage(command, "--" + option.name + " takes no value");
    if (arguments.values(option.name).size() > 1 && !option.several && !option.repeats)
        failUsage(command, "--" + option.name + " is given twice");
}

std::string usageLine(const CommandSpec& command) {
    return programName() + " " + command.name + (command.name.empty() ? "" : " ") + command.positionals;
}

/// Of the words that CLI11 did not take for options or values.
std::vector<std::string> positionalsIn(const CommandSpec& command, const std::vector<std::string>& remaining) {
    const auto end = std::ranges::find(remaining, "--");
    for (auto word = remaining.begin(); word != end; ++word)
        if (word->size() > 1 && word->starts_with("-")) {
            if (word->starts_with("-="))
                failUsage(command, "a switch takes no value; leave " + shownText(word->substr(1)) + " out");
            refuseFile(command, *word);
            refuseUnknown(command, *word);
        }
    std::vector<std::string> positionals(remaining.begin(), end);
    if (end != remaining.end()) positionals.insert(positionals.end(), end + 1, remaining.end());
    return positionals;
}

void checkCount(const CommandSpec& command, const std::vector<std::string>& positionals) {
    const int count = int(positionals.size());
    const std::string usage = "; usage: " + usageLine(command);
    if (count < command.minimum)
        failUsage(command, count == 0 ? "nothing was given" + usage : "too little was given" + usage);
    if (command.maximum >= 0 && count > command.maximum)
        failUsage(command,
                  "unexpected argument \"" + shownText(positionals[std::size_t(command.maximum)]) + "\"" + usage);
}

std::string optionTable(const CommandSpec& command) {
    Table table;
    for (const OptionSpec& option : command.allOptions()) {
        std::string name = option.letter ? std::string("  -") + option.letter + ", --" : "      --";
        table.add({name + option.name + (option.argument.empty() ? "" : " " + option.argument), option.doc});
    }
    return table.text();
}
} // namespace

std::vector<OptionSpec> CommandSpec::allOptions() const {
    std::vector<OptionSpec> all = options;
    for (const std::vector<OptionSpec>& group : shared)
        all.insert(all.end(), group.begin(), group.end());
    all.insert(all.end(), common.begin(), common.end());
    return all;
}

bool CommandSpec::hasOption(const std::string& option) const {
    const std::vector<OptionSpec> all = allOptions();
    return std::ranges::find(all, option, &OptionSpec::name) != all.end();
}

std::string Arguments::value(const std::string& name, const std::string& initial) const {
    const auto found = values_.find(name);
    return found == values_.end() ? initial : found->second.back();
}

std::vector<std::string> Arguments::values(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::vector<std::string>() : found->second;
}

void Arguments::refuseTogether(const std::string& a, const std::string& b) const {
    if (has(a) && has(b)) throw Error(ErrorKind::Usage, "give --" + a + " or --" + b + ", not both");
}

const std::vector<OptionSpec>& commonOptions() {
    static const std::vector<OptionSpec> options{
        {"verbose", 0, "", "print the details of errors (build log, OpenCL call, sizes)"},
        {"help", 'h', "", "print this text"},
    };
    return options;
}

OptionSpec deviceOption() {
    return {"device", 'd', "N or NAME",
            "number (see `devices`), or part of the name, platform or driver; default: the first"};
}

OptionSpec devicesOption() {
    OptionSpec option = deviceOption();
    option.argument = "N or NAME, ... or all";
    option.doc += "; separate several by commas";
    return option;
}

namespace {
std::string& nameOfProgram() {
    static std::string name = "lightbench-cli";
    return name;
}
} // namespace

const std::string& programName() { return nameOfProgram(); }
void setProgramName(const std::string& name) { nameOfProgram() = name; }

Arguments parseArguments(const CommandSpec& command, const std::vector<std::string>& words) {
    CLI::App app;
    app.set_help_flag(); // help is one of the common options
    const std::vector<OptionSpec> options = command.allOptions();
    for (const OptionSpec& option : options) {
        addOption(app, option, (option.letter ? std::string{'-', option.letter, ','} : "") + "--" + option.name);
        if (!option.formerName.empty()) addOption(app, option, "--" + option.formerName);
    }
    app.allow_extras(); // what is no option is a positional
    std::vector<std::string> ordered = withEmptyValues(app, words);
    std::ranges::reverse(ordered); // as CLI11 wants it
    try {
        app.parse(std::move(ordered));
    } catch (const CLI::ArgumentMismatch& error) { // "--output: 1 required missing"
        const std::string text = error.what(), name = text.substr(0, text.find(':'));
        for (const OptionSpec& option : options)
            if (name == "--" + option.name || name == "--" + option.formerName) refuseMissingValue(command, option);
        failUsage(command, text);
    } catch (const CLI::ParseError& error) {
        failUsage(command, error.what());
    }
    Arguments arguments;
    arguments.positionals = positionalsIn(command, app.remaining());
    for (const OptionSpec& option : options) {
        addValues(command, option, app.get_option("--" + option.name)->results(), arguments);
        if (option.formerName.empty() || app.count("--" + option.formerName) == 0) continue;
        arguments.renamed.push_back(renamedText("--" + option.formerName, "--" + option.name));
        addValues(command, option, app.get_option("--" + option.formerName)->results(), arguments);
    }
    if (!arguments.has("help")) checkCount(command, arguments.positionals);
    return arguments;
}

int wholeNumber(const Arguments& arguments, const std::string& option, int minimum, int maximum, int initial) {
    if (!arguments.has(option)) return initial;
    const std::string text = arguments.value(option);
    if (const auto value = parsedInteger(text, minimum, maximum)) return *value;
    throw Error(ErrorKind::Usage, "--" + option + " takes a whole number of " + std::to_string(minimum) + ".." +
                                      std::to_string(maximum) + ", not \"" + shownText(text) + "\"");
}

std::string helpText(const CommandSpec& command) {
    std::string text =
        "usage: " + usageLine(command) + "\n" + command.summary + ".\n\nOptions\n" + optionTable(command);
    if (!command.details.empty()) text += "\n" + command.details;
    return text;
}

std::string helpText(const std::vector<CommandSpec>& commands) {
    Table table;
    for (const CommandSpec& command : commands)
        table.add({"  " + command.name, command.summary});
    return "Lightbench runs stacks of image filters on OpenCL devices and checks them against CPU references.\n\n"
           "usage: lightbench-cli COMMAND ...\n\n" +
           table.text() +
           "\n`lightbench-cli COMMAND --help` prints the options of a command, `--version` the version.\n\n"
           "Example\n  lightbench-cli run photo.jpg -o out.png --stack \"grayscale | floyd-steinberg\" --verify\n\n"
           "Exit codes: 0 done; 1 done, but a result differs from its reference beyond its tolerance;\n"
           "2 wrong usage or unreadable input; 3 device or build error; 130 stopped by Ctrl-C.\n";
}

} // namespace lightbench
