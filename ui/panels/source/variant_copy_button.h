// The button "Copy as my variant" of the Source tab: asks for a name, and hands out the copy of a program.
#pragma once

#include <QToolButton>

#include <optional>

#include "ui/panels/source/shown_stage.h"

namespace lightbench {

class VariantCopyButton : public QToolButton {
    Q_OBJECT

public:
    /// `stage` must outlive the button.
    explicit VariantCopyButton(const ShownStage& stage, QWidget* parent = nullptr);
    /// The program of the stage that a copy would be of.
    void setProgram(const ProgramSource& program) { program_ = program; }
    /// The name that is suggested, such as fused-2.
    QString suggestedName() const;
    void copy(const QString& name);

signals:
    /// The user wants a variant of that name with this text.
    void copied(const QString& name, const QString& text);
    void failed(const QString& message);

private:
    std::optional<QString> copyText();

    const ShownStage& stage_;
    ProgramSource program_;
};

} // namespace lightbench
