// Reads the command line with CLI11, and writes the help.
#include "app/terminal/arguments.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "app/terminal/table.h"
#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
[[noreturn]] void fail(const CommandSpec& command, const std::string& message) {
    throw Error(ErrorKind::Usage, (command.name.empty() ? "" : command.name + ": ") + message);
}

std::vector<OptionSpec> allOptions(const CommandSpec& command) {
    std::vector<OptionSpec> options = command.options;
    options.insert(options.end(), command.common.begin(), command.common.end());
    return options;
}

[[noreturn]] void refuseUnknown(const CommandSpec& command, const std::string& word) {
    std::vector<std::string> names;
    for (const OptionSpec& option : allOptions(command))
        names.push_back("--" + option.name);
    const std::string name = word.substr(0, word.find('='));
    fail(command, "there is no option " + shownText(name) + "; " + suggestion(name, names, "options"));
}

/// Checks the words that name options, and separates their values: `--output=a.png` and `-o=a.png` become two words,
/// and `--axis k=all workgroup=all` becomes `--axis k=all --axis workgroup=all`. CLI11 would drop an empty value, and
/// take every following word for a value.
class Separator {
public:
    explicit Separator(const CommandSpec& command) : command_(command), options_(allOptions(command)) {}

    std::vector<std::string> separated(const std::vector<std::string>& words) {
        std::vector<std::string> result;
        for (at_ = words.begin(); at_ != words.end() && *at_ != "--"; ++at_)
            if (const OptionSpec* option = optionOf(*at_))
                addOption(*option, words.end(), result);
            else
                addOther(*at_, result);
        result.insert(result.end(), at_, words.end());
        return result;
    }

    /// One sentence for each former name among the words.
    const std::vector<std::string>& renamed() const { return renamed_; }

private:
    using Word = std::vector<std::string>::const_iterator;

    /// CLI11 would read -dash.png as -d ash.png.
    void addOther(const std::string& word, std::vector<std::string>& result) const {
        std::error_code problem;
        if (word.size() > 1 && word.starts_with("-") && std::filesystem::exists(word, problem))
            fail(command_, shownText(word) + " is read as an option; write ./" + shownText(word) + " for the file");
        result.push_back(word);
    }
    /// Adds the option at `at_` and its values, and moves to the last of them.
    void addOption(const OptionSpec& option, Word end, std::vector<std::string>& result) {
        const std::size_t equals = at_->find('=');
        const std::string word = at_->substr(0, equals), name = "--" + option.name;
        if (isLong(word) && word != name) renamed_.push_back(renamedText(word, name));
        const bool holdsValue = equals != std::string::npos;
        if (option.argument.empty()) {
            if (holdsValue) fail(command_, "--" + option.name + " takes no value");
            return result.push_back("--" + option.name);
        }
        std::string value = holdsValue ? at_->substr(equals + 1) : nextValue(option, end);
        if (value.empty() && option.name != "stack") refuseMissingValue(option);
        const bool isFirstAssignment = isAssignment(value);
        result.insert(result.end(), {"--" + option.name, std::move(value)});
        const auto isValue = [&](Word word) {
            return word != end && !word->starts_with("-") && isAssignment(*word) == isFirstAssignment;
        };
        while (option.several && isValue(std::next(at_)))
            result.insert(result.end(), {"--" + option.name, *++at_});
    }
    std::string nextValue(const OptionSpec& option, Word end) {
        if (std::next(at_) == end || std::next(at_)->starts_with("--")) refuseMissingValue(option);
        return *++at_;
    }
    static bool isAssignment(const std::string& word) { return word.find('=') != std::string::npos; }
    /// The option of `--name`, `--name=value`, `-n` or `-n=value`; null for all other words.
    const OptionSpec* optionOf(const std::string& word) const {
        const std::string name = word.substr(0, word.find('='));
        const auto found = std::ranges::find_if(options_, [&](const OptionSpec& option) {
            return isLong(name) ? isCalled(name.substr(2), option.name, option.formerName)
                                : option.letter && name == std::string{'-', option.letter};
        });
        return found == options_.end() ? nullptr : &*found;
    }
    static bool isLong(const std::string& word) { return word.starts_with("--"); }
    [[noreturn]] void refuseMissingValue(const OptionSpec& option) const {
        fail(command_, "--" + option.name + " needs a value: --" + option.name + " " + option.argument);
    }

