// Reads a line from left to right, word by word.
#include "ui/panels/source/source_highlighter.h"

#include <QRegularExpression>
#include <QSet>

#include "ui/theme/stage_colours.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
const QSet<QString>& languageWords() {
    static const QSet<QString> words{"break",  "case",   "const",    "continue", "constant", "default",      "do",
                                     "else",   "enum",   "for",      "global",   "goto",     "if",           "inline",
                                     "kernel", "local",  "private",  "restrict", "return",   "sizeof",       "static",
                                     "struct", "switch", "typedef",  "union",    "unsigned", "volatile",     "while",
                                     "INLINE", "KERNEL", "__kernel", "__global", "__local",  "__attribute__"};
    return words;
}

bool isType(const QString& word) {
    static const QRegularExpression type(
        QStringLiteral("^(bool|void|size_t|ptrdiff_t|(u?(char|short|int|long)|float|half|double)(2|3|4|8|16)?|"
                       "[a-z][a-z0-9_]*_t)$"));
    return type.match(word).hasMatch();
}

QColor quietColour() { return theme().textDim; }
QColor wordColour() { return theme().accent; }
QColor typeColour() { return stageColour(1); }
QColor literalColour() { return stageColour(4); }
QColor directiveColour() { return stageColour(2); }

QTextCharFormat formatOf(const QColor& colour) {
    QTextCharFormat format;
    format.setForeground(colour);
    return format;
}

const QRegularExpression& tokenPattern() {
    static const QRegularExpression pattern(
        QStringLiteral("//.*|/\\*|\"(?:[^\"\\\\]|\\\\.)*\"?|[A-Za-z_]\\w*|\\.?\\d(?:[eEpP][+-]|[\\w.])*"));
    return pattern;
}
} // namespace

SourceHighlighter::SourceHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

int SourceHighlighter::highlightComment(const QString& text, int from) {
    const auto end = int(text.indexOf(QLatin1String("*/"), from));
    setCurrentBlockState(end < 0 ? Comment : Code);
    const int behind = end < 0 ? int(text.size()) : end + 2;
    setFormat(from, behind - from, formatOf(quietColour()));
    return behind;
}

void SourceHighlighter::highlightBlock(const QString& text) {
    setCurrentBlockState(Code);
    if (previousBlockState() == Comment) return highlightCode(text, highlightComment(text, 0));
    const bool isDirective = text.trimmed().startsWith(QChar('#'));
    if (isDirective) {
        const auto hash = int(text.indexOf(QChar('#')));
        int end = hash + 1;
        while (end < text.size() && (text[end].isLetter() || (end == hash + 1 && text[end].isSpace())))
            ++end;
        setFormat(hash, end - hash, formatOf(directiveColour()));
        highlightCode(text, end);
        if (!includedName(text).isEmpty()) {
            QTextCharFormat link = formatOf(theme().accent);
            link.setFontUnderline(true);
            const auto begin = int(text.indexOf(QChar('"')));
            setFormat(begin + 1, int(includedName(text).size()), link);
        }
        return;
    }
    highlightCode(text, 0);
}

void SourceHighlighter::highlightCode(const QString& text, int from) {
    for (int at = from; at < text.size();) {
        const QRegularExpressionMatch match = tokenPattern().match(text, at);
        if (!match.hasMatch()) return;
        const auto begin = int(match.capturedStart()), length = int(match.capturedLength());
        const QString word = match.captured();
        at = begin + length;
        if (word == QLatin1String("/*")) {
            at = highlightComment(text, begin);
        } else if (word.startsWith(QLatin1String("//"))) {
            setFormat(begin, length, formatOf(quietColour()));
        } else if (word[0].isDigit() || word[0] == QChar('.') || word[0] == QChar('"')) {
            setFormat(begin, length, formatOf(literalColour()));
        } else if (languageWords().contains(word)) {
            setFormat(begin, length, formatOf(wordColour()));
        } else if (isType(word)) {
            setFormat(begin, length, formatOf(typeColour()));
        }
    }
}

QString includedName(const QString& line) {
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*\"([^\"]+)\""));
    return include.match(line).captured(1);
}

} // namespace lightbench
