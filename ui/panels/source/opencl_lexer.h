// Colours OpenCL C in the theme's colours, and folds its blocks. SourceEditor uses it.
#pragma once

#include <Qsci/qscilexercpp.h>

namespace lightbench {

class OpenClLexer : public QsciLexerCPP {
    Q_OBJECT

public:
    explicit OpenClLexer(QObject* parent = nullptr);
    const char* language() const override { return "OpenCL C"; }
    const char* keywords(int set) const override;
    /// Takes the colours of the theme as it is now.
    void applyTheme();
};

/// The name in a line `#include "NAME"`; empty for other lines.
QString includedName(const QString& line);

} // namespace lightbench
