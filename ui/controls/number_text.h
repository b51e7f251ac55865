// Numbers as people type and paste them.
#pragma once

#include <QString>

#include <optional>

namespace lightbench {

/// The number that a text says: "1.5" and "1,5" alike, "1e1", "−2", "1 000" in groups of three. A comma is a decimal
/// comma. Nothing if it says anything else, or two things at once ("1,000.5"): no character is passed over.
std::optional<double> numberFromText(const QString& text);

/// The text of a spin box without its prefix and its unit, even where the unit was typed or pasted once more.
template <class SpinBox> QString bareNumber(const SpinBox& box, QString text) {
    if (text.startsWith(box.prefix())) text.remove(0, box.prefix().size());
    const QString unit = box.suffix().trimmed();
    text = text.trimmed();
    while (!unit.isEmpty() && text.endsWith(unit, Qt::CaseInsensitive))
        text = text.chopped(unit.size()).trimmed();
    return text;
}

} // namespace lightbench
