// A text of OpenCL C to read: highlighted, with line numbers, links in its #include lines, and marked lines that have a
// tooltip. The Source panel shows kernels in it.
#pragma once

#include <QHash>
#include <QPlainTextEdit>

namespace lightbench {

class SourceHighlighter;

class SourceView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit SourceView(QWidget* parent = nullptr);
    /// Shows a text. An equal text changes nothing, so that the reader stays where they are.
    void setSource(const QString& text);
    /// Marks the lines that declare these kernels; the value is the line's tooltip.
    void setKernels(const QHash<QString, QString>& kernels);
    /// Marks every place of a text, without regard to case; an empty text marks none.
    void setSought(const QString& sought);
    int matches() const { return int(matches_.size()); }
    /// The number of the match at the text cursor, from 1; 0: none.
    int currentMatch() const;
    /// Moves to the next or the previous match, over the ends of the text.
    void step(bool isForward);
    /// Shows the line that declares a kernel in the middle. False if there is none.
    bool showKernel(const QString& kernel);
    /// Shows a line, counted from 1, in the middle.
    void showLine(int line);

signals:
    void includeRequested(const QString& name);

protected:
    bool viewportEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    friend class SourceNumbers;
    int numbersWidth() const;
    void paintNumbers(QWidget& numbers, QPaintEvent& event);
    void mark();
    void choose(const QTextCursor& match);
    void findKernelLines();
    QString includeAt(QPoint position) const;

    SourceHighlighter* highlighter_;
    QWidget* numbers_;
    QString sought_;
    QList<QTextCursor> matches_;
    QHash<QString, QString> kernels_;
    QHash<int, QString> kernelLines_; ///< by line, from 0: the tooltip
};

} // namespace lightbench
