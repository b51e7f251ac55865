// Every panel of the lab: a line each.
#pragma once

#include "ui/state/lab_context.h"

namespace lightbench {

class Docks;
class Exports;
class StackPanel;

/// The stack's panel is made before: commands act on it.
void addPanels(Docks* docks, const LabContext& lab, StackPanel* stack, Exports* exports);

} // namespace lightbench
