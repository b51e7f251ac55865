// Makes the image view's keys work wherever the focus is, except while a text is typed. LabWindow calls it once.
#pragma once

class QKeyEvent;
class QWidget;

namespace lightbench {

class ImageView;

/// In the window, keys belong to the picture unless a text is being typed. Return takes the part of Space for buttons
/// and lists. Return in a field ends the typing and gives the focus back to the picture. Undo in a field is the stack's
/// undo. Single-key shortcuts of actions also work by key position on keyboards that type no Latin letters.
void giveKeysToPicture(QWidget* window, ImageView* view);

/// The Latin letter or digit that the key types on a US keyboard. It is derived from the key's position, or else from
/// the letter's position on the standard Cyrillic or Greek layout. Returns 0 if the key types a Latin letter or no
/// letter.
int latinKey(const QKeyEvent& event);

} // namespace lightbench
