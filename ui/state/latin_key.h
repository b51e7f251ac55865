// The Latin letter that a key has on a keyboard of another script.
#pragma once

#include <Qt>

class QKeyEvent;

namespace lightbench {

/// What a key would type on a US keyboard, where it types no Latin letter or digit: by the place of the key, else by
/// the letter's place on the usual Cyrillic or Greek keyboard. 0: it is Latin already, or no letter at all.
int latinKey(const QKeyEvent& event);

} // namespace lightbench
