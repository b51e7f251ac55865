// Colours OpenCL C in the theme's colours: comments, directives, types, words of the language, numbers. SourceView uses
// it.
#pragma once

#include <QSyntaxHighlighter>

namespace lightbench {

class SourceHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    explicit SourceHighlighter(QTextDocument* document);

protected:
    void highlightBlock(const QString& text) override;

private:
    enum State { Code = 0, Comment = 1, Directive = 2 };
    void highlightCode(const QString& text, int from);
    /// Returns the index behind the comment that reaches into this line, or that begins at `from`.
    int highlightComment(const QString& text, int from);
};

/// The name in a line `#include "NAME"`; empty for other lines.
QString includedName(const QString& line);

} // namespace lightbench
