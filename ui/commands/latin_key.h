// Finds the Latin letter of a key on a keyboard with another script, so that single-key shortcuts work there.
// PictureKeys uses it.
#pragma once

#include <Qt>

class QKeyEvent;

namespace lightbench {

/// The Latin letter or digit that the key types on a US keyboard. It is derived from the key's position, or else from
/// the letter's position on the standard Cyrillic or Greek layout. Returns 0 if the key types a Latin letter or no
/// letter.
int latinKey(const QKeyEvent& event);

} // namespace lightbench
