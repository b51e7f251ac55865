#include "ui/commands/latin_key.h"

#include <QKeyEvent>
#include <QString>

namespace lightbench {

namespace {

/// A row of keys on a US keyboard, with the scan code of its first key: the kernel's code plus 8, in X and in Wayland.
struct KeyRow {
    unsigned first;
    const char* keys;
};
constexpr KeyRow rows[] = {{10, "1234567890"}, {24, "QWERTYUIOP"}, {38, "ASDFGHJKL"}, {52, "ZXCVBNM"}};

int keyAt(unsigned scanCode) {
    for (const KeyRow& row : rows)
        for (unsigned i = 0; row.keys[i]; ++i)
            if (scanCode == row.first + i) return row.keys[i];
    return 0;
}

/// Events of other programs, such as screen keyboards, have no scan code; then the letter decides.
int keyOfLetter(QChar letter) {
    struct Layout {
        QString letters, keys;
    };
    static const Layout layouts[] = {
        {QStringLiteral("ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ"), QStringLiteral("QWERTYUIOPASDFGHJKLZXCVBNM")},
        {QStringLiteral("ІЎ"), QStringLiteral("SO")}, // Ukrainian and Belarusian
        {QStringLiteral("ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ"), QStringLiteral("ERTYUIOPASDFGHJKLZXCVBNM")}};
    for (const Layout& layout : layouts)
        if (const auto at = layout.letters.indexOf(letter.toUpper()); at >= 0) return layout.keys[at].unicode();
    return 0;
}

} // namespace

int latinKey(const QKeyEvent& event) {
    const int key = event.key();
    const bool isLatin = (key >= 'A' && key <= 'Z') || (key >= '0' && key <= '9');
    const bool isCharacter = key > ' ' && key < 0x1000000; // other keys move the cursor or edit
    if (isLatin || (!isCharacter && key != Qt::Key_unknown && key != 0)) return 0;
    const QString text = event.text();
    const QChar typed = text.size() == 1 && text[0].isLetter() ? text[0] : QChar(isCharacter ? key & 0xffff : 0);
    const int atPlace = keyAt(event.nativeScanCode());
    const bool isDigit = atPlace >= '0' && atPlace <= '9';
    // Signs such as + and - keep their meaning on every layout; unshifted digits of a French keyboard are signs.
    if (atPlace && (isDigit ? event.modifiers() == Qt::NoModifier : typed.isLetter())) return atPlace;
    return keyOfLetter(typed);
}

} // namespace lightbench