    const CommandSpec& command_;
    const std::vector<OptionSpec> options_;
    std::vector<std::string> renamed_;
    Word at_;
};

std::string usageLine(const CommandSpec& command) {
    return programName() + " " + command.name + (command.name.empty() ? "" : " ") + command.positionals;
}

/// Of the words that CLI11 did not take for options or values.
std::vector<std::string> positionalsIn(const CommandSpec& command, const std::vector<std::string>& remaining) {
    const auto end = std::ranges::find(remaining, "--");
    for (auto word = remaining.begin(); word != end; ++word)
        if (word->size() > 1 && word->starts_with("-")) refuseUnknown(command, *word);
    std::vector<std::string> positionals(remaining.begin(), end);
    if (end != remaining.end()) positionals.insert(positionals.end(), end + 1, remaining.end());
    return positionals;
}

void checkCount(const CommandSpec& command, const std::vector<std::string>& positionals) {
    const int count = int(positionals.size());
    const std::string usage = "; usage: " + usageLine(command);
    if (count < command.minimum)
        fail(command, count == 0 ? "nothing was given" + usage : "too little was given" + usage);
    if (command.maximum >= 0 && count > command.maximum)
        fail(command, "unexpected argument \"" + shownText(positionals[std::size_t(command.maximum)]) + "\"" + usage);
}

std::string optionTable(const CommandSpec& command) {
    Table table;
    for (const OptionSpec& option : allOptions(command)) {
        std::string name = option.letter ? std::string("  -") + option.letter + ", --" : "      --";
        table.add({name + option.name + (option.argument.empty() ? "" : " " + option.argument), option.doc});
    }
    return table.text();
}
} // namespace

std::string Arguments::value(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::string() : found->second.back();
}

std::vector<std::string> Arguments::values(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::vector<std::string>() : found->second;
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
    const std::vector<OptionSpec> options = allOptions(command);
    for (const OptionSpec& option : options) {
        const std::string names = (option.letter ? std::string{'-', option.letter, ','} : "") + "--" + option.name;
        if (option.argument.empty())
            app.add_flag(names);
        else
            app.add_option(names)->expected(1)->allow_extra_args(false)->multi_option_policy(
                CLI::MultiOptionPolicy::TakeAll);
    }
    app.allow_extras(); // what is no option is a positional
    Separator separator(command);
    std::vector<std::string> separated = separator.separated(words);
    std::ranges::reverse(separated); // as CLI11 wants it
    try {
        app.parse(std::move(separated));
    } catch (const CLI::ParseError& error) {
        fail(command, error.what());
    }
    Arguments arguments;
    arguments.renamed = separator.renamed();
    arguments.positionals = positionalsIn(command, app.remaining());
    for (const OptionSpec& option : options) {
        const std::vector<std::string>& values = app.get_option("--" + option.name)->results();
        if (values.size() > 1 && !option.several && !option.repeats)
            fail(command, "--" + option.name + " is given twice");
        for (const std::string& value : values)
            arguments.add(option.name, option.argument.empty() ? "" : value);
    }
    if (!arguments.has("help")) checkCount(command, arguments.positionals);
    return arguments;
}

int wholeNumber(const Arguments& arguments, const std::string& option, int minimum, int maximum, int initial) {
    if (!arguments.has(option)) return initial;
    const std::string text = arguments.value(option);
    int value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem == std::errc{} && end == text.data() + text.size() && value >= minimum && value <= maximum)
        return value;
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
