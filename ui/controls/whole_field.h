// A field for a whole number. Parameter forms use it for integer fields.
#pragma once

#include <QSpinBox>

#include <optional>

namespace lightbench {

/// A spin box that rejects a text that is not a whole number, instead of dropping characters.
class WholeField : public QSpinBox {
    Q_OBJECT

public:
    explicit WholeField(QWidget* parent = nullptr);
    QValidator::State validate(QString& text, int& position) const override;
    int valueFromText(const QString& text) const override;
    void fixup(QString& text) const override;
    /// Returns and clears the problem of the last input, once it was accepted or rejected; empty: none.
    QString takeProblem();

private:
    std::optional<QString> typed_; ///< no value: nobody is typing
    QString finished_;             ///< the last typed text
    int before_ = 0;               ///< the value before typing
};

} // namespace lightbench
