// A field for a whole number.
#pragma once

#include <QSpinBox>

#include <optional>

namespace lightbench {

/// A spin box that refuses what is no whole number instead of leaving characters out.
class WholeField : public QSpinBox {
    Q_OBJECT

public:
    explicit WholeField(QWidget* parent = nullptr);
    QValidator::State validate(QString& text, int& position) const override;
    int valueFromText(const QString& text) const override;
    void fixup(QString& text) const override;
    /// What is wrong with what was typed last, once it has been taken or refused; empty: nothing.
    QString takeProblem();

private:
    std::optional<QString> typed_; ///< nothing: nobody is typing
    QString finished_;             ///< what was typed last
    int before_ = 0;               ///< the value that was there before
};

} // namespace lightbench
