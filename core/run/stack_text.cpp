#include "core/run/stack_text.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
constexpr std::string_view blanks = " \t\r\v\f";

[[noreturn]] void failUsage(const std::string& message, const std::string& field = {}) {
    lightbench::fail(ErrorKind::Usage, message, field);
}

/// The unquoted words of one stage.
struct Words {
    std::vector<std::string> words;
    bool disabled = false;
};

/// Splits one line into the words of its stages, character by character.
class LineReader {
public:
    explicit LineReader(std::string_view line) : rest_(line) {}
    std::vector<Words> read() {
        stages_.emplace_back();
        while (!rest_.empty() && rest_.front() != '#')
            step();
        endWord();
        return std::move(stages_);
    }

private:
    char take() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }
    void step() {
        const char c = take();
        if (c == '"') return quoted();
        if (blanks.find(c) != std::string_view::npos) return endWord();
        if (c == '|') {
            endWord();
            stages_.emplace_back();
        } else if (c == '!' && !inWord_ && stages_.back().words.empty() && !stages_.back().disabled) {
            stages_.back().disabled = true;
        } else {
            word_ += c;
            inWord_ = true;
        }
    }
    /// Reads up to the closing quote. A backslash may precede a quote, a backslash, or n for a line end.
    void quoted() {
        inWord_ = true;
        while (!rest_.empty()) {
            const char c = take();
            if (c == '"') return;
            if (c == '\\' && !rest_.empty() &&
                (rest_.front() == '"' || rest_.front() == '\\' || rest_.front() == 'n')) {
                const char escaped = take();
                word_ += escaped == 'n' ? '\n' : escaped;
            } else {
                word_ += c;
            }
        }
        failUsage("a double quote is not closed");
    }
    void endWord() {
        if (inWord_) stages_.back().words.push_back(std::exchange(word_, {}));
        inWord_ = false;
    }

    std::string_view rest_;
    std::vector<Words> stages_;
    std::string word_;
    bool inWord_ = false;
};

std::vector<std::string> settingNames(const Filter& filter) {
    std::vector<std::string> names = textsOf(filter.parameters, &Parameter::name);
    names.insert(names.end(), {"variant", "workgroup"});
    return names;
}

/// A kernel file called sobel.cl becomes the filter my-sobel, so its parameters are easily given to the built-in one.
[[noreturn]] void unknownSetting(const Filter& filter, const std::string& name, const FilterCatalog& filters) {
    const Filter* own = filters.find("my-" + filter.id);
    const bool isOfOwn = own && std::ranges::count(settingNames(*own), name) > 0;
    failUsage(filter.id + " has no parameter called \"" + shownText(name) + "\"; " +
                  (isOfOwn ? own->id + " has it" : suggestion(name, settingNames(filter), "parameters")),
              shownText(name));
}

[[noreturn]] void noEqualsSign(const Filter& filter, const std::string& word, const FilterCatalog& filters) {
    for (const std::string& name : settingNames(filter))
        if (name == word) failUsage(word + " has no value; write " + word + "=VALUE", word);
    if (filters.find(word)) failUsage("put | between the stages " + filter.id + " and " + word);
    failUsage("\"" + shownText(word) + "\" is not a setting of " + filter.id + "; write NAME=VALUE, and " +
              suggestion(word, settingNames(filter), "parameters"));
}

/// What a text is read with, and the stages that were read so far.
struct TextReading {
    const FilterCatalog& filters;
    const std::string& folder; ///< where relative paths start
    Stack stack{};
};

void setSetting(Stage& stage, const Filter& filter, const std::string& name, const std::string& value,
                const std::string& folder) {
    if (name == "variant") {
        stage.variant = value == "auto" ? value : variantById(filter, value).id;
    } else if (name == "workgroup") {
        stage.workgroup = parseWorkgroup(value);
    } else {
        stage.parameters.set(name, parseValue(*findParameter(filter, name), value, folder));
    }
}

/// The parameter that reads files with this suffix; null if there is none. It allows a file where names are expected.
const Parameter* takerOfFile(const Filter& filter, std::string_view value) {
    for (const Parameter& parameter : filter.parameters)
        if (parameter.resource)
            for (const std::string& suffix : parameter.resource->suffixes())
                if (value.ends_with(suffix)) return &parameter;
    return nullptr;
}

