// Creates all panels of the lab and docks them, one line each. LabWindow calls it once.
#pragma once

#include "ui/state/session/lab_context.h"

namespace lightbench {

class Docks;
class Exports;
class StackPanel;

/// The stack panel is created earlier, because commands act on it.
void addPanels(Docks* docks, const LabContext& lab, StackPanel* stack, Exports* exports);

} // namespace lightbench
