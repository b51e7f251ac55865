// What is done with two settings side by side: A is what Results has pinned, B the session's stack.
#pragma once

#include <QString>

#include <utility>

#include "core/run/stack.h"

namespace lightbench {

class Results;
class Session;

/// What tells two stacks apart, of each: of the same filters only the settings that differ, such as "bilateral
/// radius=3" and "bilateral radius=7", with the stage's number where there are several; else, or if nothing differs,
/// all of them.
std::pair<QString, QString> settingsThatDiffer(const Stack& a, const Stack& b);
/// What is shown is of the session as it stands, so that it can be kept as A.
bool canPin(const Results& results);
/// A becomes B and B becomes A; one step of undo for the stack. Only while what is shown is of the session as it
/// stands.
void swapSettings(Session& session, Results& results);
/// A's stack becomes B's: one step of undo.
void copyPinnedSetting(Session& session, const Results& results);

} // namespace lightbench
