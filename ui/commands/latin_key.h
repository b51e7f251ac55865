// Finds the Latin letter of a key on a keyboard with another script, so that single-key shortcuts work there.
// PictureKeys uses it.
#pragma once

#include <Qt>

class QKeyEvent;

namespace lightbench {

/// The Latin letter or digit that the key types on a US keyboard. It follows from the key's position, else from the
/// letter's position on the usual Cyrillic or Greek keyboard. 0: the key types a Latin letter already, or no letter.
int latinKey(const QKeyEvent& event);

} // namespace lightbench
