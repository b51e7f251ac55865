// The command line of lightbench-bench, read without Qt.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// An option that a command takes, such as {"size", "WxH", "..."}; a switch has an empty value.
struct BenchOption {
    std::string name, value, doc;
};

/// The words of a command line by option. An option may be given several times.
class BenchArguments {
public:
    /// Throws Error(Usage) for an unknown option (with the nearest names), a missing value or a word that is no option.
    BenchArguments(const std::vector<std::string>& words, const std::vector<BenchOption>& options);
    bool has(const std::string& option) const { return !all(option).empty(); }
    /// The last one given, else `initial`.
    std::string text(const std::string& option, const std::string& initial = {}) const;
    std::vector<std::string> all(const std::string& option) const;
    /// Throws Error(Usage) that names the range.
    int number(const std::string& option, int least, int most, int initial) const;

private:
    std::vector<std::pair<std::string, std::string>> given_;
};

/// One line for each option, for --help.
std::string optionsText(const std::vector<BenchOption>& options);

} // namespace lightbench
