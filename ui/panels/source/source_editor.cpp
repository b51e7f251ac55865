#include "ui/panels/source/source_editor.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QToolTip>

#include <Qsci/qscicommandset.h>

#include <algorithm>
#include <set>

#include "ui/panels/source/opencl_lexer.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
enum Margin { Numbers, Signs, Folds };
enum Marker { KernelLine, ErrorSign, WarningSign, AddedLine, RemovedLine };
constexpr int tabSize = 4;
constexpr int foundAlpha = 70; ///< so that the text of a match can be read
enum Indicator { MatchIndicator = 8, LinkIndicator, ErrorIndicator };
enum Style { ErrorText = 200, WarningText }; // above those of the lexer
} // namespace

SourceEditor::SourceEditor(QWidget* parent) : QsciScintilla(parent), lexer_(new OpenClLexer(this)) {
    setUtf8(true);
    setAutoIndent(true);
    setBraceMatching(SloppyBraceMatch);
    setMarginType(Numbers, NumberMargin);
    setMarginType(Signs, SymbolMargin);
    setMarginMarkerMask(Signs, 1 << ErrorSign | 1 << WarningSign);
    setMarginWidth(Signs, 0);
    setFolding(BoxedTreeFoldStyle, Folds);
    markerDefine(Background, KernelLine);
    markerDefine(Circle, ErrorSign);
    markerDefine(RightTriangle, WarningSign);
    markerDefine(Background, AddedLine);
    markerDefine(Background, RemovedLine);
    indicatorDefine(StraightBoxIndicator, MatchIndicator);
    setIndicatorDrawUnder(true, MatchIndicator);
    indicatorDefine(PlainIndicator, LinkIndicator);
    indicatorDefine(SquiggleIndicator, ErrorIndicator);
    setAnnotationDisplay(AnnotationIndented);
    SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1);
    SendScintilla(SCI_SETSCROLLWIDTH, 1);
    setAccessibleName(tr("Source of the kernels"));
    setObjectName(QStringLiteral("sourceText"));
    viewport()->setMouseTracking(true);
    takeKeys();
    documents_[shown_] = document();
    takeLexer();
    setReadOnly(true);
    connect(this, &QsciScintilla::textChanged, this, &SourceEditor::onTextChanged);
    whenThemeChanges(this, [this] {
        applyTheme();
        setProblems(std::vector(problems_));
    });
    lexer_->setAutoIndentStyle(AiMaintain);
    // A new line is indented as the one before (AiMaintain), and one step more if a block begins there.
    connect(this, &QsciScintilla::SCN_CHARADDED, this, [this](int added) {
        int line = 0, index = 0;
        getCursorPosition(&line, &index);
        if (added != '\n' || line == 0 || !text(line - 1).trimmed().endsWith('{')) return;
        setIndentation(line, indentation(line - 1) + tabSize);
        SendScintilla(SCI_VCHOME);
    });
}

/// Each document has a lexer of its own, and taking it resets colours.
void SourceEditor::takeLexer() {
    setLexer(lexer_);
    // Branches are chosen by macros of the build, which the lexer does not know.
    SendScintilla(SCI_SETPROPERTY, "lexer.cpp.track.preprocessor", "0");
    applyTheme();
}

/// Keys of the window keep their meaning, unless every editor has them.
void SourceEditor::takeKeys() {
    const std::set kept{QsciCommand::Undo,          QsciCommand::Redo,  QsciCommand::SelectionCut,
                        QsciCommand::SelectionCopy, QsciCommand::Paste, QsciCommand::SelectAll};
    for (QsciCommand* command : standardCommands()->commands()) {
        if (kept.contains(command->command())) continue;
        const auto isWindows = [](int key) {
            const bool isLetter = (key & ~int(Qt::KeyboardModifierMask)) < Qt::Key_Escape;
            return (key & int(Qt::ControlModifier) && isLetter) || key == Qt::Key_Escape;
        };
        if (isWindows(command->key())) command->setKey(0);
        if (isWindows(command->alternateKey())) command->setAlternateKey(0);
    }
}

void SourceEditor::showSource(const QString& text) { use({}, text, false); }

void SourceEditor::showFile(const QString& path, const QString& text) { use(path, text, true); }

