#include "core/definition/annotations.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
/// What may stand behind the semicolons of a key. Texts have none, so that they may hold semicolons.
struct Key {
    const char* name;
    std::vector<std::string> parts;
    bool isText = false;
};

const std::vector<Key>& keys() {
    static const std::vector<Key> all{{"id", {}, true},
                                      {"label", {}, true},
                                      {"group", {}, true},
                                      {"summary", {}, true},
                                      {"doc", {}, true},
                                      {"parameter", {"step", "limits", "label", "unit", "doc"}},
                                      {"accepts", {}},
                                      {"argument", {}},
                                      {"scratch", {"fill"}},
                                      {"table", {"sum"}},
                                      {"local", {}},
                                      {"sampler", {}},
                                      {"define", {}},
                                      {"range", {"kernel", "rounding"}},
                                      {"pixels", {}},
                                      {"workgroups", {}},
                                      {"pass", {"kernel", "range", "pixels", "workgroup"}},
                                      {"variant", {"passes", "label", "idea", "workgroups", "progress", "result"}},
                                      {"variant of", {"label", "idea"}},
                                      {"analysis", {}},
                                      {"reads", {"border", "position"}},
                                      {"reference", {"tolerance", "seconds", "result"}}};
    return all;
}

/// NAME VALUE; the name ends at the first space.
std::pair<std::string, std::string> partOf(std::string_view text, const Key& key, const Annotation& line) {
    const std::size_t space = std::min(text.find_first_of(" \t"), text.size());
    std::pair<std::string, std::string> part(text.substr(0, space), trimmed(text.substr(space)));
    if (std::ranges::find(key.parts, part.first) == key.parts.end() || part.second.empty())
        line.fail(key.parts.empty() ? "//@ " + line.key + " has no parts behind a semicolon"
                                    : "after ; write " + joinWords(key.parts, "or") + ", and its value");
    return part;
}

Annotation annotationOf(std::string_view text, int line, const std::string& file) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) failInFile(file, line, "write //@ KEY: VALUE, such as //@ label: Brighter");
    Annotation result{.file = file, .line = line, .key = std::string(trimmed(text.substr(0, colon)))};
    result.value = trimmed(text.substr(colon + 1));
    const auto key = std::ranges::find(keys(), result.key, &Key::name);
    if (key == keys().end()) {
        result.fail("there is no //@ " + shownText(result.key) + "; " +
                    suggestion(result.key, textsOf(keys(), &Key::name), "keys"));
    }
    if (result.value.empty()) result.fail("//@ " + result.key + " has no value");
    const std::vector<std::string_view> pieces =
        key->isText ? std::vector<std::string_view>{result.value} : split(result.value, ";");
    result.head = trimmed(pieces.front());
    for (std::size_t i = 1; i < pieces.size(); ++i)
        result.parts.push_back(partOf(trimmed(pieces[i]), *key, result));
    return result;
}

/// `firstLine` is the number of the first line, or correctionLine for all.
std::vector<Annotation> annotationsFrom(const std::string& text, const std::string& file, int firstLine) {
    constexpr std::string_view mark = "//@";
    std::vector<Annotation> all;
    std::istringstream lines(text);
    std::string line;
    for (int number = firstLine; std::getline(lines, line); number += firstLine == correctionLine ? 0 : 1)
        if (const std::string_view words = trimmed(line); words.starts_with(mark))
            all.push_back(annotationOf(words.substr(mark.size()), number, file));
    return all;
}
} // namespace

const std::string* Annotation::part(std::string_view name) const {
    const auto found = std::ranges::find(parts, name, &std::pair<std::string, std::string>::first);
    return found == parts.end() ? nullptr : &found->second;
}

Error errorInFile(const std::string& file, int line, const std::string& why) {
    const std::string place = line == correctionLine ? ", your correction" : line > 0 ? ":" + std::to_string(line) : "";
    return {ErrorKind::Usage, shownPath(file) + place + ": " + why};
}

void failInFile(const std::string& file, int line, const std::string& why) { throw errorInFile(file, line, why); }

void Annotation::take(std::string_view name, std::string& text) const {
    if (const std::string* given = part(name)) text = *given;
}

void Annotation::fail(const std::string& why) const { failInFile(file, line, why); }

std::string Annotation::subject() const {
    static const std::set<std::string> ofArguments{"parameter", "argument", "scratch", "table", "local", "sampler"};
    static const std::set<std::string> named{"define", "pass", "variant"};
    const std::string name(trimmed(head.substr(0, head.find_first_of(" \t=["))));
    if (ofArguments.contains(key)) return "argument " + name;
    if (named.contains(key)) return key + " " + name;
    const std::string* kernel = key == "range" ? part("kernel") : nullptr;
    return kernel ? "range " + *kernel : key;
}

std::string assignmentLine(const std::string& key, const std::string& name, const std::string& value) {
    return "//@ " + key + ": " + name + " = " + value;
}

std::vector<Annotation> annotationsOf(const std::string& text, const std::string& file) {
    return annotationsFrom(text, file, 1);
}

std::vector<Annotation> correctionsIn(const std::string& text, const std::string& file) {
    return annotationsFrom(text, file, correctionLine);
}

Annotation annotationIn(const std::string& line) {
    const std::vector<Annotation> all = correctionsIn(line, "");
    if (all.size() != 1 || line.find('\n') != std::string::npos)
        throw Error(ErrorKind::Usage, "write //@ KEY: VALUE, such as //@ parameter: strength 0..4 = 1");
    return all.front();
}

} // namespace lightbench
