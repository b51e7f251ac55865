// Paints the line numbers, and finds matches, links and kernels in the text.
#include "ui/panels/source/source_view.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QToolTip>

#include "ui/panels/source/source_highlighter.h"
#include "ui/theme/stage_colours.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr int numbersMargin = 6, leastDigits = 3, tabWidth = 4;
} // namespace

/// The strip with the line numbers.
class SourceNumbers : public QWidget {
public:
    explicit SourceNumbers(SourceView* view) : QWidget(view), view_(*view) {}
    QSize sizeHint() const override { return {view_.numbersWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent* event) override { view_.paintNumbers(*this, *event); }

private:
    SourceView& view_;
};

SourceView::SourceView(QWidget* parent)
    : QPlainTextEdit(parent), highlighter_(new SourceHighlighter(document())), numbers_(new SourceNumbers(this)) {
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabStopDistance(tabWidth * fontMetrics().horizontalAdvance(QChar(' ')));
    setAccessibleName(tr("Source of the kernels"));
    setObjectName(QStringLiteral("sourceText"));
    viewport()->setMouseTracking(true);
    connect(this, &QPlainTextEdit::updateRequest, numbers_, [this](const QRect& rect, int scrolled) {
        if (scrolled)
            numbers_->scroll(0, scrolled);
        else
            numbers_->update(0, rect.y(), numbers_->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { setViewportMargins(numbersWidth(), 0, 0, 0); });
    setViewportMargins(numbersWidth(), 0, 0, 0);
}

void SourceView::setSource(const QString& text) {
    if (text == toPlainText()) return;
    setPlainText(text);
    findKernelLines();
    setSought(sought_);
}

void SourceView::setKernels(const QHash<QString, QString>& kernels) {
    if (kernels == kernels_) return;
    kernels_ = kernels;
    findKernelLines();
    mark();
}

void SourceView::findKernelLines() {
    static const QRegularExpression declaration(QStringLiteral("\\bvoid\\s+(\\w+)\\s*\\("));
    kernelLines_.clear();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const auto kernel = kernels_.constFind(declaration.match(block.text()).captured(1));
        if (kernel != kernels_.constEnd()) kernelLines_.insert(block.blockNumber(), *kernel);
    }
}

void SourceView::setSought(const QString& sought) {
    sought_ = sought;
    matches_.clear();
    if (!sought.isEmpty())
        for (QTextCursor match = document()->find(sought, 0); !match.isNull(); match = document()->find(sought, match))
            matches_ << match;
    mark();
}

int SourceView::currentMatch() const {
    for (int i = 0; i < int(matches_.size()); ++i)
        if (matches_[i].selectionStart() == textCursor().selectionStart() &&
            matches_[i].selectionEnd() == textCursor().selectionEnd())
            return i + 1;
    return 0;
}

void SourceView::choose(const QTextCursor& match) {
    setTextCursor(match);
    ensureCursorVisible();
    mark();
}

void SourceView::step(bool isForward) {
    if (matches_.isEmpty()) return;
    const int from = textCursor().selectionStart();
    const bool isAtMatch = currentMatch() > 0;
    if (isForward) {
        for (const QTextCursor& match : matches_)
            if (match.selectionStart() > from || (!isAtMatch && match.selectionStart() == from)) return choose(match);
        return choose(matches_.front());
    }
    for (auto match = matches_.crbegin(); match != matches_.crend(); ++match)
        if (match->selectionStart() < from) return choose(*match);
    choose(matches_.back());
}

bool SourceView::showKernel(const QString& kernel) {
    const QRegularExpression declaration(QStringLiteral("\\bvoid\\s+%1\\s*\\(").arg(kernel));
    const QTextCursor found = document()->find(declaration, 0);
    if (found.isNull()) return false;
    QTextCursor start = found;
    start.setPosition(found.selectionStart());
    start.movePosition(QTextCursor::StartOfBlock);
    setTextCursor(start);
    centerCursor();
    return true;
}

void SourceView::showLine(int line) {
    setTextCursor(QTextCursor(document()->findBlockByNumber(line - 1)));
    centerCursor();
}

/// Kernels' lines are tinted, and matches have a background.
void SourceView::mark() {
    QList<QTextEdit::ExtraSelection> marks;
    for (auto kernel = kernelLines_.cbegin(); kernel != kernelLines_.cend(); ++kernel) {
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(document()->findBlockByNumber(kernel.key()));
        line.format.setBackground(blended(theme().field, theme().accent, 0.14));
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks << line;
    }
    for (const QTextCursor& match : matches_) {
        QTextEdit::ExtraSelection found;
        found.cursor = match;
        found.format.setBackground(blended(theme().field, theme().accent, 0.4));
        marks << found;
    }
    setExtraSelections(marks);
}

QString SourceView::includeAt(QPoint position) const {
    const QTextCursor cursor = cursorForPosition(position);
    const QString line = cursor.block().text();
    const QString name = includedName(line);
    const auto begin = int(line.indexOf(QChar('"')));
    const bool isOver = cursor.positionInBlock() > begin && cursor.positionInBlock() <= begin + 1 + int(name.size());
    return isOver && cursorRect(cursor).adjusted(-8, 0, 8, 0).contains(position) ? name : QString();
}

bool SourceView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QPlainTextEdit::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString include = includeAt(help->pos());
    const int line = cursorForPosition(help->pos()).blockNumber();
    QToolTip::showText(help->globalPos(), include.isEmpty() ? kernelLines_.value(line) : tr("Show %1").arg(include),
                       viewport());
    return true;
}

void SourceView::mouseMoveEvent(QMouseEvent* event) {
    QPlainTextEdit::mouseMoveEvent(event);
    const bool isLink = !includeAt(event->position().toPoint()).isEmpty();
    viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void SourceView::mouseReleaseEvent(QMouseEvent* event) {
    QPlainTextEdit::mouseReleaseEvent(event);
    const QString include = includeAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection() && !include.isEmpty())
        emit includeRequested(include);
}

void SourceView::keyPressEvent(QKeyEvent* event) {
    const QString include = includedName(textCursor().block().text());
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && !include.isEmpty()) return emit includeRequested(include);
    QPlainTextEdit::keyPressEvent(event);
}

void SourceView::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    numbers_->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

void SourceView::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !highlighter_) return;
    highlighter_->rehighlight();
    mark();
    numbers_->update();
}

int SourceView::numbersWidth() const {
    const auto digits = int(QString::number(std::max(1, blockCount())).size());
    return std::max(leastDigits, digits) * fontMetrics().horizontalAdvance(QChar('8')) + 2 * numbersMargin;
}

void SourceView::paintNumbers(QWidget& numbers, QPaintEvent& event) {
    QPainter painter(&numbers);
    painter.fillRect(event.rect(), theme().field);
    painter.setFont(font());
    painter.setPen(blended(theme().textDim, theme().field, 0.35));
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
        if (rect.top() > event.rect().bottom()) return;
        if (rect.bottom() < event.rect().top()) continue;
        painter.drawText(QRectF(0, rect.top(), numbers.width() - numbersMargin, rect.height()),
                         Qt::AlignRight | Qt::AlignTop, QString::number(block.blockNumber() + 1));
    }
}

} // namespace lightbench
