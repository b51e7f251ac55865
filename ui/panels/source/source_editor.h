// A text of OpenCL C to read or to edit: highlighted, with line numbers, folding, links in its #include lines, marked
// lines of kernels, and messages of compilers below their lines. The Source panel shows it.
#pragma once

#include <QHash>
#include <Qsci/qscidocument.h>
#include <Qsci/qsciscintilla.h>

#include <vector>

#include "ui/state/files/kernel_texts.h"

namespace lightbench {

class OpenClLexer;

class SourceEditor : public QsciScintilla {
    Q_OBJECT

public:
    explicit SourceEditor(QWidget* parent = nullptr);
    /// Shows a text that can only be read. An equal text changes nothing, so that the reader stays where they are.
    void showSource(const QString& text);
    /// Shows a file that can be edited. Each has its own cursor and undo. Another text than the shown one replaces it,
    /// which can be undone.
    void showFile(const QString& path, const QString& text);
    /// Marks the lines that declare these kernels; the value is the line's tooltip.
    void setKernels(const QHash<QString, QString>& kernels);
    /// Shows what is wrong below the lines, with a sign beside them.
    void setProblems(const std::vector<KernelProblem>& problems);
    /// Colours the backgrounds of lines of a comparison, which begin with + or -.
    void setComparison(bool isComparison);
    /// Marks every place of a text, without regard to case; an empty text marks none.
    void setSought(const QString& sought);
    int matches() const { return int(matches_.size()); }
    /// The number of the match at the text cursor, from 1; 0: none.
    int currentMatch() const;
    /// Moves to the next or the previous match, over the ends of the text.
    void step(bool isForward);
    /// Replaces the match at the cursor, or all, in one undo step.
    void replaceMatch(const QString& text);
    void replaceAllMatches(const QString& text);
    /// Shows the line that declares a kernel in the middle. False if there is none.
    bool showKernel(const QString& kernel);
    /// Shows a line, from 1, in the middle, with the cursor at the column, from 1.
    void showLine(int line, int column);

signals:
    void includeRequested(const QString& name);
    void edited();        ///< by the user
    void saveRequested(); ///< by the key

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Match {
        int line = 0, index = 0, length = 0; ///< in characters, from 0
    };
    void use(const QString& key, const QString& text, bool isEditable);
    void takeText(const QString& text);
    void takeTextHabits(const QString& text);
    void takeKeys();
    void takeLexer();
    void applyTheme();
    void onTextChanged();
    void mark();
    void markMatches();
    void markKernels();
    void choose(const Match& match);
    QString includeAt(QPoint position) const;
    QString linkAt(const QMouseEvent* event) const;

    OpenClLexer* lexer_;
    QHash<QString, QsciDocument> documents_; ///< by path; that of texts to read has none
    QString shown_;                          ///< the key of the shown document
    bool isTaking_ = false;                  ///< the text changes, but not by the user
    bool isComparison_ = false;
    QString sought_;
    std::vector<Match> matches_;
    QHash<QString, QString> kernels_;
    QHash<int, QString> kernelLines_; ///< by line, from 0: the tooltip
    std::vector<KernelProblem> problems_;
};

} // namespace lightbench