void readSetting(Stage& stage, const Filter& filter, const std::string& word, std::set<std::string>& seen,
                 const TextReading& reading) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) noEqualsSign(filter, word, reading.filters);
    std::string name = word.substr(0, equals);
    const std::string value = word.substr(equals + 1);
    const Parameter* parameter = findParameter(filter, name);
    if (parameter && parameter->kind == ParameterKind::Choice)
        if (const Parameter* taker = takerOfFile(filter, value)) parameter = taker, name = taker->name;
    if (!parameter && name != "variant" && name != "workgroup") unknownSetting(filter, name, reading.filters);
    if (!seen.insert(name).second) failUsage(filter.id + " has " + name + " twice; give it once", name);
    const bool mayBeEmpty =
        parameter && (parameter->kind == ParameterKind::Matrix || parameter->kind == ParameterKind::Resource);
    if (trimmed(value).empty() && !mayBeEmpty) failUsage(name + " has no value; write " + name + "=VALUE", name);
    setSetting(stage, filter, name, value, reading.folder);
}

Stage readStage(const Words& words, const TextReading& reading) {
    if (words.words.empty()) failUsage("! stands alone; it disables the stage whose filter's name follows it");
    const std::string& name = words.words.front();
    if (name.find('=') != std::string::npos)
        failUsage("a stage begins with the name of a filter, not with \"" + shownText(name) + "\"");
    Stage stage = makeStage(name, reading.filters);
    stage.enabled = !words.disabled;
    const Filter& filter = reading.filters.byId(stage.filter);
    std::set<std::string> seen;
    for (std::size_t i = 1; i < words.words.size(); ++i)
        readSetting(stage, filter, words.words[i], seen, reading);
    return stage;
}

/// The stage as errors name it, such as "stage 2 (gaussian): ", counted from 1.
std::string stagePlace(std::size_t index, const Words& words, const FilterCatalog& filters) {
    const bool isKnown = !words.words.empty() && filters.find(words.words.front());
    return "stage " + std::to_string(index + 1) + (isKnown ? " (" + words.words.front() + ")" : "") + ": ";
}

/// Reads the stages of one line. Only the first and the last may be empty, so a line may begin and end with "|". Errors
/// name the stage if the line has several.
void readLine(std::string_view line, TextReading& reading) {
    Stack& stack = reading.stack;
    const std::vector<Words> stages = LineReader(line).read();
    const auto isStage = [](const Words& words) { return words.disabled || !words.words.empty(); };
    const bool isAlone = std::ranges::count_if(stages, isStage) == 1;
    for (std::size_t i = 0; i < stages.size(); ++i)
        if (isStage(stages[i])) {
            try {
                stack.push_back(readStage(stages[i], reading));
            } catch (const Error& problem) {
                if (isAlone) throw;
                throw placed(problem, stagePlace(stack.size(), stages[i], reading.filters), int(stack.size()));
            }
        } else if (i > 0 && i + 1 < stages.size()) {
            failUsage("there is no filter between two |; write its name there, or remove one |");
        }
}

std::string quotedWhereNeeded(const std::string& value) {
    if (!value.empty() && value.find_first_of(" \t\r\n\v\f|#\"\\") == std::string::npos) return value;
    std::string text = "\"";
    for (char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        if (c == '\n')
            text += "\\n";
        else
            text += c;
    }
    return text + "\"";
}

std::string joined(const Stack& stack, const std::string& separator, const FilterCatalog& filters) {
    std::string text;
    for (const Stage& stage : stack)
        text += (text.empty() ? "" : separator) + stageText(stage, filters);
    return text;
}

std::string settingText(const std::string& name, const ParameterValue& value) {
    return " " + name + "=" + quotedWhereNeeded(valueText(value));
}
} // namespace

Stack parseStack(std::string_view text, const FilterCatalog& filters, const std::string& folder) {
    text = withoutByteOrderMark(text);
    const bool manyLines = trimmed(text).find('\n') != std::string_view::npos;
    TextReading reading{filters, folder};
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        try {
            readLine(text.substr(0, end), reading);
        } catch (const Error& problem) {
            throw placed(problem, manyLines ? "line " + std::to_string(line) + ": " : "", int(reading.stack.size()));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(reading.stack);
}

std::string stageText(const Stage& stage, const FilterCatalog& filters) {
    std::string text = stage.enabled ? stage.filter : "!" + stage.filter;
    if (const Filter* filter = filters.find(stage.filter)) {
        for (const Parameter& parameter : filter->parameters)
            if (const auto& value = stage.parameters.get(parameter.name); !(value == parameter.initial))
                text += settingText(parameter.name, value);
    } else {
        for (const auto& [name, value] : stage.parameters.all()) // the filter and its defaults are unknown
            text += settingText(name, value);
    }
    if (stage.variant != "auto") text += " variant=" + quotedWhereNeeded(stage.variant);
    if (stage.workgroup) text += " workgroup=" + workgroupText(*stage.workgroup);
    return text;
}

std::string stackText(const Stack& stack, const FilterCatalog& filters) {
    return joined(stack, "\n", filters) + (stack.empty() ? "" : "\n");
}

std::string stackLine(const Stack& stack, const FilterCatalog& filters) { return joined(stack, " | ", filters); }

} // namespace lightbench
