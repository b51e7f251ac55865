// Options of the form --name VALUE or --name=VALUE.
#include "app/bench_arguments.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "core/text.h"

namespace lightbench {

namespace {
const BenchOption& optionOf(const std::string& name, const std::vector<BenchOption>& options) {
    const auto found = std::ranges::find(options, name, &BenchOption::name);
    if (found != options.end()) return *found;
    std::vector<std::string> names;
    for (const BenchOption& option : options)
        names.push_back(option.name);
    throw Error(ErrorKind::Usage,
                "there is no option \"--" + shownText(name) + "\"; " + suggestion(name, names, "options"));
}
} // namespace

BenchArguments::BenchArguments(const std::vector<std::string>& words, const std::vector<BenchOption>& options) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].starts_with("--"))
            throw Error(ErrorKind::Usage, "\"" + shownText(words[i]) + "\" is no option; see --help");
        const std::size_t equals = words[i].find('=');
        const BenchOption& option =
            optionOf(words[i].substr(2, equals == std::string::npos ? equals : equals - 2), options);
        if (option.value.empty())
            given_.emplace_back(option.name, "on");
        else if (equals != std::string::npos)
            given_.emplace_back(option.name, words[i].substr(equals + 1));
        else if (i + 1 < words.size())
            given_.emplace_back(option.name, words[++i]);
        else
            throw Error(ErrorKind::Usage, "--" + option.name + " needs a value: " + option.value);
    }
}

std::vector<std::string> BenchArguments::all(const std::string& option) const {
    std::vector<std::string> values;
    for (const auto& [name, value] : given_)
        if (name == option) values.push_back(value);
    return values;
}

std::string BenchArguments::text(const std::string& option, const std::string& initial) const {
    const std::vector<std::string> values = all(option);
    return values.empty() ? initial : values.back();
}

int BenchArguments::number(const std::string& option, int least, int most, int initial) const {
    if (!has(option)) return initial;
    const std::string given = text(option);
    int number = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
    if (error == std::errc() && end == given.data() + given.size() && number >= least && number <= most) return number;
    throw Error(ErrorKind::Usage, "--" + option + " is \"" + shownText(given) + "\"; give " + std::to_string(least) +
                                      ".." + std::to_string(most));
}

std::string optionsText(const std::vector<BenchOption>& options) {
    std::string text;
    for (const BenchOption& option : options) {
        const std::string head = "  --" + option.name + (option.value.empty() ? "" : " " + option.value);
        text += head + std::string(head.size() < 26 ? 26 - head.size() : 1, ' ') + option.doc + "\n";
    }
    return text;
}

} // namespace lightbench