void SourceEditor::use(const QString& key, const QString& text, bool isEditable) {
    isTaking_ = true;
    const bool isOther = shown_ != key;
    if (isOther) {
        documents_[shown_] = document();
        shown_ = key;
        const bool isNew = !documents_.contains(key);
        setDocument(documents_[key]);
        takeLexer();
        if (isNew) takeTextHabits(text);
        setReadOnly(false);
        if (isNew) setText(text);
    }
    setReadOnly(false);
    const bool isChanged = this->text() != text;
    if (isChanged && isEditable)
        takeText(text);
    else if (isChanged)
        setText(text);
    setReadOnly(!isEditable);
    setCaretLineVisible(isEditable);
    isTaking_ = false;
    if (isOther || isChanged) mark();
}

/// The place in the text stays as far as it can.
void SourceEditor::takeText(const QString& text) {
    int line = 0, index = 0;
    getCursorPosition(&line, &index);
    const int top = firstVisibleLine();
    selectAll();
    replaceSelectedText(text);
    setCursorPosition(std::min(line, std::max(0, lines() - 1)), index);
    setFirstVisibleLine(top);
}

/// New lines end as the others do, and are indented with what the others have.
void SourceEditor::takeTextHabits(const QString& text) {
    setEolMode(text.contains(QStringLiteral("\r\n")) ? EolWindows : EolUnix);
    setTabWidth(tabSize); // each document has its own
    setIndentationsUseTabs(text.contains(QStringLiteral("\n\t")));
}

void SourceEditor::onTextChanged() {
    if (isTaking_) return;
    emit edited();
    mark();
}

void SourceEditor::setKernels(const QHash<QString, QString>& kernels) {
    if (kernels == kernels_) return;
    kernels_ = kernels;
    markKernels();
}

void SourceEditor::setComparison(bool isComparison) {
    if (std::exchange(isComparison_, isComparison) != isComparison) markKernels();
}

void SourceEditor::mark() {
    setMarginWidth(Numbers, QStringLiteral(" %1").arg(std::max(100, lines())));
    markKernels();
    markMatches();
}

/// Tints lines that declare kernels or differ, and underlines links.
void SourceEditor::markKernels() {
    static const QRegularExpression declaration(QStringLiteral("\\bvoid\\s+(\\w+)\\s*\\("));
    kernelLines_.clear();
    for (const Marker marker : {KernelLine, AddedLine, RemovedLine})
        markerDeleteAll(marker);
    clearIndicatorRange(0, 0, lines(), 0, LinkIndicator);
    for (int line = 0; line < lines(); ++line) {
        const QString content = text(line);
        if (isComparison_ && content.startsWith('+')) markerAdd(line, AddedLine);
        if (isComparison_ && content.startsWith('-')) markerAdd(line, RemovedLine);
        if (const QString name = includedName(content); !name.isEmpty()) {
            const auto begin = int(content.indexOf('"')) + 1;
            fillIndicatorRange(line, begin, line, begin + int(name.size()), LinkIndicator);
        }
        const auto kernel = kernels_.constFind(declaration.match(content).captured(1));
        if (kernel == kernels_.constEnd() || isComparison_) continue;
        kernelLines_.insert(line, *kernel);
        markerAdd(line, KernelLine);
    }
}

void SourceEditor::setProblems(const std::vector<KernelProblem>& problems) {
    problems_ = problems;
    clearAnnotations();
    markerDeleteAll(ErrorSign);
    markerDeleteAll(WarningSign);
    clearIndicatorRange(0, 0, lines(), 0, ErrorIndicator);
    std::map<int, QString> texts;
    std::set<int> wrong;
    for (const KernelProblem& problem : problems) {
        const int line = std::clamp(problem.line - 1, 0, std::max(0, lines() - 1));
        const bool isError = problem.kind == BuildMessage::Error;
        QString& text = texts[line];
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + problem.text;
        if (isError) wrong.insert(line);
        markerAdd(line, isError ? ErrorSign : WarningSign);
        if (!isError || problem.column <= 0) continue;
        static const QRegularExpression word(QStringLiteral("\\w+|."));
        const auto found = word.match(this->text(line), problem.column - 1);
        const int length = found.hasMatch() ? int(found.capturedLength()) : 1;
        fillIndicatorRange(line, problem.column - 1, line, problem.column - 1 + length, ErrorIndicator);
    }
    for (const auto& [line, text] : texts)
        annotate(line, text, wrong.contains(line) ? ErrorText : WarningText);
    setMarginWidth(Signs, problems.empty() ? 0 : fontMetrics().height());
}

