// Actions on two settings that are compared: A is the setting pinned in Results, B is the session's stack. Commands
// call them on the window's thread.
#pragma once

#include <QString>

#include <utility>

#include "core/run/stack.h"

namespace lightbench {

class Results;
class Session;

/// Names what differs between two stacks, for each of them, such as "bilateral radius=3" and "bilateral radius=7". If
/// the stacks have several stages, each has its number. Stacks of other filters, and equal ones, are named whole.
std::pair<QString, QString> settingsThatDiffer(const Stack& a, const FilterCatalog& filtersOfA, const Stack& b,
                                               const FilterCatalog& filtersOfB);
/// True if the shown report belongs to the current session, so that it can be pinned as A.
bool canPin(const Results& results);
/// Swaps A and B; the stack changes in one undo step. Call it only while the shown report belongs to the current
/// session.
void swapSettings(Session& session, Results& results);
/// Copies A's stack to B, in one undo step.
void copyPinnedSetting(Session& session, const Results& results);

} // namespace lightbench
