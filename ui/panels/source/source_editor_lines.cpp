// How new lines of the editor's text begin and end.
#include "ui/panels/source/source_editor.h"

namespace lightbench {

namespace {
constexpr int tabSize = 4;
}

/// New lines end as the others do, and are indented with what the others have.
void SourceEditor::takeTextHabits(const QString& text) {
    setEolMode(text.contains(QStringLiteral("\r\n")) ? EolWindows : EolUnix);
    setTabWidth(tabSize); // each document has its own
    setIndentationsUseTabs(text.contains(QStringLiteral("\n\t")));
}

/// A new line is indented as the one before (AiMaintain), and one step more if a block begins there.
void SourceEditor::indentBlock(int added) {
    int line = 0, index = 0;
    getCursorPosition(&line, &index);
    if (added != '\n' || line == 0 || !text(line - 1).trimmed().endsWith('{')) return;
    setIndentation(line, indentation(line - 1) + tabSize);
    SendScintilla(SCI_VCHOME);
}

} // namespace lightbench
