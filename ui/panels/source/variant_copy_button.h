// The button "Copy as my variant" of the Source tab: asks for a name, and hands out the copy of a program.
#pragma once

#include <QToolButton>

#include <optional>

#include "core/source/stage_source.h"

namespace lightbench {

class VariantCopyButton : public QToolButton {
    Q_OBJECT

public:
    explicit VariantCopyButton(QWidget* parent = nullptr);
    /// What a copy would be of. Nothing, or a filter of the user: the button is disabled.
    void setStage(const std::optional<ResolvedStage>& stage, const KernelLibrary& kernels, bool isBuiltIn);
    void setProgram(const ProgramSource& program) { program_ = program; }
    /// The name that is suggested, such as fused-2.
    QString suggestedName() const;
    void copy(const QString& name);

signals:
    /// The user wants a variant of that name with this text.
    void copied(const QString& name, const QString& text);
    void failed(const QString& message);

private:
    void ask();
    std::optional<QString> copyText();
    std::optional<ResolvedStage> stage_;
    ProgramSource program_;
    KernelLibrary kernels_;
};

} // namespace lightbench