void SourceEditor::setSought(const QString& sought) {
    sought_ = sought;
    markMatches();
}

void SourceEditor::markMatches() {
    matches_.clear();
    clearIndicatorRange(0, 0, lines(), 0, MatchIndicator);
    if (sought_.isEmpty()) return;
    for (int line = 0; line < lines(); ++line) {
        const QString content = text(line);
        const auto length = int(sought_.size());
        for (qsizetype at = content.indexOf(sought_, 0, Qt::CaseInsensitive); at >= 0;
             at = content.indexOf(sought_, at + length, Qt::CaseInsensitive)) {
            matches_.push_back({line, int(at), length});
            fillIndicatorRange(line, int(at), line, int(at) + length, MatchIndicator);
        }
    }
}

int SourceEditor::currentMatch() const {
    int line = 0, index = 0, lineTo = 0, indexTo = 0;
    getSelection(&line, &index, &lineTo, &indexTo);
    for (std::size_t i = 0; i < matches_.size(); ++i) {
        const Match& match = matches_[i];
        if (match.line == line && match.index == index && lineTo == line && indexTo == index + match.length)
            return int(i) + 1;
    }
    return 0;
}

void SourceEditor::choose(const Match& match) {
    ensureLineVisible(match.line);
    setSelection(match.line, match.index, match.line, match.index + match.length);
}

void SourceEditor::step(bool isForward) {
    if (matches_.empty()) return;
    if (const int now = currentMatch(); now > 0) {
        const int count = matches();
        return choose(matches_[std::size_t((now - 1 + (isForward ? 1 : count - 1)) % count)]);
    }
    int line = 0, index = 0;
    getCursorPosition(&line, &index);
    const auto isBehind = [&](const Match& match) {
        return std::pair(match.line, match.index) >= std::pair(line, index);
    };
    const auto next = std::ranges::find_if(matches_, isBehind);
    if (isForward) return choose(next == matches_.end() ? matches_.front() : *next);
    choose(next == matches_.begin() ? matches_.back() : *std::prev(next));
}

void SourceEditor::replaceMatch(const QString& text) {
    if (isReadOnly() || currentMatch() == 0) return step(true);
    replaceSelectedText(text);
    step(true);
}

void SourceEditor::replaceAllMatches(const QString& text) {
    if (isReadOnly()) return;
    beginUndoAction();
    const std::vector<Match> all = matches_;
    isTaking_ = true;
    for (auto match = all.rbegin(); match != all.rend(); ++match) {
        choose(*match);
        replaceSelectedText(text);
    }
    isTaking_ = false;
    endUndoAction();
    if (!all.empty()) onTextChanged();
}

bool SourceEditor::showKernel(const QString& kernel) {
    const QRegularExpression declaration(QStringLiteral("\\bvoid\\s+%1\\s*\\(").arg(kernel));
    for (int line = 0; line < lines(); ++line)
        if (declaration.match(text(line)).hasMatch()) {
            showLine(line + 1, 1);
            return true;
        }
    return false;
}

void SourceEditor::showLine(int line, int column) {
    const int wanted = std::clamp(line - 1, 0, std::max(0, lines() - 1));
    ensureLineVisible(wanted);
    setCursorPosition(wanted, std::max(0, column - 1));
    const auto shown = int(SendScintilla(SCI_LINESONSCREEN));
    setFirstVisibleLine(std::max(0, int(SendScintilla(SCI_VISIBLEFROMDOCLINE, wanted)) - shown / 2));
}

QString SourceEditor::includeAt(QPoint position) const {
    const auto at = SendScintilla(SCI_POSITIONFROMPOINTCLOSE, static_cast<unsigned long>(position.x()),
                                  static_cast<long>(position.y()));
    if (at < 0) return {};
    int line = 0, index = 0;
    lineIndexFromPosition(int(at), &line, &index);
    const QString content = text(line), name = includedName(content);
    const auto begin = int(content.indexOf('"'));
    return index > begin && index <= begin + 1 + int(name.size()) ? name : QString();
}

