// Removes lines until nothing more follows from what is gone, then joins the rest.
#include "core/source/built_lines.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/framework/code_words.h"
#include "core/source/constant_branches.h"
#include "core/source/preprocessor.h"

namespace lightbench {

namespace {
using Lines = std::vector<PreprocessedLine>;
using Words = std::set<std::string, std::less<>>;

bool isContent(const PreprocessedLine& line) {
    return line.kind != PreprocessedLine::Blank && line.kind != PreprocessedLine::Comment;
}

bool isDefining(const PreprocessedLine& line) {
    return line.kind == PreprocessedLine::Definition || line.kind == PreprocessedLine::Undefinition;
}

void addWords(const std::string& text, Words& words) {
    const std::string code = withoutComments(text);
    for (const ProgramToken& token : tokensOf(code))
        if (isName(token.text)) words.emplace(token.text);
}

/// Removes definitions that neither code nor another remaining definition names.
void removeUnusedDefinitions(Lines& lines) {
    Words used;
    std::multimap<std::string, const PreprocessedLine*> definitions;
    for (const PreprocessedLine& line : lines) {
        if (line.isEliminated) continue;
        if (line.kind == PreprocessedLine::Code) addWords(line.text, used);
        if (line.kind == PreprocessedLine::Definition) definitions.emplace(line.macro, &line);
    }
    std::vector<std::string> toRead(used.begin(), used.end());
    while (!toRead.empty()) {
        const std::string name = toRead.back();
        toRead.pop_back();
        for (auto [one, end] = definitions.equal_range(name); one != end; ++one) {
            Words words;
            addWords(one->second->text, words);
            for (const std::string& word : words)
                if (used.insert(word).second) toRead.push_back(word);
        }
    }
    for (PreprocessedLine& line : lines)
        if (isDefining(line) && !used.contains(line.macro)) line.isEliminated = true;
}

/// Removes a comment if the lines that it stands above are gone.
void removeOrphanedComments(Lines& lines) {
    for (std::size_t i = 0; i < lines.size();) {
        std::size_t next = i;
        while (next < lines.size() && lines[next].kind == PreprocessedLine::Comment &&
               lines[next].file == lines[i].file)
            ++next;
        const std::size_t comments = next;
        bool isEmpty = true;
        for (; next < lines.size() && isContent(lines[next]); ++next)
            isEmpty = isEmpty && lines[next].isEliminated;
        const bool isOrphaned = isEmpty && next > comments;
        for (std::size_t at = i; at < comments && isOrphaned; ++at)
            lines[at].isEliminated = true;
        i = next == i ? i + 1 : next;
    }
}

/// Removes what is left of files of which only comments are left.
void removeEmptyFiles(Lines& lines) {
    std::set<std::string> full;
    for (const PreprocessedLine& line : lines)
        if (!line.isEliminated && isContent(line)) full.insert(line.file);
    for (PreprocessedLine& line : lines)
        if (!full.contains(line.file)) line.isEliminated = true;
}

/// The head comment: the comment lines at the start of the file. They are taken out of `lines`.
std::string headOf(Lines& lines, const std::string& file) {
    std::string head;
    for (PreprocessedLine& line : lines) {
        if (line.file != file) continue;
        if (line.kind != PreprocessedLine::Comment) break;
        head += line.text + "\n";
        line.isEliminated = true;
    }
    return head;
}

std::string joined(const Lines& lines) {
    std::string text, file;
    bool isBlank = true;
    for (const PreprocessedLine& line : lines) {
        if (line.isEliminated || (line.kind == PreprocessedLine::Blank && (isBlank || line.file != file))) continue;
        if (line.file != file) {
            text += (isBlank ? "" : "\n") + std::string("// ---- ") + line.file + "\n\n";
            file = line.file;
        }
        text += line.text + "\n";
        isBlank = line.kind == PreprocessedLine::Blank;
    }
    while (text.ends_with("\n\n"))
        text.pop_back();
    return text;
}

/// Runs of blank lines become one; none stands behind an opening brace.
std::string withoutBlankRuns(const std::string& text) {
    std::string made;
    for (const char c : text)
        if (c != '\n' || !(made.ends_with("\n\n") || made.ends_with("{\n"))) made += c;
    return made;
}
} // namespace

std::string composedText(Lines lines, const std::string& mainFile) {
    const std::string head = headOf(lines, mainFile);
    removeUnusedDefinitions(lines);
    removeOrphanedComments(lines);
    removeEmptyFiles(lines);
    Words macros;
    for (const PreprocessedLine& line : lines)
        if (line.kind == PreprocessedLine::Definition && !line.isEliminated) macros.insert(line.macro);
    return head + "\n" + withoutBlankRuns(withoutConstantBranches(joined(lines), macros));
}

} // namespace lightbench
