// Accepts any text while the user types, since it may still become a number.
#include "ui/controls/whole_field.h"

#include <QLineEdit>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/controls/number_text.h"

namespace lightbench {

namespace {
std::optional<double> wholeFromText(const QSpinBox& box, const QString& text) {
    const auto number = numberFromText(bareNumber(box, text));
    return number && *number == std::floor(*number) ? number : std::nullopt;
}
} // namespace

WholeField::WholeField(QWidget* parent) : QSpinBox(parent) {
    setLocale(QLocale::c());
    connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
        if (!typed_) before_ = value();
        typed_ = text;
    });
    connect(this, &QAbstractSpinBox::editingFinished, this,
            [this] { finished_ = std::exchange(typed_, {}).value_or(QString()); });
}

QValidator::State WholeField::validate(QString& text, int&) const {
    const auto number = wholeFromText(*this, text);
    return number && *number >= minimum() && *number <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

int WholeField::valueFromText(const QString& text) const {
    const auto number = wholeFromText(*this, text);
    return number ? int(std::clamp(*number, double(minimum()), double(maximum()))) : typed_ ? before_ : value();
}

void WholeField::fixup(QString& text) const { text = prefix() + textFromValue(valueFromText(text)) + suffix(); }

QString WholeField::takeProblem() {
    const QString bare = bareNumber(*this, std::exchange(finished_, {}));
    const auto number = wholeFromText(*this, bare);
    if (bare.isEmpty() || (number && *number >= minimum() && *number <= maximum())) return {};
    if (!number) return tr("“%1” is no whole number: %2 is kept.").arg(bare).arg(value());
    return tr("%1 is outside %2 to %3: %4 is taken.").arg(bare).arg(minimum()).arg(maximum()).arg(value());
}

} // namespace lightbench