bool SourceEditor::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QsciScintilla::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString include = includeAt(help->pos());
    const QString how = isReadOnly() ? tr("Show %1") : tr("Ctrl+click shows %1");
    QToolTip::showText(help->globalPos(),
                       include.isEmpty() ? kernelLines_.value(lineAt(help->pos())) : how.arg(include), viewport());
    return true;
}

/// The include that a click there follows; empty if it follows none.
QString SourceEditor::linkAt(const QMouseEvent* event) const {
    const bool follows = isReadOnly() || event->modifiers() & Qt::ControlModifier;
    return follows ? includeAt(event->position().toPoint()) : QString();
}

void SourceEditor::mouseMoveEvent(QMouseEvent* event) {
    QsciScintilla::mouseMoveEvent(event);
    viewport()->setCursor(linkAt(event).isEmpty() ? Qt::IBeamCursor : Qt::PointingHandCursor);
}

void SourceEditor::mouseReleaseEvent(QMouseEvent* event) {
    QsciScintilla::mouseReleaseEvent(event);
    const QString include = linkAt(event);
    if (event->button() == Qt::LeftButton && !hasSelectedText() && !include.isEmpty()) emit includeRequested(include);
}

/// The key that saves belongs to this text while it is edited, not to the stack.
bool SourceEditor::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && !isReadOnly() &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Save)) {
        event->accept();
        return true;
    }
    return QsciScintilla::event(event);
}

void SourceEditor::keyPressEvent(QKeyEvent* event) {
    if (!isReadOnly() && event->matches(QKeySequence::Save)) return emit saveRequested();
    if (event->matches(QKeySequence::Find)) return event->ignore(); // the panel's
    int line = 0, index = 0;
    getCursorPosition(&line, &index);
    const QString include = includedName(text(line));
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && isReadOnly() && !include.isEmpty()) return emit includeRequested(include);
    QsciScintilla::keyPressEvent(event);
}

void SourceEditor::applyTheme() {
    const Theme& t = theme();
    lexer_->applyTheme();
    setCaretForegroundColor(t.text);
    setCaretLineBackgroundColor(blended(t.field, t.text, 0.05));
    setSelectionBackgroundColor(blended(t.field, t.accent, 0.45));
    resetSelectionForegroundColor();
    setMarginsForegroundColor(blended(t.textDim, t.field, 0.35));
    setMarginsBackgroundColor(t.field);
    setMarginsFont(lexer_->defaultFont(QsciLexerCPP::Default));
    setFoldMarginColors(t.field, t.field);
    constexpr int firstFold = 25, lastFold = 31;
    for (int marker = firstFold; marker <= lastFold; ++marker) {
        SendScintilla(SCI_MARKERSETFORE, marker, t.field);
        SendScintilla(SCI_MARKERSETBACK, marker, t.textDim);
    }
    setMarkerBackgroundColor(blended(t.field, t.accent, 0.14), KernelLine);
    setMarkerBackgroundColor(blended(t.field, t.good, 0.22), AddedLine);
    setMarkerBackgroundColor(blended(t.field, t.bad, 0.22), RemovedLine);
    for (const auto& [marker, colour] : {std::pair(ErrorSign, t.bad), std::pair(WarningSign, t.warning)}) {
        setMarkerBackgroundColor(colour, marker);
        setMarkerForegroundColor(colour, marker);
    }
    const QFont font = interfaceFont();
    for (const auto& [style, colour] : {std::pair(ErrorText, t.bad), std::pair(WarningText, t.warning)}) {
        SendScintilla(SCI_STYLESETFONT, style, font.family().toUtf8().constData());
        SendScintilla(SCI_STYLESETSIZE, style, font.pointSize());
        SendScintilla(SCI_STYLESETFORE, style, colour);
        SendScintilla(SCI_STYLESETBACK, style, blended(t.field, colour, 0.12));
    }
    QColor found = t.accent;
    found.setAlpha(foundAlpha);
    setIndicatorForegroundColor(found, MatchIndicator);
    setIndicatorOutlineColor(t.accent, MatchIndicator);
    setIndicatorForegroundColor(t.accent, LinkIndicator);
    setIndicatorForegroundColor(t.bad, ErrorIndicator);
    setMatchedBraceForegroundColor(t.text);
    setMatchedBraceBackgroundColor(blended(t.field, t.accent, 0.3));
    setUnmatchedBraceForegroundColor(t.bad);
    setUnmatchedBraceBackgroundColor(t.field);
}

} // namespace lightbench
