// Parses the command line, and formats the help from the declarations.
#include "app/terminal/arguments.h"

#include <algorithm>
#include <charconv>

#include "app/terminal/table.h"
#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
[[noreturn]] void fail(const CommandSpec& command, const std::string& message) {
    throw Error(ErrorKind::Usage, command.name + ": " + message);
}

std::vector<OptionSpec> allOptions(const CommandSpec& command) {
    std::vector<OptionSpec> options = command.options;
    options.insert(options.end(), commonOptions().begin(), commonOptions().end());
    return options;
}

OptionSpec optionNamed(const CommandSpec& command, const std::string& word) {
    std::vector<std::string> names;
    for (const OptionSpec& option : allOptions(command)) {
        if (word == "--" + option.name || (option.letter && word == std::string("-") + option.letter)) return option;
        names.push_back("--" + option.name);
    }
    fail(command, "there is no option " + shownText(word) + "; " + suggestion(word, names, "options"));
}

/// Parses the words from first to last.
class Reader {
public:
    Reader(const CommandSpec& command, const std::vector<std::string>& words) : command_(command), words_(words) {}

    Arguments read() {
        bool optionsEnded = false;
        while (at_ < words_.size()) {
            const std::string& word = words_[at_++];
            if (optionsEnded || word.size() < 2 || word[0] != '-')
                arguments_.positionals.push_back(word);
            else if (word == "--")
                optionsEnded = true;
            else
                option(word);
        }
        if (!arguments_.has("help")) checkCount();
        return std::move(arguments_);
    }

private:
    /// The offset of the value in `-oFILE` or `-o=FILE`; npos for other words.
    std::size_t attachedValue(const std::string& word) const {
        for (const OptionSpec& option : allOptions(command_))
            if (option.letter && !option.argument.empty() && word.size() > 2 && word[0] == '-' &&
                word[1] == option.letter)
                return word[2] == '=' ? 3 : 2;
        return std::string::npos;
    }
    void option(std::string word) {
        if (const std::size_t value = attachedValue(word); value != std::string::npos)
            word = "--" + optionNamed(command_, word.substr(0, 2)).name + "=" + word.substr(value);
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const OptionSpec option = optionNamed(command_, word.substr(0, equals));
        if (arguments_.has(option.name) && !option.several) fail(command_, "--" + option.name + " is given twice");
        if (option.argument.empty() && equals != std::string::npos)
            fail(command_, "--" + option.name + " takes no value");
        std::string value;
        if (equals != std::string::npos)
            value = word.substr(equals + 1);
        else if (!option.argument.empty())
            value = nextValue(option);
        if (!option.argument.empty() && value.empty() && option.name != "stack") missingValue(option);
        arguments_.add(option.name, value);
        if (option.several) moreValues(option, value);
    }
    void moreValues(const OptionSpec& option, const std::string& first) {
        constexpr auto npos = std::string::npos;
        const auto belongs = [&](const std::string& word) {
            return !word.starts_with("-") && (word.find('=') == npos) == (first.find('=') == npos);
        };
        while (at_ < words_.size() && belongs(words_[at_]))
            arguments_.add(option.name, words_[at_++]);
    }
    std::string nextValue(const OptionSpec& option) {
        if (at_ >= words_.size() || words_[at_].starts_with("--")) missingValue(option);
        return words_[at_++];
    }
    [[noreturn]] void missingValue(const OptionSpec& option) {
        fail(command_, "--" + option.name + " needs a value: --" + option.name + " " + option.argument);
    }
    void checkCount() {
        const int count = int(arguments_.positionals.size());
        const std::string usage = "; usage: " + programName() + " " + command_.name + " " + command_.positionals;
        if (count < command_.minimum)
            fail(command_, count == 0 ? "nothing was given" + usage : "too little was given" + usage);
        if (command_.maximum >= 0 && count > command_.maximum)
            fail(command_,
                 "\"" + shownText(arguments_.positionals[std::size_t(command_.maximum)]) + "\" is too much" + usage);
    }

    const CommandSpec& command_;
    const std::vector<std::string>& words_;
    std::size_t at_ = 0;
    Arguments arguments_;
};

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
    return Reader(command, words).read();
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
    std::string text = "usage: " + programName() + " " + command.name + " " + command.positionals + "\n" +
                       command.summary + ".\n\nOptions\n" + optionTable(command);
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
